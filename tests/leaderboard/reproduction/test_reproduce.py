"""`review.py reproduce` over real repositories and the real sandbox: what it stores, refuses and shows."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from isolation import Limits
from leaderboard import Action, Entry, Standing, Status, build_board
from leaderboard.commands import amend, rebuild, verify
from leaderboard.reproduction import read_evidence
from leaderboard.stored import reader_for
from records import Rejected
from submissions_schema import Submission

ROOT = Path(__file__).resolve().parents[3]


def entry_of(stand, record: str) -> Entry:
    found = build_board(stand.state, stand.suite).entry(record)
    assert found is not None
    return found


def test_a_strangers_system_becomes_reproduced_when_every_answer_is_equal(stand):
    record = stand.accept()
    shown = stand.reproduce(record, apply=False)
    assert (shown.code, entry_of(stand, record).status) == (0, Status.SELF_REPORTED)
    done = stand.reproduce(record)
    entry = entry_of(stand, record)
    assert (done.code, entry.status, entry.rank) == (0, Status.REPRODUCED, 1)
    assert entry.reproduction is not None
    assert (entry.reproduction.kind, str(entry.reproduction.mark)) == ("independent", "900/900")
    assert entry.reproduction.mark.deterministic
    assert entry.reproduction.note == "run offline"
    assert verify(stand.context).code == 0
    assert any("run 2 of 2: completed, 900 of 900" in line for line in stand.told)


def test_the_evidence_says_what_ran_on_what_behind_which_walls(stand):
    record = stand.accept({"cache.txt": " ".join(item.id for item in stand.suite.items)})
    stand.reproduce(record)
    mark = entry_of(stand, record).reproduction.mark
    evidence = read_evidence(stand.state.evidence(stand.suite.corpus, mark.evidence))
    assert (evidence.record, evidence.equal, evidence.total, len(evidence.runs)) == (record, 900, 900, 2)
    assert [one["path"] for one in evidence.parts["withheld"]] == ["cache.txt"]
    assert [one["code"] for one in evidence.parts["scan"]["findings"]] == ["S_ANSWERS"]
    shown = {name for name in evidence.inputs if name.startswith("corpora/")}
    folder = "corpora/core-v0.1"
    names = ("corpus.toml", "train.jsonl", "validation.jsonl", "test.questions.jsonl")
    assert shown == {f"{folder}/{name}" for name in names}
    assert set(evidence.inputs) - shown == {"answer.py", "lock.txt"}
    isolation = evidence.runs[0].isolation
    assert (isolation["profile"], isolation["status"], isolation["binds"]) == (
        "linux-bwrap-v1",
        "completed",
        ["/environment"],
    )
    assert str(stand.folder) not in json.dumps(evidence.to_dict())


@pytest.mark.parametrize(("status", "ranked"), [(Status.MAINTAINER_RUN, True), (Status.CONTROL, False)])
def test_a_run_of_the_maintainers_own_system_keeps_its_word(stand, status, ranked):
    record = stand.accept(status=status)
    assert stand.reproduce(record).code == 0
    entry = entry_of(stand, record)
    assert (entry.status, entry.rank is not None) == (status, ranked)
    assert entry.reproduction.kind == "own-run"


def test_who_submitted_cannot_make_their_own_run_independent(stand):
    record = stand.accept()
    stand.reproduce(record, by="stranger")
    entry = entry_of(stand, record)
    assert (entry.status, entry.reproduction.kind) == (Status.SELF_REPORTED, "own-run")


def test_fewer_equal_answers_are_shown_and_give_no_status(stand):
    record = stand.accept(differing=3)
    done = stand.reproduce(record)
    ids = [item.id for item in stand.suite.items][:3]
    entry = entry_of(stand, record)
    assert (done.code, entry.status, str(entry.reproduction.mark)) == (1, Status.SELF_REPORTED, "897/900")
    assert done.data["runs"][0]["differing"] == ids
    assert ids[0] in "\n".join(done.lines)
    assert verify(stand.context).code == 0


def test_runs_that_differ_among_themselves_are_not_called_repeatable(stand):
    noisy = "import json, os, random\n" + (
        'rows = [json.loads(l)["id"] for l in open("corpora/core-v0.1/test.questions.jsonl")]\n'
        'json.dump([{"id": i, "label": random.choice("ABCD")} for i in rows], open("predictions.json", "w"))\n'
    )
    record = stand.accept({"noisy.py": noisy}, predict="python3 noisy.py")
    done = stand.reproduce(record)
    mark = entry_of(stand, record).reproduction.mark
    assert (done.code, mark.deterministic, mark.whole) == (1, False, False)
    assert mark.equal == min(run["equal"] for run in done.data["runs"])


def test_a_later_run_counts_and_earlier_ones_stay_in_the_log(stand):
    record = stand.accept()
    stand.reproduce(record)
    stand.reproduce(record)
    made = [one for one in entry_of(stand, record).decisions if one.action is Action.REPRODUCE]
    assert len(made) == 2
    assert verify(stand.context).code == 0
    amend(stand.context, record[:12], Action.DISPUTE, "a doubt", apply=True)
    assert entry_of(stand, record).status is Status.REPRODUCED
    amend(stand.context, record[:12], Action.RETRACT, "withdrawn", apply=True)
    entry = entry_of(stand, record)
    assert (entry.state, entry.rank) == (Standing.RETRACTED, None)
    assert verify(stand.context).code == 0
    with pytest.raises(Rejected) as refused:
        stand.reproduce(record)
    assert refused.value.findings[0].code == "R_STANDING"


def test_closed_source_is_refused_by_name(stand):
    record = stand.accept(closed=True)
    with pytest.raises(Rejected) as refused:
        stand.reproduce(record)
    assert refused.value.findings[0].code == "R_CLOSED"
    assert "can never be reproduced" in str(refused.value)


@pytest.mark.parametrize(
    ("predict", "code"),
    [
        ("python3 -c 'raise SystemExit(3)'", "R_RUN"),
        ("python3 gone.py", "R_RUN"),
        ("true", "R_NO_OUTPUT"),
        ("sh -c 'echo {} > predictions.json'", "E_MISSING_FIELD"),
        ("echo [] > predictions.json", "R_COMMAND"),
        ("python3 bad.py", "E_MISSING_ID"),
        ("python3 -c 'while True: pass'", "R_RUN"),
    ],
)
def test_a_run_that_went_wrong_is_a_finding_with_evidence_and_no_decision(stand, predict, code):
    record = stand.accept({"bad.py": "open('predictions.json', 'w').write('[]')"}, predict=predict)
    before = stand.state.log_path.read_bytes()
    done = stand.reproduce(record, limits=Limits(wall_ms=3000, cpu_seconds=2))
    assert done.code == 1
    assert code in json.dumps(done.data)
    assert stand.state.log_path.read_bytes() == before
    assert not stand.state.evidence_names(stand.suite.corpus)
    assert len(stand.kept) == (0 if code == "R_COMMAND" else 1)


def test_an_unsound_sandbox_says_nothing_about_the_system(stand):
    record = stand.accept(predict='python3 -c \'import os; os.symlink("/etc/passwd", "out")\'')
    before = stand.state.log_path.read_bytes()
    done = stand.reproduce(record)
    assert (done.code, stand.kept) == (3, [])
    assert "INVALID MEASUREMENT" in "\n".join(done.lines)
    assert stand.state.log_path.read_bytes() == before


def test_a_fitted_system_learns_in_the_same_working_folder(stand):
    fit = "import json; json.dump(len(open('corpora/core-v0.1/train.jsonl').readlines()), open('model', 'w'))"
    record = stand.accept(
        {"fit.py": fit, "go.py": "assert open('model').read() == '600'\nimport answer\n"},
        fit="python3 fit.py",
        predict="python3 go.py --out predictions.json",
    )
    assert stand.reproduce(record).code == 0


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda document: document["reproduction"]["environment"].update(file="gone.txt"), "R_LOCK_MISSING"),
        (lambda document: document["reproduction"]["environment"].update(sha256="0" * 64), "R_LOCK_DIGEST"),
    ],
)
def test_an_environment_that_is_not_the_recorded_one_is_not_run(stand, change, code):
    record = stand.accept()
    document = reader_for(stand.suite).read(stand.state, record).submission.to_dict()
    change(document)
    other = stand._decide(Submission.from_dict(document), Status.SELF_REPORTED)
    done = stand.reproduce(other)
    assert (done.code, done.data["findings"][0]["code"]) == (1, code)
    assert not stand.kept


def test_a_lock_file_with_options_never_reaches_pip(stand):
    done = stand.reproduce(stand.accept({"lock.txt": "--index-url https://127.0.0.1:9/\nx==1\n"}))
    assert (done.code, done.data["findings"][0]["code"]) == (1, "R_LOCK")


def test_altered_or_missing_evidence_is_found(stand):
    record = stand.accept()
    stand.reproduce(record)
    path = stand.state.evidence_path(stand.suite.corpus, entry_of(stand, record).reproduction.mark.evidence)
    whole = path.read_bytes()
    for damage in (whole.replace(b'"completed"', b'"Completed"'), b"{}"):
        path.write_bytes(damage)
        found = verify(stand.context)
        assert (found.code, found.data["findings"][0]["code"]) == (1, "V_EVIDENCE")
    path.unlink()
    assert verify(stand.context).data["findings"][0]["code"] == "V_EVIDENCE"
    assert rebuild(stand.context, apply=True).code == 0
    path.write_bytes(whole)
    assert verify(stand.context).code == 0


def test_evidence_without_a_decision_is_a_leftover_that_rebuild_removes(stand):
    stand.accept()
    stand.state.store_evidence(stand.suite.corpus, b"{}")
    assert "never decided on" in "\n".join(rebuild(stand.context, apply=False).lines)
    rebuild(stand.context, apply=True)
    assert not stand.state.evidence_names(stand.suite.corpus)
