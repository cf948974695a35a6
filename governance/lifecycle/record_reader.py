"""Calibration records as read from a file that anybody may have written.

Invariant: counts must be possible, and what follows from them (observations, rate, band) must be what they say.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date
from fractions import Fraction
from functools import partial
from typing import TypeVar

from governance.corpus import Fields
from governance.lifecycle.record import Decision, Record, Seen, Statistic, Verdict, ratio_text
from records import Rejected, pointer, printable

CODE = "G_CALIBRATION"
DIGEST = r"sha256:[0-9a-f]{64}"
_CONFIGURATION = r"cfg-[0-9a-f]{64}"
_RATIO = re.compile(r"(-?(?:0|[1-9][0-9]*))/([1-9][0-9]*)")
_LONGEST_RATIO = 2_000
_RECORD = frozenset(
    {
        "corpus",
        "task",
        "task_digest",
        "scoring_schema",
        "configurations",
        "observations",
        "solve_rate",
        "empirical_difficulty",
        "discrimination",
        "stability",
        "sensitivity",
        "decision",
    }
)
_COUNTS = ("valid", "solved", "timeouts", "invalid", "incomplete")
_SEEN = frozenset({"configuration", "system_family", "runs", "studies", "not_counted", *_COUNTS})
_TEXTS = ("rationale", "accepted_alternatives", "evaluator_disputes")
_DECISION = frozenset({"verdict", "reviewer", "date", "transition", *_TEXTS})

T = TypeVar("T")


def record_from(value: object, file: str, at: str) -> Record:
    """One record at the pointer `at` of `file`. Raises Rejected naming every misfit."""
    fields = Fields(value, code=CODE, file=file, at=at, known=_RECORD)
    parts = value if isinstance(value, dict) else {}
    part = partial(_part, fields, parts, file, at)
    made = Record(
        corpus=fields.text("corpus"),
        task=fields.text("task"),
        task_digest=fields.matching("task_digest", DIGEST, "a digest"),
        scoring_schema=fields.text("scoring_schema"),
        configurations=tuple(_each(fields, "configurations", file, at, _seen)),
        discrimination=part("discrimination", _statistic) or Statistic(),
        stability=part("stability", _statistic) or Statistic(),
        sensitivity=part("sensitivity", _statistic) or Statistic(),
        decision=part("decision", _decision),
    )
    _derived(fields, made)
    fields.finish()
    return made


def _derived(fields: Fields, record: Record) -> None:
    """What follows from the counts must be what stands there."""
    ids = [seen.configuration for seen in record.configurations]
    if len(set(ids)) != len(ids):
        fields.complain("configurations", "a configuration stands there twice")
    stated = record.to_dict()
    for name in ("observations", "solve_rate", "empirical_difficulty"):
        fields.expect(name, stated[name])


def _seen(value: object, file: str, at: str) -> Seen:
    fields = Fields(value, code=CODE, file=file, at=at, known=_SEEN)
    valid, solved, timeouts, invalid, incomplete = (fields.count(name) for name in _COUNTS)
    runs, studies = fields.texts("runs"), fields.texts("studies")
    if not runs or len(runs) != len(studies):
        fields.complain("studies", "a digest for each run, and at least one run, is expected")
    if any(not re.fullmatch(DIGEST, one) for one in studies):
        fields.complain("studies", "digests are expected")
    if solved + timeouts > valid:
        fields.complain("valid", f"{solved} solved and {timeouts} timeouts are more than {valid} valid observations")
    counted = isinstance(value, dict) and value.get("not_counted") == ""
    made = Seen(
        configuration=fields.matching("configuration", _CONFIGURATION, "cfg- and 64 hexadecimal digits"),
        system_family=fields.text("system_family"),
        runs=runs,
        studies=studies,
        valid=valid,
        solved=solved,
        timeouts=timeouts,
        invalid=invalid,
        incomplete=incomplete,
        not_counted="" if counted else fields.text("not_counted"),
    )
    fields.finish()
    return made


def _statistic(value: object, file: str, at: str) -> Statistic:
    known = frozenset({"value"}) if isinstance(value, dict) and "value" in value else frozenset({"unavailable"})
    fields = Fields(value, code=CODE, file=file, at=at, known=known)
    if "unavailable" in known:
        made = Statistic(unavailable=fields.text("unavailable"))
    else:
        made = Statistic(value=_ratio(fields, "value", value))
    fields.finish()
    return made


def _ratio(fields: Fields, name: str, holder: object) -> Fraction:
    text = holder.get(name) if isinstance(holder, dict) else None
    match = _RATIO.fullmatch(text) if isinstance(text, str) and len(text) <= _LONGEST_RATIO else None
    read = Fraction(int(match[1]), int(match[2])) if match else Fraction(0)
    if match is None or ratio_text(read) != text:
        fields.complain(name, f"a fraction p/q in lowest terms is expected, not {printable(text)}")
    return read


def _decision(value: object, file: str, at: str) -> Decision | None:
    if value is None:
        return None
    fields = Fields(value, code=CODE, file=file, at=at, known=_DECISION)
    rationale, alternatives, disputes = (fields.text(name) for name in _TEXTS)
    made = Decision(
        verdict=Verdict(fields.one_of("verdict", tuple(Verdict))),
        reviewer=fields.text("reviewer"),
        date=date.fromisoformat(fields.day("date")),
        rationale=rationale,
        accepted_alternatives=alternatives,
        evaluator_disputes=disputes,
        transition=fields.count("transition"),
    )
    fields.finish()
    return made


def _each(fields: Fields, name: str, file: str, at: str, read: Callable[[object, str, str], T]) -> list[T]:
    made = []
    for number, value in enumerate(fields.items(name)):
        try:
            made.append(read(value, file, at + pointer(name, number)))
        except Rejected as error:
            fields.absorb(error)
    return made


def _part(
    fields: Fields,
    parts: Mapping[str, object],
    file: str,
    at: str,
    name: str,
    read: Callable[[object, str, str], T],
) -> T | None:
    try:
        return read(parts.get(name), file, at + pointer(name)) if name in parts else None
    except Rejected as error:
        fields.absorb(error)
        return None
