"""Which numbers may be published together: the arithmetic of a reader who adds and subtracts everything they have seen.

A published number is a sum over the tasks of a group. Invariant: no linear combination of all published groups, those
of earlier bundles included, is about fewer than five tasks or twenty observations; what would allow one is left out.
Pure and exact; where the proof would take too long the answer is that nothing may be published.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

LEAST_TASKS, LEAST_OBSERVATIONS = 5, 20
MOST_SUPPORTS, MOST_COUNTED = 1_000, 20
"""So many small sets of tasks are looked at, more count as unsafe; so many exposed ones are told apart."""
WHOLE = "whole"
Vector = tuple[Fraction, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Group:
    """Tasks whose outcomes are published as one sum: the whole corpus, a category, a tier."""

    dimension: str
    name: str
    tasks: frozenset[str] = field(repr=False)


@dataclass(frozen=True, kw_only=True, slots=True)
class Selection:
    """What may be published: the strata that are kept, by dimension and name; `suppressed` says whether any was not."""

    strata: tuple[Group, ...]
    suppressed: bool


def sufficient(group: Group, trials: int) -> bool:
    """At least five tasks and twenty valid observations, each task being observed once a trial."""
    return len(group.tasks) >= LEAST_TASKS and len(group.tasks) * trials >= LEAST_OBSERVATIONS


def select(whole: Group, strata: Sequence[Group], trials: int, earlier: Sequence[Group] = ()) -> Selection | None:
    """The strata that may stand beside the whole, or None where the whole itself may not be published.

    `trials` is the smallest number of trials among this publication and those of `earlier`, the groups that a reader
    already has for the same configuration.
    """
    if not sufficient(whole, trials):
        return None
    kept = [group for group in strata if sufficient(group, trials)]
    while not safe([whole, *kept, *earlier], trials):
        if not kept:
            return None
        kept.remove(min(kept, key=lambda group: _loss(group, kept, [whole, *earlier], trials)))
    ordered = tuple(sorted(kept, key=lambda group: (group.dimension, group.name)))
    return Selection(strata=ordered, suppressed=len(ordered) < len(strata))


def safe(groups: Sequence[Group], trials: int) -> bool:
    """Whether no combination of the sums of these groups is about too few tasks or observations."""
    return not _exposed(groups, trials, most=1)


def _loss(group: Group, kept: Sequence[Group], fixed: Sequence[Group], trials: int) -> tuple[int, int, str, str]:
    """How much stays exposed without this group, then how much is lost by it: the least is left out first."""
    rest = [other for other in kept if other is not group]
    left = _exposed([*rest, *fixed], trials, most=MOST_COUNTED)
    return left, len(group.tasks), group.dimension, group.name


def _exposed(groups: Sequence[Group], trials: int, most: int) -> int:
    """How many small sets of atoms a reader can learn something about; more than `most` are not counted.

    An atom is all tasks that lie in the same groups: no combination tells its tasks apart. A combination that is about
    few tasks has a zero at every atom that is not small, so only that part of the span is searched.
    """
    atoms = _atoms(groups)
    rows = [tuple(Fraction(name in members) for members in atoms) for name in range(len(groups))]
    largest = max(LEAST_TASKS, -(-LEAST_OBSERVATIONS // trials)) - 1
    sizes = list(atoms.values())
    small = [place for place, size in enumerate(sizes) if size <= largest]
    span = _vanishing(_reduced(rows), [place for place in range(len(sizes)) if place not in small])
    if not span:
        return 0
    found = 0
    for number, support in enumerate(_supports(small, sizes, largest)):
        outside = [place for place in small if place not in support]
        if len(_reduced([tuple(row[place] for place in outside) for row in span])) < len(span):
            found += 1
        if found >= most or number >= MOST_SUPPORTS:
            return most
    return found


def _atoms(groups: Sequence[Group]) -> dict[frozenset[int], int]:
    """Which groups the tasks of an atom lie in, and how many tasks it has."""
    places: dict[str, set[int]] = {}
    for number, group in enumerate(groups):
        for task in group.tasks:
            places.setdefault(task, set()).add(number)
    counts: dict[frozenset[int], int] = {}
    for inside in places.values():
        counts[frozenset(inside)] = counts.get(frozenset(inside), 0) + 1
    return counts


def _supports(places: Sequence[int], sizes: Sequence[int], largest: int) -> Iterator[frozenset[int]]:
    """The sets of atoms of at most `largest` tasks that no further atom fits into."""
    stack: list[tuple[int, int, frozenset[int]]] = [(0, largest, frozenset())]
    while stack:
        start, room, chosen = stack.pop()
        further = [place for place in places if place not in chosen and sizes[place] <= room]
        if not further and chosen:
            yield chosen
        for number in range(start, len(places)):
            place = places[number]
            if sizes[place] <= room:
                stack.append((number + 1, room - sizes[place], chosen | {place}))


def _reduced(rows: Sequence[Vector]) -> list[Vector]:
    """A basis of the span of the rows, in reduced echelon form."""
    basis: dict[int, Vector] = {}
    for given in rows:
        row = given
        for pivot, known in basis.items():
            row = _minus(row, known, row[pivot])
        lead = next((place for place, value in enumerate(row) if value), None)
        if lead is not None:
            scaled = tuple(value / row[lead] for value in row)
            basis = {pivot: _minus(known, scaled, known[lead]) for pivot, known in basis.items()} | {lead: scaled}
    return list(basis.values())


def _vanishing(basis: list[Vector], places: Sequence[int]) -> list[Vector]:
    """A basis of those combinations of the basis that are zero at all these places."""
    for place in places:
        chosen = next((row for row in basis if row[place]), None)
        if chosen is None:
            continue
        basis = [_minus(row, chosen, row[place] / chosen[place]) for row in basis if row is not chosen]
    return basis


def _minus(row: Vector, other: Vector, times: Fraction) -> Vector:
    return row if not times else tuple(a - times * b for a, b in zip(row, other, strict=True))
