"""corpus/known-issues.toml, schema 1: what is known to be wrong with tasks and not mended yet. It may be absent.

Invariant: an open issue never makes a check pass: an entry that asks for a skip is itself what release-check rejects,
until the issue is closed or its task leaves active scoring.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from governance.corpus import Fields, read_toml
from records import Rejected, pointer

ISSUES = "corpus/known-issues.toml"
SCHEMA_VERSION = 1
CODE = "G_ISSUE"


@dataclass(frozen=True, kw_only=True, slots=True)
class Issue:
    """One known issue of a task: since when, what, whether its contract cases are wished away, and if it is closed."""

    task: str
    date: str
    text: str
    skip: bool
    closed: bool


def read_issues(root: Path) -> tuple[Issue, ...]:
    """All known issues of a root. Raises Rejected G_ISSUE naming every misfit."""
    if not (root / ISSUES).exists() and not (root / ISSUES).is_symlink():
        return ()
    known = frozenset({"schema_version", "issues"})
    fields = Fields(read_toml(root, ISSUES, code=CODE), code=CODE, file=ISSUES, known=known)
    fields.expect("schema_version", SCHEMA_VERSION)
    issues = []
    for number, value in enumerate(fields.items("issues")):
        try:
            issues.append(_issue(value, pointer("issues", number)))
        except Rejected as error:
            fields.absorb(error)
    fields.finish()
    return tuple(issues)


def _issue(value: object, at: str) -> Issue:
    known = frozenset({"task", "date", "text", "skip", "closed"})
    fields = Fields(value, code=CODE, file=ISSUES, at=at, known=known)
    made = Issue(
        task=fields.text("task"),
        date=fields.day("date"),
        text=fields.text("text"),
        skip=fields.truth("skip"),
        closed=fields.truth("closed"),
    )
    fields.finish()
    return made
