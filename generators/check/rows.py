"""Reading the corpus files back as an attacker could have left them: strict lines in, typed rows and findings out.

Invariant: a row exists only for a canonical line with exactly the fields of its file, each of the right type.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from generators.shape import CATEGORIES, LETTERS, TIERS
from generators.suite import DATA_FILES
from records import Finding, JsonValue, Rejected, canonical_line, parse, printable

QUESTION_FIELDS = ("category", "id", "options", "question", "tier")
FIELDS = {
    "train.jsonl": (*QUESTION_FIELDS, "label"),
    "validation.jsonl": (*QUESTION_FIELDS, "label"),
    "test.questions.jsonl": QUESTION_FIELDS,
    "test.gold.jsonl": ("id", "label"),
    "provenance.jsonl": ("candidate", "family", "id", "params", "stream", "text_sha256", "verified_by"),
}
SPLIT_OF = {"train.jsonl": "train", "validation.jsonl": "validation", "test.questions.jsonl": "test"}
MAX_LINE = 20_000


@dataclass(frozen=True, kw_only=True, slots=True)
class Row:
    """A question of one of the three question files; `label` is "" where the file has none."""

    where: str
    split: str
    id: str
    category: str
    tier: int
    question: str
    options: tuple[str, str, str, str]
    label: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Provenance:
    """A line of provenance.jsonl, as far as it is checked on its own."""

    where: str
    id: str
    family: str
    text_sha256: str
    verified_by: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Corpus:
    """All rows that could be read."""

    questions: tuple[Row, ...]
    gold: tuple[tuple[str, str, str], ...]
    """(where, id, label) of test.gold.jsonl."""
    provenance: tuple[Provenance, ...]


def read_rows(files: Mapping[str, bytes]) -> tuple[Corpus, list[Finding]]:
    """The rows of all data files in `files`, and everything that is wrong with single lines."""
    findings: list[Finding] = []
    lines = {name: _lines(name, files[name], findings) for name in DATA_FILES if name in files}
    questions = [
        Row(
            where=where,
            split=split,
            id=str(row["id"]),
            category=str(row["category"]),
            tier=int(str(row["tier"])),
            question=str(row["question"]),
            options=_four(row["options"]),
            label=str(row.get("label", "")),
        )
        for name, split in SPLIT_OF.items()
        for where, row in lines.get(name, [])
    ]
    gold = [(where, str(row["id"]), str(row["label"])) for where, row in lines.get("test.gold.jsonl", [])]
    provenance = [_provenance(where, row) for where, row in lines.get("provenance.jsonl", [])]
    return Corpus(questions=tuple(questions), gold=tuple(gold), provenance=tuple(provenance)), findings


def _provenance(where: str, row: dict[str, JsonValue]) -> Provenance:
    names = row["verified_by"] if isinstance(row["verified_by"], list) else []
    return Provenance(
        where=where,
        id=str(row["id"]),
        family=str(row["family"]),
        text_sha256=str(row["text_sha256"]),
        verified_by=tuple(str(name) for name in names),
    )


def _four(value: JsonValue) -> tuple[str, str, str, str]:
    a, b, c, d = value if isinstance(value, list) else []
    return str(a), str(b), str(c), str(d)


def _lines(name: str, data: bytes, findings: list[Finding]) -> list[tuple[str, dict[str, JsonValue]]]:
    """(place, row) of every sound line of a file."""
    result = []
    *lines, rest = data.split(b"\n")
    if rest or not lines:
        findings.append(Finding(code="E_LINE_END", where=name, message="the file does not end with a line feed"))
    for number, line in enumerate([*lines, *([rest] if rest else [])], 1):
        where = f"{name}:{number}"
        try:
            value = parse(line, max_bytes=MAX_LINE)
        except Rejected as error:
            findings.extend(Finding(code=f.code, where=where + f.where, message=f.message) for f in error.findings)
            continue
        problems = [Finding(code=code, where=where, message=message) for code, message in _problems(name, value)]
        if isinstance(value, dict) and not problems:
            if canonical_line(value) != line + b"\n":
                message = "not in canonical form (sorted keys, no spaces, ASCII escapes)"
                findings.append(Finding(code="E_CANONICAL", where=where, message=message))
            result.append((where, value))
        findings.extend(problems)
    return result


def _problems(name: str, value: JsonValue) -> list[tuple[str, str]]:
    if not isinstance(value, dict):
        return [("E_FIELDS", "a line is one JSON object")]
    if sorted(value) != sorted(FIELDS[name]):
        missing, extra = [f for f in FIELDS[name] if f not in value], [f for f in value if f not in FIELDS[name]]
        return [("E_FIELDS", f"fields missing: {missing}, unknown: {printable(extra, 200)}")]
    return [
        (code, f"{key} is {printable(value[key])}; {expected} is expected")
        for key, (code, expected, test) in _TESTS.items()
        if key in value and not test(value[key])
    ]


def _is_text(value: JsonValue) -> bool:
    return isinstance(value, str) and value != ""


def _is_texts(value: JsonValue) -> bool:
    return isinstance(value, list) and value != [] and all(map(_is_text, value))


_TESTS = {
    "id": ("E_ID", "an item id", _is_text),
    "category": ("E_CATEGORY", f"one of {', '.join(CATEGORIES)}", lambda v: isinstance(v, str) and v in CATEGORIES),
    "tier": ("E_TIER", "1, 2 or 3", lambda v: type(v) is int and v in TIERS),
    "question": ("E_QUESTION", "a text", _is_text),
    "options": ("E_OPTIONS", "an array of four texts", lambda v: _is_texts(v) and isinstance(v, list) and len(v) == 4),
    "label": ("E_LABEL", "one of A, B, C, D", lambda v: isinstance(v, str) and v in tuple(LETTERS)),
    "family": ("E_PROVENANCE", "a family", _is_text),
    "text_sha256": ("E_PROVENANCE", "a SHA-256", _is_text),
    "stream": ("E_PROVENANCE", "a stream path", _is_text),
    "candidate": ("E_PROVENANCE", "a candidate number", lambda v: type(v) is int and v >= 0),
    "params": ("E_PROVENANCE", "an object", lambda v: isinstance(v, dict)),
    "verified_by": ("E_PROVENANCE", "a list of solvers", _is_texts),
}
