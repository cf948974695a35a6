"""Rules about what the contracts showed: references, fixtures, coverage, determinism, runtime, measurements.

Every finding of the contracts belongs to exactly one of these rules; a code that no other rule names is `fixtures`'s.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from governance.corpus import FIXTURES, Governed, finding
from governance.lifecycle import CALIBRATIONS, State
from governance.release.rule import Group, Rule
from governance.release.subject import Subject
from governance.studies import STUDIES, finished, read_study
from records import Finding, Rejected, digest, printable, read_regular

TERMS = "contracts/contracts.json"
STUDY = "study.json"
OWN = {
    "references-and-starters": ("G_CONTRACT_REFERENCE", "G_CONTRACT_STARTER"),
    "criterion-coverage": ("G_CONTRACT_COVERAGE",),
    "determinism": ("G_CONTRACT_REPEAT",),
    "runtime-margin": ("G_CONTRACT_RUNTIME",),
    "measurements": ("G_CONTRACT_INVALID",),
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
    if not cited:
        return found
    try:
        present = {folder.name: folder for folder in finished(governed)}
    except Rejected as error:
        return [*found, *error.findings]
    for run, stated in sorted(cited.items()):
        found += _of_now(governed, present[run], stated) if run in present else _of_old(governed, run, stated)
    return found


def _of_now(governed: Governed, folder: Path, stated: str) -> list[Finding]:
    """A study of the corpus as it is: it holds under the strict validator, is complete, and is the one named."""
    try:
        study = read_study(folder, governed)
    except Rejected as error:
        return list(error.findings)
    if study.digest != stated:
        return [_about(folder.name, "is not the one that was measured")]
    return [] if study.complete else [_about(folder.name, "is incomplete")]


def _of_old(governed: Governed, run: str, stated: str) -> list[Finding]:
    """A study of the corpus as it was before other tasks changed: its bytes are still those that were measured."""
    try:
        plain = Path(run).name == run
        data = read_regular(governed.root / STUDIES / run / STUDY, max_bytes=MAX_STUDY) if plain else b""
    except (FileNotFoundError, NotADirectoryError, Rejected):
        return [_about(run, "is missing")]
    return [] if digest(data) == stated else [_about(run, "is not the one that was measured")]


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
