"""What the contract of one task must say, and what the evaluator must do with it.

Invariant: every rule runs on every fixture; none is skipped because another one complained, except that an answer which
cannot be judged has no outcome.
"""

from __future__ import annotations

from collections.abc import Iterator

from evaluator.tasks import Task, solved
from governance.contracts.model import TERMS, Contract, Fixture, FixtureRole, Terms
from governance.contracts.trial import Trials
from governance.corpus import FIXTURES, finding
from records import Finding, printable


def contract_findings(task: Task, contract: Contract, terms: Terms, trials: Trials, at: str) -> Iterator[Finding]:
    """Everything that is wrong with the contract, which stands at the pointer `at` of the fixtures file."""
    yield from _endpoint_findings(task, contract, trials, at)
    earlier = [contract.reference, contract.starter]
    for place, fixture in enumerate(contract.fixtures):
        where = f"{at}/fixtures/{place}"
        if fixture.origin not in terms.origins:
            yield finding(
                "G_CONTRACT_ORIGIN", FIXTURES, f"{where}/origin", f"an origin that {TERMS} declares is expected"
            )
        if (fixture.answer in earlier) != (fixture.twin is not None):
            said = "an earlier answer is equal; a reason is expected" if fixture.twin is None else "no answer is equal"
            yield finding("G_CONTRACT_TWIN", FIXTURES, f"{where}/twin", said)
        earlier.append(fixture.answer)
        yield from _statement_findings(task, fixture, where)
        yield from _outcome_findings(task, fixture, trials, where)
    yield from _enough_findings(task, contract, terms, f"{at}/fixtures")


def covered(task: Task, contract: Contract) -> tuple[str, ...]:
    """The criteria of the task that a rejecting fixture names."""
    named = {name for one in contract.fixtures if one.role is FixtureRole.REJECTING for name in one.names}
    return tuple(name for name in task.criteria if name in named)


def _endpoint_findings(task: Task, contract: Contract, trials: Trials, at: str) -> Iterator[Finding]:
    """The reference has the full score; the starter is the kind's, valid, and rejected."""
    vector, faults = trials.verdict(task.id, contract.reference, f"{at}/reference")
    yield from faults
    if vector is not None and not solved(vector):
        missed = ", ".join(name for name, holds in vector.items() if not holds)
        yield finding(
            "G_CONTRACT_REFERENCE", FIXTURES, f"{at}/reference", f"full score is expected; it misses {missed}"
        )
    expected = trials.book.starter(task.id)
    if contract.starter != expected:
        yield finding("G_CONTRACT_STARTER", FIXTURES, f"{at}/starter", f"{printable(expected)} is expected")
        return
    vector, faults = trials.verdict(task.id, contract.starter, f"{at}/starter")
    yield from faults
    if vector is not None and solved(vector):
        yield finding(
            "G_CONTRACT_STARTER", FIXTURES, f"{at}/starter", "the evaluator accepts it; a rejection is expected"
        )


def _statement_findings(task: Task, fixture: Fixture, where: str) -> Iterator[Finding]:
    """The stated vector is complete and fits the role; each criterion that fails is named or coupled, once."""
    if sorted(fixture.criteria) != sorted(task.criteria):
        message = f"exactly the criteria {', '.join(task.criteria)} are expected"
        yield finding("G_CONTRACT_VECTOR", FIXTURES, f"{where}/criteria", message)
        return
    failing = sorted(name for name, holds in fixture.criteria.items() if not holds)
    if bool(failing) != (fixture.role is FixtureRole.REJECTING):
        message = "in a passing fixture every criterion holds, in a rejecting one some does not"
        yield finding("G_CONTRACT_ROLE", FIXTURES, f"{where}/role", message)
    if sorted((*fixture.names, *fixture.coupled)) != failing or (failing and not fixture.names):
        message = f"{', '.join(failing) or 'nothing'} fails; each once, in names (at least one) or here with a reason"
        yield finding("G_CONTRACT_COUPLED", FIXTURES, f"{where}/coupled", message)


def _outcome_findings(task: Task, fixture: Fixture, trials: Trials, where: str) -> Iterator[Finding]:
    """The evaluator gives the stated vector."""
    vector, faults = trials.verdict(task.id, fixture.answer, f"{where}/answer")
    yield from faults
    other = [name for name, holds in (vector or {}).items() if fixture.criteria.get(name, holds) != holds]
    if other:
        message = f"the evaluator says otherwise about {', '.join(other)}"
        yield finding("G_CONTRACT_OUTCOME", FIXTURES, f"{where}/criteria", message)


def _enough_findings(task: Task, contract: Contract, terms: Terms, where: str) -> Iterator[Finding]:
    """There is a passing fixture of another origin than the reference, a rejecting one, and one for every criterion."""
    origins = {one.origin for one in contract.fixtures if one.role is FixtureRole.PASSING}
    if origins <= {terms.reference}:
        message = f"a passing fixture of another origin than {terms.reference} is expected"
        yield finding("G_CONTRACT_PASSING", FIXTURES, where, message)
    if all(one.role is FixtureRole.PASSING for one in contract.fixtures):
        yield finding("G_CONTRACT_REJECTING", FIXTURES, where, "a rejecting fixture is expected")
        return
    for name in task.criteria:
        if name not in covered(task, contract):
            yield finding("G_CONTRACT_COVERAGE", FIXTURES, where, f"no rejecting fixture names {name}")
