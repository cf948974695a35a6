"""Deprecated and vanished tasks stand in the registry, others do not (T5, T7)."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from dataclasses import replace

import pytest

from governance.corpus import Governed
from governance.lifecycle import (
    Deprecation,
    Deprecations,
    Lifecycle,
    Registries,
    State,
    Transition,
    deprecations_bytes,
    move,
    read_deprecations,
    read_registries,
    start,
)
from records import Rejected

DAY = datetime.date(2026, 11, 30)
FIRST, SECOND = "nb1-te-ded-1-000", "nb1-te-ded-1-001"
LEFT = "nb1-te-ded-9-999"


def gone(task: str, replacement: str | None = None) -> Deprecation:
    return Deprecation(task=task, family="D-chain", date=DAY, reason="ambiguous", replacement=replacement)


def walked(registries: Registries, *states: State) -> Registries:
    """The first task walks through these states."""
    for state in states:
        lifecycle = move(
            registries.lifecycle,
            (FIRST,),
            state,
            on=DAY,
            reviewer="ada",
            reason="because",
            families=registries.families,
        )
        registries = replace(registries, lifecycle=lifecycle)
    return registries


def codes(registries: Registries) -> list[str]:
    return [one.code for one in registries.findings()]


OUT = (State.CALIBRATING, State.QUARANTINED, State.DEPRECATED)


def test_a_deprecated_task_that_does_not_stand_there_is_a_finding(governed: Governed) -> None:
    registries = walked(read_registries(governed), *OUT)
    assert codes(registries) == ["G_DEPRECATION_MISSING"]
    assert codes(replace(registries, deprecations=Deprecations(entries=(gone(FIRST),)))) == []


def test_a_retired_task_still_stands_there(governed: Governed) -> None:
    registries = walked(read_registries(governed), *OUT, State.RETIRED)
    assert codes(registries) == ["G_DEPRECATION_MISSING"]


@pytest.mark.parametrize("states", [(), (State.CALIBRATING,), (State.CALIBRATING, State.ACTIVE)])
def test_any_other_task_that_stands_there_is_a_finding(governed: Governed, states: tuple[State, ...]) -> None:
    registries = walked(read_registries(governed), *states)
    registries = replace(registries, deprecations=Deprecations(entries=(gone(FIRST),)))
    assert codes(registries) == ["G_DEPRECATION_STATE"]


def test_a_replacement_must_be_a_task(governed: Governed) -> None:
    registries = walked(read_registries(governed), *OUT)
    for replacement, expected in ((SECOND, []), (LEFT, ["G_DEPRECATION_STATE"])):
        entries = (gone(FIRST, replacement),)
        assert codes(replace(registries, deprecations=Deprecations(entries=entries))) == expected


def test_a_vanished_task_needs_a_history_that_ends_in_deprecation(governed: Governed) -> None:
    registries = replace(read_registries(governed), deprecations=Deprecations(entries=(gone(LEFT),)))
    assert codes(registries) == ["G_DEPRECATION_STATE"]
    steps = [
        Transition(before=before, to=to, date=DAY, reviewer="ada", reason="because", tasks=(LEFT,))
        for before, to in zip((State.DRAFT, *OUT), OUT, strict=False)
    ]
    lifecycle = Lifecycle(states=start(tuple(governed.digests)).states, transitions=tuple(steps))
    assert codes(replace(registries, lifecycle=lifecycle)) == []


def test_a_task_that_vanished_without_a_word_is_unknown_to_its_history(governed: Governed) -> None:
    step = Transition(
        before=State.DRAFT, to=State.CALIBRATING, date=DAY, reviewer="ada", reason="because", tasks=(LEFT,)
    )
    lifecycle = Lifecycle(states=start(tuple(governed.digests)).states, transitions=(step,))
    assert codes(replace(read_registries(governed), lifecycle=lifecycle)) == ["G_LIFECYCLE_UNKNOWN"]


def test_deprecations_read_back_as_they_were_written(governed: Governed) -> None:
    wanted = Deprecations(entries=(gone(FIRST, SECOND), gone(LEFT)))
    (governed.root / "corpus/task-deprecations.toml").write_bytes(deprecations_bytes(wanted))
    assert read_deprecations(governed) == wanted


@pytest.mark.parametrize(
    ("change", "where"),
    [
        (lambda text: text.replace("schema_version = 1", "schema_version = 9"), "/schema_version"),
        (lambda text: text.replace('reason = "ambiguous"\n', ""), "/deprecations/0/reason"),
        (lambda text: text + "owner = 1\n", "/deprecations/0/owner"),
        (lambda text: text.replace("date = 2026-11-30", "date = 7"), "/deprecations/0/date"),
        (lambda text: text + text[text.index("\n[[") :], "/deprecations/1"),
    ],
)
def test_each_misfit_is_a_finding(governed: Governed, change: Callable[[str], str], where: str) -> None:
    text = deprecations_bytes(Deprecations(entries=(gone(FIRST),))).decode()
    (governed.root / "corpus/task-deprecations.toml").write_text(change(text))
    with pytest.raises(Rejected) as refused:
        read_deprecations(governed)
    assert [one.where for one in refused.value.findings] == [f"corpus/task-deprecations.toml:{where}"]
