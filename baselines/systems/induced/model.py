"""The whole induced system: read, group, search an engine and a program for each group, choose by validation, answer.

A *group* is the set of problems whose queries go with the same sentence patterns. Nothing is told to the system about
groups, patterns or operators; a group for which no engine explains train better than MINIMUM is left unexplained.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from baselines.questions import Example, Question
from baselines.systems.induced import (
    amounts,
    cells,
    implication,
    membership,
    ordering,
    rewriting,
    sequences,
    spans,
    walk,
)
from baselines.systems.induced.analogy import completed, smoothed
from baselines.systems.induced.programs import UNKNOWN, Engine, Key, Op
from baselines.systems.induced.search import Search
from baselines.systems.induced.templates import Problem, Reader

ENGINES: tuple[Engine, ...] = (
    cells,
    membership,
    ordering,
    implication,
    rewriting,
    sequences,
    walk,
    amounts.LINE,
    amounts.PLANE,
    spans,
)
MINIMUM = 0.3
"""Share of the possible credit on train below which a group counts as not understood (guessing gives 1/6)."""
ENOUGH = 0.97
"""Share of the credit at which no further engine is tried."""
ALIKE = 0.2
"""Share of common patterns (of all patterns of both) from which two queries belong to one group."""


@dataclass(kw_only=True, slots=True)
class Group:
    """What was learned for one group: which engine, which program, and how good it was on train and validation."""

    queries: tuple[str, ...]
    patterns: frozenset[str]
    engine: Engine | None = None
    program: dict[Key, Op] = field(default_factory=dict)
    share: float = 0.0
    tried: int = 0
    guess: bool = False


@dataclass(kw_only=True, slots=True)
class Model:
    """A fitted system."""

    reader: Reader
    groups: list[Group]

    def choose(self, question: Question) -> str:
        """A letter, or ABSTAIN where nothing was learned or no option stands out."""
        problem = self.reader.problem(question)
        group = self.group(problem)
        if group is None or group.engine is None:
            return "ABSTAIN"
        option, exact = verdict(group, problem)
        return "ABCD"[option] if option is not None and (exact or group.guess) else "ABSTAIN"

    def group(self, problem: Problem) -> Group | None:
        """The group of the problem's query; for a query never seen, the group with the most of its patterns."""
        for group in self.groups:
            if problem.query.pattern in group.queries:
                return group
        patterns = {fact.pattern for fact in problem.facts}
        shared = [(len(patterns & group.patterns), -number) for number, group in enumerate(self.groups)]
        best = max(shared, default=(0, 0))
        return self.groups[-best[1]] if best[0] else None


def induce(train: Sequence[Example], validation: Sequence[Example], seed: int) -> Model:
    """Learn from train; validation only decides, for each group, whether inexact answers are given or withheld."""
    reader = Reader(example.question for example in train)
    problems = [reader.example(example) for example in train]
    groups = grouped(problems)
    for group in groups:
        learn(group, [problem for problem in problems if problem.query.pattern in group.queries], seed)
    model = Model(reader=reader, groups=groups)
    for group in groups:
        held_out = [problem for problem in map(reader.example, validation) if model.group(problem) is group]
        group.guess = group.engine is not None and _guessing_pays(group, held_out)
    return model


def grouped(problems: Iterable[Problem]) -> list[Group]:
    """Queries joined while their sets of patterns are alike."""
    sets: dict[str, set[str]] = {}
    for problem in problems:
        sets.setdefault(problem.query.pattern, set()).update(fact.pattern for fact in problem.facts)
    groups = [Group(queries=(query,), patterns=frozenset(patterns)) for query, patterns in sorted(sets.items())]
    while pair := _alike(groups):
        one, two = pair
        groups = [group for group in groups if group is not one and group is not two]
        groups.append(Group(queries=one.queries + two.queries, patterns=one.patterns | two.patterns))
    return groups


def learn(group: Group, problems: Sequence[Problem], seed: int) -> None:
    """Look at every engine on the simplest problems, then finish them, most promising first, until one explains
    enough.
    """
    searches = [Search(engine=engine, problems=problems, seed=seed) for engine in ENGINES]
    screened = sorted(((-search.screen(), number) for number, search in enumerate(searches)))
    for _, number in screened:
        if group.share >= ENOUGH:
            break
        program, share = searches[number].finish()
        if share > max(group.share, MINIMUM):
            group.engine, group.share = searches[number].engine, share
            group.program = smoothed(searches[number], program)
    group.tried = sum(search.tried for search in searches)


def verdict(group: Group, problem: Problem) -> tuple[int | None, bool]:
    """The one nearest option (None if several are) and whether it follows exactly."""
    assert group.engine is not None
    distances = group.engine.distances(problem, completed(problem, group.program, group.engine))
    best = min(distances)
    nearest = [number for number, distance in enumerate(distances) if distance == best]
    return (nearest[0], best == 0) if len(nearest) == 1 and best < UNKNOWN else (None, False)


def _guessing_pays(group: Group, held_out: Sequence[Problem]) -> bool:
    """Whether inexact answers on validation are right more often than one in four."""
    inexact = [
        option == problem.gold
        for problem in held_out
        for option, exact in [verdict(group, problem)]
        if option is not None and not exact
    ]
    return 4 * sum(inexact) > len(inexact)


def _alike(groups: Sequence[Group]) -> tuple[Group, Group] | None:
    for number, one in enumerate(groups):
        for two in groups[number + 1 :]:
            if len(one.patterns & two.patterns) > ALIKE * len(one.patterns | two.patterns):
                return one, two
    return None
