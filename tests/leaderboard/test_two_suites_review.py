"""One review flow for two suites: each pull request is judged by the suite of its folder, and no other."""

from __future__ import annotations

from dataclasses import replace

from leaderboard import State, seed_state, submission_path
from leaderboard.admission import check, fetch_case, own_case
from leaderboard.commands import accept, check_pull, list_pulls, publish, show, verify
from leaderboard.ports import SPACE, SPACE_TYPE
from submissions_schema import Cell, Preview


def steps(context, number):
    report = check(fetch_case(context.hub, number, context.boards(), context.history().records, None))
    return {step.number: [remark.finding.code for remark in step.remarks] for step in report.steps}


def test_the_list_names_the_suite_of_each_pull_request(both, queue, write, write_schedules):
    core, schedules = queue.open(write()), queue.open(write_schedules())
    rows = {row["pull"]: (row["state"], row["corpus"]) for row in list_pulls(both).data["pulls"]}
    assert rows == {core: ("ready", "core-v0.1"), schedules: ("ready", "scheduling-v0.2")}


def test_a_file_in_the_folder_of_the_other_suite_is_refused_by_name(both, queue, write, write_schedules):
    core, schedules = write(), write_schedules()
    wrong = {
        queue.propose({submission_path("nnai-sched-0.2", core.sha256): core.canonical()}): "nnai-sched-0.2",
        queue.propose({submission_path("nnai-bench-0.1", schedules.sha256): schedules.canonical()}): "nnai-bench-0.1",
    }
    for number, read_as in wrong.items():
        assert steps(both, number)[4] == ["E_BENCH_ID"]
        result = check_pull(both, number)
        assert result.code == 1
        assert f"{read_as} is read here" in " ".join(" ".join(result.lines).split())
        assert accept(both, number, "No.", apply=True).code == 1


def test_a_misplaced_file_is_judged_by_the_suite_that_it_names(both, queue, write_schedules):
    found = steps(both, queue.propose({"mine.json": write_schedules().canonical()}))
    assert (found[1], found[4]) == (["A_PATH"], [])


def test_schedules_are_accepted_merged_and_published_beside_core(both, queue, write, write_schedules, state):
    core, schedules = write("core"), write_schedules("Planner", right=280, mode="text")
    for submission in (core, schedules):
        number = queue.open(submission)
        assert accept(both, number, "Checked.", apply=True).code == 0
        assert queue.status(number) == "merged"
    assert "280/300" in "\n".join(check_pull(both, number).lines)
    assert verify(both).code == 0
    assert publish(both, apply=True).code == 0
    for corpus in ("core-v0.1", "scheduling-v0.2"):
        assert queue.maintainer.read(SPACE, f"leaderboard/{corpus}.csv", "main", SPACE_TYPE) == state.read_csv(corpus)
    path = f"leaderboard/records/scheduling-v0.2/{schedules.sha256}.json"
    assert queue.maintainer.read(SPACE, path, "main", SPACE_TYPE) == schedules.canonical()


def test_show_says_the_input_mode_and_the_score_of_each_tier(both, queue, write_schedules):
    text = "\n".join(show(both, queue.open(write_schedules(right=150, mode="text"))).lines)
    assert "input mode        text" in text
    assert "50.00 %, 150 of 300 feasible" in text
    assert "tier 3            0.00 %" in text


def test_a_claimed_preview_of_schedules_is_compared(schedule_shelf, write_schedules):
    submission = write_schedules(right=120)
    board = schedule_shelf.context.boards()
    honest = own_case(submission.canonical(), board, {}).score
    cells = (*honest.cells()[:1], Cell(category="scheduling", tier=2, correct=99, answered=100, total=100))
    preview = Preview(
        scorer=honest.scorer, predictions_sha256=honest.predictions_sha256, counts=(*cells, *honest.cells()[2:])
    )
    report = check(own_case(replace(submission, preview=preview).canonical(), board, {}))
    (message,) = [one.finding.message for one in report.steps[8].remarks if one.finding.code == "A_PREVIEW"]
    assert message == "first difference: scheduling tier 2 correct: claimed 99, recomputed 20"


def test_equal_schedules_and_shared_failures_ask_for_a_look(schedule_shelf, write_schedules):
    schedule_shelf.put(write_schedules("Earlier", right=200))
    boards = schedule_shelf.context.boards()

    def likeness(submission):
        return [one.finding.code for one in check(own_case(submission.canonical(), boards, {})).steps[9].remarks]

    assert likeness(write_schedules("Copy", right=200, by="demo-second-submitter")) == ["A_SAME_PREDICTIONS"]
    assert likeness(write_schedules("Near copy", right=201)) == ["A_SIMILAR"]
    assert likeness(write_schedules("Solver", right=300)) == ["A_NEAREST"]


def test_a_local_state_is_seeded_with_both_boards(tmp_path, schedule_shelf, write_schedules, state, both):
    sha256 = schedule_shelf.put(write_schedules())
    target = State(tmp_path / "copy")
    target.root.mkdir()
    seed_state(state, target)
    assert target.record_names("scheduling-v0.2") == (sha256,)
    assert verify(replace(both, state=target)).data["records"] == 1
