"""What is submitted: the system, its source, the components of its inference path, its resources.

Invariant: `architecture.components` is the whole inference path, from question to label.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Track(StrEnum):
    """closed-book: code and fitted parameters only. offline-retrieval: local corpora or indices, each identified."""

    CLOSED_BOOK = "closed-book"
    OFFLINE_RETRIEVAL = "offline-retrieval"


class ResourceKind(StrEnum):
    """What a resource is. Corpora and indices belong to the offline-retrieval track alone."""

    CORPUS = "corpus"
    INDEX = "index"
    SYMBOLIC_LIBRARY = "symbolic-library"


@dataclass(frozen=True, kw_only=True, slots=True)
class System:
    """The name under which it stands on the board. `organisation` and `homepage` are None when not given."""

    name: str
    version: str
    description: str
    organisation: str | None = None
    homepage: str | None = None

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> System:
        """From an object that has the shape of the schema."""
        return cls(
            name=data["name"],
            version=data["version"],
            description=data["description"],
            organisation=data.get("organisation"),
            homepage=data.get("homepage"),
        )

    def to_dict(self) -> dict[str, Any]:
        """The object as it stands in a document; optional fields that were not given stay away."""
        data: dict[str, Any] = {"name": self.name, "version": self.version, "description": self.description}
        if self.organisation is not None:
            data["organisation"] = self.organisation
        if self.homepage is not None:
            data["homepage"] = self.homepage
        return data


@dataclass(frozen=True, kw_only=True, slots=True)
class Source:
    """Where the exact code of this run can be read: repository URL, commit id (40 or 64 hex digits), SPDX licence."""

    url: str
    revision: str
    licence: str
    closed_source: bool

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Source:
        """From an object that has the shape of the schema."""
        return cls(
            url=data["url"],
            revision=data["revision"],
            licence=data["licence"],
            closed_source=data["closed_source"],
        )

    def to_dict(self) -> dict[str, Any]:
        """The object as it stands in a document."""
        return {
            "url": self.url,
            "revision": self.revision,
            "licence": self.licence,
            "closed_source": self.closed_source,
        }


@dataclass(frozen=True, kw_only=True, slots=True)
class Component:
    """One part of the inference path; `kind` is an eligible kind of the schema."""

    name: str
    kind: str
    learned: bool
    description: str

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Component:
        """From an object that has the shape of the schema."""
        return cls(name=data["name"], kind=data["kind"], learned=data["learned"], description=data["description"])

    def to_dict(self) -> dict[str, Any]:
        """The object as it stands in a document."""
        return {"name": self.name, "kind": self.kind, "learned": self.learned, "description": self.description}


@dataclass(frozen=True, kw_only=True, slots=True)
class Architecture:
    """How the components work together, and the statement that none of them is neural."""

    summary: str
    components: tuple[Component, ...]
    non_neural: bool

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Architecture:
        """From an object that has the shape of the schema."""
        return cls(
            summary=data["summary"],
            components=tuple(map(Component.from_dict, data["components"])),
            non_neural=data["non_neural"],
        )

    def to_dict(self) -> dict[str, Any]:
        """The object as it stands in a document."""
        return {
            "summary": self.summary,
            "components": [component.to_dict() for component in self.components],
            "non_neural": self.non_neural,
        }


@dataclass(frozen=True, kw_only=True, slots=True)
class Resource:
    """One corpus, index or symbolic library used at inference; `bytes` is its size."""

    kind: ResourceKind
    name: str
    version: str
    sha256: str
    bytes: int
    licence: str

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Resource:
        """From an object that has the shape of the schema."""
        return cls(
            kind=ResourceKind(data["kind"]),
            name=data["name"],
            version=data["version"],
            sha256=data["sha256"],
            bytes=data["bytes"],
            licence=data["licence"],
        )

    def to_dict(self) -> dict[str, Any]:
        """The object as it stands in a document."""
        return {
            "kind": self.kind.value,
            "name": self.name,
            "version": self.version,
            "sha256": self.sha256,
            "bytes": self.bytes,
            "licence": self.licence,
        }
