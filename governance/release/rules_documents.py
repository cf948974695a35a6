"""Rules about what is said of a release: manifest, note, version class, protocol schema."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from governance.corpus import IDENTITY_FILE, finding
from governance.release.current import change_since, fits, manifest_of
from governance.release.manifest import CODE, FOLDER, ReleaseManifest, manifest_name
from governance.release.note import CODE as NOTE_CODE
from governance.release.note import note_facts
from governance.release.protocol import PROTOCOLS
from governance.release.rule import Group, Rule
from governance.release.subject import Subject
from records import Finding, printable

LAUNCHER = ("profile", "adapter_digest", "preflight_digest", "preflight_checks")
"""Facts of the launcher that the release fixes when it is built: later studies need it as it was, not as it is."""
_JUDGED = ("status", "change", "protocol_schema", *LAUNCHER)
"""Fields that other rules look at, or that no rule can compute anew."""


def manifest(subject: Subject) -> Iterator[Finding]:
    """The newest release manifest says of the corpus what the corpus is."""
    if subject.is_empty and not subject.release.value:
        return
    yield from subject.release.findings
    yield from subject.older.findings
    stated, older = subject.release.need(), subject.older.need()
    name = manifest_name(stated.version)
    if not fits(subject.identity.need().version, stated.version):
        message = f"{stated.version} is no release of data of version {subject.identity.need().version}"
        yield finding(CODE, name, "/version", message)
    now = manifest_of(subject, version=stated.version, date=stated.date, status=stated.status, older=older)
    for field in fields(ReleaseManifest):
        if field.name not in _JUDGED and getattr(stated, field.name) != getattr(now, field.name):
            yield finding(CODE, name, f"/{field.name}", _differs(stated, now, field.name))


def _differs(stated: ReleaseManifest, now: ReleaseManifest, name: str) -> str:
    one, other = getattr(stated, name), getattr(now, name)
    if isinstance(one, str | int) and isinstance(other, str | int):
        return f"the manifest says {printable(one, 80)}, the corpus is {printable(other, 80)}"
    return "the manifest says something else than the corpus is; `bench.py release-build` writes what is true"


def note(subject: Subject) -> Iterator[Finding]:
    """The note states the facts of the manifest, and somebody wrote what the release is about."""
    if subject.is_empty and not subject.release.value:
        return
    yield from subject.note.findings
    stated, written = subject.release.need(), subject.note.need()
    for line in note_facts(stated):
        if line not in written.facts:
            message = f"this fact is missing or stated otherwise: {printable(line, 200)}"
            yield finding(NOTE_CODE, written.name, "", message)
    if len(written.facts) != len(note_facts(stated)):
        yield finding(NOTE_CODE, written.name, "", "facts stand there that the manifest does not hold")
    if not written.is_written:
        yield finding(NOTE_CODE, written.name, "", "nobody wrote yet what this release is about")


def version_class(subject: Subject) -> Iterator[Finding]:
    """The version claims at least the class of change that the digests prove."""
    if subject.is_empty and not subject.release.value:
        return
    stated, older = subject.release.need(), subject.older.need()
    change = change_since(subject, stated.version, older)
    name = manifest_name(stated.version)
    if change is None:
        if stated.change is not None:
            yield finding(CODE, name, "/change", "there is no release before it that it could be a change of")
        return
    reasons = "; ".join(change.reasons)
    if stated.change != change.kind.value:
        message = f"the digests prove a {change.kind.value} change ({reasons}), not {stated.change}"
        yield finding("G_VERSION_CLASS", name, "/change", message)
    if not change.allows(older[-1].version, stated.version):
        message = f"{older[-1].version} to {stated.version} is less than a {change.kind.value} change: {reasons}"
        yield finding("G_VERSION_CLASS", name, "/version", message)


def protocol(subject: Subject) -> Iterator[Finding]:
    """The manifest declares a published protocol schema."""
    if subject.is_empty and not subject.release.value:
        return
    stated = subject.release.need()
    known = PROTOCOLS.get((stated.protocol_schema.name, stated.protocol_schema.version))
    if known is None or known.schema != stated.protocol_schema:
        names = ", ".join(f"{name} {version}" for name, version in PROTOCOLS)
        message = f"{stated.protocol_schema} with its digest is no published protocol schema; known: {names}"
        yield finding("G_PROTOCOL", manifest_name(stated.version), "/protocol_schema", message)


DOCUMENT_RULES = (
    Rule(
        name="release-manifest",
        sentence="An active release requires a release note, deprecation records, and a checked release manifest.",
        reads=(f"{FOLDER}/*.json", IDENTITY_FILE),
        group=Group.STRUCTURE,
        check=manifest,
    ),
    Rule(
        name="release-note",
        sentence="An active release requires a release note, deprecation records, and a checked release manifest.",
        reads=(f"{FOLDER}/*.md", f"{FOLDER}/*.json"),
        group=Group.STRUCTURE,
        check=note,
    ),
    Rule(
        name="version-class",
        sentence=(
            "A minor release adds tasks without changing existing task contracts; a major release changes a prompt, "
            "starter, evaluator acceptance boundary, rubric, points, or required protocol."
        ),
        reads=(f"{FOLDER}/*.json",),
        group=Group.STRUCTURE,
        check=version_class,
    ),
    Rule(
        name="protocol-schema",
        sentence="An active release requires a declared protocol schema for later publication checks.",
        reads=(f"{FOLDER}/*.json",),
        group=Group.STRUCTURE,
        check=protocol,
    ),
)
