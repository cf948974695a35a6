"""The calibration registry is bound to tasks, decisions and moves; one edit stales one record.

T9, T10, R13, B12, B13.
"""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from governance.corpus import Governed
from governance.lifecycle import (
    Calibrations,
    Record,
    Registries,
    State,
    Verdict,
    active_findings,
    barred_digests,
    calibrations_bytes,
    move,
    read_calibrations,
    read_registries,
    settled,
)
from records import Rejected, digest

DAY = datetime.date(2026, 11, 30)
FIRST, SECOND = "nb1-te-ded-1-000", "nb1-te-ded-1-001"
Make = Callable[..., Record]


def moved(registries: Registries, to: State, *tasks: str) -> Registries:
    lifecycle = move(
        registries.lifecycle,
        tasks or tuple(registries.governed.digests),
        to,
        on=DAY,
        reviewer="ada",
        reason="because",
        families=registries.families,
    )
    return replace(registries, lifecycle=lifecycle)


@pytest.fixture
def active(governed: Governed, record: Make) -> Registries:
    """Every task was calibrated, approved and activated."""
    registries = moved(moved(read_registries(governed), State.CALIBRATING), State.ACTIVE)
    records = tuple(record(governed, task) for task in governed.digests)
    return replace(registries, calibrations=Calibrations(records=records))


def with_last(registries: Registries, record: Record) -> Registries:
    return replace(registries, calibrations=Calibrations(records=(*registries.calibrations.records, record)))


def active_codes(registries: Registries) -> list[str]:
    found = active_findings(registries.governed, registries.lifecycle, registries.calibrations)
    return [one.code for one in found]


def codes(registries: Registries) -> list[str]:
    return [one.code for one in registries.findings()]


def test_a_calibrated_corpus_is_sound(active: Registries) -> None:
    assert codes(active) == []
    assert active_codes(active) == []


def test_an_edit_of_one_task_stales_one_record(active: Registries) -> None:
    digests = {**active.governed.digests, FIRST: digest(b"another prompt")}
    edited = replace(active, governed=replace(active.governed, digests=digests))
    assert active_codes(edited) == ["G_CALIBRATION_STALE"]


@pytest.mark.parametrize("field", ["corpus", "scoring_schema"])
def test_a_record_of_another_corpus_or_scoring_is_stale(active: Registries, field: str) -> None:
    first, *rest = active.calibrations.records
    changed = Calibrations(records=(replace(first, **{field: "another"}), *rest))
    assert active_codes(replace(active, calibrations=changed)) == ["G_CALIBRATION_STALE"]


def test_an_active_task_without_a_record_is_a_finding(active: Registries) -> None:
    changed = Calibrations(records=active.calibrations.records[1:])
    assert active_codes(replace(active, calibrations=changed)) == ["G_CALIBRATION_MISSING"]


def test_an_active_task_with_too_little_evidence_is_a_finding(active: Registries, record: Make) -> None:
    changed = Calibrations(records=(record(active.governed, FIRST, families=2), *active.calibrations.records[1:]))
    assert active_codes(replace(active, calibrations=changed)) == ["G_CALIBRATION_MINIMUM"]


def test_the_last_record_is_the_one_in_force(active: Registries, record: Make) -> None:
    registries = with_last(active, record(active.governed, FIRST, verdict="reject"))
    assert active_codes(registries) == ["G_CALIBRATION_NOT_APPROVED"]


def test_a_task_that_was_quarantined_since_is_not_approved_any_more(active: Registries) -> None:
    registries = moved(moved(active, State.QUARANTINED, FIRST), State.CALIBRATING, FIRST)
    assert active_codes(moved(registries, State.ACTIVE, FIRST)) == ["G_CALIBRATION_QUARANTINED"]
    assert barred_digests(registries.governed, registries.lifecycle, registries.calibrations) == {
        FIRST: {registries.governed.digests[FIRST]}
    }


def test_a_quarantine_bars_its_digest_even_after_later_decisions(active: Registries, record: Make) -> None:
    registries = moved(moved(active, State.QUARANTINED, FIRST), State.CALIBRATING, FIRST)
    repaired = replace(record(active.governed, FIRST, transition=4), task_digest=digest(b"repaired"))
    registries = with_last(moved(registries, State.ACTIVE, FIRST), repaired)
    barred = barred_digests(registries.governed, registries.lifecycle, registries.calibrations)
    assert barred == {FIRST: {active.governed.digests[FIRST]}}


def test_a_rejected_task_may_be_approved_later_as_it_is(governed: Governed, record: Make) -> None:
    registries = moved(moved(read_registries(governed), State.CALIBRATING), State.DRAFT, FIRST)
    registries = with_last(registries, record(governed, FIRST, verdict="reject"))
    assert codes(registries) == []
    assert barred_digests(governed, registries.lifecycle, registries.calibrations) == {}


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda one: replace(one, task="stranger"), "G_CALIBRATION_UNKNOWN"),
        (lambda one: replace(one, decision=replace(one.decision, transition=0)), "G_CALIBRATION_MOVE"),
        (lambda one: replace(one, decision=replace(one.decision, transition=7)), "G_CALIBRATION_MOVE"),
        (lambda one: replace(one, decision=replace(one.decision, reviewer="ben")), "G_CALIBRATION_MOVE"),
        (lambda one: replace(one, decision=replace(one.decision, date=DAY.replace(day=29))), "G_CALIBRATION_MOVE"),
        (lambda one: replace(one, decision=replace(one.decision, verdict=Verdict.REJECT)), "G_CALIBRATION_MOVE"),
    ],
)
def test_a_decision_must_be_the_move_it_claims(active: Registries, change: Callable[[Any], Any], code: str) -> None:
    first, *rest = active.calibrations.records
    changed = change(first)
    registries = replace(active, calibrations=Calibrations(records=(changed, *rest)))
    assert code in codes(registries)
    assert set(codes(registries)) <= {code, "G_CALIBRATION_MOVE"}


def test_a_record_that_stands_there_twice_is_a_finding(active: Registries) -> None:
    assert codes(with_last(active, active.calibrations.records[0])) == ["G_CALIBRATION_DUPLICATE"]


def test_records_stand_in_the_order_of_their_decisions(active: Registries, record: Make) -> None:
    registries = moved(active, State.QUARANTINED, FIRST)
    late = record(active.governed, FIRST, verdict="quarantine", transition=2)
    assert codes(with_last(registries, late)) == []
    early = replace(registries, calibrations=Calibrations(records=(late, *active.calibrations.records)))
    assert set(codes(early)) == {"G_CALIBRATION_MOVE"}


def test_a_decision_whose_writing_was_cut_short_is_dropped(active: Registries, record: Make) -> None:
    torn = with_last(active, record(active.governed, FIRST, verdict="quarantine", transition=2))
    assert "G_CALIBRATION_MOVE" in codes(torn)
    assert settled(torn.calibrations, torn.lifecycle) == active.calibrations


def test_the_registry_reads_back_as_it_was_written(active: Registries) -> None:
    governed = active.governed
    path = governed.root / "corpus/task-calibrations.json"
    path.write_bytes(calibrations_bytes(governed.identity.id, active.calibrations))
    assert read_calibrations(governed) == active.calibrations


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"schema_version": 2}, "/schema_version"),
        ({"corpus": "another"}, "/corpus"),
        ({"records": 3}, "/records"),
        ({"note": ""}, "/note"),
        ({"records": [7]}, "/records/0"),
    ],
)
def test_each_misfit_of_the_file_is_a_finding(governed: Governed, changes: dict[str, object], where: str) -> None:
    sound = {"schema_version": 1, "corpus": governed.identity.id, "records": []}
    (governed.root / "corpus/task-calibrations.json").write_text(json.dumps(sound | changes))
    with pytest.raises(Rejected) as refused:
        read_calibrations(governed)
    assert [one.where for one in refused.value.findings] == [f"corpus/task-calibrations.json:{where}"]


def test_a_draft_is_no_record_of_the_registry(governed: Governed, record: Make) -> None:
    draft = replace(record(governed, FIRST), decision=None)
    data = calibrations_bytes(governed.identity.id, Calibrations(records=(draft,)))
    (governed.root / "corpus/task-calibrations.json").write_bytes(data)
    with pytest.raises(Rejected, match="no decision"):
        read_calibrations(governed)
