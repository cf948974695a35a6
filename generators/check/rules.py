"""Rules of the suite over rows that were read: identity, text, counts, letters, duplicates, manifest.

Every function returns findings and looks only at what it is given: the acceptance tests A7 1 to 4, 13 and 14.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from generators.cell import text_key
from generators.check.lint import form_faults, language_faults
from generators.check.rows import Corpus, Row
from generators.layout import MANIFEST, MAX_BYTES
from generators.options import distinct
from generators.shape import SUITE, cells
from generators.suite import DATA_FILES
from records import Finding, JsonValue, Rejected, canonical_bytes, digest, parse, printable, sha256_hex


def item_findings(corpus: Corpus) -> list[Finding]:
    """Ids: exactly the expected ones, in order, each at home in its cell; gold and provenance for each, once."""
    expected = [cell.item_id(number) for cell in cells() for number in range(cell.size)]
    home = {cell.item_id(n): (cell.split, cell.category, cell.tier) for cell in cells() for n in range(cell.size)}
    findings = [
        Finding(code="E_ID", where=row.where, message=f"{row.id} belongs to {'/'.join(map(str, home[row.id]))}")
        for row in corpus.questions
        if row.id in home and home[row.id] != (row.split, row.category, row.tier)
    ]
    tests = [id_ for id_ in expected if home[id_][0] == "test"]
    findings += _id_list("the question files", [(row.where, row.id) for row in corpus.questions], expected)
    findings += _id_list("test.gold.jsonl", [(where, id_) for where, id_, _ in corpus.gold], tests)
    findings += _id_list("provenance.jsonl", [(entry.where, entry.id) for entry in corpus.provenance], expected)
    return findings


def _id_list(name: str, found: list[tuple[str, str]], expected: list[str]) -> list[Finding]:
    """`found` (place, id) against the ids that belong there: missing, unknown, twice, out of order."""
    wanted, counts = dict.fromkeys(expected), Counter(id_ for _, id_ in found)
    findings = []
    for where, id_ in found:
        if id_ not in wanted:
            findings.append(Finding(code="E_ID", where=where, message=f"{printable(id_)} is not an id of this suite"))
        elif counts[id_] > 1:
            findings.append(Finding(code="E_DUPLICATE_ID", where=where, message=f"{id_} occurs {counts[id_]} times"))
    if missing := [id_ for id_ in expected if id_ not in counts]:
        message = f"{len(missing)} of {len(expected)} ids are missing, the first is {missing[0]}"
        findings.append(Finding(code="E_MISSING_ID", where=name, message=message))
    if not findings and [id_ for _, id_ in found] != expected:
        findings.append(Finding(code="E_ORDER", where=name, message="the ids are complete but not in their order"))
    return findings


def text_findings(corpus: Corpus) -> list[Finding]:
    """Form, English, distinct options, and no text twice over all splits."""
    findings = []
    seen: dict[str, str] = {}
    for row in corpus.questions:
        findings += [Finding(code=code, where=row.where, message=message) for code, message in _text_faults(row)]
        first = seen.setdefault(text_key(row.question), row.id)
        if first != row.id:
            message = f"the question of {row.id} is the question of {first}"
            findings.append(Finding(code="E_DUPLICATE_TEXT", where=row.where, message=message))
    return findings


def _text_faults(row: Row) -> list[tuple[str, str]]:
    faults = []
    if not row.question.endswith("?"):
        faults.append(("E_QUESTION", "the question does not end with '?'"))
    for text in (row.question, *row.options):
        faults += [("E_ASCII", f"{fault} in {printable(text)}") for fault in form_faults(text)]
        faults += [("E_ENGLISH", f"{fault} in {printable(text)}") for fault in language_faults(text)]
    if not distinct(row.options):
        faults.append(("E_OPTIONS", f"options that read the same: {printable(row.options, 200)}"))
    return faults


def count_findings(corpus: Corpus) -> list[Finding]:
    """The size of every cell and how often each letter is its gold; splits of which nothing was read are left out."""
    gold = {id_: label for _, id_, label in corpus.gold}
    letters: dict[tuple[str, str, int], Counter[str]] = {(c.split, c.category, c.tier): Counter() for c in cells()}
    for row in corpus.questions:
        letters[row.split, row.category, row.tier][row.label or gold.get(row.id, "none")] += 1
    findings = []
    read = [row.split for row in corpus.questions]
    for cell in (cell for cell in cells() if cell.split in read):
        found, where = letters[cell.split, cell.category, cell.tier], f"{cell.split}/{cell.category}/{cell.tier}"
        if found.total() != cell.size:
            message = f"{found.total()} items; {cell.size} are expected"
            findings.append(Finding(code="E_COUNTS", where=where, message=message))
        elif found != Counter(cell.letters):
            message = f"gold letters {dict(sorted(found.items()))}; {dict(Counter(cell.letters))} are expected"
            findings.append(Finding(code="E_LETTERS", where=where, message=message))
    return findings


def manifest_findings(files: Mapping[str, bytes]) -> list[Finding]:
    """The manifest against the bytes of the data files. Its other fields are compared when it is made again."""
    try:
        value = parse(files[MANIFEST], max_bytes=MAX_BYTES)
    except Rejected as error:
        return [Finding(code=f.code, where=MANIFEST, message=f.message) for f in error.findings]
    if not isinstance(value, dict):
        return [Finding(code="E_MANIFEST", where=MANIFEST, message="a JSON object is expected")]
    findings = []
    if value.get("benchmark_id") != SUITE:
        message = f"benchmark_id is {printable(value.get('benchmark_id'))}; {SUITE} is expected"
        findings.append(Finding(code="E_MANIFEST", where=MANIFEST, message=message))
    recorded = value.get("files")
    recorded = recorded if isinstance(recorded, dict) else {}
    for name in sorted({**recorded, **dict.fromkeys(DATA_FILES)}):
        findings += _file_findings(name, recorded.get(name), files.get(name) if name in DATA_FILES else None)
    sums: dict[str, object] = {name: sha256_hex(data) for name, data in files.items() if name in DATA_FILES}
    if value.get("suite_digest") != digest(canonical_bytes(sums)):
        message = "suite_digest is not the digest of the data files that are here"
        findings.append(Finding(code="E_MANIFEST", where=f"{MANIFEST}/suite_digest", message=message))
    return findings


def _file_findings(name: str, recorded: JsonValue, data: bytes | None) -> list[Finding]:
    where = f"{MANIFEST}/files/{printable(name)}".replace("'", "")
    if data is None:
        if name in DATA_FILES:
            return []  # reported as missing or unreadable already
        return [Finding(code="E_MANIFEST", where=where, message="not a data file of this suite")]
    expected: dict[str, JsonValue] = {"sha256": sha256_hex(data), "bytes": len(data), "rows": data.count(b"\n")}
    if recorded == expected:
        return []
    wrong = [key for key in expected if not isinstance(recorded, dict) or recorded.get(key) != expected[key]]
    message = f"{', '.join(wrong) or 'its fields'} do not describe the file that is here"
    return [Finding(code="E_MANIFEST", where=where, message=message)]
