"""Which tasks count is read from the lifecycle registry; a damaged registry stops scoring and lets nothing back in."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from evaluator import CORPORA, REGISTRY, Suite, TaskStates, load_corpus, load_scored, suite_for
from evaluator.schedule import load_scored_schedule_suite
from evaluator.suite import load_scored_suite
from governance.lifecycle import State, lifecycle_bytes, move, start
from records import Rejected

IDS = [f"demo-{place:02d}" for place in range(12)]
STATES = ("draft", "calibrating", "active", "quarantined", "deprecated", "retired")
Write = Callable[..., Path]


def registry(root: Path, text: str | bytes) -> Path:
    path = root / REGISTRY
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return root


def toml(*, transitions: str = "", **states: list[str]) -> str:
    """A registry in which every task that is not named is active."""
    named = {task for tasks in states.values() for task in tasks}
    given = {"active": [task for task in IDS if task not in named], **states}
    lines = "\n".join(f"{state} = {tasks}" for state, tasks in given.items())
    return f"schema_version = 2\n\n[states]\n{lines}\n{transitions}"


def step(scope: str, to: str, day: object, reason: str) -> str:
    return f'[[transitions]]\n{scope}\nfrom = "active"\nto = "{to}"\ndate = {day}\nreviewer = "r"\nreason = {reason}\n'


def refused(root: Path) -> list[tuple[str, str]]:
    with pytest.raises(Rejected) as caught:
        load_scored_suite(root)
    return [(item.code, item.where.removeprefix(f"/{REGISTRY}")) for item in caught.value.findings]


def test_without_a_registry_every_task_is_scored(write_corpus: Write, small: Suite) -> None:
    suite = load_scored_suite(write_corpus())
    assert suite == small
    assert (suite.withdrawn, suite.scored, suite.task_states) == (frozenset(), suite.items, TaskStates())
    assert suite.task_states.sentence(12) == suite.task_states.scored_in_words == ""


def test_calibrating_and_active_tasks_are_scored_and_the_others_are_not(write_corpus: Write) -> None:
    given = {state: [IDS[place]] for place, state in enumerate(STATES)}
    given["active"] = [task for place, task in enumerate(IDS) if place not in (0, 1, 3, 4, 5)]
    suite = load_scored_suite(registry(write_corpus(), toml(**given)))
    assert suite.withdrawn == {IDS[0], IDS[3], IDS[4], IDS[5]}
    assert [item.id for item in suite.scored] == [task for task in IDS if task not in suite.withdrawn]
    assert dict(suite.task_states.counts) == {state: 7 if state == "active" else 1 for state in STATES}
    assert suite.task_states.scored_in_words == "7 active, 1 calibrating"


def test_the_contract_still_asks_for_every_task(write_corpus: Write, small: Suite) -> None:
    suite = load_scored_suite(registry(write_corpus(), toml(quarantined=IDS[:3])))
    assert suite.contract == small.contract
    assert suite.whole == small
    assert suite.scored_bits == 0b111111111000


@pytest.mark.parametrize("day", ["2026-11-30", '"2026-11-30"'])
def test_the_note_says_how_many_since_when_and_why(write_corpus: Write, day: str) -> None:
    moves = (
        step('tasks = ["demo-00", "demo-01"]', "quarantined", "2026-01-01", '"an earlier quarantine"'),
        step('tasks = ["demo-00", "demo-01"]', "quarantined", day, '"two true\\n options."'),
        step('family = "S-one"', "deprecated", day, '"near duplicates"'),
    )
    text = toml(quarantined=IDS[:2], deprecated=IDS[6:], transitions="".join(moves))
    states = load_scored_suite(registry(write_corpus(), text)).task_states
    assert states.sentence(12) == (
        "4 of 12 tasks scored; 2 quarantined since 2026-11-30: two true options; "
        "6 deprecated since 2026-11-30: near duplicates"
    )
    assert states.withdrawals[0].tasks == ("demo-00", "demo-01")


def test_a_withdrawal_without_a_transition_is_still_a_withdrawal(write_corpus: Write) -> None:
    suite = load_scored_suite(registry(write_corpus(), toml(retired=["demo-05"])))
    assert suite.task_states.sentence(12) == "11 of 12 tasks scored; 1 retired"


def test_a_reason_cannot_carry_control_or_direction_marks(write_corpus: Write) -> None:
    text = toml(
        quarantined=["demo-00"], transitions=step("all = true", "quarantined", "2026-11-30", '"a\\u202eb\\u001b[31mc"')
    )
    states = load_scored_suite(registry(write_corpus(), text)).task_states
    assert states.withdrawals[0].reason == "a·b·[31mc"


def test_a_task_that_left_the_corpus_may_stay_in_the_registry(write_corpus: Write) -> None:
    suite = load_scored_suite(registry(write_corpus(), toml(deprecated=["demo-99"])))
    assert suite.withdrawn == frozenset()
    assert dict(suite.task_states.counts) == {"active": 12}


FAULTS = {
    "no toml": ("[states", [("C_LIFECYCLE", "")]),
    "no utf-8": (b"\xff", [("C_LIFECYCLE", "")]),
    "another schema": (
        toml().replace("schema_version = 2", "schema_version = 1"),
        [("C_LIFECYCLE", "/schema_version")],
    ),
    "schema true": (
        toml().replace("schema_version = 2", "schema_version = true"),
        [("C_LIFECYCLE", "/schema_version")],
    ),
    "no states": ("schema_version = 2\n", [("C_LIFECYCLE", "/states")]),
    "no table": ("schema_version = 2\nstates = 1\n", [("C_LIFECYCLE", "/states")]),
    "a task without state": (toml(active=IDS[:11]), [("C_LIFECYCLE", "/states")]),
    "two states": (toml(active=IDS, quarantined=IDS[:1]), [("C_LIFECYCLE", "/states/quarantined/0")]),
    "twice in one": (toml(quarantined=["demo-00", "demo-00"]), [("C_LIFECYCLE", "/states/quarantined/1")]),
    "an unknown state": (toml(paused=[]), [("C_LIFECYCLE", "/states/paused")]),
    "an unknown scored task": (toml(calibrating=["demo-99"]), [("C_LIFECYCLE", "/states/calibrating/0")]),
    "no list": (toml().replace("active = [", "active = 1 #"), None),
    "transitions of another form": (
        toml(transitions="") + '\n[transitions]\nto = "x"\n',
        [("C_LIFECYCLE", "/transitions")],
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_damaged_registry_stops_scoring(write_corpus: Write, name: str) -> None:
    text, expected = FAULTS[name]
    found = refused(registry(write_corpus(), text))
    assert {code for code, _ in found} == {"C_LIFECYCLE"}
    assert expected is None or found == expected


def test_a_registry_that_is_a_link_or_a_folder_is_refused(write_corpus: Write, tmp_path: Path) -> None:
    root = write_corpus()
    (root / "corpus").mkdir()
    (root / REGISTRY).symlink_to(tmp_path / "elsewhere")
    assert refused(root) == [("E_NOT_REGULAR", "")]
    (root / REGISTRY).unlink()
    (root / REGISTRY).mkdir()
    assert refused(root) == [("E_NOT_REGULAR", "")]


def test_hundreds_of_faults_are_named_in_a_few_lines(write_corpus: Write) -> None:
    found = refused(registry(write_corpus(), toml(calibrating=[f"none-{n}" for n in range(500)])))
    assert len(found) == 21


def test_governance_loads_the_data_whatever_the_registry_says(write_corpus: Write, small: Suite) -> None:
    root = registry(write_corpus(), "[states")
    (root / "corpus.toml").write_text('kind = "choice"\n')
    assert load_corpus(root) == small
    with pytest.raises(Rejected):
        load_scored(root)


def test_the_suite_of_a_name_comes_with_its_states(write_corpus: Write) -> None:
    root = registry(write_corpus(), toml(quarantined=IDS[:1]))
    assert suite_for("nnai-demo-0.1", root.parent).withdrawn == {"demo-00"}


def test_schedules_have_their_tier_as_family(tmp_path: Path) -> None:
    source = CORPORA / "scheduling-v0.2"
    root = tmp_path / source.name
    root.mkdir()
    for name in ("manifest.json", "test.questions.jsonl"):
        (root / name).write_bytes((source / name).read_bytes())
    suite = load_scored_schedule_suite(root)
    tier = [one.id for one in suite.instances if one.tier == 3]
    rest = [one.id for one in suite.instances if one.tier != 3]
    moved = step('family = "tier-3"', "quarantined", date(2026, 11, 30), '"why"')
    text = f"schema_version = 2\n[states]\nactive = {rest}\nquarantined = {tier}\n{moved}"
    again = load_scored_schedule_suite(registry(root, text))
    assert again.task_states.sentence(300) == "200 of 300 tasks scored; 100 quarantined since 2026-11-30: why"
    assert [one.id for one in again.scored] == rest


def test_the_registry_that_governance_writes_is_read_with_day_and_reason(write_corpus: Write, small: Suite) -> None:
    families = {item.id: item.family for item in small.items}
    made = start(IDS)
    steps = (
        (IDS, State.CALIBRATING, 28, "begin"),
        (IDS[:9], State.ACTIVE, 29, "approved"),
        (IDS[6:], State.QUARANTINED, 30, 'says "two" = true'),
    )
    for tasks, to, day, reason in steps:
        on = date(2026, 11, day)
        made = move(made, tasks, to, on=on, reviewer="vynly", reason=reason, families=families)
    states = load_scored_suite(registry(write_corpus(), lifecycle_bytes(made))).task_states
    assert dict(states.counts) == {"active": 6, "quarantined": 6}
    assert states.sentence(12) == '6 of 12 tasks scored; 6 quarantined since 2026-11-30: says "two" = true'
