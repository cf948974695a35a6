"""release-build: the manifest and the note of a version, with every fact from data.

Invariant: nothing is written about an unsound corpus; the manifest of an active release is never replaced by another
one, and the words that people wrote into a note are kept.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from governance.corpus import Version, finding
from governance.release.check import BEFORE_DOCUMENTS, Verdict, check_release
from governance.release.current import change_since, fits, manifest_of
from governance.release.manifest import (
    CODE,
    FOLDER,
    ReleaseManifest,
    Status,
    manifest_bytes,
    manifest_name,
    read_release,
    releases,
)
from governance.release.note import Note, note_bytes, note_facts, note_name, read_note, skeleton
from governance.release.rules_documents import LAUNCHER
from governance.release.subject import Subject
from records import Rejected, read_regular

MAX_BYTES = 64 << 20


@dataclass(frozen=True, kw_only=True, slots=True)
class Built:
    """What would be written: the manifest, the note, and which of the two files that changes (name to bytes)."""

    manifest: ReleaseManifest
    note: Note
    changes: dict[str, bytes]


def build(subject: Subject, *, version: str, date: str) -> Built:
    """The release of a corpus as it is. Raises Rejected where the corpus is unsound or the version cannot be this one.

    `date` is the day of the release; a rebuilt manifest that would only differ in it keeps the old one.
    """
    verdict = check_release(subject, BEFORE_DOCUMENTS)
    _require_sound(verdict)
    if (subject.root / FOLDER).is_symlink():
        raise Rejected([finding(CODE, FOLDER, "", "a folder of the corpus is expected, not a link to another place")])
    if subject.is_empty:
        raise Rejected([finding(CODE, manifest_name(version), "", "there is no task yet that could be released")])
    older = _before(subject.root, version)
    _require_version(subject, version, older)
    made = manifest_of(subject, version=version, date=date, status=verdict.activation_status, older=older)
    made = _kept(subject.root, made)
    note = _note(subject.root, made)
    files = {manifest_name(version): manifest_bytes(made), note_name(version): note_bytes(note)}
    changes = {name: data for name, data in files.items() if _current(subject.root / name) != data}
    return Built(manifest=made, note=note, changes=changes)


def _require_sound(verdict: Verdict) -> None:
    broken = [result for result in verdict.structural if not result.holds]
    broken += [result for result in verdict.activation if verdict.overclaimed and not result.holds]
    if broken:
        faults = [one for result in broken for one in result.findings]
        unjudged = [
            finding("G_UNJUDGED", one.rule, "", f"not judged: {one.unjudged}") for one in broken if one.unjudged
        ]
        raise Rejected(faults or unjudged)


def _before(root: Path, version: str) -> tuple[ReleaseManifest, ...]:
    older = [name for name in releases(root) if Version.of(name) < Version.of(version)]
    return (read_release(root, older[-1]),) if older else ()


def _require_version(subject: Subject, version: str, older: tuple[ReleaseManifest, ...]) -> None:
    data = subject.identity.need().version
    if not fits(data, version):
        message = f"{version} is no release of data of version {data}: the same version or a later patch is expected"
        raise Rejected([finding(CODE, manifest_name(version), "/version", message)])
    change = change_since(subject, version, older)
    if change and not change.allows(older[-1].version, version):
        reasons = "; ".join(change.reasons)
        message = f"{older[-1].version} to {version} is less than a {change.kind.value} change: {reasons}"
        raise Rejected([finding("G_VERSION_CLASS", manifest_name(version), "/version", message)])
    newer = [name for name in releases(subject.root) if Version.of(name) > Version.of(version)]
    if newer:
        message = f"{newer[-1]} was released already; an older release is not built again"
        raise Rejected([finding(CODE, manifest_name(version), "/version", message)])


def _kept(root: Path, made: ReleaseManifest) -> ReleaseManifest:
    """The manifest that is there if it says the same; an active one is never replaced by another."""
    if made.version not in releases(root):
        return made
    there = read_release(root, made.version)
    if replace(made, date=there.date) == there:
        return there
    fixed = {name: getattr(there, name) for name in ("date", *LAUNCHER)}
    if there.status is not Status.CALIBRATING and replace(made, **fixed) == there:
        return there  # the launcher moved on; the release is about the one it fixed
    if there.status is not Status.CALIBRATING:
        said = f"{there.version} was released as {there.status.value} and is never replaced"
        message = f"{said}; release what changed as a new version"
        raise Rejected([finding(CODE, manifest_name(there.version), "", message)])
    return made


def _note(root: Path, made: ReleaseManifest) -> Note:
    if _current(root / note_name(made.version)) is None:
        return skeleton(made)
    return replace(read_note(root, made.version), facts=note_facts(made))


def _current(path: Path) -> bytes | None:
    try:
        return read_regular(path, max_bytes=MAX_BYTES)
    except FileNotFoundError:
        return None
