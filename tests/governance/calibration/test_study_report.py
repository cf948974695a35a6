"""Reports show every category, say what is unavailable, and pool nothing (V5, B7, B14, N2)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from governance.calibration import report
from governance.corpus import Governed
from governance.studies import Study
from records import Rejected

MakeStudy = Callable[..., Study]
FIRST = "nb1-te-ded-1-000"
NONE: frozenset[str] = frozenset()


def test_every_category_and_tier_is_shown(governed: Governed, make_study: MakeStudy) -> None:
    seen = report(governed, [make_study(governed, "one", {FIRST: [True]})], NONE)
    assert [(part.name, part.all.solved, part.all.valid) for part in seen.parts] == [
        ("deduction", 1, 6),
        ("quantity", 0, 6),
    ]
    assert {tier: (cell.solved, cell.valid) for tier, cell in seen.parts[0].tiers.items()} == {
        1: (1, 2),
        2: (0, 2),
        3: (0, 2),
    }
    assert seen.headline.value == Fraction(1, 12)
    assert (seen.overall.solved, seen.overall.valid) == (1, 12)


def test_categories_below_five_active_tasks_are_descriptive_only(governed: Governed, make_study: MakeStudy) -> None:
    tasks = [task.id for task in governed.book.tasks if task.category == "deduction"]
    for active, expected in ((tasks[:4], True), (tasks[:5], False)):
        seen = report(governed, [make_study(governed, "one", {})], frozenset(active))
        assert [part.descriptive for part in seen.parts] == [expected, True]


def test_what_has_no_valid_observation_is_no_nought(governed: Governed, make_study: MakeStudy) -> None:
    tasks = {task.id: [None] for task in governed.book.tasks if task.category == "deduction"}
    seen = report(governed, [make_study(governed, "one", tasks)], NONE)
    assert seen.parts[0].all.rate is None
    assert "nothing valid was observed" in str(seen.parts[0].all)
    assert "6 tasks have no valid observation" in seen.headline.unavailable
    assert (seen.missing, dict(seen.sensitivity.without)) == (6, {})
    assert "no valid observation" in seen.sensitivity.intervals[0].reason


def test_each_task_counts_once_in_the_headline_however_often_it_ran(governed: Governed, make_study: MakeStudy) -> None:
    other = next(task.id for task in governed.book.tasks if task.category == "quantity")
    study = make_study(governed, "one", {FIRST: [True, True, True], other: [True, None, None]})
    assert report(governed, [study], NONE).headline.value == Fraction(1, 6)


def test_stability_is_that_of_tasks_seen_twice(governed: Governed, make_study: MakeStudy) -> None:
    once = report(governed, [make_study(governed, "one", {})], NONE)
    assert "no task was observed twice" in once.stability.unavailable
    twice = report(governed, [make_study(governed, "one", {FIRST: [True, False]})], NONE)
    assert (twice.stability.value, twice.unstable) == (Fraction(11, 12), 1)


def test_sensitivity_is_told_for_each_trial_and_each_family(governed: Governed, make_study: MakeStudy) -> None:
    seen = report(governed, [make_study(governed, "one", {FIRST: [True, False]})], NONE)
    first, second = seen.sensitivity.intervals
    assert first.low is not None
    assert first.high is not None
    assert first.low <= Fraction(1, 12) <= first.high
    assert (second.low, bool(second.reason)) == (None, True)
    assert set(seen.sensitivity.without) == {task.family for task in governed.book.tasks}


def test_one_configuration_has_no_discrimination(governed: Governed, make_study: MakeStudy) -> None:
    seen = report(governed, [make_study(governed, "one", {})], NONE)
    assert "at least 2 are needed" in seen.discrimination.unavailable


def test_runs_of_one_configuration_may_stand_together(governed: Governed, make_study: MakeStudy) -> None:
    runs = [make_study(governed, "one", {FIRST: [bool(run)]}, run=run) for run in (0, 1)]
    seen = report(governed, runs, NONE)
    assert (seen.overall.solved, seen.overall.valid, seen.unstable) == (1, 24, 1)


def test_configurations_are_never_pooled(governed: Governed, make_study: MakeStudy) -> None:
    with pytest.raises(Rejected, match="another configuration"):
        report(governed, [make_study(governed, "one", {}), make_study(governed, "two", {})], NONE)


def test_corpus_digests_are_never_pooled(governed: Governed, make_study: MakeStudy) -> None:
    other = make_study(governed, "two", {}, corpus_digest="sha256:" + "0" * 64)
    with pytest.raises(Rejected, match="another corpus digest"):
        report(governed, [make_study(governed, "one", {}), other], NONE)
