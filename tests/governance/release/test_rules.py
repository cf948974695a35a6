"""Each release rule, with a corpus in which exactly the one thing is broken that it looks at."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from evaluator.tasks import Answer, Vector
from governance.contracts import Contract, check_contracts, read_contracts
from governance.corpus import load_governed
from governance.lifecycle import Record, State
from governance.release import (
    RULES,
    Evidence,
    ReleaseManifest,
    Status,
    check_release,
    evidence_of,
)

Workshop = Any
ACTIVE = (State.CALIBRATING, State.ACTIVE)
BREAKS: dict[str, Callable[[Workshop], Evidence | None]] = {}


def breaks(rule: str) -> Callable[[Callable[[Workshop], Evidence | None]], Callable[[Workshop], Evidence | None]]:
    def entered(make: Callable[[Workshop], Evidence | None]) -> Callable[[Workshop], Evidence | None]:
        BREAKS[rule] = make
        return make

    return entered


@breaks("identity")
def _(workshop: Workshop) -> None:
    """The manifest says of a file what is not so."""
    workshop.active()
    manifest = json.loads((workshop.root / "manifest.json").read_text(encoding="utf-8"))
    manifest["files"]["train.jsonl"]["rows"] += 1
    workshop.write("manifest.json", json.dumps(manifest).encode())


@breaks("vocabulary")
def _(workshop: Workshop) -> None:
    """A category of tasks stands not in the vocabulary."""
    workshop.data()
    name = "corpus/category-vocabulary.toml"
    lines = (workshop.root / name).read_text(encoding="utf-8").splitlines(keepends=True)
    workshop.write(name, "".join(line for line in lines if not line.startswith("quantity")).encode())
    workshop.contracts()
    workshop.registries(*ACTIVE)
    workshop.release()


@breaks("active-scoring")
def _(workshop: Workshop) -> None:
    """Tasks of a retired corpus are active."""
    workshop.active(role="retired")
    workshop.release(status=Status.RETIRED)


@breaks("references-and-starters")
def _(workshop: Workshop) -> None:
    """A reference is a distractor."""

    def wrong(contract: Contract) -> Contract:
        right, first, *rest = contract.fixtures
        fixtures = (replace(right, twin=None), replace(first, twin="the reference is it too"), *rest)
        return replace(contract, reference=first.answer, fixtures=fixtures)

    _contracted(workshop, wrong)


@breaks("fixtures")
def _(workshop: Workshop) -> None:
    """The only passing fixture is of the origin that made the reference."""

    def dependent(contract: Contract) -> Contract:
        right, *rest = contract.fixtures
        return replace(contract, fixtures=(replace(right, origin="gold"), *rest))

    _contracted(workshop, dependent)


@breaks("criterion-coverage")
def _(workshop: Workshop) -> None:
    """No rejecting fixture of an instance stands there for its skills."""

    def uncovered(contract: Contract) -> Contract:
        return replace(contract, fixtures=tuple(one for one in contract.fixtures if "skill" not in one.names))

    workshop.schedules(uncovered)
    workshop.registries(*ACTIVE)
    workshop.release("0.2.0")


@breaks("determinism")
def _(workshop: Workshop) -> Evidence:
    """The evaluator says something else when it is asked again."""
    workshop.active()
    governed = load_governed(workshop.root)
    calls = itertools.count()
    first = governed.book.ids[0]

    def moody(task: str, answer: Answer) -> Vector:
        vector = governed.book.judge(task, answer)
        second = next(calls) % 2 == 1
        return {"correct": not vector["correct"]} if task == first and answer == "ABSTAIN" and second else vector

    contracts = read_contracts(workshop.root)
    evidence = evidence_of(governed, contracts, check_contracts(governed, contracts, judge=moody))
    workshop.release(evidence=evidence)
    return evidence


@breaks("runtime-margin")
def _(workshop: Workshop) -> Evidence:
    """Judging takes eight tenths of the declared timeout, by a clock that goes that fast."""
    workshop.active()
    governed, contracts = load_governed(workshop.root), read_contracts(workshop.root)
    readings = itertools.count()
    health = check_contracts(governed, contracts, clock=lambda: next(readings) * 0.8)
    return evidence_of(governed, contracts, health)


@breaks("measurements")
def _(workshop: Workshop) -> None:
    """A study that calibrations rest on is another one than they measured."""
    workshop.active()
    workshop.write("studies/rules/study.json", b"{}")


@breaks("lifecycle")
def _(workshop: Workshop) -> None:
    """The reviewer of the transitions had no role on their day."""
    workshop.active()
    workshop.edit("corpus/reviewers.toml", "2026-10-18", "2026-12-01")


@breaks("deprecations")
def _(workshop: Workshop) -> None:
    """An active task stands among the deprecations."""
    workshop.active()
    task = load_governed(workshop.root).book.tasks[0]
    text = (
        f'schema_version = 1\n[[deprecations]]\ntask = "{task.id}"\nfamily = "{task.family}"\ndate = 2026-11-30\n'
        'reason = "a test"\nreplacement = "none"\n'
    )
    workshop.write("corpus/task-deprecations.toml", text.encode())


@breaks("known-issues")
def _(workshop: Workshop) -> None:
    """An open issue asks for a skip of an active task."""
    workshop.active()
    _issue(workshop, skip="true", closed="false")


@breaks("calibration-currency")
def _(workshop: Workshop) -> None:
    """A record is about the task as it was."""
    _recorded(workshop, lambda record: replace(record, task_digest="sha256:" + "0" * 64))


@breaks("calibration-approval")
def _(workshop: Workshop) -> None:
    """A task was approved after runs of two systems that are materially different."""
    _recorded(workshop, lambda record: replace(record, configurations=record.configurations[:2]))


@breaks("active-tasks")
def _(workshop: Workshop) -> None:
    """No task is active yet."""
    workshop.data()
    workshop.contracts()
    workshop.registries(State.CALIBRATING, approved=False)
    workshop.release(status=Status.CALIBRATING)


@breaks("private-plan")
def _(workshop: Workshop) -> None:
    """The plan of a private corpus has a gap."""
    workshop.data(role="private-held-out")
    workshop.contracts()
    workshop.plan()
    workshop.edit("plan.toml", "repetitions = 1", "repetitions = 0")
    workshop.registries(*ACTIVE)
    workshop.release(status=Status.CALIBRATING)


@breaks("release-manifest")
def _(workshop: Workshop) -> None:
    """The manifest says of the corpus what is not so."""
    workshop.active()
    workshop.release(change=lambda manifest: replace(manifest, timeout_ms=manifest.timeout_ms + 1))


@breaks("release-note")
def _(workshop: Workshop) -> None:
    """The note states another number of tasks."""
    workshop.active()
    workshop.edit("releases/0.1.0.md", "- tasks: 12", "- tasks: 13")


@breaks("version-class")
def _(workshop: Workshop) -> None:
    """A changed task is released as a patch."""
    workshop.active()
    before = workshop.release("0.0.9", change=_with_another_task)
    workshop.release("0.1.0", older=(before,))


@breaks("protocol-schema")
def _(workshop: Workshop) -> None:
    """The protocol schema has the name of a published one and other terms."""
    workshop.active()

    def altered(manifest: ReleaseManifest) -> ReleaseManifest:
        return replace(manifest, protocol_schema=replace(manifest.protocol_schema, digest="sha256:" + "0" * 64))

    workshop.release(change=altered)


def _contracted(workshop: Workshop, change: Callable[[Contract], Contract]) -> None:
    workshop.data()
    workshop.contracts(change)
    workshop.registries(*ACTIVE)
    workshop.release()


def _recorded(workshop: Workshop, change: Callable[[Record], Record]) -> None:
    workshop.data()
    workshop.contracts()
    workshop.registries(*ACTIVE, change=change)
    workshop.release()


def _issue(workshop: Workshop, *, skip: str, closed: str) -> None:
    task = load_governed(workshop.root).book.ids[0]
    text = (
        f'schema_version = 1\n[[issues]]\ntask = "{task}"\ndate = 2026-11-30\ntext = "two right answers?"\n'
        f"skip = {skip}\nclosed = {closed}\n"
    )
    workshop.write("corpus/known-issues.toml", text.encode())


def _with_another_task(manifest: ReleaseManifest) -> ReleaseManifest:
    first = next(iter(manifest.digests))
    return replace(manifest, digests={**manifest.digests, first: "sha256:" + "0" * 64})


def complaining(workshop: Workshop, evidence: Evidence | None = None) -> list[str]:
    return [result.rule for result in check_release(workshop.subject(evidence)).results if not result.holds]


@pytest.mark.parametrize("rule", [rule.name for rule in RULES])
def test_only_the_rule_that_is_broken_complains(rule: str, workshop: Workshop) -> None:
    evidence = BREAKS[rule](workshop)
    assert complaining(workshop, evidence) == [rule]


def test_every_rule_holds_for_a_sound_active_corpus(workshop: Workshop) -> None:
    workshop.active()
    verdict = check_release(workshop.subject())
    assert [result for result in verdict.results if not result.holds] == []
    assert verdict.status is Status.ACTIVE


def test_an_empty_table_is_an_error(workshop: Workshop) -> None:
    workshop.active()
    with pytest.raises(ValueError, match="at least one rule"):
        check_release(workshop.subject(), ())


def test_rules_have_a_name_of_their_own_a_sentence_and_files() -> None:
    assert len({rule.name for rule in RULES}) == len(RULES)
    assert all(rule.sentence.endswith(".") and rule.reads for rule in RULES)
