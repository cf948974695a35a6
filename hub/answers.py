"""What the client answers with: plain values, never a type of huggingface_hub.

Invariant: text in these records was written by others; it is data, and whoever shows it escapes it.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class Identity:
    """Whose token it is; `organisations` are (name, role) pairs."""

    name: str
    fullname: str
    organisations: tuple[tuple[str, str], ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class PullRef:
    """A pull request that carries a file; `head` is its commit.

    `existed` says that it was open before; `found_after_error` that opening it failed and it was there all the same.
    """

    number: int
    url: str
    head: str
    existed: bool = False
    found_after_error: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class PullSummary:
    """One pull request; `status` is draft, open, closed or merged, `created` RFC 3339 in UTC, `head` may be empty."""

    number: int
    title: str
    author: str
    created: str
    status: str
    url: str
    draft: bool
    head: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ChangedFile:
    """A path that the pull request changes; `kind` is added, modified or deleted (a rename is one of each)."""

    path: str
    kind: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Comment:
    """One comment, raw; `created` RFC 3339 in UTC."""

    author: str
    text: str
    created: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Pull:
    """A pull request: summary, what it changes against where it left `main`, its comments, `merge_oid` when merged."""

    summary: PullSummary
    files: tuple[ChangedFile, ...]
    comments: tuple[Comment, ...]
    merge_oid: str | None
