"""Verify: is a corpus folder exactly what it claims to be? All findings at once, none of them a crash.

Four independent questions: do the files hold what the schema says (rows), do items keep the rules (checks), do the
solvers confirm the rendered text (panel), and do the generators make these very bytes again (produce).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from generators.check.companions import without_companions
from generators.check.rows import Corpus, read_rows
from generators.check.rules import count_findings, item_findings, manifest_findings, text_findings
from generators.layout import MANIFEST, read_identity, read_written, stray_files
from generators.panel import Panel
from generators.produce import corpus_files, not_regenerated
from generators.shape import LETTERS
from generators.suite import Progress, text_sha256
from records import Finding, Rejected, printable


@dataclass(frozen=True, kw_only=True, slots=True)
class Verdict:
    """What was checked (numbers of files, items and solver decisions) and everything that is wrong."""

    findings: tuple[Finding, ...]
    files: int
    items: int
    decisions: int


def verify(
    root: Path, panel: Panel, *, made: Mapping[str, bytes] | None = None, progress: Progress | None = None
) -> Verdict:
    """Check the corpus folder `root`. Never raises for anything that the folder contains.

    `made` holds freshly made files if the caller has them already; otherwise they are made here.
    """
    findings: list[Finding] = []
    try:
        read_identity(root)
    except Rejected as error:
        findings.extend(error.findings)
    findings.extend(without_companions(root, stray_files(root)))
    files, unreadable = read_written(root)
    corpus, faults = read_rows(files)
    findings += [*unreadable, *faults]
    findings += [*item_findings(corpus), *text_findings(corpus), *count_findings(corpus)]
    solved, decisions = _solver_findings(corpus, panel)
    findings += solved
    if MANIFEST in files:
        findings += manifest_findings(files)
    if files:
        findings += not_regenerated(files, made) if made else _regeneration_findings(files, panel, progress)
    return Verdict(findings=tuple(findings), files=len(files), items=len(corpus.questions), decisions=decisions)


def _regeneration_findings(files: dict[str, bytes], panel: Panel, progress: Progress | None) -> list[Finding]:
    try:
        return not_regenerated(files, corpus_files(panel, progress))
    except Rejected as error:
        return [Finding(code=f.code, where=f"generators/{f.where}", message=f.message) for f in error.findings]


def _solver_findings(corpus: Corpus, panel: Panel) -> tuple[list[Finding], int]:
    """Every item's four options before its solvers, and the provenance line that names them."""
    findings: list[Finding] = []
    decisions = 0
    labels = {id_: label for _, id_, label in corpus.gold} | {
        row.id: row.label for row in corpus.questions if row.label
    }
    provenance = {entry.id: entry for entry in corpus.provenance}
    families = [solver.family for solver in panel.solvers]
    for row in corpus.questions:
        entry = provenance.get(row.id)
        if entry is None or row.id not in labels:
            continue  # reported by item_findings
        if entry.family not in families:
            message = f"no solver verifies the family {printable(entry.family)}"
            findings.append(Finding(code="E_PROVENANCE", where=f"{entry.where}/family", message=message))
            continue
        if entry.text_sha256 != text_sha256(row.question, row.options):
            message = f"not the SHA-256 of question and options of {row.id}"
            findings.append(Finding(code="E_PROVENANCE", where=f"{entry.where}/text_sha256", message=message))
        if entry.verified_by != panel.ids(entry.family):
            message = f"{printable(entry.verified_by)} are not the solvers {panel.ids(entry.family)}"
            findings.append(Finding(code="E_PROVENANCE", where=f"{entry.where}/verified_by", message=message))
        gold = LETTERS.index(labels[row.id])
        objections = panel.objections(entry.family, row.question, row.options, gold)
        findings.extend(Finding(code=code, where=row.where, message=message) for code, message in objections)
        decisions += 4 * len(panel.of(entry.family))
    return findings, decisions
