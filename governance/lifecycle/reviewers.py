"""`corpus/reviewers.toml`, schema 1: who may decide anything about the tasks of a corpus, and in which period.

Invariant: a decision counts only when its reviewer held a role on the day of the decision.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from governance.corpus import Fields, Governed, finding, read_toml
from governance.lifecycle.toml_text import entry
from records import Rejected, pointer, printable

REVIEWERS = "corpus/reviewers.toml"
SCHEMA = 1
CODE = "G_REVIEWERS"
_ID = r"[a-z0-9][a-z0-9._-]{0,63}"


class ReviewerRole(StrEnum):
    """Both may decide: a maintainer of the project, or the operator of a corpus of their own."""

    MAINTAINER = "maintainer"
    OPERATOR = "operator"


@dataclass(frozen=True, kw_only=True, slots=True)
class Reviewer:
    """A person in a role from one day on, up to and including another where that has ended."""

    id: str
    role: ReviewerRole
    since: date
    until: date | None = None

    def held(self, day: date) -> bool:
        """Whether the person held the role on that day."""
        return self.since <= day and (self.until is None or day <= self.until)


@dataclass(frozen=True, kw_only=True, slots=True)
class Reviewers:
    """Everybody who may or once could decide; one person may stand there with several periods."""

    people: tuple[Reviewer, ...]

    def objection(self, reviewer: str, day: date) -> str | None:
        """Why somebody could not decide on that day, None where they could."""
        periods = [one for one in self.people if one.id == reviewer]
        if not periods:
            return f"{printable(reviewer)} does not stand in {REVIEWERS}"
        if not any(one.held(day) for one in periods):
            return f"{printable(reviewer)} held no role on {day}"
        return None


def read_reviewers(governed: Governed) -> Reviewers:
    """The reviewers of a corpus. Raises Rejected naming every misfit of the file."""
    table = read_toml(governed.root, REVIEWERS, code=CODE)
    fields = Fields(table, code=CODE, file=REVIEWERS, known=frozenset({"schema_version", "reviewers"}))
    fields.expect("schema_version", SCHEMA)
    people = []
    for number, value in enumerate(fields.items("reviewers")):
        try:
            people.append(_reviewer(value, pointer("reviewers", number)))
        except Rejected as error:
            fields.absorb(error)
    fields.finish()
    return Reviewers(people=tuple(people))


def reviewers_bytes(reviewers: Reviewers) -> bytes:
    """The registry as its file."""
    text = f"schema_version = {SCHEMA}\n"
    if not reviewers.people:
        return (text + entry("reviewers", ())).encode()
    for one in reviewers.people:
        text += "\n[[reviewers]]\n" + entry("id", one.id) + entry("role", one.role) + entry("since", one.since)
        text += entry("until", one.until) if one.until else ""
    return text.encode()


def may_decide(reviewers: Reviewers, reviewer: str, day: date) -> None:
    """Raise Rejected G_REVIEWER where this person may not decide on that day."""
    objection = reviewers.objection(reviewer, day)
    if objection:
        raise Rejected([finding("G_REVIEWER", REVIEWERS, "", objection)])


def _reviewer(value: object, at: str) -> Reviewer:
    known, optional = frozenset({"id", "role", "since"}), frozenset({"until"})
    fields = Fields(value, code=CODE, file=REVIEWERS, at=at, known=known, optional=optional)
    made = Reviewer(
        id=fields.matching("id", _ID, "a name of small letters, digits, dots and dashes"),
        role=ReviewerRole(fields.one_of("role", tuple(ReviewerRole))),
        since=date.fromisoformat(fields.day("since")),
        until=date.fromisoformat(fields.day("until")) if "until" in fields else None,
    )
    if made.until and made.until < made.since:
        fields.complain("until", f"{made.until} lies before {made.since}")
    fields.finish()
    return made
