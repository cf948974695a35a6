"""Which corpus root may be filled with private items: one that says so, outside the public repository.

Invariant: nothing is minted into a public corpus, and nothing private into the repository.
"""

from __future__ import annotations

from pathlib import Path

from governance.corpus import IDENTITY_FILE, Identity, read_identity
from governance.private.place import require_outside
from records import Finding, Rejected

CODE = "G_ROLE"
OPTION = "--corpus-root"


def require_mintable(root: Path) -> Identity:
    """The identity of a private corpus root.

    Raises Rejected G_ROLE for another role, G_PLACE for a root inside the repository or open to other users.
    """
    identity = read_identity(root)
    if not identity.is_private:
        message = f"the role is {identity.role}; only a private held-out corpus is minted from a secret key"
        raise Rejected([Finding(code=CODE, where=f"{IDENTITY_FILE}:/role", message=message)])
    require_outside(root, option=OPTION, versioned=True)
    if root.stat().st_mode & 0o077:
        message = "the folder is open to other users; mode 0700 is expected before anything private is written there"
        raise Rejected([Finding(code="G_PLACE", where=OPTION, message=message)])
    return identity
