"""The steps of `check` on real pull requests: each bad thing is named in its step, the rest is judged all the same."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from leaderboard import submission_path
from leaderboard.admission import RULES, check, fetch_case, own_case, step_of
from leaderboard.commands import check_pull, harmless, list_pulls, show
from leaderboard.commands.terminal import table
from records import Finding, sha256_hex
from submissions_schema import Cell, Prediction, Preview


def checked(context, number, probe=None):
    return check(fetch_case(context.hub, number, context.boards(), context.history().records, probe))


def verdicts(report):
    return {step.number: str(step.verdict) for step in report.steps}


def codes(report, number):
    return [remark.finding.code for remark in report.steps[number - 1].remarks]


def test_a_sound_pull_request_is_ready_and_honest_about_what_was_not_checked(context, queue, write):
    report = checked(context, queue.open(write()))
    assert report.ready
    said = verdicts(report)
    assert said.pop(5) == "not checked"
    assert said.pop(8) == "look"
    assert set(said.values()) == {"pass"}
    assert codes(report, 5) == ["A_OFFLINE"]
    assert "A_UNKNOWN" in codes(report, 8)


def test_an_empty_set_of_rules_is_an_error(suite, shelf, write):
    case = own_case(write().canonical(), shelf.context.boards(), {})
    with pytest.raises(ValueError, match="admit anything"):
        check(case, ())


def test_two_files_and_a_changed_readme_are_named(context, queue, write):
    submission = write()
    path = submission_path("nnai-bench-0.1", submission.sha256)
    number = queue.propose({path: submission.canonical(), "notes.txt": b"hello", "README.md": b"mine"})
    report = checked(context, number)
    assert not report.ready
    found = report.steps[0].remarks
    assert [one.finding.where for one in found if one.finding.code == "A_FILES"] == ["README.md", "notes.txt"]
    assert "modified" in found[0].finding.message
    assert verdicts(report)[9] == "pass"


WRONG = ("submissions/nnai-bench-0.1/mine.json", "mine.json", f"submissions/core-v0.1/{'0' * 64}.json")


@pytest.mark.parametrize("path", WRONG)
def test_a_wrong_path_names_the_right_one(context, queue, write, path):
    submission = write()
    report = checked(context, queue.propose({path: submission.canonical()}))
    assert codes(report, 1) == ["A_PATH"]
    assert submission.sha256 in report.steps[0].remarks[0].finding.message
    assert report.submission == submission


def test_a_file_written_by_hand_may_be_named_by_its_own_digest(context, queue, write):
    submission = write()
    data = json.dumps(submission.to_dict(), indent=2).encode()
    report = checked(context, queue.propose({submission_path("nnai-bench-0.1", sha256_hex(data)): data}))
    assert report.ready
    assert codes(report, 1) == ["A_FORM"]


def test_a_draft_an_empty_one_and_a_broken_one_stand_in_the_list(context, queue, write):
    api = queue.api("demo-submitter")
    draft = api.create_pull_request("vynly/nnai-submissions", title="Draft", repo_type="dataset").num
    broken = queue.propose({submission_path("nnai-bench-0.1", "0" * 64): b'{"schema": '})
    sound = queue.open(write())
    changed = queue.open(write("changed"))
    check_pull(context, changed)
    queue.push(changed, {"more.txt": b"x"})
    rows = {row["pull"]: row["state"] for row in list_pulls(context).data["pulls"]}
    assert rows == {draft: "empty", broken: "invalid", sound: "ready", changed: "changed since checked"}
    report = checked(context, draft)
    assert codes(report, 1) == ["A_STATUS", "A_EMPTY"]
    assert verdicts(report)[9] == "not reached"
    assert "E_JSON" in str(show(context, broken).lines)


def test_an_unreadable_file_stops_with_its_code_and_nothing_passes(context, queue):
    report = checked(context, queue.propose({submission_path("nnai-bench-0.1", "0" * 64): b"\x1f\x8b\x08"}))
    said = verdicts(report)
    assert codes(report, 2) == ["E_COMPRESSED"]
    assert (said[1], said[2]) == ("fail", "fail")
    assert {said[number] for number in range(3, 12)} == {"not reached"}


def test_somebody_elses_name_is_refused(context, queue, write):
    report = checked(context, queue.open(write(by="demo-second-submitter")))
    assert codes(report, 3) == ["A_AUTHOR"]


def test_faults_of_the_reader_stand_in_the_step_they_belong_to(context, queue, write):
    document = write().to_dict()
    document["source"]["url"] = "https://example.org/a/b"
    document["architecture"]["components"][0]["kind"] = "transformer"
    document["track"] = "offline-retrieval"
    document["test_exposure"]["items"] = {"status": "declared", "text": ""}
    document["predictions"][0]["label"] = "E"
    path = submission_path("nnai-bench-0.1", "0" * 64)
    report = checked(context, queue.propose({path: json.dumps(document).encode()}))
    found = {number: codes(report, number) for number in (2, 5, 6, 7, 8)}
    assert found == {
        2: ["E_LABEL"],
        5: ["E_URL_HOST"],
        6: ["E_INELIGIBLE"],
        7: ["E_TRACK_RESOURCES"],
        8: ["E_DISCLOSURE"],
    }


def test_a_secret_in_the_source_field_is_a_matter_of_step_two():
    assert step_of(Finding(code="E_SECRET", where="/source/url", message="")) == 2
    assert {rule.number for rule in RULES} == set(range(1, 12))


def test_the_source_is_asked_for_when_online(context, queue, write):
    number = queue.open(write())
    asked = []
    assert verdicts(checked(context, number, probe=asked.append))[5] == "pass"
    assert asked[0].startswith("https://huggingface.co/spaces/vynly/nnai-bench/tree/00000")
    report = checked(context, number, probe=lambda url: "answers 404")
    assert codes(report, 5) == ["A_UNREACHABLE"]


def test_a_claimed_preview_is_compared_and_the_first_difference_named(context, shelf, write, suite):
    submission = write()
    case = own_case(submission.canonical(), shelf.context.boards(), {})
    cells = tuple(
        Cell(category=category, tier=tier, correct=50, answered=50, total=50)
        for category in case.score.categories
        for tier in case.score.tiers
    )
    preview = Preview(scorer="nnai-scorer/1", predictions_sha256=case.score.predictions_sha256, counts=cells)
    claimed = replace(submission, preview=preview)
    report = check(own_case(claimed.canonical(), shelf.context.boards(), {}))
    message = [remark.finding.message for remark in report.steps[8].remarks if remark.finding.code == "A_PREVIEW"]
    assert len(message) == 1
    assert message[0].startswith("first difference: deduction tier 1 correct: claimed 50, recomputed ")


def test_a_duplicate_and_equal_predictions_of_another_are_told_apart(context, queue, shelf, write):
    mine = write("mine")
    shelf.put(mine)
    again = checked(context, queue.open(mine))
    assert codes(again, 11) == ["A_DUPLICATE"]
    theirs = replace(write("mine", name="Other name"), submitted_by="demo-second-submitter")
    copy = checked(context, queue.open(theirs, "demo-second-submitter"))
    assert codes(copy, 11) == []
    remark = copy.steps[9].remarks[0]
    assert (remark.finding.code, str(remark.weight)) == ("A_SAME_PREDICTIONS", "advisory")
    assert "ANOTHER SUBMITTER" in remark.finding.message


def test_shared_mistakes_stand_out_and_honest_ones_do_not(context, shelf, write):
    shelf.put(write("earlier", right=300))
    board = shelf.context.boards()
    copied = write("earlier", right=300)
    rows = list(copied.predictions)
    for place in range(40):
        rows[place] = Prediction(rows[place].id, "A")
    near = check(own_case(replace(copied, predictions=tuple(rows)).canonical(), board, {}))
    far = check(own_case(write("independent", right=300).canonical(), board, {}))
    assert codes(near, 10) == ["A_SIMILAR"]
    assert codes(far, 10) == ["A_NEAREST"]


def test_a_retracted_record_does_not_come_back(context, queue, shelf, write):
    submission = write()
    shelf.put(submission)
    shelf.say("retract", submission.sha256, "labels were used")
    report = checked(context, queue.open(submission))
    assert codes(report, 11) == ["A_RETRACTED"]
    assert "labels were used" in report.steps[10].remarks[0].finding.message


def test_a_perfect_score_asks_for_a_look(shelf, write):
    report = check(own_case(write(right=900).canonical(), shelf.context.boards(), {}))
    assert "A_PERFECT" in codes(report, 10)


def test_hostile_names_reach_the_terminal_as_escapes():
    assert harmless("a\x1b[31m\u202e\u200bb\u2028") == "a\\x1b[31m\\u202e\\u200bb\\u2028"
    assert table([["1", "\x1b[2J"]]) == ["1  \\x1b[2J"]
