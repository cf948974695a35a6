"""Rules about what the contracts showed: references, fixtures, coverage, determinism, runtime, measurements.

Every finding of the contracts belongs to exactly one of these rules; a code that no other rule names is `fixtures`'s.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from governance.corpus import FIXTURES
from governance.lifecycle import CALIBRATIONS, State
from governance.release.evidence import RUNTIME
from governance.release.measurements import measurement_findings
from governance.release.rule import Group, Rule
from governance.release.subject import Subject
from records import Finding

TERMS = "contracts/contracts.json"
OWN = {
    "references-and-starters": ("G_CONTRACT_REFERENCE", "G_CONTRACT_STARTER"),
    "criterion-coverage": ("G_CONTRACT_COVERAGE",),
    "determinism": ("G_CONTRACT_UNSTABLE",),
    "runtime-margin": (RUNTIME,),
    "measurements": ("G_CONTRACT_ANSWER",),
}
_ELSEWHERE = frozenset(code for codes in OWN.values() for code in codes)


def _own(name: str) -> Callable[[Subject], Sequence[Finding]]:
    return lambda subject: [one for one in subject.evidence.need().findings if one.code in OWN[name]]


def fixtures(subject: Subject) -> list[Finding]:
    """Contracts that can be read, with an independent passing and a rejecting fixture for every task."""
    unread = [one for one in subject.governed.findings if one.code == "G_FIXTURES"]
    if unread or subject.evidence.value is None:
        return [*unread, *subject.evidence.findings] or list(subject.evidence.need().findings)
    return [one for one in subject.evidence.need().findings if one.code not in _ELSEWHERE]


def measurements(subject: Subject) -> Iterator[Finding]:
    """No invalid measurement: of the evaluator, or in a study that the calibration of an active task rests on."""
    yield from _own("measurements")(subject)
    governed, states = subject.governed.need(), subject.lifecycle.need().states
    in_force = subject.calibrations.need().in_force()
    active = [record for task, record in in_force.items() if states.get(task) is State.ACTIVE]
    yield from measurement_findings(governed, active)


CONTRACT_RULES = (
    Rule(
        name="references-and-starters",
        sentence="An active release requires full-score references and valid starter rejections.",
        reads=(FIXTURES,),
        group=Group.STRUCTURE,
        check=_own("references-and-starters"),
    ),
    Rule(
        name="fixtures",
        sentence="An active release requires at least one independent passing and rejecting fixture for every task.",
        reads=(FIXTURES, TERMS),
        group=Group.STRUCTURE,
        check=fixtures,
    ),
    Rule(
        name="criterion-coverage",
        sentence="An active release requires fixture coverage for every required rubric criterion.",
        reads=(FIXTURES,),
        group=Group.STRUCTURE,
        check=_own("criterion-coverage"),
    ),
    Rule(
        name="determinism",
        sentence="An active release requires deterministic repeated reference and representative fixture outcomes.",
        reads=(FIXTURES,),
        group=Group.STRUCTURE,
        check=_own("determinism"),
    ),
    Rule(
        name="runtime-margin",
        sentence="An active release requires evaluator runtime below 80 percent of its declared timeout.",
        reads=(TERMS, FIXTURES),
        group=Group.STRUCTURE,
        check=_own("runtime-margin"),
    ),
    Rule(
        name="measurements",
        sentence="An active release requires no invalid release measurements or active known-issue skips.",
        reads=(FIXTURES, CALIBRATIONS, "studies/*"),
        group=Group.STRUCTURE,
        check=measurements,
    ),
)
