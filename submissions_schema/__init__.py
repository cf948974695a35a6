"""Submissions: the wire contract of a submission, its strict reader and its typed records.

Facts of a suite (ids, test digest, size limit) are passed in as a SuiteContract; nothing here opens a corpus.
"""

from submissions_schema.codes import FINDING_ORDER, STAGE_OF, order_key
from submissions_schema.contract import DOCUMENT_SCHEMA, InstanceNames, RowKind, SuiteContract
from submissions_schema.disclosure import Answer, AuthoredCode, AuthoredFile, Disclosure, Provenance, TestExposure
from submissions_schema.model import Submission
from submissions_schema.predictions import ABSTAIN, LABELS, Prediction, predictions_sha256
from submissions_schema.preview import Cell, Preview
from submissions_schema.reader import Upload, read_submission, read_upload
from submissions_schema.reproduction import Commands, Environment, Hardware, Reproduction, RuntimeMs
from submissions_schema.schedule_rows import (
    Assignment,
    InputMode,
    SchedulePrediction,
    schedules_by_id,
    schedules_sha256,
)
from submissions_schema.system import Architecture, Component, Resource, ResourceKind, Source, System, Track

__all__ = [
    "ABSTAIN",
    "DOCUMENT_SCHEMA",
    "FINDING_ORDER",
    "LABELS",
    "STAGE_OF",
    "Answer",
    "Architecture",
    "Assignment",
    "AuthoredCode",
    "AuthoredFile",
    "Cell",
    "Commands",
    "Component",
    "Disclosure",
    "Environment",
    "Hardware",
    "InputMode",
    "InstanceNames",
    "Prediction",
    "Preview",
    "Provenance",
    "Reproduction",
    "Resource",
    "ResourceKind",
    "RowKind",
    "RuntimeMs",
    "SchedulePrediction",
    "Source",
    "Submission",
    "SuiteContract",
    "System",
    "TestExposure",
    "Track",
    "Upload",
    "order_key",
    "predictions_sha256",
    "read_submission",
    "read_upload",
    "schedules_by_id",
    "schedules_sha256",
]
