"""Rules about what the contracts showed: references, fixtures, coverage, determinism, runtime, measurements.

Every finding of the contracts belongs to exactly one of these rules; a code that no other rule names is `fixtures`'s.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from governance.corpus import FIXTURES, Governed, finding, read_json
from governance.lifecycle import CALIBRATIONS, State
from governance.release.evidence import RUNTIME
from governance.release.rule import Group, Rule
from governance.release.subject import Subject
from governance.studies import STUDIES, Study, read_study
from records import Finding, Rejected, digest, printable, read_regular

TERMS = "contracts/contracts.json"
STUDY, PLAN = "study.json", "plan.json"
OTHER = "is not the one that was measured"
OWN = {
    "references-and-starters": ("G_CONTRACT_REFERENCE", "G_CONTRACT_STARTER"),
    "criterion-coverage": ("G_CONTRACT_COVERAGE",),
    "determinism": ("G_CONTRACT_UNSTABLE",),
    "runtime-margin": (RUNTIME,),
    "measurements": ("G_CONTRACT_ANSWER",),
}
_ELSEWHERE = frozenset(code for codes in OWN.values() for code in codes)
MAX_STUDY = 256 << 20


def _own(name: str) -> Callable[[Subject], Sequence[Finding]]:
    return lambda subject: [one for one in subject.evidence.need().findings if one.code in OWN[name]]


def fixtures(subject: Subject) -> list[Finding]:
    """Contracts that can be read, with an independent passing and a rejecting fixture for every task."""
    unread = [one for one in subject.governed.findings if one.code == "G_FIXTURES"]
    if unread or subject.evidence.value is None:
        return [*unread, *subject.evidence.findings] or list(subject.evidence.need().findings)
    return [one for one in subject.evidence.need().findings if one.code not in _ELSEWHERE]


def measurements(subject: Subject) -> list[Finding]:
    """No invalid measurement: of the evaluator, or in a study that the calibration of an active task rests on."""
    found = list(_own("measurements")(subject))
    governed, states = subject.governed.need(), subject.lifecycle.need().states
    cited: dict[str, str] = {}
    for task, record in subject.calibrations.need().in_force().items():
        if states.get(task) is State.ACTIVE:
            for seen in record.configurations:
                cited |= dict(zip(seen.runs, seen.studies, strict=True)) if seen.counts else {}
    return found + [one for run, stated in sorted(cited.items()) for one in _study(governed, run, stated)]


def _study(governed: Governed, run: str, stated: str) -> list[Finding]:
    """What is wrong with a study that a calibration record rests on; `stated` is the digest that the record names."""
    folder = governed.root / STUDIES / run
    if Path(run).name != run or not folder.is_dir():
        return [_about(run, "is missing")]
    try:
        if _digest_in(folder) == governed.corpus_digest:
            study = read_study(folder, governed)
            return [] if study.complete and study.digest == stated else [_about(run, _flaw(study, stated))]
        data = read_regular(folder / STUDY, max_bytes=MAX_STUDY)
    except FileNotFoundError:
        return [_about(run, "is missing")]
    except Rejected as error:
        return list(error.findings)
    # Other tasks changed since: it cannot be judged anew, but it can still be told whether it is what was measured.
    return [] if digest(data) == stated else [_about(run, OTHER)]


def _digest_in(folder: Path) -> object:
    """The corpus digest that a study's plan states."""
    plan = read_json(folder, PLAN, code="G_MEASUREMENT")
    configuration = plan.get("configuration") if isinstance(plan, dict) else None
    return configuration.get("corpus_digest") if isinstance(configuration, dict) else None


def _flaw(study: Study, stated: str) -> str:
    return OTHER if study.digest != stated else "is incomplete"


def _about(run: str, what: str) -> Finding:
    return finding("G_MEASUREMENT", CALIBRATIONS, "/records", f"the study {printable(run, 120)} {what}")


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
        reads=(FIXTURES, CALIBRATIONS, f"{STUDIES}/*/{STUDY}"),
        group=Group.STRUCTURE,
        check=measurements,
    ),
)
