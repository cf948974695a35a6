"""A calibration record says nothing that its own counts do not give, and nothing of another task (B5, B6, T9)."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from governance.corpus import Governed
from governance.lifecycle import Difficulty, Record, Statistic, band, is_current, record_from
from records import Rejected

FIRST = "nb1-te-ded-1-000"
Make = Callable[..., Record]


@given(st.integers(0, 400), st.integers(1, 400))
def test_bands_are_cut_at_exactly_a_quarter_and_three_quarters(part: int, more: int) -> None:
    rate = Fraction(part, part + more) if part % 2 else Fraction(min(part, more), more)
    expected = Difficulty.HARD if 4 * rate < 1 else Difficulty.MIXED if 4 * rate < 3 else Difficulty.EASY
    assert band(rate) is expected


@pytest.mark.parametrize(
    ("rate", "name"), [("1/4", "mixed"), ("249/1000", "hard"), ("3/4", "easy"), ("749/1000", "mixed")]
)
def test_the_ends_of_the_bands(rate: str, name: str) -> None:
    assert band(Fraction(rate)) == name


def test_each_configuration_counts_once_however_often_it_ran(governed: Governed, record: Make) -> None:
    made = record(governed, FIRST)
    often = replace(made.configurations[1], valid=9, solved=9)
    made = replace(made, configurations=(made.configurations[0], often, made.configurations[2]))
    assert made.solve_rate == Fraction(1, 3)
    assert made.observations == 11


def test_what_is_not_counted_enters_no_figure(governed: Governed, record: Make) -> None:
    made = record(governed, FIRST)
    replay = replace(made.configurations[1], not_counted="a reference replayed as a system")
    invalid = replace(made.configurations[2], valid=0, invalid=3)
    made = replace(made, configurations=(made.configurations[0], replay, invalid))
    assert (made.solve_rate, made.observations, len(made.families)) == (Fraction(0), 1, 1)
    assert made.empirical_difficulty is Difficulty.HARD


def test_three_configurations_of_one_family_are_not_materially_different(governed: Governed, record: Make) -> None:
    made = record(governed, FIRST)
    assert made.shortfall() == ""
    same = tuple(replace(one, system_family="symbolic/rules") for one in made.configurations)
    assert replace(made, configurations=same).shortfall().startswith("1 materially different")


def test_a_record_without_observations_has_no_rate_rather_than_nought(governed: Governed, record: Make) -> None:
    made = replace(record(governed, FIRST), configurations=())
    assert made.solve_rate is None
    assert made.empirical_difficulty is None


@pytest.mark.parametrize("changed", ["corpus", "task_digest", "scoring_schema", "task"])
def test_a_record_is_current_only_for_exactly_its_task(governed: Governed, record: Make, changed: str) -> None:
    made = record(governed, FIRST)
    assert is_current(made, governed)
    assert not is_current(replace(made, **{changed: "another"}), governed)


def test_a_record_reads_back_as_it_was_written(governed: Governed, record: Make) -> None:
    made = replace(record(governed, FIRST), discrimination=Statistic(value=Fraction(-7, 12)))
    assert record_from(json.loads(json.dumps(made.to_dict())), "f", "") == made
    draft = replace(made, decision=None)
    assert record_from(draft.to_dict(), "f", "") == draft


def change(value: dict[str, Any], path: str, new: object) -> None:
    *steps, last = path.split("/")
    for step in steps:
        value = value[int(step) if step.isdigit() else step]
    value[last] = new


@pytest.mark.parametrize(
    ("path", "new", "where"),
    [
        ("notes", 1, "/notes"),
        ("task_digest", "sha256:00", "/task_digest"),
        ("observations", 4, "/observations"),
        ("observations", True, "/observations"),
        ("solve_rate", "1/2", "/solve_rate"),
        ("solve_rate", None, "/solve_rate"),
        ("empirical_difficulty", "easy", "/empirical_difficulty"),
        ("stability", {}, "/stability/unavailable"),
        ("stability", {"value": "2/4"}, "/stability/value"),
        ("stability", {"value": "1/0"}, "/stability/value"),
        ("stability", {"value": "1/2", "unavailable": "both"}, "/stability/unavailable"),
        ("configurations/0/configuration", "cfg-1", "/configurations/0/configuration"),
        ("configurations/0/valid", 0.0, "/configurations/0/valid"),
        ("configurations/1/solved", 2, "/configurations/1/valid"),
        ("configurations/0/timeouts", 2, "/configurations/0/valid"),
        ("configurations/0/studies", [], "/configurations/0/studies"),
        ("configurations/0/studies", ["sha256:1"], "/configurations/0/studies"),
        ("configurations/0/label", "x", "/configurations/0/label"),
        ("decision/verdict", "maybe", "/decision/verdict"),
        ("decision/rationale", "", "/decision/rationale"),
        ("decision/accepted_alternatives", None, "/decision/accepted_alternatives"),
        ("decision/transition", -1, "/decision/transition"),
    ],
)
def test_each_misfit_of_a_record_is_a_finding(
    governed: Governed, record: Make, path: str, new: object, where: str
) -> None:
    value = json.loads(json.dumps(record(governed, FIRST).to_dict()))
    change(value, path, new)
    with pytest.raises(Rejected) as refused:
        record_from(value, "f", "")
    assert f"f:{where}" in [one.where for one in refused.value.findings]
    assert {one.code for one in refused.value.findings} == {"G_CALIBRATION"}


def test_a_configuration_that_stands_there_twice_is_a_finding(governed: Governed, record: Make) -> None:
    value = record(governed, FIRST).to_dict()
    value["configurations"] = [record(governed, FIRST).configurations[0].to_dict()] * 2
    with pytest.raises(Rejected, match="twice"):
        record_from(value, "f", "")
