"""Publication: what must hold before anything is published of a study, and the one form in which a private one may be.

`check_publication` gathers every reason against a Claim; `redact` makes the bundle of an active private corpus,
`summary` the page of a public one, `retirement` and `write_archive` the end of a private corpus.
"""

from governance.publication.approval import Approval, read_approval
from governance.publication.archive import Archive, gather_archive, require_new, write_archive
from governance.publication.bundle import Public, Redacted, redact, system_of
from governance.publication.claim import Claim, read_claim
from governance.publication.conditions import CONDITIONS, Condition, check_publication
from governance.publication.receipts import Receipt, keep, of_system, receipts
from governance.publication.retirement import retirement
from governance.publication.site import newest, require_public, standing, summary
from governance.publication.suppression import LEAST_OBSERVATIONS, LEAST_TASKS, Group, Selection, safe, select

__all__ = [
    "CONDITIONS",
    "LEAST_OBSERVATIONS",
    "LEAST_TASKS",
    "Approval",
    "Archive",
    "Claim",
    "Condition",
    "Group",
    "Public",
    "Receipt",
    "Redacted",
    "Selection",
    "check_publication",
    "gather_archive",
    "keep",
    "newest",
    "of_system",
    "read_approval",
    "read_claim",
    "receipts",
    "redact",
    "require_new",
    "require_public",
    "retirement",
    "safe",
    "select",
    "standing",
    "summary",
    "system_of",
    "write_archive",
]
