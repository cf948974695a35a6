"""The approval of a retirement: who approved on which day that what of a private corpus is published, and why.

Invariant: an approval names this corpus in this version, comes from somebody who may decide on that day, and releases
the whole history: "operators publish retired prompts, starters, references, evaluator history, and contract fixtures".
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from pathlib import Path

from governance.corpus import Fields, Governed, read_toml
from governance.lifecycle import may_decide, read_reviewers
from records import Rejected

CODE = "P_APPROVAL"
FILE = "approval"
SCHEMA_VERSION = 1
WHOLE_HISTORY = ("prompts", "starters", "references", "evaluator-history", "contract-fixtures")
BESIDES = ("studies", "publications")
"""What may be published besides, where the approval names it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Approval:
    """One approval. `what` are words of WHOLE_HISTORY and BESIDES."""

    approved_by: str
    date: date
    what: tuple[str, ...]
    reason: str


def read_approval(path: Path, governed: Governed) -> Approval:
    """The approval in a TOML file. Raises Rejected with all that is wrong with it, or where it may not be given."""
    known = frozenset({"schema_version", "corpus", "version", "approved_by", "date", "what", "reason"})
    try:
        table = read_toml(path.parent, path.name, code=CODE)
    except Rejected as error:
        raise Rejected([type(one)(code=CODE, where=FILE, message=one.message) for one in error.findings]) from None
    fields = Fields(table, code=CODE, file=FILE, known=known)
    fields.expect("schema_version", SCHEMA_VERSION)
    fields.expect("corpus", governed.identity.id)
    fields.expect("version", governed.identity.version)
    approval = Approval(
        approved_by=fields.text("approved_by", longest=100),
        date=date.fromisoformat(fields.day("date")),
        what=fields.texts("what"),
        reason=fields.text("reason"),
    )
    if missing := [word for word in WHOLE_HISTORY if word not in approval.what]:
        fields.complain("what", f"the full history is published or nothing; missing: {', '.join(missing)}")
    if set(approval.what) - {*WHOLE_HISTORY, *BESIDES}:
        fields.complain("what", f"only {', '.join((*WHOLE_HISTORY, *BESIDES))} can be approved")
    fields.finish()
    may_decide(read_reviewers(governed), approval.approved_by, approval.date)
    return approval
