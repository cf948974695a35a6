"""`bench.py lifecycle`: shown first, written with --apply, refused where it would not be sound (B11, B13)."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from pathlib import Path

import pytest

from governance.commands import Report, UsageError
from governance.corpus import Governed
from governance.lifecycle import (
    WRITTEN,
    Calibrations,
    Record,
    State,
    calibrations_bytes,
    read_deprecations,
    read_lifecycle,
    writing,
)

FIRST, SECOND = "nb1-te-ded-1-000", "nb1-te-ded-1-001"
BY = ("--reviewer", "ada", "--date", "2026-11-30", "--reason", "because it is so")
Run = Callable[..., Report]


def files(root: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted((root / "corpus").iterdir())}


@pytest.fixture
def do(command: Run, governed: Governed) -> Run:
    """`lifecycle set` by ada with --apply."""
    return lambda *words: command("lifecycle", governed.root, "set", *words, *BY, "--apply")


def test_a_fresh_corpus_begins_with_drafts(command: Run, governed: Governed) -> None:
    for name in WRITTEN:
        (governed.root / name).unlink()
    shown = command("lifecycle", governed.root, "init")
    assert shown.pending
    assert set(files(governed.root)) & {Path(name).name for name in WRITTEN} == set()
    assert not command("lifecycle", governed.root, "init", "--apply").findings
    assert command("lifecycle", governed.root, "check").exit_code == 0
    assert read_lifecycle(governed).counts()[State.DRAFT] == 12


def test_init_again_changes_nothing(command: Run, governed: Governed) -> None:
    before = files(governed.root)
    assert command("lifecycle", governed.root, "init", "--apply").exit_code == 0
    assert files(governed.root) == before


def test_tasks_that_a_release_adds_join_as_drafts(command: Run, governed: Governed, do: Run) -> None:
    do("--all", "--to", "calibrating")
    path = governed.root / WRITTEN[-1]
    path.write_text(path.read_text().replace(f'  "{FIRST}",\n', "").replace("all = true", f'tasks = ["{SECOND}"]'))
    rest = [f'"{task}"' for task in governed.digests if task != FIRST]
    path.write_text(path.read_text().replace(f'tasks = ["{SECOND}"]', f"tasks = [{', '.join(rest)}]"))
    assert [one.code for one in command("lifecycle", governed.root, "check").findings] == ["G_LIFECYCLE_MISSING"]
    command("lifecycle", governed.root, "init", *BY, "--apply")
    assert command("lifecycle", governed.root, "check").findings == ()
    assert read_lifecycle(governed).of(State.DRAFT) == (FIRST,)


def test_a_move_is_shown_before_it_is_written(command: Run, governed: Governed) -> None:
    before = files(governed.root)
    report = command("lifecycle", governed.root, "set", "--all", "--to", "calibrating", *BY)
    assert report.pending
    assert files(governed.root) == before
    assert "draft: 12 -> 0" in report.lines
    assert "transition: all tasks: draft -> calibrating on 2026-11-30 by ada" in report.lines


@pytest.mark.parametrize(
    ("words", "moved"),
    [
        (("--all",), 12),
        (("--family", "D-chain"), None),
        (("--tasks", FIRST, SECOND), 2),
        (("--tasks", f"{FIRST},{SECOND}"), 2),
    ],
)
def test_tasks_are_named_one_by_one_by_family_or_all(
    governed: Governed, do: Run, words: tuple[str, ...], moved: int | None
) -> None:
    expected = moved or sum(task.family == "D-chain" for task in governed.book.tasks)
    assert do(*words, "--to", "calibrating").exit_code == 0
    assert read_lifecycle(governed).counts()[State.CALIBRATING] == expected


def test_from_narrows_a_selection_down(governed: Governed, do: Run) -> None:
    do("--tasks", FIRST, "--to", "calibrating")
    assert do("--all", "--from", "draft", "--to", "calibrating").exit_code == 0
    assert read_lifecycle(governed).counts()[State.CALIBRATING] == 12


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("--all", "--to", "retired"), "G_LIFECYCLE_MOVE"),
        (("--tasks", "stranger", "--to", "calibrating"), "G_LIFECYCLE_MOVE"),
        (("--family", "no-such", "--to", "calibrating"), "G_LIFECYCLE_MOVE"),
    ],
)
def test_what_may_not_move_is_refused(governed: Governed, do: Run, words: tuple[str, ...], code: str) -> None:
    before = files(governed.root)
    assert {one.code for one in do(*words).findings} == {code}
    assert files(governed.root) == before


@pytest.mark.parametrize(("reviewer", "date"), [("eve", "2026-11-30"), ("ben", "2026-11-30"), ("ada", "2026-10-01")])
def test_only_a_reviewer_of_that_day_moves_tasks(command: Run, governed: Governed, reviewer: str, date: str) -> None:
    by = ("--reviewer", reviewer, "--date", date, "--reason", "x", "--apply")
    report = command("lifecycle", governed.root, "set", "--all", "--to", "calibrating", *by)
    assert [one.code for one in report.findings] == ["G_REVIEWER"]


@pytest.mark.parametrize(
    "words",
    [
        ("set", "--all", *BY),
        ("set", "--to", "calibrating", *BY),
        ("set", "--all", "--family", "D-chain", "--to", "calibrating", *BY),
        ("set", "--all", "--to", "calibrating", "--reviewer", "ada"),
        ("set", "--all", "--to", "calibrating", "--reason", "x"),
    ],
)
def test_a_call_that_cannot_be_meant_says_what_was_expected(
    command: Run, governed: Governed, words: tuple[str, ...]
) -> None:
    with pytest.raises(UsageError):
        command("lifecycle", governed.root, *words)


def test_nothing_becomes_active_without_an_approved_record(
    governed: Governed, do: Run, record: Callable[..., Record]
) -> None:
    do("--all", "--to", "calibrating")
    refused = do("--tasks", FIRST, "--to", "active")
    assert [one.code for one in refused.findings] == ["G_CALIBRATION_MISSING"]


def test_an_active_task_may_be_recalibrated_and_come_back_on_its_approval(
    governed: Governed, do: Run, record: Callable[..., Record]
) -> None:
    do("--all", "--to", "calibrating")
    approved(governed, record)
    assert do("--tasks", FIRST, "--to", "calibrating").exit_code == 0
    assert do("--tasks", FIRST, "--to", "active").exit_code == 0


def test_a_quarantined_task_does_not_come_back_as_it_is(
    governed: Governed, do: Run, record: Callable[..., Record]
) -> None:
    do("--all", "--to", "calibrating")
    approved(governed, record)
    assert do("--tasks", FIRST, "--to", "quarantined").exit_code == 0
    assert do("--tasks", FIRST, "--to", "calibrating").exit_code == 0
    assert [one.code for one in do("--tasks", FIRST, "--to", "active").findings] == ["G_CALIBRATION_QUARANTINED"]


def test_a_calibrating_task_is_quarantined_with_the_digest_it_is_about(governed: Governed, do: Run) -> None:
    do("--all", "--to", "calibrating")
    (found,) = do("--tasks", FIRST, "--to", "quarantined").findings
    assert "calibrate quarantine" in found.message


def test_deprecation_and_retirement_keep_the_registry_of_deprecations(
    command: Run, governed: Governed, do: Run, record: Callable[..., Record]
) -> None:
    do("--all", "--to", "calibrating")
    approved(governed, record)
    do("--tasks", FIRST, "--to", "deprecated", "--replacement", SECOND)
    (entry,) = read_deprecations(governed).entries
    assert (entry.task, entry.replacement, entry.date) == (FIRST, SECOND, datetime.date(2026, 11, 30))
    do("--tasks", FIRST, "--to", "retired")
    assert command("lifecycle", governed.root, "check").findings == ()


def test_a_broken_registry_is_not_built_upon(governed: Governed, do: Run) -> None:
    path = governed.root / WRITTEN[-1]
    path.write_text(path.read_text().replace(f'  "{FIRST}",\n', ""))
    assert [one.code for one in do("--tasks", SECOND, "--to", "calibrating").findings] == ["G_LIFECYCLE_MISSING"]


def test_two_operators_do_not_write_at_once(governed: Governed, do: Run) -> None:
    with writing(governed.root):
        assert [one.code for one in do("--all", "--to", "calibrating").findings] == ["G_BUSY"]


def test_a_private_corpus_is_not_quoted(
    command: Run, prepare: Callable[..., Governed], small_choice: Callable[..., Path]
) -> None:
    governed = prepare(small_choice, role="private-held-out")
    path = governed.root / WRITTEN[-1]
    path.write_text(path.read_text().replace(f'  "{FIRST}",\n', ""))
    reports = [
        command("lifecycle", governed.root, "check"),
        command("lifecycle", governed.root, "set", "--tasks", SECOND, "--to", "active", *BY),
        command("lifecycle", governed.root, "init", *BY),
    ]
    text = repr([(one.lines, one.data, one.findings) for one in reports])
    assert "nb1-" not in text
    assert "G_LIFECYCLE_MISSING" in text


def approved(governed: Governed, record: Callable[..., Record]) -> None:
    """Write the approval of all tasks and the move that belongs to it, as `calibrate approve` does."""
    calibrations = Calibrations(records=tuple(record(governed, task) for task in governed.digests))
    (governed.root / WRITTEN[0]).write_bytes(calibrations_bytes(governed.identity.id, calibrations))
    path = governed.root / WRITTEN[-1]
    text = path.read_text()
    start, end = text.index("calibrating = ["), text.index("active = []")
    tasks = text[start + len("calibrating = ") : end]
    text = f"{text[:start]}calibrating = []\nactive = {tasks}{text[end + len('active = []') + 1 :]}"
    path.write_text(
        text + '\n[[transitions]]\nall = true\nfrom = "calibrating"\nto = "active"\ndate = 2026-11-30\n'
        'reviewer = "ada"\nreason = "approved"\n'
    )
