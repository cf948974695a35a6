"""The states are what the transitions replay to, whatever the history is (N3)."""

from __future__ import annotations

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from governance.lifecycle import MOVES, Lifecycle, State, Transition, allowed, join, move, replay, start
from records import Rejected

DAY = datetime.date(2026, 11, 30)
FAMILIES = {f"task-{number}": ("even" if number % 2 == 0 else "odd") for number in range(6)}
TASKS = tuple(FAMILIES)


def moved(lifecycle: Lifecycle, tasks: tuple[str, ...], to: State, day: datetime.date = DAY) -> Lifecycle:
    return move(lifecycle, tasks, to, on=day, reviewer="ada", reason="because", families=FAMILIES)


def step(before: State | None, to: State, *tasks: str, day: datetime.date = DAY) -> Transition:
    return Transition(before=before, to=to, date=day, reviewer="ada", reason="because", tasks=tasks)


@given(st.lists(st.tuples(st.sets(st.sampled_from(TASKS), min_size=1), st.sampled_from(State)), max_size=12))
def test_what_move_writes_replays_to_the_states(wishes: list[tuple[set[str], State]]) -> None:
    lifecycle = start(TASKS)
    for tasks, to in wishes:
        try:
            lifecycle = moved(lifecycle, tuple(tasks), to)
        except Rejected:
            continue
        walked = replay(lifecycle.transitions, FAMILIES)
        assert walked.findings == ()
        assert walked.states == lifecycle.states


@given(st.sampled_from(State), st.sampled_from(State))
def test_a_step_is_faulted_exactly_when_the_move_is_not_allowed(before: State, to: State) -> None:
    walked = replay([step(before, to, "task-0")], FAMILIES)
    assert any(one.where.endswith("/0/to") for one in walked.findings) is not allowed(before, to)


@pytest.mark.parametrize(("before", "after"), [(one, two) for one in State for two in State])
def test_the_moves_are_those_of_the_governance(before: State, after: State) -> None:
    """T1: the table of the governance page, written a second time."""
    table = {
        "draft": "calibrating",
        "calibrating": "active quarantined draft",
        "active": "quarantined deprecated calibrating",
        "quarantined": "calibrating deprecated",
        "deprecated": "retired",
        "retired": "",
    }
    assert (after in MOVES[before]) is (after.value in table[before.value].split())


def test_a_whole_corpus_and_a_whole_family_are_named_shortly() -> None:
    lifecycle = moved(start(TASKS), TASKS, State.CALIBRATING)
    lifecycle = moved(lifecycle, TASKS[::2], State.ACTIVE)
    lifecycle = moved(lifecycle, ("task-1",), State.DRAFT)
    assert [(one.everything, one.family, one.tasks) for one in lifecycle.transitions] == [
        (True, None, ()),
        (False, "even", ()),
        (False, None, ("task-1",)),
    ]


def test_tasks_from_two_states_make_two_transitions() -> None:
    lifecycle = moved(start(TASKS), TASKS, State.CALIBRATING)
    lifecycle = moved(lifecycle, ("task-0",), State.ACTIVE)
    lifecycle = moved(lifecycle, ("task-0", "task-1"), State.QUARANTINED)
    assert [one.before for one in lifecycle.transitions[2:]] == [State.CALIBRATING, State.ACTIVE]


def test_a_task_that_joins_later_is_not_touched_by_earlier_moves() -> None:
    lifecycle = moved(start(TASKS[:4]), TASKS[:4], State.CALIBRATING)
    lifecycle = join(lifecycle, TASKS[4:], on=DAY, reviewer="ada", reason="a minor release")
    walked = replay(lifecycle.transitions, FAMILIES)
    assert walked.findings == ()
    assert walked.states["task-0"] is State.CALIBRATING
    assert walked.states["task-5"] is State.DRAFT


def test_a_move_of_everything_leaves_tasks_alone_that_joined_after_it() -> None:
    earlier = Transition(
        before=State.DRAFT, to=State.CALIBRATING, date=DAY, reviewer="ada", reason="all", everything=True
    )
    walked = replay([earlier, step(None, State.DRAFT, "task-5")], FAMILIES)
    assert walked.findings == ()
    assert walked.states["task-5"] is State.DRAFT


def test_joining_twice_is_a_finding() -> None:
    joins = [step(None, State.DRAFT, "task-5"), step(None, State.DRAFT, "task-5")]
    assert [one.code for one in replay(joins, FAMILIES).findings] == ["G_LIFECYCLE_MOVE"]
    with pytest.raises(Rejected, match="in the registry already"):
        join(start(TASKS), TASKS[:1], on=DAY, reviewer="ada", reason="again")


def test_a_step_from_another_state_than_the_task_stands_in_is_named_once() -> None:
    history = [step(State.CALIBRATING, State.ACTIVE, "task-0"), step(State.ACTIVE, State.QUARANTINED, "task-0")]
    findings = replay(history, FAMILIES).findings
    assert [one.where for one in findings] == ["corpus/task-lifecycle.toml:/transitions/0/from"]


def test_days_may_not_go_backwards() -> None:
    history = [
        step(State.DRAFT, State.CALIBRATING, "task-0"),
        step(State.CALIBRATING, State.DRAFT, "task-0", day=DAY - datetime.timedelta(days=1)),
    ]
    assert [one.code for one in replay(history, FAMILIES).findings] == ["G_LIFECYCLE_ORDER"]
    with pytest.raises(Rejected, match="lies before"):
        moved(Lifecycle(states=start(TASKS).states, transitions=tuple(history[:1])), TASKS, State.CALIBRATING, SOONER)


SOONER = DAY - datetime.timedelta(days=1)


def test_a_step_about_an_unknown_task_is_a_finding() -> None:
    findings = replay([step(State.DRAFT, State.CALIBRATING, "task-9")], FAMILIES).findings
    assert [one.code for one in findings] == ["G_LIFECYCLE_UNKNOWN"]


def test_a_step_about_a_family_that_has_no_task_is_a_finding() -> None:
    empty = Transition(
        before=State.DRAFT, to=State.CALIBRATING, date=DAY, reviewer="ada", reason="none", family="prime"
    )
    assert [one.message for one in replay([empty], FAMILIES).findings] == ["no task is meant by it"]


@pytest.mark.parametrize(
    ("tasks", "to", "said"),
    [
        ((), State.CALIBRATING, "no task is meant"),
        (("task-9",), State.CALIBRATING, "no task of this corpus"),
        (("task-0",), State.ACTIVE, "may be followed by calibrating"),
        (("task-0",), State.DRAFT, "may be followed by calibrating"),
    ],
)
def test_move_refuses_what_the_replay_would_fault(tasks: tuple[str, ...], to: State, said: str) -> None:
    with pytest.raises(Rejected, match=said):
        moved(start(TASKS), tasks, to)
