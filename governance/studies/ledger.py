"""The ledger of a study: one line when a launch begins, one when it ends, each flushed before anything else happens.

Invariant: append-only and hash-chained from the plan. A launch that began and has no end was cut off with its launcher;
taking the study up again ends it as incomplete, so that every launch that ever began is accounted for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from pathlib import Path
from typing import Any

from governance.corpus import Fields, finding
from governance.studies.configuration import DIGEST
from governance.studies.plan import MOMENT, Plan
from records import Finding, JsonValue, Rejected, append, digest, read_chain

CODE = "G_STUDY_LEDGER"
LEDGER = "ledger.jsonl"
LONGEST_REASON = 300


class Validity(StrEnum):
    """Whether an attempt measured the system at all. Only valid ones are ever counted."""

    VALID = "valid"
    INVALID = "invalid"
    """The sandbox was not as it must be, or what came back is hostile: nothing can be said about the system."""
    INCOMPLETE = "incomplete"
    """The launcher was cut off before the launch ended."""


class Ending(StrEnum):
    """How a launch ended: the outcome, a separate axis from validity."""

    COMPLETED = "completed"
    BROKEN = "broken-output"
    CRASH = "crash"
    TIMEOUT = "timeout"
    KILLED = "killed-by-limit"
    SANDBOX = "sandbox-invalid"
    LOST = "lost"


VALIDITY = {Ending.SANDBOX: Validity.INVALID, Ending.LOST: Validity.INCOMPLETE}
"""The validity that an ending has; every other one is the system's own, and valid."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Attempt:
    """One launch of one batch of one trial. `number` counts launches from 1 in the order they began.

    `evidence`, `predictions` and `stderr` are digests of raw artifacts, None where there is none. `reason` is for the
    operator and may quote the system; it is never printed.
    """

    number: int
    trial: int
    batch: int
    outcome: Ending
    reason: str
    evidence: str | None
    predictions: str | None
    stderr: str | None
    started: str
    ended: str

    @property
    def validity(self) -> Validity:
        """Follows from the outcome, so that an infrastructure failure can never be counted as a result."""
        return VALIDITY.get(self.outcome, Validity.VALID)

    @property
    def artifacts(self) -> tuple[str, ...]:
        """The digests of its raw artifacts."""
        return tuple(one for one in (self.evidence, self.predictions, self.stderr) if one)

    def to_dict(self) -> dict[str, JsonValue]:
        """As JSON data, with the validity that follows."""
        return {**asdict(self), "outcome": self.outcome.value, "validity": self.validity.value}


@dataclass(frozen=True, kw_only=True, slots=True)
class Begun:
    """A launch that began."""

    number: int
    trial: int
    batch: int
    started: str

    def lost(self, ended: str) -> Attempt:
        """The attempt that it is when its launcher was cut off."""
        return Attempt(
            number=self.number,
            trial=self.trial,
            batch=self.batch,
            outcome=Ending.LOST,
            reason="the launcher was cut off before the launch ended",
            evidence=None,
            predictions=None,
            stderr=None,
            started=self.started,
            ended=ended,
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class Ledger:
    """A ledger as read: what began, what ended (by number), the digest of its last line."""

    begun: tuple[Begun, ...]
    ended: Mapping[int, Attempt]
    head: str
    torn: bool

    @property
    def open(self) -> tuple[Begun, ...]:
        """Launches without an end."""
        return tuple(one for one in self.begun if one.number not in self.ended)

    @property
    def attempts(self) -> tuple[Attempt, ...]:
        """What ended, in the order it began."""
        return tuple(self.ended[number] for number in sorted(self.ended))


def open_ledger(path: Path, plan: Plan) -> None:
    """Write the first line, which names the plan, where there is none yet. The caller holds the study's lock."""
    if read_chain(path).lines:
        return
    append(path, {"event": "plan", "plan": digest(plan.to_bytes())})


def write_begin(path: Path, begun: Begun) -> None:
    """Note that a launch begins."""
    append(path, {"event": "begin", **asdict(begun)})


def write_end(path: Path, attempt: Attempt) -> None:
    """Note how a launch ended; its artifacts are on disk before."""
    append(path, {"event": "end", **attempt.to_dict()})


def read_ledger(path: Path, plan: Plan) -> Ledger:
    """Replay a ledger. Raises Rejected naming every line that does not follow from the plan and the lines before it."""
    try:
        chain = read_chain(path)
    except Rejected as error:
        raise Rejected(finding(CODE, LEDGER, one.where, one.message) for one in error.findings) from error
    first = chain.lines[0] if chain.lines else {}
    if first.get("event") != "plan" or first.get("plan") != digest(plan.to_bytes()) or len(first) != 4:
        raise Rejected([finding(CODE, LEDGER, "/0", "the first line must name the plan beside it")])
    begun: list[Begun] = []
    ended: dict[int, Attempt] = {}
    faults: list[Finding] = []
    for place, line in enumerate(chain.lines[1:], start=1):
        try:
            entry = _read(line, place)
            _follow(entry, begun, ended, place)
        except Rejected as error:
            faults += error.findings
    if faults:
        raise Rejected(faults)
    return Ledger(begun=tuple(begun), ended=ended, head=chain.head, torn=bool(chain.torn))


_BEGUN = frozenset(field.name for field in fields(Begun))
_ENDED = frozenset(field.name for field in fields(Attempt))
_CHAINED = frozenset({"event", "seq", "prev"})


def _read(line: Mapping[str, Any], place: int) -> Begun | Attempt:
    ends = line.get("event") == "end"
    known = _CHAINED | (_ENDED | {"validity"} if ends else _BEGUN)
    given = Fields(line, code=CODE, file=LEDGER, at=f"/{place}", known=known)
    given.one_of("event", ("begin", "end"))
    common: dict[str, Any] = {name: given.count(name, least=1) for name in ("number", "trial")}
    common |= {"batch": given.count("batch"), "started": given.matching("started", MOMENT, "a moment")}
    if not ends:
        given.finish()
        return Begun(**common)
    outcome = Ending(given.one_of("outcome", tuple(Ending)))
    given.expect("validity", VALIDITY.get(outcome, Validity.VALID).value)
    for name in ("evidence", "predictions", "stderr"):
        common[name] = None if line.get(name, "") is None else given.matching(name, DIGEST, "a digest or null")
    reason = line.get("reason")
    if not isinstance(reason, str) or len(reason) > LONGEST_REASON or not reason.isascii():
        given.complain("reason", f"ASCII text of at most {LONGEST_REASON} characters is expected")
    given.finish()
    ended = given.matching("ended", MOMENT, "a moment")
    given.finish()
    return Attempt(**common, outcome=outcome, reason=str(reason), ended=ended)


def _follow(entry: Begun | Attempt, begun: list[Begun], ended: dict[int, Attempt], place: int) -> None:
    """Add `entry`; launches are counted from 1 and end once, as what they began as."""
    if isinstance(entry, Begun):
        if entry.number != len(begun) + 1:
            raise Rejected([finding(CODE, LEDGER, f"/{place}/number", f"{len(begun) + 1} is expected")])
        begun.append(entry)
        return
    started = begun[entry.number - 1] if entry.number <= len(begun) else None
    same = started and (started.trial, started.batch, started.started) == (entry.trial, entry.batch, entry.started)
    if not same or entry.number in ended:
        raise Rejected([finding(CODE, LEDGER, f"/{place}", "an end must follow its own beginning, once")])
    ended[entry.number] = entry
