"""The protocol schemas under which results may be published: what a study must have kept to, as data with a digest.

Invariant: a published protocol never changes; another wording of a term is another version. A release manifest names
one by name, version and digest, and publication checks compare studies with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from records import JsonValue, canonical_bytes, digest


@dataclass(frozen=True, kw_only=True, slots=True)
class ProtocolSchema:
    """One protocol by name and version. `digest` covers its terms."""

    name: str
    version: str
    digest: str

    def to_dict(self) -> dict[str, JsonValue]:
        """The three fields as JSON data."""
        return {"name": self.name, "version": self.version, "digest": self.digest}

    def __str__(self) -> str:
        return f"{self.name} {self.version}"


@dataclass(frozen=True, kw_only=True, slots=True)
class Protocol:
    """A protocol schema with its terms."""

    name: str
    version: str
    terms: Mapping[str, JsonValue] = field(hash=False)

    @property
    def schema(self) -> ProtocolSchema:
        """What a release manifest says of it."""
        covered = {"name": self.name, "version": self.version, "terms": dict(self.terms)}
        return ProtocolSchema(name=self.name, version=self.version, digest=digest(canonical_bytes(covered)))


RUN_PROTOCOL = Protocol(
    name="nnai-run-protocol",
    version="1",
    terms={
        "study_schema": 3,
        "scoring_schema": "criteria-v2",
        "profile": "linux-bwrap-v1",
        "inputs": ["test.questions.jsonl", "train.jsonl", "validation.jsonl"],
        "order": "the tasks of each trial are shuffled from a recorded seed",
        "attempts": "every attempt stands in the ledger; a failure of the infrastructure is invalid or incomplete",
        "outcomes": "a timeout, crash or broken output of the system itself is a valid failure",
        "completeness": "every task has one valid observation in every trial",
    },
)
PROTOCOLS: Mapping[tuple[str, str], Protocol] = {(one.name, one.version): one for one in (RUN_PROTOCOL,)}
"""Every protocol that was ever published, by name and version."""
