"""Finding a program for a set of problems by their right answers: simple problems first, a few programs at a time.

Problems are taken in stages, each adding the fewest new patterns that let enough more problems be judged. In a stage
every kept program is improved one operator at a time, and where that stalls two at a time. The credit of a problem is
1 for any verdict, 12 shared among the options that come nearest if the right one is among them, and 5 more if it
alone follows exactly. The search never sees anything but patterns, slots and right answers. It is deterministic: its
budget counts programs, not seconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations

from baselines.systems.induced.programs import SKIP, UNKNOWN, Engine, Key, Op, keys
from baselines.systems.induced.templates import Problem
from records import Stream

VERDICT, SHARE, EXACT = 1, 12, 5
FULL = VERDICT + SHARE + EXACT
FULL_SHARE = 6
"""One in so many: the share of the credit that a program without any verdict gets (an even guess of the 12)."""
STARTS, KEPT = 12, 3
MAX_PASSES, PAIR_BUDGET = 12, 3000
HOPELESS = 0.3
BATCH = 8
"""Problems that a stage must add, as long as there are so many left."""


def credit(distances: Sequence[int], gold: int) -> int:
    """The credit of one problem, 0 to FULL."""
    best = min(distances)
    nearest = [number for number, distance in enumerate(distances) if distance == best]
    share = SHARE // len(nearest) if gold in nearest else 0
    return (VERDICT if best < UNKNOWN else 0) + share + (EXACT if share == SHARE and best == 0 else 0)


@dataclass(kw_only=True, slots=True)
class Search:
    """A search of one engine over one set of problems; `tried` counts the programs that were looked at."""

    engine: Engine
    problems: Sequence[Problem]
    seed: int
    tried: int = 0
    choices: dict[Key, list[Op]] = field(default_factory=dict)
    _used: list[list[Key]] = field(default_factory=list)
    _known: list[dict[tuple[Op, ...], int]] = field(default_factory=list)
    _reached: set[Key] = field(default_factory=set)
    _kept: list[dict[Key, Op]] = field(default_factory=list)
    _new: list[Key] = field(default_factory=list)
    _active: list[int] = field(default_factory=list)
    _users: dict[Key, list[int]] = field(default_factory=dict)
    _stream: Stream = field(init=False)

    def __post_init__(self) -> None:
        for problem in self.problems:
            used = keys(problem)
            self._used.append([key for key, _ in used])
            self._known.append({})
            for key, statement in used:
                if key not in self.choices:
                    ops = self.engine.operators(key[0], statement)
                    asks = [op for op in ops if op != SKIP]
                    self.choices[key] = asks if asks and key[0] != "fact" else ops
        self._kept = [{key: ops[0] for key, ops in self.choices.items()}]
        self._stream = Stream("induced", self.engine.name, self.seed, prefix="nnai-systems")

    def screen(self) -> float:
        """A first look: single changes on the simplest problems; the share of credit that the best program gets."""
        self._begin()
        self._kept = self._best(self._climbed(STARTS))
        return self._share()

    def finish(self) -> tuple[dict[Key, Op], float]:
        """Pairs on the simplest problems, then all further stages; the best program and its share of the full credit.

        Given up after the first stage if the best program there has no more than HOPELESS of the credit.
        """
        self._settle()
        while self._share() > HOPELESS and self._begin():
            self._kept = self._best(self._climbed(KEPT))
            self._settle()
        self._active = list(range(len(self.problems)))
        return self._best(self._kept)[0], self._share()

    def total(self, program: dict[Key, Op]) -> int:
        """The credit of a program over all problems."""
        return self._total(program, range(len(self.problems)))

    def _begin(self) -> bool:
        """Add the next patterns; False when there are none."""
        self._new = sorted(self._next_keys(self._reached))
        self._reached |= set(self._new)
        self._active = [number for number, used in enumerate(self._used) if self._reached.issuperset(used)]
        self._users = {}
        for number in self._active:
            for key in self._used[number]:
                self._users.setdefault(key, []).append(number)
        return bool(self._new)

    def _share(self) -> float:
        return self._total(self._kept[0], self._active) / (FULL * len(self._active))

    def _best(self, programs: Sequence[dict[Key, Op]]) -> list[dict[Key, Op]]:
        ranked = sorted(programs, key=lambda program: -self._total(program, self._active))
        distinct = [program for number, program in enumerate(ranked) if program not in ranked[:number]]
        return distinct[:KEPT]

    def _climbed(self, starts: int) -> list[dict[Key, Op]]:
        """The kept programs and `starts` copies with random operators for the new keys, each at a local optimum."""
        programs = [dict(program) for program in self._kept]
        for _ in range(starts):
            base = self._stream.choice(self._kept)
            programs.append(base | {key: self._stream.choice(self.choices[key]) for key in self._new})
        for program in programs:
            self._singles(program)
        return programs

    def _settle(self) -> None:
        """Pairs of changes for each kept program, unless none of them has any verdict."""
        if any(self._total(program, self._active) * FULL_SHARE > FULL * len(self._active) for program in self._kept):
            for program in self._kept:
                self._pairs(program)
            self._kept = self._best(self._kept)

    def _pairs(self, program: dict[Key, Op]) -> None:
        """Change two operators at a time until the budget is spent or nothing is left to gain: two new ones first."""
        together = [pair for pair in combinations(self._new, 2) if any(key[0] != "fact" for key in pair)]
        mixed = [(one, two) for one in self._new for two in sorted(self._users) if one != two]
        budget = PAIR_BUDGET
        for one, two in (*together, *self._stream.shuffled(mixed)):
            if budget <= 0 or self._total(program, self._active) == FULL * len(self._active):
                return
            budget -= len(self.choices[one]) * len(self.choices[two])
            if self._pair(program, one, two):
                self._singles(program)

    def _next_keys(self, known: set[Key]) -> set[Key]:
        """The smallest set of new keys that adds BATCH problems (or all that are left); empty when nothing is left."""
        waiting = [missing for used in self._used if (missing := frozenset(used) - known)]
        enough = min(BATCH, len(waiting))
        new: frozenset[Key] = frozenset()
        for candidate in sorted(set(waiting), key=lambda missing: (len(missing), sorted(missing))):
            new = candidate if self._adds(candidate, waiting) >= enough else new | candidate
            if self._adds(new, waiting) >= enough:
                break
        return set(new)

    @staticmethod
    def _adds(new: frozenset[Key], waiting: Sequence[frozenset[Key]]) -> int:
        return sum(keys_ <= new for keys_ in waiting)

    def _singles(self, program: dict[Key, Op]) -> None:
        for _ in range(MAX_PASSES):
            grown = [self._improve(program, key) for key in self._stream.shuffled(sorted(self._users))]
            if not any(grown):
                return

    def _improve(self, program: dict[Key, Op], key: Key) -> bool:
        """Take the operator with the most credit, the simplest among equals; whether the credit grew."""
        where = self._users[key]
        before, best, chosen = self._total(program, where), -1, program[key]
        for op in self.choices[key]:
            program[key] = op
            total = self._total(program, where)
            if total > best:
                best, chosen = total, op
        program[key] = chosen
        return best > before

    def _pair(self, program: dict[Key, Op], one: Key, two: Key) -> bool:
        where = sorted({*self._users[one], *self._users[two]})
        before = best = self._total(program, where)
        chosen = program[one], program[two]
        for op in self.choices[one]:
            for other in self.choices[two]:
                program[one], program[two] = op, other
                total = self._total(program, where)
                if total > best:
                    best, chosen = total, (op, other)
        program[one], program[two] = chosen
        return best > before

    def _total(self, program: dict[Key, Op], where: Sequence[int]) -> int:
        self.tried += 1
        return sum(self._credit(program, number) for number in where)

    def _credit(self, program: dict[Key, Op], number: int) -> int:
        ops = tuple([program[key] for key in self._used[number]])
        known = self._known[number]
        found = known.get(ops)
        if found is None:
            problem = self.problems[number]
            found = known[ops] = credit(self.engine.distances(problem, program), problem.gold or 0)
        return found
