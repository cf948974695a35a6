"""The score record of the real suite: exact, canonical, and null where nothing can be said."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from evaluator.schedule import (
    KINDS,
    ScheduleSuite,
    browser_schedule_suite,
    explanation,
    explanation_text,
    known_schedule_suites,
    load_schedule_suite,
    schedule_report_bytes,
    schedule_text,
    score_schedules,
)
from records import Rejected, canonical_bytes
from submissions_schema import Assignment, SchedulePrediction

Solved = dict[str, tuple[Assignment, ...]]


def file_of(suite: ScheduleSuite, schedules: Solved) -> list[SchedulePrediction]:
    return [SchedulePrediction(instance.id, schedules.get(instance.id)) for instance in suite.instances]


def test_feasible_schedules_score_one_everywhere(schedules: ScheduleSuite, solved: Solved) -> None:
    score = score_schedules(file_of(schedules, solved), schedules)
    assert (score.feasibility, score.partial_credit) == (1, 1)
    assert len(score.feasible_ids) == 300
    assert all(row.satisfied == row.obligations for row in score.total.constraints)


def test_a_file_of_nulls_scores_nothing_and_has_no_rates_among_the_answered(schedules: ScheduleSuite) -> None:
    record = score_schedules(file_of(schedules, {}), schedules).to_dict()["total"]
    assert (record["feasibility"], record["partial_credit"], record["coverage"]) == ("0/1", "0/1", "0/1")
    assert record["clean_rate"] is None
    assert record["answered_only"] is None
    assert all(row["satisfied"] == 0 for row in record["constraints"])


def test_a_type_that_a_tier_lacks_is_null_there_and_not_one(schedules: ScheduleSuite, solved: Solved) -> None:
    record = score_schedules(file_of(schedules, solved), schedules).to_dict()
    first = {row["constraint"]: row for row in record["tiers"][0]["constraints"]}
    for kind in ("capacity", "separate"):
        assert first[kind]["obligations"] == first[kind]["instances"] == 0
        assert first[kind]["micro"] is first[kind]["macro"] is first[kind]["micro_percent"] is None
    second = {row["constraint"]: row for row in record["tiers"][1]["constraints"]}
    assert second["capacity"]["micro"] == "1/1"


def test_partial_credit_is_the_mean_over_instances_not_over_tasks(schedules: ScheduleSuite, solved: Solved) -> None:
    one = {schedules.instances[0].id: solved[schedules.instances[0].id]}
    score = score_schedules(file_of(schedules, one), schedules)
    assert score.partial_credit == Fraction(1, 300)
    tiers = [part.partial_credit for part in score.tiers.values()]
    assert sum(tiers) / 3 == score.partial_credit


def test_the_report_is_canonical_and_ignores_every_order(schedules: ScheduleSuite, solved: Solved) -> None:
    rows = file_of(schedules, solved)
    turned = [SchedulePrediction(row.id, tuple(reversed(row.schedule or ()))) for row in reversed(rows)]
    report = schedule_report_bytes(score_schedules(rows, schedules))
    assert report == schedule_report_bytes(score_schedules(turned, schedules))
    assert report == canonical_bytes(json.loads(report))
    assert b"." not in b"".join(part for part in report.split(b'"')[::2])


def test_other_ids_are_a_fault_of_the_caller(schedules: ScheduleSuite, solved: Solved) -> None:
    with pytest.raises(ValueError, match="not read for this suite"):
        score_schedules(file_of(schedules, solved)[1:], schedules)


def test_the_obligations_of_a_schedule_sum_over_tiers(schedules: ScheduleSuite, solved: Solved) -> None:
    score = score_schedules(file_of(schedules, solved), schedules)
    for place, kind in enumerate(KINDS):
        parts = [part.constraints[place].obligations for part in score.tiers.values()]
        assert sum(parts) == score.total.constraints[place].obligations, kind


def test_words_for_a_terminal(schedules: ScheduleSuite, solved: Solved) -> None:
    text = schedule_text(score_schedules(file_of(schedules, solved), schedules))
    assert "full feasibility 100.00 %" in text
    judge = schedules.judges[schedules.instances[299].id]
    schedule = tuple(Assignment(name, "W1", 0) for name in judge.instance.tasks)
    facts = explanation(judge, schedule)
    assert facts["violations_total"] > len(facts["violations"]) == 50
    assert f"and {facts['violations_total'] - 50} more" in explanation_text(facts)
    assert "null, no schedule" in explanation_text(explanation(judge, None))


def test_the_browser_gets_the_instances_as_the_corpus_has_them(
    schedules: ScheduleSuite, rows: list[dict[str, object]]
) -> None:
    data = json.loads(browser_schedule_suite(schedules))
    assert data["instances"] == [{key: value for key, value in row.items() if key != "text"} for row in rows]
    assert data["kind"] == "schedule"


def test_suites_are_found_by_kind_and_damage_is_named(tmp_path: Path, schedules: ScheduleSuite) -> None:
    corpora = Path(__file__).resolve().parents[3] / "corpora"
    assert list(known_schedule_suites(corpora)) == ["nnai-sched-0.2"]
    assert schedules.corpus == "scheduling-v0.2"
    with pytest.raises(Rejected, match="C_MANIFEST"):
        load_schedule_suite(corpora / "core-v0.1")
    source = corpora / "scheduling-v0.2"
    (tmp_path / "manifest.json").write_bytes((source / "manifest.json").read_bytes())
    (tmp_path / "test.questions.jsonl").write_bytes((source / "test.questions.jsonl").read_bytes()[:-1])
    with pytest.raises(Rejected, match="C_DIGEST"):
        load_schedule_suite(tmp_path)
    with pytest.raises(Rejected, match="C_FILE"):
        load_schedule_suite(tmp_path / "nowhere")
