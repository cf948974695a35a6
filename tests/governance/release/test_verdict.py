"""Two verdicts and their words: structural health, activation eligibility; unreadable parts; marks and silence."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from governance.corpus import Identity, Role, identity_bytes, vocabulary_bytes
from governance.lifecycle import Record, State
from governance.release import Status, Verdict, build, check_release, read_subject
from records import Rejected

Workshop = Any


def judged(workshop: Workshop) -> Verdict:
    return check_release(workshop.subject())


def test_a_sound_corpus_may_be_calibrating(workshop: Workshop) -> None:
    workshop.data()
    workshop.contracts()
    workshop.registries(State.CALIBRATING, approved=False)
    workshop.release(status=Status.CALIBRATING)
    verdict = judged(workshop)
    assert (verdict.sound, verdict.eligible, verdict.overclaimed) == (True, False, False)
    assert verdict.status is Status.CALIBRATING


def test_an_active_task_without_evidence_is_a_claim_that_is_refused(workshop: Workshop) -> None:
    workshop.data()
    workshop.contracts()
    workshop.registries(State.CALIBRATING, State.ACTIVE, approved=False)
    workshop.release()
    verdict = judged(workshop)
    assert verdict.overclaimed
    assert not verdict.eligible


def test_what_cannot_be_read_is_said_once_and_leaves_other_rules_unjudged(workshop: Workshop) -> None:
    workshop.active()
    (workshop.root / "corpus" / "task-lifecycle.toml").unlink()
    verdict = judged(workshop)
    found = {result.rule: result for result in verdict.results if not result.holds}
    assert [name for name, result in found.items() if result.findings] == ["lifecycle"]
    assert found["calibration-approval"].verdict == "unjudged"
    assert found["calibration-approval"].unjudged == "the lifecycle registry could not be read"


@pytest.mark.parametrize(
    ("name", "owner"),
    [
        ("corpus.toml", "identity"),
        ("test.questions.jsonl", "identity"),
        ("train.jsonl", "identity"),
        ("corpus/category-vocabulary.toml", "vocabulary"),
        ("corpus/reviewers.toml", "lifecycle"),
        ("corpus/task-deprecations.toml", "deprecations"),
        ("corpus/task-calibrations.json", "calibration-currency"),
        ("contracts/contracts.json", "fixtures"),
        ("releases/0.1.0.json", "release-manifest"),
        ("releases/0.1.0.md", "release-note"),
    ],
)
@pytest.mark.parametrize("data", [b"\xff\x00", None])
def test_a_damaged_or_missing_file_is_its_owners_finding(
    workshop: Workshop, name: str, owner: str, data: bytes | None
) -> None:
    workshop.active()
    if data is None:
        (workshop.root / name).unlink()
    else:
        workshop.write(name, data)
    verdict = judged(workshop)
    assert not verdict.eligible
    assert owner in {result.rule for result in verdict.results if result.findings}


def test_categories_with_fewer_than_five_active_tasks_are_descriptive_only(workshop: Workshop) -> None:
    workshop.data()
    workshop.contracts()
    workshop.registries(State.CALIBRATING, State.ACTIVE)
    verdict = judged(workshop)
    assert verdict.categories["deduction"].active == 6
    assert not verdict.categories["deduction"].descriptive_only
    assert set(verdict.descriptive_only) == {"tracking", "spatial", "induction", "relations"}


def test_a_private_template_is_not_yet_rather_than_broken(tmp_path: Path) -> None:
    identity = Identity(id="held-out", version="0.1.0", role=Role.PRIVATE_HELD_OUT, kind="choice")
    (tmp_path / "corpus").mkdir()
    (tmp_path / "corpus.toml").write_bytes(identity_bytes(identity))
    (tmp_path / "corpus" / "category-vocabulary.toml").write_bytes(vocabulary_bytes({"deduction": "To conclude."}))
    (tmp_path / "corpus" / "reviewers.toml").write_text("schema_version = 1\nreviewers = []\n", encoding="utf-8")
    verdict = check_release(read_subject(tmp_path))
    assert verdict.sound, [result for result in verdict.results if not result.holds]
    assert [result.rule for result in verdict.activation if not result.holds] == ["active-tasks", "private-plan"]
    with pytest.raises(Rejected, match="no task yet"):
        build(read_subject(tmp_path), version="0.1.0", date="2026-11-30")


def test_a_public_corpus_without_data_is_broken(tmp_path: Path) -> None:
    identity = Identity(id="empty", version="0.1.0", role=Role.PUBLIC_DEVELOPMENT, kind="choice")
    (tmp_path / "corpus.toml").write_bytes(identity_bytes(identity))
    assert not check_release(read_subject(tmp_path)).sound


def test_a_manifest_that_calls_a_calibrating_corpus_active_is_refused(workshop: Workshop) -> None:
    workshop.data(role="private-held-out")
    workshop.contracts()
    workshop.registries(State.CALIBRATING, State.ACTIVE)
    workshop.release(status=Status.ACTIVE)  # but there is no plan
    broken = [result for result in judged(workshop).structural if result.findings]
    assert [result.rule for result in broken] == ["release-manifest"]
    assert [one.where for one in broken[0].findings] == ["releases/0.1.0.json:/status"]


def test_closed_issues_and_issues_without_a_skip_are_no_complaint(workshop: Workshop) -> None:
    workshop.active()
    task = workshop.subject().governed.need().book.ids[0]
    for skip, closed in (("true", "true"), ("false", "false")):
        text = f'task = "{task}"\ndate = 2026-11-30\ntext = "a doubt"\nskip = {skip}\nclosed = {closed}\n'
        workshop.write("corpus/known-issues.toml", f"schema_version = 1\n[[issues]]\n{text}".encode())
        assert judged(workshop).eligible


def test_a_task_that_vanished_since_the_release_before_must_stand_among_the_deprecations(workshop: Workshop) -> None:
    workshop.active()
    gone = "nb1-te-ded-1-099"
    before = workshop.release(
        "0.0.9", change=lambda made: replace(made, digests={**made.digests, gone: "sha256:" + "0" * 64})
    )
    workshop.release("0.1.0", older=(before,))
    found = {result.rule: result.findings for result in judged(workshop).results if result.findings}
    assert [one.code for one in found["deprecations"]] == ["G_DEPRECATION_MISSING"]
    assert gone in found["deprecations"][0].message


def test_a_retired_corpus_is_sound_and_never_eligible(workshop: Workshop) -> None:
    workshop.data(role="retired")
    workshop.contracts()
    workshop.registries(State.CALIBRATING, State.ACTIVE, State.DEPRECATED, State.RETIRED)
    entries = "".join(
        f'[[deprecations]]\ntask = "{task.id}"\nfamily = "{task.family}"\ndate = 2026-11-30\nreason = "rotation"\n'
        'replacement = "none"\n'
        for task in workshop.subject().governed.need().book.tasks
    )
    workshop.write("corpus/task-deprecations.toml", f"schema_version = 1\n{entries}".encode())
    workshop.release(status=Status.RETIRED)
    verdict = judged(workshop)
    assert [result for result in verdict.results if not result.holds] == []
    assert (verdict.sound, verdict.eligible, verdict.status) == (True, False, Status.RETIRED)


@pytest.mark.parametrize("run", ["..", ".", "../../elsewhere", "/etc", ""])
def test_a_record_leads_to_no_folder_but_a_study(workshop: Workshop, run: str) -> None:
    workshop.data()
    workshop.contracts()

    def elsewhere(record: Record) -> Record:
        first, *rest = record.configurations
        return replace(record, configurations=(replace(first, runs=(run,)), *rest))

    workshop.registries(State.CALIBRATING, State.ACTIVE, change=elsewhere)
    workshop.release()
    found = {result.rule: result.findings for result in judged(workshop).results if result.findings}
    assert [one.message for one in found["measurements"]] == ["the study is missing"]
