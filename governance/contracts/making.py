"""Making contracts from what independent solvers offer.

Invariant: a contract is made only where the evaluator agrees with every claim of the offers; a line that is sound is
kept byte for byte, and all lines of a corpus are made by the same versions, so that a newer solver changes no digest.
Nothing is written here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from evaluator.tasks import Task, TaskBook, solved
from governance.contracts.model import TERMS, Contract, Contracts, Fixture, FixtureRole, Origin, Terms
from governance.contracts.offers import Maker, Offer, Row
from governance.contracts.rules import contract_findings
from governance.contracts.trial import Trials
from governance.corpus import FIXTURES, finding
from records import Finding, Rejected, digest, parse

Progress = Callable[[int, int, str], None]
CODE = "G_CONTRACT_OFFER"
TIMEOUT_MS = 1_000
"""Declared for judging one answer of either kind, which takes a few milliseconds."""
GOLD = "gold"


@dataclass(frozen=True, kw_only=True, slots=True)
class Made:
    """The bytes of contracts/fixtures.jsonl, the terms that go with them, and how many of the lines are new."""

    fixtures: bytes
    terms: Terms
    new: int


def unsound(book: TaskBook, kept: Contracts | None) -> tuple[str, ...]:
    """The ids of the tasks, in suite order, that have no contract or one with findings."""
    if kept is None:
        return book.ids
    trials = _trials(book)
    return tuple(
        task.id
        for task in book.tasks
        if task.id not in kept.lines or any(contract_findings(task, kept.of(task.id), kept.terms, trials, ""))
    )


def make_contracts(
    book: TaskBook,
    rows: Mapping[str, Row],
    maker: Maker,
    kept: Contracts | None = None,
    progress: Progress | None = None,
) -> Made:
    """A contract for every task: the kept line where it is sound, else one made from the row of its question.

    Raises Rejected G_CONTRACT_OFFER where solvers and evaluator disagree, or the solvers' versions are not those of the
    kept lines.
    """
    wanted = unsound(book, kept)
    terms = _terms(maker, kept, all_new=len(wanted) == len(book.tasks))
    trials = _trials(book)
    lines = {name: kept.line(name) for name in book.ids if name not in wanted} if kept else {}
    faults: list[Finding] = []
    for number, name in enumerate(wanted):
        if progress:
            progress(number, len(wanted), "contracts made")
        try:
            lines[name] = _contract(book.task(name), rows[name], maker, trials, terms).line()
        except Rejected as error:
            faults += error.findings
    if faults:
        raise Rejected(faults)
    data = b"".join(lines[name] + b"\n" for name in book.ids)
    return Made(fixtures=data, terms=replace(terms, digest=digest(data)), new=len(wanted))


def _trials(book: TaskBook) -> Trials:
    """Trials that are not timed: only what the evaluator says counts here."""
    return Trials(book=book, judge=book.judge, clock=lambda: 0.0)


def _terms(maker: Maker, kept: Contracts | None, *, all_new: bool) -> Terms:
    own = {one.id: Origin(id=one.id, version=one.version, paradigm=one.paradigm) for one in maker.sources}
    timeout = kept.terms.timeout_ms if kept else TIMEOUT_MS
    terms = Terms(timeout_ms=timeout, reference=maker.reference_origin, origins=own, digest=digest(b""))
    if kept and not all_new and (kept.terms.reference, kept.terms.origins) != (terms.reference, own):
        message = "other origins or versions than here made the kept lines; move contracts/ away to make all lines anew"
        raise Rejected([finding(CODE, TERMS, "/origins", message)])
    return terms


def _contract(task: Task, row: Row, maker: Maker, trials: Trials, terms: Terms) -> Contract:
    gold = dict(task.entries).get(GOLD)
    offered = maker.offers(row, task.criteria, None if gold is None else parse(gold, max_bytes=len(gold)))
    faults = [_fault(task, text) for text in offered.objections]
    if faults:
        raise Rejected(faults)
    starter = trials.book.starter(task.id)
    fixtures: list[Fixture] = []
    earlier = [offered.reference, starter]
    for offer in offered.offers:
        vector, wrong = trials.verdict(task.id, offer.answer, "")
        faults += [_fault(task, f"{offer.name}: {one.message}") for one in wrong]
        if vector is not None:
            faults += [_fault(task, f"{offer.name}: {text}") for text in _disagreements(offer, vector)]
            fixtures.append(_fixture(offer, vector, offer.answer in earlier))
        earlier.append(offer.answer)
    contract = Contract(task=task.id, reference=offered.reference, starter=starter, fixtures=tuple(fixtures))
    faults += [] if faults else list(contract_findings(task, contract, terms, trials, f"/{task.id}"))
    if faults:
        raise Rejected(faults)
    return contract


def _disagreements(offer: Offer, vector: Mapping[str, bool]) -> Iterator[str]:
    """Where the evaluator does not say what the offer claims."""
    failing = {name for name, holds in vector.items() if not holds}
    if not offer.breaks and not solved(vector):
        yield f"{offer.origin} says that it passes; {', '.join(sorted(failing))} fails"
    for name in sorted(set(offer.breaks) - failing):
        yield f"{offer.origin} says that it breaks {name}; the evaluator does not"
    if offer.breaks and not offer.others and failing - set(offer.breaks):
        yield f"{offer.origin} says that it breaks nothing else; {', '.join(sorted(failing))} fails"


def _fixture(offer: Offer, vector: Mapping[str, bool], equal: bool) -> Fixture:
    coupled = [name for name, holds in vector.items() if not holds and name not in offer.breaks]
    return Fixture(
        name=offer.name,
        role=FixtureRole.REJECTING if offer.breaks else FixtureRole.PASSING,
        origin=offer.origin,
        answer=offer.answer,
        criteria=dict(vector),
        names=tuple(offer.breaks),
        coupled=dict.fromkeys(coupled, offer.others),
        twin=(offer.twin or None) if equal else None,
    )


def _fault(task: Task, text: str) -> Finding:
    return finding(CODE, FIXTURES, f"/{task.id}", text)
