"""releases/<version>.md: what people read of a release: facts that a tool fills in, and words that a person writes.

Invariant: the facts stand between two marks and are data's alone; the words around them are never touched by a tool.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from governance.corpus import finding
from governance.release.manifest import FOLDER, ReleaseManifest
from records import Rejected, read_regular

CODE = "G_NOTE"
BEGIN, END = "<!-- facts: written by bench.py release-build -->", "<!-- end of facts -->"
TO_WRITE = "(what changed, for whom, and what it does not mean: write it here)"
MAX_BYTES = 1 << 20


@dataclass(frozen=True, kw_only=True, slots=True)
class Note:
    """One note: the file's name in the root, the facts as lines, and the words of the people around them."""

    name: str
    facts: tuple[str, ...]
    before: str
    after: str

    @property
    def is_written(self) -> bool:
        """Whether somebody wrote what the release is about: the place for it holds words of their own."""
        return TO_WRITE not in self.after and any(
            line.strip() and not line.lstrip().startswith("#") for line in self.after.splitlines()
        )


def note_name(version: str) -> str:
    """The note's file, relative to the corpus root."""
    return f"{FOLDER}/{version}.md"


def read_note(root: Path, version: str) -> Note:
    """The note of a version. Raises Rejected G_NOTE where it is missing, unreadable, or has no facts between marks."""
    name = note_name(version)
    try:
        text = read_regular(root / name, max_bytes=MAX_BYTES).decode("utf-8")
    except FileNotFoundError as error:
        message = "the release note is missing; `bench.py release-build` writes its facts"
        raise Rejected([finding(CODE, name, "", message)]) from error
    except (Rejected, UnicodeDecodeError) as error:
        raise Rejected([finding(CODE, name, "", "a plain UTF-8 text is expected")]) from error
    return note_of(name, text)


def note_of(name: str, text: str) -> Note:
    """A note from its text. Raises Rejected G_NOTE without exactly one pair of marks."""
    if text.count(BEGIN) != 1 or text.count(END) != 1 or text.index(BEGIN) > text.index(END):
        raise Rejected([finding(CODE, name, "", f"facts between {BEGIN} and {END} are expected once")])
    before, _, rest = text.partition(BEGIN)
    facts, _, after = rest.partition(END)
    return Note(name=name, facts=tuple(facts.strip().splitlines()), before=before, after=after)


def note_bytes(note: Note) -> bytes:
    """The note as its file; `note_of` is its inverse."""
    facts = "\n".join(note.facts)
    return f"{note.before}{BEGIN}\n{facts}\n{END}{note.after}".encode()


def skeleton(manifest: ReleaseManifest) -> Note:
    """The note of a release about which nobody wrote anything yet."""
    return Note(
        name=note_name(manifest.version),
        facts=note_facts(manifest),
        before=f"# {manifest.corpus} {manifest.version}\n\n",
        after=f"\n\n## What this release is\n\n{TO_WRITE}\n",
    )


def note_facts(manifest: ReleaseManifest) -> tuple[str, ...]:
    """The facts that a note must state: version, corpus digest, the counts it is about, status and class of change."""
    tasks = sum(manifest.states.values())
    lines = [
        f"- corpus: {manifest.corpus}, {manifest.role.value}, version {manifest.version} of {manifest.date}",
        f"- corpus digest: `{manifest.corpus_digest}`",
        f"- status: {manifest.status.value}",
        f"- tasks: {tasks} ({_counts(manifest.states)})",
        f"- scoring: {manifest.scoring_schema} by {manifest.evaluator}; protocol: {manifest.protocol_schema}",
        f"- contract cases: {manifest.cases}; evidence digest: `{manifest.evidence_digest}`",
        f"- change: {_change(manifest)}",
        "",
        "| category | tasks | active | |",
        "|---|---|---|---|",
    ]
    for name, count in sorted(manifest.categories.items()):
        said = "descriptive only" if count.descriptive_only else ""
        lines.append(f"| {name} | {count.tasks} | {count.active} | {said} |".replace("|  |", "| |"))
    return tuple(lines)


def _counts(states: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {state}" for state, count in states.items() if count) or "none"


def _change(manifest: ReleaseManifest) -> str:
    if manifest.previous is None:
        return "the first release"
    return f"{manifest.change}, after {manifest.previous}"
