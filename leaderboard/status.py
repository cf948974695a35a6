"""The words a board uses for an entry. Invariant: these strings are API (CSV, JSON, filters); they never change."""

from __future__ import annotations

from enum import StrEnum


class Status(StrEnum):
    """What stands behind a score: who ran the system, and whether anybody else could."""

    CONTROL = "control"
    SELF_REPORTED = "self-reported"
    MAINTAINER_RUN = "maintainer-run"
    REPRODUCED = "reproduced"


class Standing(StrEnum):
    """Where an accepted record stands now. A voided record is not on a board; a retracted one leaves a tombstone."""

    LISTED = "listed"
    DISPUTED = "disputed"
    RETRACTED = "retracted"
    VOIDED = "voided"
