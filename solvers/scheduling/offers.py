"""What solvers offer to test a schedule evaluator with: two schedules of different origin, and one breach a constraint.

The reference comes from the exact solver and the row's fields, the passing schedule from the slot search and the row's
English. Invariant: for each criterion there is a schedule that breaks it alone, or else one that breaks it with as few
others as the search can find, and why.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from solvers.offers import Offer, Offers, Source
from solvers.scheduling import breaches, slot_search
from solvers.scheduling.problem import Problem, Schedule, schedule_of
from solvers.scheduling.reading import read_text
from solvers.scheduling.relaxed import RELAX
from solvers.scheduling.rows import ExactFinder
from solvers.scheduling.slots import objection
from solvers.text import Unreadable

COVERAGE = "coverage"
LEFT_OUT = "left-out"
VERSION = "1"


@dataclass(frozen=True, kw_only=True, slots=True)
class ScheduleOffers:
    """Offers for scheduling questions; the references are those of the exact solver."""

    exact: ExactFinder

    @property
    def reference_origin(self) -> str:
        """Who finds the reference."""
        return self.exact.name.partition(" ")[0]

    @property
    def sources(self) -> tuple[Source, ...]:
        """Everybody who may stand as an origin."""
        return (
            Source(
                id=self.reference_origin,
                version=self.exact.name.partition(" ")[2],
                paradigm="constraint programming over interval variables, from the fields of the row",
            ),
            Source(
                id=slot_search.ID,
                version=str(slot_search.VERSION),
                paradigm="backtracking over time-slot tables with restarts, from the English alone",
            ),
            Source(
                id=breaches.ID,
                version=str(breaches.VERSION),
                paradigm="slot search of the problem with one constraint turned round",
            ),
            Source(id=LEFT_OUT, version=VERSION, paradigm="the reference without some or all of its tasks"),
        )

    def offers(self, row: Mapping[str, Any], criteria: tuple[str, ...], gold: Any) -> Offers:
        """Offers for one question row; scheduling has no gold. Raises Unreadable."""
        problem = Problem.from_row(row)
        rows = self.exact.find(row)
        if rows is None:
            return Offers(reference=None, offers=(), objections=(f"{self.reference_origin} finds no schedule",))
        reference = schedule_of(rows)
        found = _second(row, reference)
        broken = list(_breaches(problem, criteria))
        unbroken = [kind for kind in criteria if kind != COVERAGE and all(kind not in one.breaks for one in broken)]
        offers = (*found.offers, *broken, *_left_out(problem, reference, unbroken))
        return Offers(
            reference=_spelt(reference),
            offers=offers,
            objections=(*found.objections, *_slot_objections(problem, reference, offers)),
        )


def _slot_objections(problem: Problem, reference: Schedule, offers: Sequence[Offer]) -> Iterator[str]:
    """Where the table of time slots does not say of an offer what it claims to be."""
    if said := objection(problem, reference):
        yield f"reference: {said}"
    for offer in offers:
        said = objection(problem, schedule_of(offer.answer or ()))
        if (said is None) == bool(offer.breaks):
            yield f"{offer.name}: {said or 'feasible'}"


def _second(row: Mapping[str, Any], reference: Schedule) -> Offers:
    """The passing schedule, read from the text alone."""
    origin = slot_search.ID
    try:
        problem = Problem.from_row(
            {"id": row["id"], "tier": row["tier"], "text": row["text"], **read_text(row["text"])}
        )
    except Unreadable as error:
        return Offers(reference=None, offers=(), objections=(f"the text reader cannot read it: {error}",))
    found = slot_search.search(problem, wanted=lambda schedule: set(schedule) != set(reference))
    if found.schedule is not None:
        return Offers(reference=None, offers=(Offer(name=origin, origin=origin, answer=_spelt(found.schedule)),))
    if not found.exhausted:
        return Offers(reference=None, offers=(), objections=(f"{origin} gave up after {found.places} places",))
    same = slot_search.search(problem)
    if same.schedule is None:
        return Offers(reference=None, offers=(), objections=(f"{origin} finds that no schedule exists",))
    twin = "the only feasible schedule: the search for another is exhausted"
    offer = Offer(name=origin, origin=origin, answer=_spelt(same.schedule), twin=twin)
    return Offers(reference=None, offers=(offer,))


def _breaches(problem: Problem, criteria: tuple[str, ...]) -> Iterator[Offer]:
    """For each constraint kind the schedule that breaks it with the fewest others, where a schedule can break it."""
    kinds = [kind for kind in criteria if kind != COVERAGE]
    for kind in kinds:
        alone = breaches.breach(problem, kind)
        name = f"breaks-{kind}"
        if alone.schedule is not None:
            yield Offer(name=name, origin=breaches.ID, answer=_spelt(alone.schedule), breaks=(kind,))
            continue
        found = _with_few_others(problem, kind, [other for other in kinds if other != kind and other in RELAX])
        if found is not None:
            said = "exists: the search is exhausted" if alone.proved else "was found"
            why = f"no schedule that breaks {kind} alone {said}"
            yield Offer(name=name, origin=breaches.ID, answer=_spelt(found), breaks=(kind,), others=why)


def _with_few_others(problem: Problem, kind: str, others: Sequence[str]) -> Schedule | None:
    """A schedule that breaks the kind with one other kind, or else with a set of them that cannot be made smaller."""
    for other in others:
        found = breaches.breach(problem, kind, also=(other,)).schedule
        if found is not None:
            return found
    also = tuple(others)
    best = breaches.breach(problem, kind, also=also).schedule
    for other in others if best else ():
        fewer = tuple(name for name in also if name != other)
        found = breaches.breach(problem, kind, also=fewer).schedule
        if found is not None:
            also, best = fewer, found
    return best


def _left_out(problem: Problem, reference: Schedule, unbroken: Sequence[str]) -> Iterator[Offer]:
    """Schedules with tasks missing: for coverage, and for constraints that no placement breaks."""
    parts: dict[Schedule, list[str]] = {}
    for kind in (COVERAGE, *unbroken):
        parts.setdefault(_without(problem, reference, kind), []).append(kind)
    empty = parts.pop((), [])
    why = "what concerns a missing task is broken or cannot be judged"
    for part, kinds in parts.items():
        name = "-".join(["leaves-out", *(kind for kind in kinds if kind != COVERAGE)])
        yield Offer(name=name, origin=LEFT_OUT, answer=_spelt(part), breaks=tuple(kinds), others=why)
    nothing = Offer(
        name="empty",
        origin=LEFT_OUT,
        answer=[],
        breaks=(COVERAGE, *empty),
        others=why,
        twin="the starter, judged like any answer",
    )
    yield nothing
    yield replace(nothing, name="abstain", answer=None, breaks=(COVERAGE,), twin="")


def _without(problem: Problem, reference: Schedule, kind: str) -> Schedule:
    """The largest part of the reference that breaks the kind or leaves it open, and as few others as possible."""
    parts = [tuple(item for item in reference if item.task != task.id) for task in problem.tasks]
    parts += [tuple(item for item in reference if item.worker != worker.id) for worker in problem.workers]
    fitting = [part for part in parts if kind in _failing(problem, part)]
    return min(fitting, key=lambda part: (len(_failing(problem, part)), -len(part)), default=())


def _failing(problem: Problem, part: Schedule) -> frozenset[str]:
    """The kinds of constraints that a missing task breaks or leaves open."""
    placed = {item.task for item in part}
    missing = [task for task in problem.tasks if task.id not in placed]
    kinds = {
        **dict.fromkeys((COVERAGE, "release", "deadline", "skill", "availability", "no_overlap"), bool(missing)),
        "max_load": bool(missing) and len({item.worker for item in part}) < len(problem.workers),
        "precedence": any(not placed.issuperset(pair) for *pair, _ in problem.precedence),
        "capacity": any(task.demand for task in missing),
        "separate": any(not placed.issuperset(pair) for pair in problem.separate),
    }
    return frozenset(kind for kind, open_ in kinds.items() if open_)


def _spelt(schedule: Schedule) -> list[dict[str, object]]:
    """The schedule as it stands in a prediction row, by task id in plain text order."""
    return [item.to_dict() for item in sorted(schedule, key=lambda item: item.task)]
