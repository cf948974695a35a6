"""Private held-out corpora: where they may lie, what an empty one holds, their plan, their key, their silence."""

from governance.private.discretion import Discretion, Muffled, is_private
from governance.private.minting import require_mintable
from governance.private.place import require_outside
from governance.private.plan import PLAN, has_items, plan_findings
from governance.private.secret import Secret, read_secret
from governance.private.template import create

__all__ = [
    "PLAN",
    "Discretion",
    "Muffled",
    "Secret",
    "create",
    "has_items",
    "is_private",
    "plan_findings",
    "read_secret",
    "require_mintable",
    "require_outside",
]
