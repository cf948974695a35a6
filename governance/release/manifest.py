"""releases/<version>.json: what one release of a corpus is, for everybody who checks a claim about it later.

Invariant: written by tools alone, in canonical JSON; the manifest of an active release is never replaced. It names
every task with its digest, so that the class of the next change can be proved, and stays inside a private root.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from evaluator.tasks import ADAPTERS
from governance.corpus import Fields, ReleaseFacts, Role, Version, finding, read_json
from governance.lifecycle import State
from governance.release.protocol import ProtocolSchema
from records import JsonValue, Rejected, canonical_line

FOLDER = "releases"
SCHEMA_VERSION = 1
CODE = "G_RELEASE"
DIGEST = r"sha256:[0-9a-f]{64}"
HEX = r"[0-9a-f]{64}"
WORDS = r"[a-z0-9]+(?:[.-][a-z0-9]+)*"
VERSION = r"(?:0|[1-9][0-9]{0,5})(?:\.(?:0|[1-9][0-9]{0,5})){2}"
FEWEST = 5
"""Categories with fewer active tasks are descriptive only."""


class Status(StrEnum):
    """Whether claims may be made with a release."""

    ACTIVE = "active"
    CALIBRATING = "calibrating"
    RETIRED = "retired"


@dataclass(frozen=True, kw_only=True, slots=True)
class CategoryCount:
    """How many tasks of a category there are, and how many of them are active."""

    tasks: int
    active: int

    @property
    def descriptive_only(self) -> bool:
        """Categories with fewer than five active tasks are descriptive only."""
        return self.active < FEWEST

    def to_dict(self) -> dict[str, JsonValue]:
        """The counts as JSON data."""
        return {"tasks": self.tasks, "active": self.active, "descriptive_only": self.descriptive_only}


@dataclass(frozen=True, kw_only=True, slots=True)
class ReleaseManifest:
    """One release.

    `states` counts tasks by lifecycle state, `categories` by category; `digests` are the task digests by task id,
    `inputs` the SHA-256 of the files a system may learn from; `evidence_digest` covers what the contracts showed,
    `adapter_digest` the launcher, and `preflight_checks` are the checks every launch carries. `previous` is the release
    before it, if any, and `change` the class that the digests prove.
    """

    corpus: str
    role: Role
    kind: str
    version: str
    date: str
    corpus_digest: str
    scoring_schema: str
    evaluator: str
    protocol_schema: ProtocolSchema
    profile: str
    adapter_digest: str
    preflight_digest: str
    preflight_checks: tuple[str, ...]
    states: Mapping[str, int]
    categories: Mapping[str, CategoryCount]
    cases: int
    timeout_ms: int
    evidence_digest: str
    status: Status
    previous: str | None
    change: str | None
    inputs: Mapping[str, str] = field(repr=False)
    digests: Mapping[str, str] = field(repr=False)

    @property
    def active(self) -> int:
        """How many tasks are in active scoring."""
        return self.states[State.ACTIVE.value]

    @property
    def facts(self) -> ReleaseFacts:
        """What of it decides the class of a change."""
        return ReleaseFacts(
            version=self.version,
            digests=self.digests,
            scoring_schema=self.scoring_schema,
            protocol=self.protocol_schema.digest,
            inputs=self.inputs,
        )

    def to_dict(self) -> dict[str, JsonValue]:
        """The manifest as JSON data."""
        return {
            "schema_version": SCHEMA_VERSION,
            "corpus": self.corpus,
            "role": self.role.value,
            "kind": self.kind,
            "version": self.version,
            "date": self.date,
            "corpus_digest": self.corpus_digest,
            "scoring_schema": self.scoring_schema,
            "evaluator": self.evaluator,
            "protocol_schema": self.protocol_schema.to_dict(),
            "profile": self.profile,
            "adapter_digest": self.adapter_digest,
            "preflight_digest": self.preflight_digest,
            "preflight_checks": list(self.preflight_checks),
            "states": dict(self.states),
            "categories": {name: count.to_dict() for name, count in self.categories.items()},
            "cases": self.cases,
            "timeout_ms": self.timeout_ms,
            "evidence_digest": self.evidence_digest,
            "health": "sound",
            "status": self.status.value,
            "previous": self.previous,
            "change": self.change,
            "inputs": dict(self.inputs),
            "digests": dict(self.digests),
        }


_FIELDS = frozenset(
    {
        *("schema_version", "corpus", "role", "kind", "version", "date", "corpus_digest", "scoring_schema"),
        *("evaluator", "protocol_schema", "profile", "adapter_digest", "preflight_digest", "preflight_checks"),
        *("states", "categories", "cases", "timeout_ms", "evidence_digest", "health", "status"),
        *("previous", "change", "inputs", "digests"),
    }
)


def manifest_bytes(manifest: ReleaseManifest) -> bytes:
    """releases/<version>.json of this manifest; `read_release` is its inverse."""
    return canonical_line(manifest.to_dict())


def manifest_name(version: str) -> str:
    """The manifest's file, relative to the corpus root."""
    return f"{FOLDER}/{version}.json"


def releases(root: Path) -> tuple[str, ...]:
    """The versions that have a manifest in this root, oldest first."""
    names = [path.stem for path in (root / FOLDER).glob("*.json")]
    return tuple(map(str, sorted(Version.of(name) for name in names if re.fullmatch(VERSION, name))))


def read_release(root: Path, version: str | None = None) -> ReleaseManifest:
    """The manifest of a version, or of the newest. Raises Rejected G_RELEASE with everything that is wrong with it."""
    if version is None:
        known = releases(root)
        if not known:
            message = "no release manifest; `bench.py release-build` writes one"
            raise Rejected([finding(CODE, FOLDER, "", message)])
        version = known[-1]
    elif not re.fullmatch(VERSION, version):
        raise Rejected([finding(CODE, FOLDER, "", "a version like 1.2.3 is expected")])
    name = manifest_name(version)
    manifest = _read(read_json(root, name, code=CODE), name)
    if manifest.version != version:
        raise Rejected([finding(CODE, name, "/version", f"{version}, the name of the file, is expected")])
    return manifest


def _read(value: JsonValue, name: str) -> ReleaseManifest:
    fields = Fields(value, code=CODE, file=name, known=_FIELDS)
    fields.expect("schema_version", SCHEMA_VERSION)
    fields.expect("health", "sound")
    manifest = ReleaseManifest(
        corpus=fields.matching("corpus", WORDS, "the id of a corpus"),
        role=Role(fields.one_of("role", tuple(Role))),
        kind=fields.one_of("kind", tuple(ADAPTERS)),
        version=fields.matching("version", VERSION, "a semantic version like 1.2.3"),
        date=fields.day("date"),
        corpus_digest=fields.matching("corpus_digest", DIGEST, "a digest"),
        scoring_schema=fields.text("scoring_schema"),
        evaluator=fields.text("evaluator"),
        protocol_schema=_protocol(fields, name),
        profile=fields.text("profile"),
        adapter_digest=fields.matching("adapter_digest", DIGEST, "a digest"),
        preflight_digest=fields.matching("preflight_digest", DIGEST, "a digest"),
        preflight_checks=fields.texts("preflight_checks"),
        states=_states(fields, name),
        categories=_categories(fields, name),
        cases=fields.count("cases"),
        timeout_ms=fields.count("timeout_ms"),
        evidence_digest=fields.matching("evidence_digest", DIGEST, "a digest"),
        status=Status(fields.one_of("status", tuple(Status))),
        previous=_optional(fields, "previous", VERSION, "a version or null"),
        change=_optional(fields, "change", "patch|minor|major", "patch, minor, major or null"),
        inputs=_texts_by_name(fields, "inputs", HEX, "the SHA-256 of a file"),
        digests=_texts_by_name(fields, "digests", DIGEST, "a digest"),
    )
    if not manifest.preflight_checks:
        fields.complain("preflight_checks", "at least one check is expected")
    fields.finish()
    return manifest


def _protocol(fields: Fields, name: str) -> ProtocolSchema:
    made = ProtocolSchema(name="", version="", digest="")
    try:
        known = frozenset({"name", "version", "digest"})
        part = Fields(fields.table("protocol_schema"), code=CODE, file=name, at="/protocol_schema", known=known)
        made = ProtocolSchema(
            name=part.matching("name", WORDS, "the name of a protocol schema"),
            version=part.matching("version", WORDS, "its version"),
            digest=part.matching("digest", DIGEST, "a digest"),
        )
        part.finish()
    except Rejected as error:
        fields.absorb(error)
    return made


def _states(fields: Fields, name: str) -> Mapping[str, int]:
    try:
        known = frozenset(state.value for state in State)
        part = Fields(fields.table("states"), code=CODE, file=name, at="/states", known=known)
        counts = {state.value: part.count(state.value) for state in State}
        part.finish()
    except Rejected as error:
        fields.absorb(error)
        return {state.value: 0 for state in State}
    return counts


def _categories(fields: Fields, name: str) -> Mapping[str, CategoryCount]:
    counts: dict[str, CategoryCount] = {}
    for category, value in fields.table("categories").items():
        try:
            known = frozenset({"tasks", "active", "descriptive_only"})
            part = Fields(value, code=CODE, file=name, at=f"/categories/{category}", known=known)
            counts[category] = CategoryCount(tasks=part.count("tasks"), active=part.count("active"))
            part.expect("descriptive_only", counts[category].descriptive_only)
            part.finish()
        except Rejected as error:
            fields.absorb(error)
    return counts


def _optional(fields: Fields, name: str, pattern: str, meaning: str) -> str | None:
    return None if fields.raw(name) is None else fields.matching(name, pattern, meaning)


def _texts_by_name(fields: Fields, name: str, pattern: str, meaning: str) -> Mapping[str, str]:
    table = fields.table(name)
    for key, value in table.items():
        if not isinstance(value, str) or not re.fullmatch(pattern, value):
            fields.complain(name, f"{meaning} is expected", key)
    return {key: str(value) for key, value in table.items()}
