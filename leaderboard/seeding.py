"""The local mode's state starts as a copy of the published one and follows it as long as it can (ADR 3).

Invariant: a local decision is never lost. Where both logs moved on, the local one stays and the caller is told.
"""

from __future__ import annotations

from enum import StrEnum

from leaderboard.state import LOG_NAME, State
from records import write_atomic


class Seeding(StrEnum):
    """What seeding did."""

    UNCHANGED = "unchanged"
    SEEDED = "seeded from the published state"
    FORWARD = "brought forward to the published state"
    AHEAD = "ahead of the published state"
    DIVERGED = "diverged from the published state; local decisions are kept and new published ones are not shown"


def seed_state(source: State, target: State) -> Seeding:
    """Bring `target` forward to `source` where its log is a prefix of the source's; the caller holds the target's lock.

    Records and evidence are copied first and the log last, so that a log never names what is not there.
    """
    published, local = _log_bytes(source), _log_bytes(target)
    if published == local:
        _copy_missing(source, target)
        return Seeding.UNCHANGED
    if local.startswith(published):
        _copy_missing(source, target)
        return Seeding.AHEAD
    if not published.startswith(local):
        return Seeding.DIVERGED
    _copy_missing(source, target)
    write_atomic(target.root / LOG_NAME, published)
    for csv in sorted(source.root.glob("*.csv")):
        write_atomic(target.root / csv.name, csv.read_bytes())
    return Seeding.FORWARD if local else Seeding.SEEDED


def _log_bytes(state: State) -> bytes:
    """The whole lines of a log: a torn tail was never acknowledged."""
    data = state.log_path.read_bytes() if state.log_path.exists() else b""
    return data[: data.rfind(b"\n") + 1]


def _copy_missing(source: State, target: State) -> None:
    for kind in ("records", "evidence", "held-out"):
        for path in sorted((source.root / kind).glob("*/[0-9a-f]*.json")):
            copy = target.root / path.relative_to(source.root)
            if not copy.exists():
                write_atomic(copy, path.read_bytes())
