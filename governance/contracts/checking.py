"""Checking all contracts of a corpus: one contract a task, each rule on each, every case judged twice.

Invariant: a pure function of tasks, contracts, judge and clock.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from evaluator.tasks import TaskBook
from governance.contracts.model import TERMS, Contracts
from governance.contracts.rules import contract_findings, covered
from governance.contracts.trial import Clock, Judge, Trials
from governance.corpus import FIXTURES, Governed, finding
from records import Finding, printable

Progress = Callable[[int, int, str], None]
LARGEST_SHARE_PERCENT = 80
"""Of the declared timeout, that judging one answer stays below."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Coverage:
    """Of the tasks that require a criterion, those with a rejecting fixture that names it."""

    required: int
    covered: int


@dataclass(frozen=True, kw_only=True, slots=True)
class ContractHealth:
    """What came out. `cases` were judged twice each; times are of the evaluator alone, in whole ms, rounded up.

    `coverage` maps each criterion, in the order of its first task, to the tasks that have it covered.
    """

    findings: tuple[Finding, ...]
    cases: int
    slowest_ms: int
    timeout_ms: int
    coverage: Mapping[str, Coverage]


def check_contracts(
    governed: Governed,
    contracts: Contracts,
    progress: Progress | None = None,
    *,
    judge: Judge | None = None,
    clock: Clock = time.thread_time,
) -> ContractHealth:
    """Compare the contracts with the tasks of the corpus and with what its evaluator does.

    The clock counts seconds of this thread's own work, so that a busy machine makes no evaluator slow.
    """
    return check_book(governed.book, contracts, progress, judge=judge, clock=clock)


def check_book(
    book: TaskBook,
    contracts: Contracts,
    progress: Progress | None = None,
    *,
    judge: Judge | None = None,
    clock: Clock = time.thread_time,
) -> ContractHealth:
    """`check_contracts` for tasks whose corpus may not be governed yet."""
    trials = Trials(book=book, judge=judge or book.judge, clock=clock)
    findings = list(_place_findings(book, contracts))
    places = {name: number for number, name in enumerate(contracts.lines, start=1)}
    required, named = Counter[str](), Counter[str]()
    for number, task in enumerate(book.tasks):
        if progress:
            progress(number, len(book.tasks), "contracts judged")
        required.update(task.criteria)
        if task.id in places:
            contract = contracts.of(task.id)
            findings += contract_findings(task, contract, contracts.terms, trials, f"/{places[task.id]}")
            named.update(covered(task, contract))
    findings += _runtime_findings(trials, contracts.terms.timeout_ms)
    return ContractHealth(
        findings=tuple(findings),
        cases=trials.cases,
        slowest_ms=math.ceil(trials.slowest * 1000),
        timeout_ms=contracts.terms.timeout_ms,
        coverage={name: Coverage(required=count, covered=named[name]) for name, count in required.items()},
    )


def _place_findings(book: TaskBook, contracts: Contracts) -> Iterator[Finding]:
    """One line for each task, in suite order, and no other."""
    known = frozenset(book.ids)
    for name in book.ids:
        if name not in contracts.lines:
            yield finding("G_CONTRACT_TASKS", FIXTURES, "", f"{name} has no line")
    for number, name in enumerate(contracts.lines, start=1):
        if name not in known:
            yield finding("G_CONTRACT_TASKS", FIXTURES, f"/{number}/task", f"{printable(name)} is no task")
    if [name for name in contracts.lines if name in known] != [name for name in book.ids if name in contracts.lines]:
        yield finding("G_CONTRACT_TASKS", FIXTURES, "", "the lines do not stand in suite order")


def _runtime_findings(trials: Trials, timeout_ms: int) -> Iterator[Finding]:
    if trials.slowest * 1000 * 100 >= timeout_ms * LARGEST_SHARE_PERCENT:
        taken = math.ceil(trials.slowest * 1000)
        message = f"one answer takes {taken} ms to judge; less than {LARGEST_SHARE_PERCENT} % of this is expected"
        yield finding("G_CONTRACT_RUNTIME", TERMS, "/timeout_ms", message)
