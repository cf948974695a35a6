"""corpus.toml: which corpus a root holds, in which version, in which role, of which kind.

Invariant: an Identity exists only for a file with exactly the known fields; a role is stated, never guessed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from evaluator.tasks import ADAPTERS
from governance.corpus.fields import Fields
from governance.corpus.files import read_toml

IDENTITY_FILE = "corpus.toml"
SCHEMA_VERSION = 1
CODE = "G_IDENTITY"
SLUG = r"[a-z0-9]+(?:[.-][a-z0-9]+)*"
_VERSION = r"(?:0|[1-9][0-9]{0,5})(?:\.(?:0|[1-9][0-9]{0,5})){2}"
LONGEST_ID = 64


class Role(StrEnum):
    """What a corpus may be used to claim."""

    PUBLIC_DEVELOPMENT = "public-development"
    PRIVATE_HELD_OUT = "private-held-out"
    RETIRED = "retired"


class Version(NamedTuple):
    """A semantic version, major.minor.patch; versions compare as their numbers do."""

    major: int
    minor: int
    patch: int

    @classmethod
    def of(cls, text: str) -> Version:
        """From "1.2.3". Raises ValueError for anything else."""
        if not re.fullmatch(_VERSION, text):
            raise ValueError(f"{text!r} is not a version like 1.2.3")
        return cls(*map(int, text.split(".")))

    def __str__(self) -> str:
        return f"{self.major}.{self.minor}.{self.patch}"


@dataclass(frozen=True, kw_only=True, slots=True)
class Identity:
    """Who a corpus is: `id` (a slug), `version` (semantic), its role, its kind (a row of the evaluator's adapters)."""

    id: str
    version: str
    role: Role
    kind: str

    @property
    def is_private(self) -> bool:
        """Whether nothing that names or shows one of its tasks may leave its root."""
        return self.role is Role.PRIVATE_HELD_OUT


def read_identity(root: Path) -> Identity:
    """The identity that corpus.toml of a root declares. Raises Rejected G_IDENTITY."""
    known = frozenset({"schema_version", "id", "version", "role", "kind"})
    fields = Fields(read_toml(root, IDENTITY_FILE, code=CODE), code=CODE, file=IDENTITY_FILE, known=known)
    fields.expect("schema_version", SCHEMA_VERSION)
    name = fields.matching("id", SLUG, "a slug of small letters, digits, dots and hyphens")
    if len(name) > LONGEST_ID:
        fields.complain("id", f"at most {LONGEST_ID} characters are expected")
    version = fields.matching("version", _VERSION, "a semantic version like 1.2.3")
    role = Role(fields.one_of("role", tuple(Role)))
    kind = fields.one_of("kind", tuple(ADAPTERS))
    fields.finish()
    return Identity(id=name, version=version, role=role, kind=kind)


def identity_bytes(identity: Identity) -> bytes:
    """corpus.toml of this identity; `read_identity` is its inverse."""
    lines = [f"schema_version = {SCHEMA_VERSION}"]
    values = {"id": identity.id, "version": identity.version, "role": identity.role.value, "kind": identity.kind}
    lines += [f'{name} = "{value}"' for name, value in values.items()]
    return ("\n".join(lines) + "\n").encode("ascii")
