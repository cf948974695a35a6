"""Each thing that can be wrong with a contract is found, and it alone; what is sound is found sound."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import pytest

from evaluator.tasks import Answer, Vector, load_tasks
from governance.contracts import check_book, check_contracts
from governance.corpus import load_governed

Row = dict[str, Any]


def rejecting(row: Row) -> list[Row]:
    return [one for one in row["fixtures"] if one["role"] == "rejecting"]


def alone(row: Row) -> Row:
    """The first rejecting fixture that breaks one criterion and nothing else."""
    return next(one for one in rejecting(row) if len(one["names"]) == 1 and not one["coupled"])


def test_a_sound_corpus_has_no_findings_and_every_criterion_covered(bench: Any) -> None:
    health = check_contracts(load_governed(bench.root), bench.read())
    assert health.findings == ()
    assert health.cases == sum(2 + len(row["fixtures"]) for row in bench.rows())
    assert all(one.covered == one.required > 0 for one in health.coverage.values())
    assert 0 < health.slowest_ms < health.timeout_ms * 8 // 10


def reference_of_no_worth(row: Row) -> None:
    row["reference"] = alone(row)["answer"]


def starter_that_passes(row: Row) -> None:
    row["starter"] = row["reference"]


def malformed_answer(row: Row) -> None:
    row["fixtures"][-1]["answer"] = {"no": "answer"}
    row["fixtures"][-1].pop("twin", None)


def vector_without_a_criterion(row: Row) -> None:
    row["fixtures"][0]["criteria"] = {}


def vector_with_another_criterion(row: Row) -> None:
    row["fixtures"][0]["criteria"]["elegance"] = True


def role_turned_round(row: Row) -> None:
    row["fixtures"].append({**alone(row), "name": "extra", "role": "passing", "twin": "a copy"})


def origin_that_is_not_declared(row: Row) -> None:
    alone(row)["origin"] = "somebody"


def no_passing_fixture(row: Row) -> None:
    row["fixtures"] = rejecting(row)


def no_rejecting_fixture(row: Row) -> None:
    row["fixtures"] = [one for one in row["fixtures"] if one["role"] == "passing"]


def criterion_neither_named_nor_coupled(row: Row) -> None:
    alone(row)["names"] = []
    row["fixtures"].append({**alone_again(row), "name": "extra", "twin": "a copy"})


def alone_again(row: Row) -> Row:
    fixture = next(one for one in rejecting(row) if not one["names"])
    failing = [name for name, holds in fixture["criteria"].items() if not holds]
    return {**fixture, "names": failing}


def criterion_coupled_that_holds(row: Row) -> None:
    row["fixtures"][0]["coupled"] = {next(iter(row["fixtures"][0]["criteria"])): "it does not fail"}


def twin_without_a_reason(row: Row) -> None:
    row["fixtures"].append({**alone(row), "name": "extra"})


def reason_without_a_twin(row: Row) -> None:
    alone(row)["twin"] = "it equals nothing"


BREAKS: dict[Callable[[Row], None], str] = {
    reference_of_no_worth: "G_CONTRACT_REFERENCE",
    starter_that_passes: "G_CONTRACT_STARTER",
    malformed_answer: "G_CONTRACT_ANSWER",
    vector_without_a_criterion: "G_CONTRACT_VECTOR",
    vector_with_another_criterion: "G_CONTRACT_VECTOR",
    role_turned_round: "G_CONTRACT_ROLE",
    origin_that_is_not_declared: "G_CONTRACT_ORIGIN",
    no_passing_fixture: "G_CONTRACT_PASSING",
    no_rejecting_fixture: "G_CONTRACT_REJECTING",
    criterion_neither_named_nor_coupled: "G_CONTRACT_COUPLED",
    criterion_coupled_that_holds: "G_CONTRACT_COUPLED",
    twin_without_a_reason: "G_CONTRACT_TWIN",
    reason_without_a_twin: "G_CONTRACT_TWIN",
}
TWINS_TOO = {reference_of_no_worth, starter_that_passes}
"""What they put in the place of the reference or the starter makes other answers equal or different."""


@pytest.mark.parametrize("change", BREAKS, ids=lambda change: change.__name__)
def test_a_broken_contract_gives_exactly_its_finding(bench: Any, change: Callable[[Row], None]) -> None:
    rows = bench.rows()
    change(rows[0])
    bench.write(rows)
    found = Counter(one.code for one in bench.health().findings)
    allowed = {"G_CONTRACT_TWIN"} if change in TWINS_TOO else set[str]()
    assert found.keys() - allowed == {BREAKS[change]}
    assert found[BREAKS[change]] == 1
    assert all(one.where.startswith("contracts/fixtures.jsonl:/1/") for one in bench.health().findings)


def test_every_outcome_that_the_evaluator_does_not_give_is_found(schedule: Any) -> None:
    """Stating that a broken criterion holds, or that another fails too, contradicts the evaluator and nothing else."""
    rows = schedule.rows()
    fixture = alone(rows[0])
    other = next(name for name, holds in fixture["criteria"].items() if holds)
    fixture["criteria"][other] = False
    fixture["coupled"] = {other: "so it is said"}
    schedule.write(rows)
    (found,) = schedule.health().findings
    assert (found.code, found.message) == ("G_CONTRACT_OUTCOME", f"the evaluator says otherwise about {other}")


def test_a_choice_that_is_said_to_pass_and_does_not_is_found(choice: Any) -> None:
    rows = choice.rows()
    fixture = alone(rows[0])
    fixture.update(role="passing", criteria={"correct": True}, names=[])
    choice.write(rows)
    assert [one.code for one in choice.health().findings] == ["G_CONTRACT_OUTCOME"]


def test_each_criterion_needs_a_fixture_of_its_own(schedule: Any) -> None:
    """Renaming who a fixture stands for leaves its criterion uncovered, whatever falls with it elsewhere."""
    rows = schedule.rows()
    rows[0]["fixtures"] = [one for one in rows[0]["fixtures"] if "release" not in one["names"]]
    schedule.write(rows)
    health = schedule.health()
    (found,) = health.findings
    assert (found.code, found.message) == ("G_CONTRACT_COVERAGE", "no rejecting fixture names release")
    assert (health.coverage["release"].required, health.coverage["release"].covered) == (12, 11)


def test_equal_placements_in_another_order_are_no_way_round_the_twins(schedule: Any) -> None:
    rows = schedule.rows()
    rows[0]["fixtures"][0]["answer"].reverse()
    schedule.write(rows)
    assert [one.code for one in schedule.health().findings] == ["G_CONTRACT_ANSWER"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda rows: rows[1:], "has no line"),
        (lambda rows: [*rows, {**rows[0], "task": "nb1-te-ded-9-999"}], "is no task"),
        (lambda rows: rows[::-1], "suite order"),
    ],
    ids=["missing", "unknown", "order"],
)
def test_there_is_one_line_for_each_task_in_suite_order(
    bench: Any, change: Callable[[list[Row]], list[Row]], said: str
) -> None:
    bench.write(change(bench.rows()))
    (found,) = bench.health().findings
    assert found.code == "G_CONTRACT_TASKS"
    assert said in found.message


def test_an_evaluator_that_changes_its_mind_is_found(choice: Any) -> None:
    book, turn = load_tasks(choice.root), count()

    def moody(task: str, answer: Answer) -> Vector:
        return {"correct": (book.judge(task, answer)["correct"]) != (next(turn) == 1)}

    health = check_book(book, choice.read(), judge=moody)
    assert [one.code for one in health.findings] == ["G_CONTRACT_UNSTABLE"]


@pytest.mark.parametrize(("step", "slowest", "codes"), [(51 / 64, 797, []), (52 / 64, 813, ["G_CONTRACT_RUNTIME"])])
def test_an_answer_takes_less_than_four_fifths_of_the_timeout(
    choice: Any, step: float, slowest: int, codes: list[str]
) -> None:
    clock: Iterator[float] = (turn * step for turn in count())
    health = check_book(load_tasks(choice.root), choice.read(), clock=lambda: next(clock))
    assert [one.code for one in health.findings] == codes
    assert health.slowest_ms == slowest


def test_an_evaluator_that_accepts_the_starter_is_found(choice: Any) -> None:
    health = check_book(load_tasks(choice.root), choice.read(), judge=lambda task, answer: {"correct": True})
    codes = Counter(one.code for one in health.findings)
    assert codes == {"G_CONTRACT_STARTER": 12, "G_CONTRACT_OUTCOME": 4 * 12}
