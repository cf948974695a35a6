"""A decision needs both reviews, enough evidence and a repaired task, and moves what it is about.

B2, B8, B9, B11, B13.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest

from governance.calibration import Opinion, decide, draft
from governance.corpus import Governed
from governance.lifecycle import Record, Registries, State, Verdict, active_findings, move
from governance.studies import Study
from records import Rejected, digest

DAY = datetime.date(2026, 11, 30)
FIRST, SECOND = "nb1-te-ded-1-000", "nb1-te-ded-1-001"
Drafts = Mapping[str, Record]


@pytest.fixture
def drafts(governed: Governed, make_study: Callable[..., Study]) -> Drafts:
    """Three families observed every task, two of them the second task only."""
    studies = [
        make_study(governed, "one", {FIRST: [True]}),
        make_study(governed, "two", {}),
        make_study(governed, "three", {SECOND: [None]}),
    ]
    return {record.task: record for record in draft(governed, studies).records}


def opinion(verdict: str = "approve", **changed: str) -> Opinion:
    texts = {
        "rationale": "three families observed each of these tasks",
        "accepted_alternatives": "both verifiers decided every option: exactly one holds",
        "evaluator_disputes": "no verifier differs from the evaluator anywhere",
    } | changed
    return Opinion(verdict=Verdict(verdict), reviewer=texts.pop("by", "ada"), date=DAY, **texts)


def codes(registries: Registries, drafts: Drafts, tasks: tuple[str, ...], said: Opinion) -> list[str]:
    with pytest.raises(Rejected) as refused:
        decide(registries, drafts, tasks, said)
    return [one.code for one in refused.value.findings]


@pytest.mark.parametrize(
    ("verdict", "state"),
    [("approve", State.ACTIVE), ("quarantine", State.QUARANTINED), ("reject", State.DRAFT)],
)
def test_a_decision_moves_its_tasks_and_records_why(
    registries: Registries, drafts: Drafts, verdict: str, state: State
) -> None:
    after = decide(registries, drafts, (FIRST,), opinion(verdict))
    assert after.lifecycle.of(state) == (FIRST,)
    (record,) = after.calibrations.records
    assert record.decision is not None
    assert (record.decision.verdict, record.decision.reviewer, record.decision.date) == (verdict, "ada", DAY)
    assert after.findings() == ()
    assert active_findings(after.governed, after.lifecycle, after.calibrations) == ()


@pytest.mark.parametrize("missing", ["rationale", "accepted_alternatives", "evaluator_disputes"])
@pytest.mark.parametrize("text", ["", "ok", " " * 40])
@pytest.mark.parametrize("verdict", ["approve", "quarantine"])
def test_nothing_is_decided_before_both_reviews_are_told(
    registries: Registries, drafts: Drafts, missing: str, text: str, verdict: str
) -> None:
    assert codes(registries, drafts, (FIRST,), opinion(verdict, **{missing: text})) == ["G_REVIEW_OPEN"]


def test_below_the_minimum_nothing_is_approved(registries: Registries, drafts: Drafts) -> None:
    assert codes(registries, drafts, (FIRST, SECOND), opinion()) == ["G_CALIBRATION_MINIMUM"]
    assert decide(registries, drafts, (SECOND,), opinion("quarantine")).findings() == ()


def test_only_a_reviewer_decides(registries: Registries, drafts: Drafts) -> None:
    assert codes(registries, drafts, (FIRST,), opinion(by="eve")) == ["G_REVIEWER"]


def test_a_draft_or_an_unknown_task_is_not_approved(registries: Registries, drafts: Drafts) -> None:
    back = decide(registries, drafts, (FIRST,), opinion("reject"))
    assert codes(back, drafts, (FIRST,), opinion()) == ["G_LIFECYCLE_MOVE"]
    assert codes(registries, drafts, ("stranger",), opinion()) == ["G_LIFECYCLE_MOVE"]


def calibrating_again(registries: Registries) -> Registries:
    lifecycle = move(
        registries.lifecycle,
        (FIRST,),
        State.CALIBRATING,
        on=DAY,
        reviewer="ada",
        reason="looked at again",
        families=registries.families,
    )
    return replace(registries, lifecycle=lifecycle)


@pytest.mark.parametrize("first", ["approve", None])
def test_a_quarantined_task_comes_back_only_with_another_digest(
    registries: Registries, drafts: Drafts, first: str | None
) -> None:
    """The whole path: (active,) quarantined, calibrating, refused as it is, repaired, approved."""
    if first:
        registries = decide(registries, drafts, (FIRST,), opinion(first))
    registries = calibrating_again(decide(registries, drafts, (FIRST,), opinion("quarantine")))
    assert codes(registries, drafts, (FIRST,), opinion()) == ["G_CALIBRATION_QUARANTINED"]
    new = digest(b"repaired")
    repaired = replace(
        registries, governed=replace(registries.governed, digests={**registries.governed.digests, FIRST: new})
    )
    after = decide(repaired, {FIRST: replace(drafts[FIRST], task_digest=new)}, (FIRST,), opinion())
    assert after.lifecycle.of(State.ACTIVE) == (FIRST,)
    assert after.findings() == ()
    assert active_findings(after.governed, after.lifecycle, after.calibrations) == ()


def test_tasks_of_two_states_are_tied_to_their_own_moves(registries: Registries, drafts: Drafts) -> None:
    registries = decide(registries, drafts, (FIRST,), opinion())
    after = decide(registries, drafts, (FIRST, SECOND), opinion("quarantine"))
    assert after.findings() == ()
    steps = {one.task: one.decision.transition for one in after.calibrations.records[1:] if one.decision}
    assert len(set(steps.values())) == 2


def test_a_rejected_task_may_be_approved_later_as_it_is(registries: Registries, drafts: Drafts) -> None:
    registries = calibrating_again(decide(registries, drafts, (FIRST,), opinion("reject")))
    assert decide(registries, drafts, (FIRST,), opinion()).findings() == ()
