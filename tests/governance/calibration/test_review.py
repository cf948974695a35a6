"""The review shows the ends of the scale, accepted alternatives and every dispute with a verifier (B7, B9)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from evaluator.tasks import Answer
from governance.calibration import Review, Verifier, draft, review
from governance.contracts import read_contracts
from governance.corpus import Governed, load_governed
from governance.studies import Study

FIRST = "nb1-te-ded-1-000"
Judge = Callable[[Mapping[str, Any], Answer], bool | None]


def silent(done: int, total: int, what: str) -> None:
    return None


def reviewed(governed: Governed, *judges: Judge, studies: tuple[Study, ...] = ()) -> Review:
    verifiers = [Verifier(id=f"V{number}", paradigm="a test", accepts=judge) for number, judge in enumerate(judges)]
    return review(draft(governed, studies), read_contracts(governed.root), (), verifiers, silent)


def gold(governed: Governed) -> Judge:
    contracts = read_contracts(governed.root)
    return lambda row, answer: answer == contracts.of(row["id"]).reference


def test_verifiers_that_agree_leave_no_dispute(governed: Governed) -> None:
    seen = reviewed(governed, gold(governed), gold(governed))
    assert (seen.disputes, seen.alternatives) == ((), ())
    assert {one.answer for one in seen.candidates if one.task == FIRST} == {"A", "B", "C", "D"}
    assert all("reference" in one.fixtures for one in seen.candidates if one.solved)


def test_a_second_true_option_is_a_dispute(governed: Governed) -> None:
    right = gold(governed)
    reference = read_contracts(governed.root).of(FIRST).reference
    second = "A" if reference != "A" else "B"
    seen = reviewed(governed, lambda row, answer: right(row, answer) or (row["id"], answer) == (FIRST, second))
    assert [(one.task, one.answer, one.solved) for one in seen.disputes] == [(FIRST, second, False)]


def test_a_question_that_cannot_be_read_is_a_dispute(governed: Governed) -> None:
    right = gold(governed)

    def unread(row: Mapping[str, Any], answer: Answer) -> bool | None:
        return None if row["id"] == FIRST else right(row, answer)

    assert {one.task for one in reviewed(governed, right, unread).disputes} == {FIRST}


def test_verifiers_see_no_gold(governed: Governed) -> None:
    seen: list[set[str]] = []

    def look(row: Mapping[str, Any], answer: Answer) -> bool:
        seen.append(set(row))
        return False

    reviewed(governed, look)
    assert set().union(*seen) == {"id", "category", "tier", "question", "options"}


def test_the_ends_of_the_scale_are_named(governed: Governed, make_study: Callable[..., Study]) -> None:
    studies = tuple(make_study(governed, name, {FIRST: [True]}) for name in ("one", "two"))
    seen = reviewed(governed, gold(governed), studies=studies)
    assert seen.everybody == (FIRST,)
    assert len(seen.nobody) == 11


def test_other_feasible_schedules_are_accepted_alternatives(
    tmp_path: Path, small_schedule: Callable[..., Path]
) -> None:
    governed = load_governed(small_schedule(tmp_path / "schedules"))
    seen = reviewed(governed, lambda row, answer: all(governed.book.judge(row["id"], answer).values()))
    assert seen.disputes == ()
    assert {one.task for one in seen.alternatives} == set(governed.digests)


def test_a_review_without_verifiers_is_none(governed: Governed) -> None:
    with pytest.raises(ValueError, match="verifier"):
        reviewed(governed)
