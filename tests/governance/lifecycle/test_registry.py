"""Each misfit of the lifecycle registry is its own finding, and what is written reads back (T8, T10, N3)."""

from __future__ import annotations

import datetime
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluator import load_scored
from governance.corpus import Governed
from governance.lifecycle import (
    Reviewers,
    State,
    Transition,
    lifecycle_bytes,
    lifecycle_findings,
    move,
    read_deprecations,
    read_lifecycle,
    read_registries,
    start,
)
from governance.lifecycle.transitions import transition_from
from records import Rejected

DAY = datetime.date(2026, 11, 30)
FIRST, SECOND = "nb1-te-ded-1-000", "nb1-te-ded-1-001"


def registry(governed: Governed) -> Path:
    return governed.root / "corpus" / "task-lifecycle.toml"


def rewrite(governed: Governed, old: str, new: str) -> None:
    text = registry(governed).read_text()
    assert old in text
    registry(governed).write_text(text.replace(old, new, 1))


def codes(governed: Governed) -> list[str]:
    return [one.code for one in read_registries(governed).findings()]


def test_a_corpus_of_drafts_is_sound(prepare: Callable[..., Governed], small: Callable[..., Path]) -> None:
    governed = prepare(small)
    lifecycle = read_lifecycle(governed)
    assert codes(governed) == []
    assert list(lifecycle.states) == list(governed.digests)
    assert lifecycle.counts()[State.DRAFT] == 12


@pytest.mark.parametrize(
    ("old", "new", "code", "where"),
    [
        (f'  "{FIRST}",\n', "", "G_LIFECYCLE_MISSING", "/states"),
        (f'  "{FIRST}",\n', f'  "{FIRST}",\n  "stranger",\n', "G_LIFECYCLE_UNKNOWN", "/states"),
        ("active = []", 'active = ["stranger"]', "G_LIFECYCLE_UNKNOWN", "/states"),
    ],
)
def test_each_misfit_with_the_corpus_is_a_finding(
    governed: Governed, old: str, new: str, code: str, where: str
) -> None:
    rewrite(governed, old, new)
    found = read_registries(governed).findings()
    assert [(one.code, one.where) for one in found] == [(code, f"corpus/task-lifecycle.toml:{where}")]


def test_states_that_no_transition_leads_to_are_a_finding(governed: Governed) -> None:
    rewrite(governed, f'  "{FIRST}",\n', "")
    rewrite(governed, "active = []", f'active = ["{FIRST}"]')
    assert codes(governed) == ["G_LIFECYCLE_REPLAY"]


@pytest.mark.parametrize(
    ("old", "new", "where", "said"),
    [
        ("schema_version = 2", "schema_version = 1", "/schema_version", "2 is expected"),
        ("schema_version = 2", "schema_version = true", "/schema_version", "2 is expected"),
        ("schema_version = 2", "schema_version = 2\nnotes = 1", "/notes", "unknown field"),
        ("retired = []", "", "/states/retired", "missing field"),
        ("retired = []", "retired = []\nlost = []", "/states/lost", "unknown field"),
        ("retired = []", "retired = 7", "/states/retired", "a list is expected"),
        ("retired = []", "retired = [7]", "/states/retired", "a list of texts"),
        (f'  "{SECOND}",\n', f'  "{FIRST}",\n', "/states/draft/1", "stands twice"),
        ("retired = []", f'retired = ["{FIRST}"]', "/states/retired/0", "exactly one state"),
        ("retired = []", "retired = []\n[[transitions]]\n", "/transitions/0/date", "missing field"),
        ("retired = []", "retired = [", "", "not TOML"),
    ],
)
def test_each_misfit_of_the_file_is_a_finding(governed: Governed, old: str, new: str, where: str, said: str) -> None:
    rewrite(governed, old, new)
    with pytest.raises(Rejected) as refused:
        read_lifecycle(governed)
    place = f"corpus/task-lifecycle.toml:{where}" if where else "corpus/task-lifecycle.toml"
    assert (place, True) in [(one.where, said in one.message) for one in refused.value.findings]
    assert {one.code for one in refused.value.findings} == {"G_LIFECYCLE"}


SOUND = {"all": True, "from": "draft", "to": "calibrating", "date": DAY, "reviewer": "ada", "reason": "begun"}


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"all": False}, "all"),
        ({"all": 1}, "all"),
        ({"family": "D-chain"}, "tasks"),
        ({"tasks": [FIRST]}, "tasks"),
        ({"from": "limbo"}, "from"),
        ({"from": "absent"}, "from"),
        ({"to": "absent"}, "to"),
        ({"date": "30.11.2026"}, "date"),
        ({"date": "2026-02-30"}, "date"),
        ({"date": datetime.datetime(2026, 11, 30)}, "date"),
        ({"reviewer": ""}, "reviewer"),
        ({"reason": "\x1b[2J"}, "reason"),
        ({"reason": 7}, "reason"),
        ({"why": "no such field"}, "why"),
    ],
)
def test_each_misfit_of_a_transition_is_a_finding(changes: dict[str, object], field: str) -> None:
    with pytest.raises(Rejected) as refused:
        transition_from(SOUND | changes, "/transitions/0")
    places = {one.where for one in refused.value.findings}
    assert places == {f"corpus/task-lifecycle.toml:/transitions/0/{field}"}


def test_a_transition_without_tasks_is_a_finding() -> None:
    with pytest.raises(Rejected, match="exactly one of tasks, family, all"):
        transition_from({name: value for name, value in SOUND.items() if name != "all"}, "")
    with pytest.raises(Rejected, match="at least one task"):
        transition_from({name: value for name, value in SOUND.items() if name != "all"} | {"tasks": []}, "")


TEXT = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=20)


@given(TEXT, TEXT, st.dates(min_value=datetime.date(1000, 1, 1)), st.sampled_from(["all", "family", "tasks"]))
def test_a_transition_reads_back_as_it_was_written(reviewer: str, reason: str, day: datetime.date, scope: str) -> None:
    step = Transition(
        before=State.ACTIVE,
        to=State.QUARANTINED,
        date=day,
        reviewer=reviewer,
        reason=reason,
        tasks=(reason,) if scope == "tasks" else (),
        family=reviewer if scope == "family" else None,
        everything=scope == "all",
    )
    (read,) = tomllib.loads(step.toml())["transitions"]
    assert transition_from(read, "") == step


def test_a_registry_reads_back_as_it_was_written(governed: Governed) -> None:
    families = {task.id: task.family for task in governed.book.tasks}
    lifecycle = start(tuple(governed.digests))
    for tasks, to in ((tuple(families), State.CALIBRATING), ((FIRST, SECOND), State.DRAFT)):
        lifecycle = move(
            lifecycle, tasks, to, on=DAY, reviewer="ada", reason='so "it" is \\ been\nthought', families=families
        )
    registry(governed).write_bytes(lifecycle_bytes(lifecycle))
    assert read_lifecycle(governed) == lifecycle
    assert lifecycle_bytes(read_lifecycle(governed)) == registry(governed).read_bytes()


def test_a_reviewer_without_a_role_on_that_day_is_a_finding(governed: Governed, reviewers: Reviewers) -> None:
    families = {task.id: task.family for task in governed.book.tasks}
    for name, said in (("eve", "does not stand in"), ("ben", "held no role on 2026-11-30")):
        moved = move(
            read_lifecycle(governed), (FIRST,), State.CALIBRATING, on=DAY, reviewer=name, reason="x", families=families
        )
        found = lifecycle_findings(governed, moved, read_deprecations(governed), reviewers)
        assert [(one.code, said in one.message) for one in found] == [("G_REVIEWER", True)]


def test_a_registry_that_is_no_plain_file_is_refused(governed: Governed, tmp_path: Path) -> None:
    registry(governed).rename(tmp_path / "elsewhere.toml")
    registry(governed).symlink_to(tmp_path / "elsewhere.toml")
    with pytest.raises(Rejected, match="regular file"):
        read_lifecycle(governed)


def test_scores_read_the_same_states(prepare: Callable[..., Governed], small: Callable[..., Path]) -> None:
    """The evaluator has a reader of its own: what it withdraws is what neither calibrates nor is active."""
    governed = prepare(small)
    families = {task.id: task.family for task in governed.book.tasks}
    family = governed.book.tasks[-1].family
    lifecycle = read_lifecycle(governed)
    moves = ((tuple(families), State.CALIBRATING), (tuple(t for t in families if families[t] == family), State.ACTIVE))
    last = (tuple(families)[:2], State.QUARANTINED)
    for tasks, to in (*moves, last):
        lifecycle = move(lifecycle, tasks, to, on=DAY, reviewer="ada", reason="because", families=families)
    registry(governed).write_bytes(lifecycle_bytes(lifecycle))
    assert load_scored(governed.root).withdrawn == set(lifecycle.of(State.QUARANTINED))
