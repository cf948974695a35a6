"""The Croissant 1.0 description of a corpus folder (croissant.json), made from its manifest.

Invariant: a pure function of the manifest and of the files that it lists, whose digests must be those of the manifest;
every file of the folder that is generated is described, every column that has one type is a field.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from generators.check.columns import TEXT, Column, Part, Records, Subject
from generators.check.croissant_choices import CHOICES
from generators.check.croissant_context import CONFORMS_TO, CONTEXT
from generators.check.croissant_schedules import SCHEDULES
from generators.layout import MANIFEST
from generators.scheduling.layout import is_schedule_corpus
from records import Finding, JsonValue, Rejected, parse, read_regular, sha256_hex

CROISSANT = "croissant.json"
SPACE = "https://huggingface.co/spaces/vynly/nnai-bench"
LICENCES = {"MIT": "https://spdx.org/licenses/MIT"}
_JSON, _JSON_LINES = "application/json", "application/jsonlines"
_MAX_MANIFEST = 1_000_000


def croissant(root: Path) -> bytes:
    """croissant.json of the corpus at `root`. Raises Rejected where files and manifest do not fit each other."""
    subject = SCHEDULES if is_schedule_corpus(root) else CHOICES
    subject.identify(root)
    files, findings = subject.read(root)
    if findings:
        raise Rejected(findings)
    manifest = _manifest(files, subject)
    name = _text(manifest, "benchmark_id")
    limits = manifest.get("known_limits")
    told = [str(limit) for limit in limits] if isinstance(limits, list) else []
    value = {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": CONFORMS_TO,
        "name": name,
        "alternateName": f"NNAI-Bench {_text(manifest, 'title')}",
        "description": " ".join([subject.about, *told]),
        "license": LICENCES[_text(manifest, "license")],
        "url": SPACE,
        "version": _text(manifest, "version"),
        "datePublished": _text(manifest, "release_date"),
        "creator": {"@type": "sc:Person", "name": _text(manifest, "maintainer")},
        "citeAs": f"NNAI-Bench {_text(manifest, 'title')} ({name}), suite digest {_text(manifest, 'suite_digest')}",
        "inLanguage": "en",
        "isLiveDataset": False,
        "keywords": list(subject.keywords),
        "distribution": [_file_object(file, data) for file, data in sorted(files.items())],
        "recordSet": [_record_set(records) for records in subject.records],
    }
    return json.dumps(value, indent=1, ensure_ascii=True, allow_nan=False).encode("ascii") + b"\n"


def description_findings(root: Path) -> tuple[Finding, ...]:
    """A finding if the croissant.json of `root` is not what its manifest makes; none where either cannot be told."""
    try:
        found = read_regular(root / CROISSANT, max_bytes=_MAX_MANIFEST)
    except FileNotFoundError:
        return ()
    except Rejected as error:
        return tuple(_fault(finding.code, CROISSANT, finding.message) for finding in error.findings)
    try:
        wanted = croissant(root)
    except Rejected:  # the corpus itself is damaged, which the other checks say
        return ()
    message = f"not what {MANIFEST} makes; `bench.py croissant --apply` writes it"
    return () if found == wanted else (_fault("E_CROISSANT", CROISSANT, message),)


def _manifest(files: Mapping[str, bytes], subject: Subject) -> dict[str, JsonValue]:
    """The manifest, whose digests are those of the files."""
    manifest = parse(files[MANIFEST], max_bytes=_MAX_MANIFEST, max_depth=16)
    if not isinstance(manifest, dict):
        raise Rejected([_fault("E_TYPE", MANIFEST, "an object is expected")])
    reported = {file: _object(manifest, key) for key, file in subject.reported}
    told = {**_object(manifest, "files"), **reported}
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
    field: dict[str, object] = {"@type": "cr:Field", "@id": name, "name": name, "description": column.text}
    if column.parts:
        field["subField"] = [_part(records, column, part) for part in column.parts]
    else:
        field["dataType"] = column.type or TEXT
    if column.many:
        field["repeated"] = True
    if not column.parts:
        field["source"] = _source(records, column)
    return field


def _part(records: Records, column: Column, part: Part) -> dict[str, object]:
    name = f"{records.name}/{column.name}/{part.name}"
    return {
        "@type": "cr:Field",
        "@id": name,
        "name": name,
        "description": part.text,
        "dataType": part.type,
        **({"repeated": True} if part.many else {}),
        "source": {**_source(records, column), "transform": {"jsonPath": part.path}},
    }


def _source(records: Records, column: Column) -> dict[str, object]:
    return {"fileObject": {"@id": records.file}, "extract": {"column": column.name}}
