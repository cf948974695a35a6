"""Drafts keep what valid studies showed, and nothing is pooled (B1, B5, B6, B10, N2, V5)."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction

import pytest

from governance.calibration import draft
from governance.corpus import Governed
from governance.lifecycle import Difficulty, Record, record_from
from governance.studies import Ending, Klass, Study
from records import Rejected, digest

FIRST, SECOND = "nb1-te-ded-1-000", "nb1-te-ded-1-001"
MakeStudy = Callable[..., Study]


def of(records: tuple[Record, ...], task: str) -> Record:
    return next(one for one in records if one.task == task)


def test_a_draft_keeps_ids_digests_and_counts(governed: Governed, make_study: MakeStudy) -> None:
    study = make_study(governed, "symbolic", {FIRST: [True, False]})
    record = of(draft(governed, [study]).records, FIRST)
    (seen,) = record.configurations
    assert (seen.configuration, seen.system_family) == (study.configuration.id, "symbolic/program")
    assert (seen.runs, seen.studies) == ((study.id,), (study.digest,))
    assert (seen.valid, seen.solved, seen.timeouts) == (2, 1, 0)
    assert record.decision is None
    assert record.task_digest == governed.digests[FIRST]


def test_every_task_has_a_draft_in_the_order_of_the_corpus(governed: Governed, make_study: MakeStudy) -> None:
    assert [one.task for one in draft(governed, []).records] == list(governed.digests)
    assert of(draft(governed, []).records, FIRST).solve_rate is None


def test_invalid_and_incomplete_attempts_are_counted_and_never_in_a_denominator(
    governed: Governed, make_study: MakeStudy
) -> None:
    study = make_study(governed, "symbolic", {FIRST: [None]}, failed=(Ending.SANDBOX, Ending.SANDBOX, Ending.LOST))
    (seen,) = of(draft(governed, [study]).records, FIRST).configurations
    assert (seen.valid, seen.invalid, seen.incomplete) == (0, 2, 1)
    assert of(draft(governed, [study]).records, FIRST).solve_rate is None
    assert of(draft(governed, [study]).records, SECOND).solve_rate == 0


def test_the_systems_own_timeout_is_a_valid_failure(governed: Governed, make_study: MakeStudy) -> None:
    record = of(draft(governed, [make_study(governed, "slow", {}, klass=Klass.TIMEOUT)]).records, FIRST)
    assert (record.configurations[0].valid, record.configurations[0].timeouts) == (1, 1)
    assert record.empirical_difficulty is Difficulty.HARD


def test_studies_of_one_configuration_stand_together(governed: Governed, make_study: MakeStudy) -> None:
    studies = [make_study(governed, "symbolic", {FIRST: [bool(run)]}, run=run) for run in (0, 1)]
    (seen,) = of(draft(governed, studies).records, FIRST).configurations
    assert (seen.valid, seen.solved, len(seen.runs)) == (2, 1, 2)


def test_configurations_are_kept_apart_and_count_alike(governed: Governed, make_study: MakeStudy) -> None:
    often = make_study(governed, "symbolic", {FIRST: [True] * 5})
    once = make_study(governed, "chance", {FIRST: [False], SECOND: [True]})
    record = of(draft(governed, [often, once]).records, FIRST)
    assert [seen.valid for seen in record.configurations] in ([5, 1], [1, 5])
    assert record.solve_rate == Fraction(1, 2)


@pytest.mark.parametrize("field", ["corpus_id", "corpus_digest", "scoring_schema"])
def test_nothing_is_pooled_across_corpora_or_scorings(governed: Governed, make_study: MakeStudy, field: str) -> None:
    other = digest(b"other") if field == "corpus_digest" else "other"
    with pytest.raises(Rejected, match="G_POOL"):
        draft(governed, [make_study(governed, "symbolic", {}), make_study(governed, "chance", {}, **{field: other})])


def test_a_study_counts_once(governed: Governed, make_study: MakeStudy) -> None:
    study = make_study(governed, "symbolic", {})
    with pytest.raises(Rejected, match="twice"):
        draft(governed, [study, study])


def test_the_order_of_studies_changes_no_byte(governed: Governed, make_study: MakeStudy) -> None:
    studies = [make_study(governed, name, {FIRST: [True]}) for name in ("one", "two", "three")]
    assert draft(governed, studies).to_bytes() == draft(governed, studies[::-1]).to_bytes()


def test_a_draft_reads_back(governed: Governed, make_study: MakeStudy) -> None:
    drafts = draft(governed, [make_study(governed, "symbolic", {FIRST: [True]})])
    value = json.loads(drafts.to_bytes())
    assert value["corpus_digest"] == governed.corpus_digest
    assert tuple(record_from(one, "draft", "") for one in value["records"]) == drafts.records


def test_discrimination_compares_with_the_other_tasks_only(governed: Governed, make_study: MakeStudy) -> None:
    able = {task: [True] * 10 for task in governed.digests}
    weak = {SECOND: [True] * 10}
    studies = [make_study(governed, name, what) for name, what in (("able", able), ("weak", weak))]
    records = draft(governed, studies).records
    assert of(records, FIRST).discrimination.value == 1
    assert "always solves" in of(records, SECOND).discrimination.unavailable
    assert of(records, FIRST).stability.value == 1
