"""How the run can be repeated offline, on what machine it was made, and how long it took.

Invariant: times are integer milliseconds and never take part in ranking.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, kw_only=True, slots=True)
class Environment:
    """The lock file that pins the environment: its path in the repository and its SHA-256 (64 hex digits)."""

    file: str
    sha256: str

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Environment:
        """From an object that has the shape of the schema."""
        return cls(file=data["file"], sha256=data["sha256"])

    def to_dict(self) -> dict[str, Any]:
        """The object as it stands in a document."""
        return {"file": self.file, "sha256": self.sha256}


@dataclass(frozen=True, kw_only=True, slots=True)
class Commands:
    """One shell line each; they run without network."""

    fit: str
    predict: str
    evaluate: str

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Commands:
        """From an object that has the shape of the schema."""
        return cls(fit=data["fit"], predict=data["predict"], evaluate=data["evaluate"])

    def to_dict(self) -> dict[str, Any]:
        """The object as it stands in a document."""
        return {"fit": self.fit, "predict": self.predict, "evaluate": self.evaluate}


@dataclass(frozen=True, kw_only=True, slots=True)
class Reproduction:
    """Everything needed to repeat the run; `deterministic` promises the same predictions every time."""

    environment: Environment
    commands: Commands
    seed: int
    deterministic: bool

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Reproduction:
        """From an object that has the shape of the schema."""
        return cls(
            environment=Environment.from_dict(data["environment"]),
            commands=Commands.from_dict(data["commands"]),
            seed=data["seed"],
            deterministic=data["deterministic"],
        )

    def to_dict(self) -> dict[str, Any]:
        """The object as it stands in a document."""
        return {
            "environment": self.environment.to_dict(),
            "commands": self.commands.to_dict(),
            "seed": self.seed,
            "deterministic": self.deterministic,
        }


@dataclass(frozen=True, kw_only=True, slots=True)
class Hardware:
    """The machine of this run, in the submitter's words."""

    cpu: str
    memory: str
    os: str

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Hardware:
        """From an object that has the shape of the schema."""
        return cls(cpu=data["cpu"], memory=data["memory"], os=data["os"])

    def to_dict(self) -> dict[str, Any]:
        """The object as it stands in a document."""
        return {"cpu": self.cpu, "memory": self.memory, "os": self.os}


@dataclass(frozen=True, kw_only=True, slots=True)
class RuntimeMs:
    """Milliseconds of inference (all modules, all questions), of preprocessing, of index building."""

    inference: int
    preprocessing: int
    index_build: int

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> RuntimeMs:
        """From an object that has the shape of the schema."""
        return cls(inference=data["inference"], preprocessing=data["preprocessing"], index_build=data["index_build"])

    def to_dict(self) -> dict[str, Any]:
        """The object as it stands in a document."""
        return {
            "inference": self.inference,
            "preprocessing": self.preprocessing,
            "index_build": self.index_build,
        }
