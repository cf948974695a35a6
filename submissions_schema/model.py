"""A submission as a typed record, and the one byte form that is stored, sent and digested.

Invariant: rows are held sorted by id (their order carries no meaning), so equal content has equal canonical bytes
whatever the order of keys and rows in the file it came from. Nothing else is changed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from records import canonical_bytes, sha256_hex
from submissions_schema.contract import DOCUMENT_SCHEMA
from submissions_schema.disclosure import Provenance, TestExposure
from submissions_schema.predictions import Prediction, rows_by_id
from submissions_schema.preview import Preview
from submissions_schema.reproduction import Hardware, Reproduction, RuntimeMs
from submissions_schema.schedule_rows import InputMode, SchedulePrediction, schedules_by_id
from submissions_schema.system import Architecture, Resource, Source, System, Track


@dataclass(frozen=True, kw_only=True, slots=True)
class Submission:
    """One submission to a suite. Made by `read_submission`, or from a dict that has been judged already.

    A document with `input_mode` has schedules as its rows and no labels; one without has labels and no schedules.
    """

    suite: str
    test_sha256: str
    submitted_by: str
    system: System
    source: Source
    architecture: Architecture
    track: Track
    resources: tuple[Resource, ...]
    provenance: Provenance
    test_exposure: TestExposure
    reproduction: Reproduction
    hardware: Hardware
    runtime_ms: RuntimeMs
    agreement: bool
    predictions: tuple[Prediction, ...]
    preview: Preview | None = None
    input_mode: InputMode | None = None
    schedules: tuple[SchedulePrediction, ...] = ()

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Submission:
        """From a document that has the shape of the schema (`read_submission` judges it; this does not)."""
        return cls(
            suite=data["suite"],
            test_sha256=data["test_sha256"],
            submitted_by=data["submitted_by"],
            system=System.from_dict(data["system"]),
            source=Source.from_dict(data["source"]),
            architecture=Architecture.from_dict(data["architecture"]),
            track=Track(data["track"]),
            resources=tuple(map(Resource.from_dict, data["resources"])),
            provenance=Provenance.from_dict(data["provenance"]),
            test_exposure=TestExposure.from_dict(data["test_exposure"]),
            reproduction=Reproduction.from_dict(data["reproduction"]),
            hardware=Hardware.from_dict(data["hardware"]),
            runtime_ms=RuntimeMs.from_dict(data["runtime_ms"]),
            agreement=data["agreement"],
            predictions=() if "input_mode" in data else rows_by_id(data["predictions"]),
            preview=Preview.from_dict(data["preview"]) if "preview" in data else None,
            input_mode=InputMode(data["input_mode"]) if "input_mode" in data else None,
            schedules=schedules_by_id(data["predictions"]) if "input_mode" in data else (),
        )

    def to_dict(self) -> dict[str, Any]:
        """The document as plain JSON values, rows sorted by id."""
        data: dict[str, Any] = {
            "schema": DOCUMENT_SCHEMA,
            "suite": self.suite,
            "test_sha256": self.test_sha256,
            "submitted_by": self.submitted_by,
            "system": self.system.to_dict(),
            "source": self.source.to_dict(),
            "architecture": self.architecture.to_dict(),
            "track": self.track.value,
            "resources": [resource.to_dict() for resource in self.resources],
            "provenance": self.provenance.to_dict(),
            "test_exposure": self.test_exposure.to_dict(),
            "reproduction": self.reproduction.to_dict(),
            "hardware": self.hardware.to_dict(),
            "runtime_ms": self.runtime_ms.to_dict(),
            "agreement": self.agreement,
            "predictions": [row.to_dict() for row in (self.schedules or self.predictions)],
        }
        if self.input_mode is not None:
            data["input_mode"] = self.input_mode.value
        if self.preview is not None:
            data["preview"] = self.preview.to_dict()
        return data

    def canonical(self) -> bytes:
        """The bytes that are stored and sent: canonical JSON, no final newline."""
        return canonical_bytes(self.to_dict())

    @property
    def sha256(self) -> str:
        """SHA-256 (64 hex digits) of the canonical bytes: the submission's name everywhere."""
        return sha256_hex(self.canonical())
