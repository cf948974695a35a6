"""T-places: objects and containers are moved, put into each other and swapped; where is one object now?

The story ends with a quiet part of random length in which other things happen. In half of the stories they go to places
all over, so that the place mentioned last is often not the answer, and the answer is sometimes mentioned first of all.
"""

from __future__ import annotations

from dataclasses import dataclass

from generators.draft import Draft, Family, Params, Reject
from generators.lexicon import CONTAINERS, NAMES, OBJECTS, PLACES
from records import Stream

TIERS: tuple[Params, Params, Params] = (
    {"events": 5, "inside_container": 0, "swaps": 0},
    {"events": 8, "inside_container": 1, "swaps": 0},
    {"events": 12, "inside_container": 1, "swaps": 1},
)
ACTORS = 4


@dataclass(kw_only=True, slots=True)
class _World:
    """Where everything is: an object's value is a place or a container, a container's value is a place."""

    objects: list[str]
    containers: list[str]
    places: list[str]
    at: dict[str, str]
    visited: dict[str, list[str]]
    events: list[tuple[str, str, str]]
    last: tuple[str, str, str] = ("", "", "")

    def place(self, thing: str) -> str:
        """The place of a thing, through its container."""
        spot = self.at[thing]
        return self.at[spot] if spot in self.containers else spot

    def loose(self) -> list[str]:
        """Objects that are in no container."""
        return [thing for thing in self.objects if self.at[thing] not in self.containers]

    def moved_last(self) -> str:
        """The thing that the last event moved, if it was a move."""
        return self.last[1] if self.last[0] == "move" else ""

    def note(self) -> None:
        """Append to each thing's history the place where it is."""
        for thing, places in self.visited.items():
            if places[-1:] != [self.place(thing)]:
                places.append(self.place(thing))

    def options(self, tier: int, without: tuple[str, ...]) -> dict[str, list[tuple[str, str]]]:
        """Every event that is possible now, by kind, and does not concern the things of `without`.

        A thing is not moved or swapped twice on end: that would read as one event too many.
        """
        loose = [thing for thing in self.loose() if self.last[0] != "swap" or thing not in self.last]
        here = {thing: self.place(thing) for thing in self.visited}
        movable = [thing for thing in (*self.objects, *self.containers, *self.containers) if thing != self.moved_last()]
        moves = [(thing, place) for thing in movable for place in self.places if place != here[thing]]
        puts = [(a, b) for a in self.loose() for b in self.containers if self.at[a] == self.at[b]]
        rested = [thing for thing in self.containers if self.last[0] != "swap" or thing not in self.last]
        alike = [(a, b) for kind in (loose, rested) for a in kind for b in kind]
        swaps = [(a, b) for a, b in alike if self.at[a] != self.at[b]] if tier == 3 else []
        events = {"move": moves, "put": puts, "swap": swaps}
        return {
            kind: [(a, b) for a, b in pairs if a not in without and (kind != "swap" or b not in without)]
            for kind, pairs in events.items()
        }

    def happen(self, kind: str, a: str, b: str) -> str:
        """Carry out an event; returns its sentence without the actor."""
        self.last = (kind, a, b)
        self.events.append(self.last)
        if kind == "swap":
            self.at[a], self.at[b] = self.at[b], self.at[a]
            return f"swaps the positions of the {a} and the {b}."
        self.at[a] = b
        return f"moves the {a} to the {b}." if kind == "move" else f"puts the {a} into the {b}."


def draft(stream: Stream, tier: int) -> Draft | Reject:
    """A story of events; rejects stories whose last state does not ask for tracking."""
    events = int(TIERS[tier - 1]["events"])
    places, objects = stream.sample(PLACES, 5), stream.sample(OBJECTS, 3)
    containers, actors = stream.sample(CONTAINERS, 2), stream.sample(NAMES, ACTORS)
    things = [*objects, *containers]
    spots = stream.sample(places, 4)
    at = dict(zip(things, stream.shuffled([*spots, stream.choice(spots)]), strict=True))
    at_start = dict(at)
    visited = {thing: [at[thing]] for thing in things}
    world = _World(objects=objects, containers=containers, places=places, at=at, visited=visited, events=[])
    sentences = [f"The {thing} is in the {at[thing]}." for thing in stream.shuffled(things)]
    scattered = stream.below(2) == 0
    asked, quiet = objects[0], stream.below(events // 2 + 2)
    for step in range(events):
        near = (asked, world.at[asked])
        is_quiet = step >= events - quiet
        possible = world.options(tier, without=near if is_quiet else ())
        if is_quiet and scattered:
            seen = " ".join(sentences[len(things) + events - quiet :])
            possible = _elsewhere(possible, f"{seen} the {world.place(asked)}.")
        kind = stream.choice([k for k in ("move", "put", "put", "swap") if possible[k]])
        about = [pair for pair in possible[kind] if pair[0] in near] if stream.below(2) else []
        sentences.append(f"{stream.choice(actors)} {world.happen(kind, *stream.choice(about or possible[kind]))}")
        world.note()
    if not all(f"the {place}." in " ".join(sentences) for place in places):
        return Reject(reason="a place is not mentioned")
    if not _needs_tracking(world, asked, tier, sentences) or (tier == 3 and not _needs_swaps(world, at_start, asked)):
        return Reject(reason="does not need tracking")
    return _ask(stream, tier, world, asked, sentences)


def _elsewhere(possible: dict[str, list[tuple[str, str]]], seen: str) -> dict[str, list[tuple[str, str]]]:
    """Only the moves to places that `seen` does not name, if there are any."""
    moves = [(thing, place) for thing, place in possible["move"] if f"the {place}." not in seen]
    return {"move": moves, "put": [], "swap": []} if moves else possible


def _ask(stream: Stream, tier: int, world: _World, asked: str, sentences: list[str]) -> Draft:
    inside = world.at[asked] in world.containers
    gold = world.place(asked)
    earlier = [*world.visited[asked], *(world.visited[world.at[asked]] if inside else [])]
    others = [place for place in world.places if place != gold]
    spare = [place for place in others if place not in earlier] or others
    dropped = stream.choice(spare)
    rest = [place for place in others if place != dropped]
    return Draft(
        question=" ".join([*sentences, f"Where is the {asked} now?"]),
        gold=gold,
        distractors=(rest[0], rest[1], rest[2]),
        params={"events": int(TIERS[tier - 1]["events"]), "stops": len(world.visited[asked]), "inside": int(inside)},
    )


def _needs_tracking(world: _World, thing: str, tier: int, sentences: list[str]) -> bool:
    """Whether the place of `thing` takes the steps of its tier: three stops, and a container that changed place."""
    if len(world.visited[thing]) < 3:
        return False
    if not TIERS[tier - 1]["inside_container"]:
        return True
    container = world.at[thing]
    if container not in world.containers:
        return False
    last_put = max(i for i, text in enumerate(sentences) if text.endswith(f"puts the {thing} into the {container}."))
    later = world.events[last_put + 1 - (len(sentences) - len(world.events)) :]
    return any(container in pair for kind, *pair in later if kind != "put")


def _needs_swaps(world: _World, at_start: dict[str, str], thing: str) -> bool:
    """Whether somebody who passes over every swap gets another place: else the swaps would be decoration."""
    at = dict(at_start)
    at.update((a, b) for kind, a, b in world.events if kind != "swap")
    spot = at[thing]
    return (at[spot] if spot in world.containers else spot) != world.place(thing)


FAMILY = Family(
    id="T-places",
    category="tracking",
    tier_params=TIERS,
    reasons=("a place is not mentioned", "does not need tracking"),
    draft=draft,
)
