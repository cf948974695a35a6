"""What counts as a materially different configuration (B2, N1)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from governance.calibration import draft
from governance.corpus import Governed, load_governed
from governance.studies import Study

MakeStudy = Callable[..., Study]
FIRST = "nb1-te-ded-1-000"


def reasons(governed: Governed, *studies: Study) -> dict[str, str]:
    return {one.system_family.split("/")[0]: one.not_counted for one in draft(governed, studies).evidence}


def families(governed: Governed, *studies: Study) -> int:
    return len(draft(governed, studies).records[0].families)


def test_three_families_are_three(governed: Governed, make_study: MakeStudy) -> None:
    assert families(governed, *(make_study(governed, name, {}) for name in ("one", "two", "three"))) == 3


def test_another_hash_is_not_another_system(governed: Governed, make_study: MakeStudy) -> None:
    same = [make_study(governed, "one", {}, run=run, revision=f"1.{run}") for run in range(3)]
    assert len({study.configuration.id for study in same}) == 3
    assert families(governed, *same) == 1


def test_another_architecture_is_another_system(governed: Governed, make_study: MakeStudy) -> None:
    studies = [
        make_study(governed, "one", {}, run=run, architecture=name, agent=name)
        for run, name in enumerate(("rules", "search"))
    ]
    assert families(governed, *studies) == 2


@pytest.mark.parametrize("word", ["reference", "answer-key", "oracle", "gold", "starter"])
def test_a_reference_replayed_as_a_system_does_not_count(governed: Governed, make_study: MakeStudy, word: str) -> None:
    solved = {task: [True] for task in governed.digests}
    for study in (make_study(governed, word, solved), make_study(governed, "mine", solved, architecture=word)):
        (reason,) = reasons(governed, study).values()
        assert "replayed as a system" in reason
        assert families(governed, study) == 0


def test_one_program_under_three_names_counts_once(governed: Governed, make_study: MakeStudy) -> None:
    studies = [make_study(governed, name, {}, agent="the same files") for name in ("one", "two", "three")]
    assert families(governed, *studies) == 1
    assert sum("the same program" in reason for reason in reasons(governed, *studies).values()) == 2


def test_what_did_exactly_the_same_on_many_tasks_counts_once(
    tmp_path: Path, small_choice: Callable[..., Path], make_study: MakeStudy
) -> None:
    governed = load_governed(small_choice(tmp_path / "larger", tasks=24))
    solved = {task: [True] for task in governed.digests}
    replays = [make_study(governed, name, solved) for name in ("one", "two", "three")]
    assert families(governed, *replays) == 1
    assert families(governed, *replays, make_study(governed, "four", {FIRST: [True]})) == 2


def test_running_more_often_does_not_hide_a_replay(
    tmp_path: Path, small_choice: Callable[..., Path], make_study: MakeStudy
) -> None:
    governed = load_governed(small_choice(tmp_path / "larger", tasks=24))
    studies = [
        make_study(governed, f"copy-{trials}", {task: [True] * trials for task in governed.digests})
        for trials in (1, 2, 3)
    ]
    assert families(governed, *studies) == 1


def test_a_few_equal_outcomes_tell_nothing(governed: Governed, make_study: MakeStudy) -> None:
    assert families(governed, make_study(governed, "one", {}), make_study(governed, "two", {})) == 2


def test_a_private_corpus_counts_isolated_runs_only(private: Governed, make_study: MakeStudy) -> None:
    assert families(private, make_study(private, "one", {}, profile="development")) == 0
    assert families(private, make_study(private, "one", {})) == 1


def test_what_does_not_count_moves_no_figure(governed: Governed, make_study: MakeStudy) -> None:
    key = make_study(governed, "answer-key", {task: [True] for task in governed.digests})
    with_key = draft(governed, [make_study(governed, "one", {}), key]).records[0]
    assert with_key.solve_rate == 0
    assert with_key.observations == 1
