"""Verify: is a scheduling corpus exactly what it claims to be? All findings at once, none of them a crash.

Four independent questions: do the files hold the rows they should, do the judges confirm every text and every witness,
does an exact solver find a schedule without the witness, and do the generators make these very bytes again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from generators.check.companions import without_companions
from generators.produce import difference
from generators.scheduling.judges import Bench, Finder
from generators.scheduling.layout import MANIFEST, MAX_BYTES, WRITTEN, read_identity, read_written, stray_files
from generators.scheduling.manifest import file_record
from generators.scheduling.produce import corpus_files
from generators.scheduling.shape import SUITE, cells
from generators.scheduling.suite import DATA_FILES, FILE_OF, PROVENANCE, Progress, text_sha256
from records import Finding, JsonValue, Rejected, canonical_line, parse, printable, sha256_hex

FACTS = ("horizon", "tasks", "workers", "resources", "precedence", "separate")
QUESTION = ("id", "tier", *FACTS, "text")
PROVENANCE_FIELDS = ("id", "stream", "candidate", "params", "text_sha256", "verified_by")
MAX_LINE = 40_000
Row = dict[str, JsonValue]
Lines = dict[str, list[tuple[str, Row]]]
"""file -> (place, row) of every sound line."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Verdict:
    """What was checked, and everything that is wrong. `solved` counts schedules that the exact solver found."""

    findings: tuple[Finding, ...]
    files: int
    items: int
    solved: int | None


def verify(
    root: Path,
    bench: Bench,
    finder: Finder | None,
    *,
    made: Mapping[str, bytes] | None = None,
    progress: Progress | None = None,
) -> Verdict:
    """Check the corpus folder `root`. Never raises for anything that the folder contains.

    Without a `finder` the exact solver's question stays open (`solved` is None). `made` holds freshly made files if the
    caller has them already.
    """
    findings: list[Finding] = []
    try:
        read_identity(root)
    except Rejected as error:
        findings.extend(error.findings)
    findings += without_companions(root, stray_files(root))
    files, unreadable = read_written(root)
    findings += unreadable
    lines: Lines = {name: list(_sound_lines(name, files[name], findings)) for name in DATA_FILES if name in files}
    findings += _id_findings(lines)
    questions = [pair for split, name in FILE_OF.items() for pair in lines.get(name, [])]
    findings += [finding for where, row in questions for finding in _row_findings(where, row, bench)]
    findings += _provenance_findings(questions, lines.get(PROVENANCE, []), bench)
    if MANIFEST in files:
        findings += _manifest_findings(files)
    solved = None
    if finder is not None:
        unsolved = [finding for where, row in questions for finding in _finder_findings(where, row, bench, finder)]
        findings += unsolved
        solved = len(questions) - len(unsolved)
    if files:
        findings += _regeneration_findings(files, made, bench, progress)
    return Verdict(findings=tuple(findings), files=len(files), items=len(questions), solved=solved)


def _sound_lines(name: str, data: bytes, findings: list[Finding]) -> Iterator[tuple[str, Row]]:
    """Every canonical line with exactly the fields of its file; a finding for every other."""
    expected = sorted(PROVENANCE_FIELDS if name == PROVENANCE else (*QUESTION, *_answer(name)))
    for number, line in enumerate(data.splitlines(keepends=True), 1):
        where = f"{name}:{number}"
        try:
            row = parse(line, max_bytes=MAX_LINE)
        except Rejected as error:
            findings.extend(Finding(code=f.code, where=where + f.where, message=f.message) for f in error.findings)
            continue
        if not isinstance(row, dict) or sorted(row) != expected or not isinstance(row["id"], str):
            message = f"one object with a text id and exactly the fields {', '.join(expected)} is expected"
            findings.append(Finding(code="E_FIELDS", where=where, message=message))
        elif canonical_line(row) != line:
            message = "not in canonical form (sorted keys, no spaces, ASCII escapes, one line feed)"
            findings.append(Finding(code="E_CANONICAL", where=where, message=message))
        else:
            yield where, row


def _answer(name: str) -> tuple[str, ...]:
    return ("witness",) if name == FILE_OF["train"] else ()


def _id_findings(lines: Lines) -> Iterator[Finding]:
    """Ids and tiers: exactly the expected ones, in order."""
    plan = [(cell, cell.item_id(number)) for cell in cells() for number in range(cell.size)]
    for split, name in FILE_OF.items():
        expected = [(item, cell.tier) for cell, item in plan if cell.split == split]
        found = [(row["id"], row["tier"]) for _, row in lines.get(name, [])]
        if name in lines and found != expected:
            yield _first_difference(name, found, expected)
    found = [(row["id"], None) for _, row in lines.get(PROVENANCE, [])]
    everything = [(item, None) for _, item in plan]
    if PROVENANCE in lines and found != everything:
        yield _first_difference(PROVENANCE, found, everything)


def _first_difference(
    name: str, found: Sequence[tuple[JsonValue, JsonValue]], expected: Sequence[tuple[JsonValue, JsonValue]]
) -> Finding:
    places = [number for number, (a, b) in enumerate(zip(found, expected, strict=False), 1) if a != b]
    place = places[0] if places else min(len(found), len(expected)) + 1
    message = f"{len(found)} of {len(expected)} rows; ids or tiers are not the expected ones from row {place} on"
    return Finding(code="E_ID", where=f"{name}:{place}", message=message)


def _row_findings(where: str, row: Row, bench: Bench) -> Iterator[Finding]:
    """The judges on the text of every row, and on the witness where the row has one."""
    witness = row.get("witness")
    question = {key: value for key, value in row.items() if key != "witness"}
    if "witness" not in row:
        objections = bench.text_objections(question)
    elif isinstance(witness, list) and all(isinstance(item, dict) for item in witness):
        objections = bench.objections(question, [item for item in witness if isinstance(item, dict)])
    else:
        objections = ["a witness is a list of assignments"]
    yield from (Finding(code="E_JUDGE", where=where, message=text) for text in objections)


def _provenance_findings(
    questions: list[tuple[str, Row]], provenance: list[tuple[str, Row]], bench: Bench
) -> Iterator[Finding]:
    texts: dict[str, str] = {}
    seen: dict[str, str] = {}
    for where, row in questions:
        text = str(row["text"])
        texts[str(row["id"])] = text
        if text in seen:
            yield Finding(code="E_DUPLICATE_TEXT", where=where, message=f"the text of {seen[text]} stands here again")
        seen.setdefault(text, str(row["id"]))
    for where, row in provenance:
        name = str(row["id"])
        if name in texts and (not texts[name].isascii() or row["text_sha256"] != text_sha256(texts[name])):
            yield Finding(code="E_PROVENANCE", where=f"{where}/text_sha256", message=f"not that of the text of {name}")
        if row["verified_by"] != list(bench.ids):
            message = f"{printable(row['verified_by'])} are not the judges {', '.join(bench.ids)}"
            yield Finding(code="E_PROVENANCE", where=f"{where}/verified_by", message=message)


def _manifest_findings(files: Mapping[str, bytes]) -> Iterator[Finding]:
    """The manifest against the bytes of the data files. Its other fields are compared when it is made again."""
    try:
        value = parse(files[MANIFEST], max_bytes=MAX_BYTES)
    except Rejected as error:
        yield from (Finding(code=f.code, where=MANIFEST, message=f.message) for f in error.findings)
        return
    if not isinstance(value, dict) or value.get("benchmark_id") != SUITE:
        yield Finding(code="E_MANIFEST", where=MANIFEST, message=f"an object with benchmark_id {SUITE} is expected")
        return
    recorded = value.get("files")
    for name in DATA_FILES:
        entry = recorded.get(name) if isinstance(recorded, dict) else None
        if name in files and entry != file_record(files[name]):
            message = f"does not describe the {name} that is here ({sha256_hex(files[name])})"
            yield Finding(code="E_MANIFEST", where=f"{MANIFEST}/files/{name}", message=message)


def _finder_findings(where: str, row: Row, bench: Bench, finder: Finder) -> list[Finding]:
    """At most one finding: the exact solver found nothing, or the judges refuse what it found."""
    question = {key: value for key, value in row.items() if key != "witness"}
    try:
        found = finder(question)
    except ValueError as error:
        return [Finding(code="E_SOLVER", where=where, message=f"the exact solver cannot read it: {error}")]
    if found is None:
        return [Finding(code="E_SOLVER", where=where, message="the exact solver finds no schedule")]
    objections = bench.objections(question, found)
    return (
        [Finding(code="E_SOLVER", where=where, message=f"its schedule is refused: {objections[0]}")]
        if objections
        else []
    )


def _regeneration_findings(
    files: Mapping[str, bytes], made: Mapping[str, bytes] | None, bench: Bench, progress: Progress | None
) -> list[Finding]:
    try:
        fresh = corpus_files(bench, progress) if made is None else made
    except Rejected as error:
        return [Finding(code=f.code, where=f"generators/{f.where}", message=f.message) for f in error.findings]
    return [
        Finding(
            code="E_BYTES", where=name, message=f"not what the generators make: {difference(files[name], fresh[name])}"
        )
        for name in WRITTEN
        if name in files and files[name] != fresh[name]
    ]
