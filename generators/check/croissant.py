"""The Croissant 1.0 description of a core corpus folder (croissant.json), made from its manifest.

Invariant: a pure function of the manifest and of the files that it lists, whose digests must be those of the manifest;
every file of the folder that is generated is described, every column that has one type is a field.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from generators.artefacts import REPORT
from generators.check.croissant_context import CONFORMS_TO, CONTEXT
from generators.layout import MANIFEST, read_identity, read_written
from records import Finding, JsonValue, Rejected, parse, sha256_hex

CROISSANT = "croissant.json"
SPACE = "https://huggingface.co/spaces/vynly/nnai-bench"
ABOUT = (
    "Multiple-choice questions in English for systems without a neural network: deduction, quantity, tracking, "
    "spatial, induction, relations; three tiers; made by programs and checked by independent solvers."
)
LICENCES = {"MIT": "https://spdx.org/licenses/MIT"}
TEXT, INTEGER = "sc:Text", "sc:Integer"
_JSON, _JSON_LINES = "application/json", "application/jsonlines"
_MAX_MANIFEST = 1_000_000


@dataclass(frozen=True, kw_only=True, slots=True)
class Column:
    """A key of every line of a file: its Croissant type, what it holds, and whether it is a list."""

    name: str
    type: str
    text: str
    many: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Records:
    """The lines of one file as a record set."""

    name: str
    file: str
    text: str
    columns: tuple[Column, ...]


_ID = Column(name="id", type=TEXT, text="Names the item in every file; join by it, never by line.")
_LABEL = Column(name="label", type=TEXT, text="A, B, C or D: which option is true.")
_QUESTION = (
    _ID,
    Column(name="category", type=TEXT, text="One of six kinds of reasoning."),
    Column(name="tier", type=INTEGER, text="Complexity: 1, 2 or 3."),
    Column(name="question", type=TEXT, text="The text; its last sentence is the question."),
    Column(name="options", type=TEXT, text="Four distinct options in the order A, B, C, D.", many=True),
)
_PROVENANCE = (
    _ID,
    Column(name="family", type=TEXT, text="Which template the item was made from."),
    Column(name="stream", type=TEXT, text="The stream of digests that the item was drawn from."),
    Column(name="candidate", type=INTEGER, text="Its number in that stream."),
    Column(name="text_sha256", type=TEXT, text="SHA-256 of the question and its options."),
    Column(name="verified_by", type=TEXT, text="The solvers that found exactly the gold option true.", many=True),
)
RECORDS = (
    Records(name="train", file="train.jsonl", text="Items to fit on.", columns=(*_QUESTION, _LABEL)),
    Records(name="validation", file="validation.jsonl", text="Items to choose by.", columns=(*_QUESTION, _LABEL)),
    Records(
        name="test",
        file="test.questions.jsonl",
        text="Test items without labels: the only file that a system may see when it is tested.",
        columns=_QUESTION,
    ),
    Records(
        name="test-gold",
        file="test.gold.jsonl",
        text="Labels of the test items, only to score with.",
        columns=(_ID, _LABEL),
    ),
    Records(
        name="provenance",
        file="provenance.jsonl",
        text="Where each item comes from. `params`, an object whose keys differ by family, stands in the file alone.",
        columns=_PROVENANCE,
    ),
)


def croissant(root: Path) -> bytes:
    """croissant.json of the corpus at `root`. Raises Rejected where files and manifest do not fit each other."""
    read_identity(root)
    files, findings = read_written(root)
    if findings:
        raise Rejected(findings)
    manifest = _manifest(files)
    name = _text(manifest, "benchmark_id")
    limits = manifest.get("known_limits")
    value = {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": CONFORMS_TO,
        "name": name,
        "alternateName": f"NNAI-Bench {_text(manifest, 'title')}",
        "description": " ".join([ABOUT, *(str(limit) for limit in (limits if isinstance(limits, list) else []))]),
        "license": LICENCES[_text(manifest, "license")],
        "url": SPACE,
        "version": _text(manifest, "version"),
        "datePublished": _text(manifest, "release_date"),
        "creator": {"@type": "sc:Person", "name": _text(manifest, "maintainer")},
        "citeAs": f"NNAI-Bench {_text(manifest, 'title')} ({name}), suite digest {_text(manifest, 'suite_digest')}",
        "inLanguage": "en",
        "isLiveDataset": False,
        "keywords": ["benchmark", "non-neural", "reasoning", "synthetic"],
        "distribution": [_file_object(file, data) for file, data in sorted(files.items())],
        "recordSet": [_record_set(records) for records in RECORDS],
    }
    return json.dumps(value, indent=1, ensure_ascii=True, allow_nan=False).encode("ascii") + b"\n"


def _manifest(files: Mapping[str, bytes]) -> dict[str, JsonValue]:
    """The manifest, whose digests are those of the files."""
    manifest = parse(files[MANIFEST], max_bytes=_MAX_MANIFEST, max_depth=16)
    if not isinstance(manifest, dict):
        raise Rejected([_fault("E_TYPE", MANIFEST, "an object is expected")])
    told = {**_object(manifest, "files"), REPORT: _object(manifest, "artefact_report")}
    wrong = [
        _fault("E_DIGEST", file, f"its SHA-256 is not the one in {MANIFEST}")
        for file, data in sorted(files.items())
        if file != MANIFEST and _digest_of(told.get(file)) != sha256_hex(data)
    ]
    if wrong:
        raise Rejected(wrong)
    return manifest


def _digest_of(record: JsonValue) -> JsonValue:
    return record.get("sha256") if isinstance(record, dict) else None


def _object(manifest: Mapping[str, JsonValue], key: str) -> dict[str, JsonValue]:
    value = manifest.get(key)
    if not isinstance(value, dict):
        raise Rejected([_fault("E_TYPE", f"{MANIFEST}/{key}", "an object is expected")])
    return value


def _text(manifest: Mapping[str, JsonValue], key: str) -> str:
    value = manifest.get(key)
    if not isinstance(value, str):
        raise Rejected([_fault("E_TYPE", f"{MANIFEST}/{key}", "a text is expected")])
    return value


def _fault(code: str, where: str, message: str) -> Finding:
    return Finding(code=code, where=where, message=message)


def _file_object(name: str, data: bytes) -> dict[str, object]:
    return {
        "@type": "cr:FileObject",
        "@id": name,
        "name": name,
        "contentUrl": name,
        "contentSize": f"{len(data)} B",
        "encodingFormat": _JSON_LINES if name.endswith(".jsonl") else _JSON,
        "sha256": sha256_hex(data),
    }


def _record_set(records: Records) -> dict[str, object]:
    return {
        "@type": "cr:RecordSet",
        "@id": records.name,
        "name": records.name,
        "description": records.text,
        "key": {"@id": f"{records.name}/id"},
        "field": [_field(records, column) for column in records.columns],
    }


def _field(records: Records, column: Column) -> dict[str, object]:
    name = f"{records.name}/{column.name}"
    return {
        "@type": "cr:Field",
        "@id": name,
        "name": name,
        "description": column.text,
        "dataType": column.type,
        **({"repeated": True} if column.many else {}),
        "source": {"fileObject": {"@id": records.file}, "extract": {"column": column.name}},
    }
