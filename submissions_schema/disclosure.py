"""What a submitter says about origins and exposure: neural assistance, authored code, what was seen of the test.

Invariant: `unknown` is an answer of its own, never a blank and never read as `none`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Answer(StrEnum):
    """The answer to one question of the disclosures. DISCLOSED is used by provenance, DECLARED by everything else."""

    NONE = "none"
    DISCLOSED = "disclosed"
    DECLARED = "declared"
    UNKNOWN = "unknown"


@dataclass(frozen=True, kw_only=True, slots=True)
class Disclosure:
    """An answer and its explanation (empty unless there is something to explain)."""

    status: Answer
    text: str

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Disclosure:
        """From an object that has the shape of the schema."""
        return cls(status=Answer(data["status"]), text=data["text"])

    def to_dict(self) -> dict[str, Any]:
        """The object as it stands in a document."""
        return {"status": self.status.value, "text": self.text}


@dataclass(frozen=True, kw_only=True, slots=True)
class AuthoredFile:
    """One file of the repository with task-specific code, and how many of its lines are."""

    path: str
    lines: int

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> AuthoredFile:
        """From an object that has the shape of the schema."""
        return cls(path=data["path"], lines=data["lines"])

    def to_dict(self) -> dict[str, Any]:
        """The object as it stands in a document."""
        return {"path": self.path, "lines": self.lines}


@dataclass(frozen=True, kw_only=True, slots=True)
class AuthoredCode:
    """Whether a person wrote code or rules for these tasks, and in which files."""

    status: Answer
    files: tuple[AuthoredFile, ...]

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> AuthoredCode:
        """From an object that has the shape of the schema."""
        return cls(status=Answer(data["status"]), files=tuple(map(AuthoredFile.from_dict, data["files"])))

    def to_dict(self) -> dict[str, Any]:
        """The object as it stands in a document."""
        return {"status": self.status.value, "files": [file.to_dict() for file in self.files]}


@dataclass(frozen=True, kw_only=True, slots=True)
class Provenance:
    """Where fitted parameters, tables and code come from."""

    training_data: str
    static_artifacts: str
    neural_assistance: Disclosure
    authored_code: AuthoredCode

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Provenance:
        """From an object that has the shape of the schema."""
        return cls(
            training_data=data["training_data"],
            static_artifacts=data["static_artifacts"],
            neural_assistance=Disclosure.from_dict(data["neural_assistance"]),
            authored_code=AuthoredCode.from_dict(data["authored_code"]),
        )

    def to_dict(self) -> dict[str, Any]:
        """The object as it stands in a document."""
        return {
            "training_data": self.training_data,
            "static_artifacts": self.static_artifacts,
            "neural_assistance": self.neural_assistance.to_dict(),
            "authored_code": self.authored_code.to_dict(),
        }


@dataclass(frozen=True, kw_only=True, slots=True)
class TestExposure:
    """What the system or its authors have seen of the test. `test_runs` counts runs on the test, this one included."""

    __test__ = False  # pytest collects classes by this prefix

    items: Disclosure
    labels: Disclosure
    generator_details: Disclosure
    tuning_across_test_runs: Disclosure
    test_runs: int
    test_adapted: bool
    template_informed: bool

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> TestExposure:
        """From an object that has the shape of the schema."""
        return cls(
            items=Disclosure.from_dict(data["items"]),
            labels=Disclosure.from_dict(data["labels"]),
            generator_details=Disclosure.from_dict(data["generator_details"]),
            tuning_across_test_runs=Disclosure.from_dict(data["tuning_across_test_runs"]),
            test_runs=data["test_runs"],
            test_adapted=data["test_adapted"],
            template_informed=data["template_informed"],
        )

    def to_dict(self) -> dict[str, Any]:
        """The object as it stands in a document."""
        return {
            "items": self.items.to_dict(),
            "labels": self.labels.to_dict(),
            "generator_details": self.generator_details.to_dict(),
            "tuning_across_test_runs": self.tuning_across_test_runs.to_dict(),
            "test_runs": self.test_runs,
            "test_adapted": self.test_adapted,
            "template_informed": self.template_informed,
        }
