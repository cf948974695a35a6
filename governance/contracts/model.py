"""The contract of a task: a reference, a starter, and fixtures with the complete outcome that each must have.

Invariant: plain values. A contract holds answers as a prediction row holds them; what they are worth is stated here and
found by the evaluator, and `checking` compares the two.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from evaluator.tasks import Answer
from records import JsonValue, canonical_bytes

SCHEMA_VERSION = 1
FOLDER = "contracts"
TERMS = "contracts/contracts.json"


class FixtureRole(StrEnum):
    """Whether the evaluator must accept the answer."""

    PASSING = "passing"
    REJECTING = "rejecting"


@dataclass(frozen=True, kw_only=True, slots=True)
class Fixture:
    """One answer and the outcome that it must have.

    `criteria` is the complete vector. A rejecting fixture stands there for the criteria that it `names`; others that
    fall with them are `coupled`, each with a reason. `twin` says why its answer may equal an earlier one of the task.
    """

    name: str
    role: FixtureRole
    origin: str
    answer: Answer
    criteria: Mapping[str, bool]
    names: tuple[str, ...]
    coupled: Mapping[str, str]
    twin: str | None

    def to_dict(self) -> dict[str, JsonValue]:
        """The fixture as it stands in a line."""
        value: dict[str, JsonValue] = {
            "name": self.name,
            "role": self.role.value,
            "origin": self.origin,
            "answer": self.answer,
            "criteria": dict(self.criteria),
            "names": list(self.names),
            "coupled": dict(self.coupled),
        }
        return value if self.twin is None else {**value, "twin": self.twin}


@dataclass(frozen=True, kw_only=True, slots=True)
class Contract:
    """Everything that the evaluator must do with one task."""

    task: str
    reference: Answer
    starter: Answer
    fixtures: tuple[Fixture, ...]

    def line(self) -> bytes:
        """The contract as one canonical line, without its line feed."""
        return canonical_bytes(
            {
                "task": self.task,
                "reference": self.reference,
                "starter": self.starter,
                "fixtures": [fixture.to_dict() for fixture in self.fixtures],
            }
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class Origin:
    """Who made answers of this corpus: a name, its version, and how it works, in a few words."""

    id: str
    version: str
    paradigm: str

    def to_dict(self) -> dict[str, JsonValue]:
        """The origin as it stands in contracts.json."""
        return {"version": self.version, "paradigm": self.paradigm}


@dataclass(frozen=True, kw_only=True, slots=True)
class Terms:
    """What all contracts of a corpus share: the evaluator's timeout for one answer, the origins, which made references.

    `digest` is that of the bytes of the fixtures file.
    """

    timeout_ms: int
    reference: str
    origins: Mapping[str, Origin]
    digest: str

    def to_dict(self) -> dict[str, JsonValue]:
        """The terms as contracts.json."""
        return {
            "schema_version": SCHEMA_VERSION,
            "timeout_ms": self.timeout_ms,
            "reference": self.reference,
            "origins": {name: origin.to_dict() for name, origin in self.origins.items()},
            "digest": self.digest,
        }


@dataclass(frozen=True, kw_only=True, slots=True)
class Contracts:
    """The contracts of a corpus as they were read: by task id, in the order of the file."""

    terms: Terms
    lines: Mapping[str, bytes]
    contracts: Mapping[str, Contract]

    def line(self, task: str) -> bytes:
        """The raw line of a task without its line feed: what its digest covers. Raises KeyError."""
        return self.lines[task]

    def of(self, task: str) -> Contract:
        """The contract of a task. Raises KeyError."""
        return self.contracts[task]
