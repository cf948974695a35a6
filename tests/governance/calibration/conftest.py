"""Studies as values, as the strict validator would hand them out, and a small corpus whose tasks are calibrating."""

from __future__ import annotations

import argparse
import datetime
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from governance.commands import COMMANDS, Report
from governance.corpus import Governed, load_governed
from governance.lifecycle import (
    Calibrations,
    Deprecations,
    Registries,
    Reviewer,
    ReviewerRole,
    Reviewers,
    State,
    calibrations_bytes,
    deprecations_bytes,
    lifecycle_bytes,
    move,
    read_registries,
    reviewers_bytes,
    start,
)
from governance.studies import (
    Attempt,
    Attestation,
    Configuration,
    Ending,
    Host,
    Klass,
    Observation,
    Plan,
    Study,
    Totals,
    Trial,
)
from governance.studies.command import CommandTemplate
from records import digest

DAY = datetime.date(2026, 11, 30)
NOON = "2026-11-30T12:00:00.000Z"
MakeStudy = Callable[..., Study]


@pytest.fixture(autouse=True)
def own_data_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Locks of a test stand in its own folder."""
    monkeypatch.setenv("NNAI_HOME", str(tmp_path / "home"))


@pytest.fixture
def governed(tmp_path: Path, small_choice: Callable[..., Path]) -> Governed:
    """Twelve tasks of multiple choice, all calibrating."""
    return calibrating(small_choice(tmp_path / "corpus-under-test"))


@pytest.fixture
def private(tmp_path: Path, small_choice: Callable[..., Path]) -> Governed:
    """The same as a private corpus."""
    return calibrating(small_choice(tmp_path / "corpus-under-test", role="private-held-out"))


def calibrating(root: Path) -> Governed:
    corpus = load_governed(root)
    families = {task.id: task.family for task in corpus.book.tasks}
    lifecycle = move(
        start(tuple(families)),
        tuple(families),
        State.CALIBRATING,
        on=DAY,
        reviewer="ada",
        reason="contracts are frozen",
        families=families,
    )
    people = (Reviewer(id="ada", role=ReviewerRole.MAINTAINER, since=datetime.date(2026, 10, 18)),)
    contents = {
        "task-lifecycle.toml": lifecycle_bytes(lifecycle),
        "task-deprecations.toml": deprecations_bytes(Deprecations(entries=())),
        "task-calibrations.json": calibrations_bytes(corpus.identity.id, Calibrations()),
        "reviewers.toml": reviewers_bytes(Reviewers(people=people)),
    }
    for name, data in contents.items():
        (root / "corpus" / name).write_bytes(data)
    return corpus


@pytest.fixture
def registries(governed: Governed) -> Registries:
    """The registries of the corpus."""
    return read_registries(governed)


@pytest.fixture
def make_study() -> MakeStudy:
    """`make_study(governed, "symbolic", {task: [True, False]})`: solved or not, by trial; None is no valid observation.

    Tasks that are not named are not solved. Further words are fields of the configuration; `agent` is what its program
    holds. `failed` gives the endings of further attempts at the first batch.
    """
    return study_of


def study_of(
    governed: Governed,
    family: str,
    outcomes: Mapping[str, list[bool | None]],
    *,
    run: int = 1,
    klass: Klass = Klass.ANSWERED,
    failed: tuple[Ending, ...] = (),
    **declared: str,
) -> Study:
    template = CommandTemplate(words=("/usr/bin/python3",), variables=())
    configuration = configured(governed, family, template, declared)
    trials = max(map(len, outcomes.values()), default=1)
    plan = Plan(
        id=f"{family}-20261130t120000z-{run:08x}",
        label=family.title(),
        configuration=configuration,
        host=Host(node="0" * 16, machine="x86_64", kernel="Linux", cpus=2, cluster=False),
        command=template,
        tries=3,
        trials=tuple(Trial.of(number, 0) for number in range(1, trials + 1)),
        started=NOON,
    )
    endings = [*failed, Ending.COMPLETED]
    attempts = tuple(attempt(number, ending) for number, ending in enumerate(endings, start=1))
    observations = tuple(
        observed(governed, task, trial.number, outcome, klass)
        for trial in plan.trials
        for task in governed.digests
        if (outcome := outcomes.get(task, [False] * trials)[trial.number - 1]) is not None
    )
    totals = Totals.of(plan, len(governed.digests), observations, attempts)
    attestation = Attestation(
        profile=configuration.profile,
        adapter_digest=None,
        preflight_digest=None,
        checks=(),
        evidence_digest=digest(b"evidence"),
        complete=totals.complete,
        publishable=False,
        record_digest=digest(b"record"),
    )
    return Study(
        plan=plan,
        attempts=attempts,
        observations=observations,
        totals=totals,
        attestation=attestation,
        ledger=digest(b"ledger"),
    )


def configured(
    governed: Governed,
    family: str,
    template: CommandTemplate,
    declared: Mapping[str, str],
) -> Configuration:
    fields = {
        "architecture": "program",
        "agent": family,
        "corpus_id": governed.identity.id,
        "corpus_digest": governed.corpus_digest,
        "scoring_schema": governed.book.scoring_schema,
        "revision": "1.0",
        "profile": "linux-bwrap-v1",
        **declared,
    }
    agent = fields.pop("agent")
    return Configuration(
        **fields,
        family=family,
        source="https://example.invalid/system",
        agent_digest=digest(agent.encode()),
        environment_lock=None,
        command_digest=template.digest,
        seed=0,
        track="closed-book",
        exposure="unexposed",
        timeout_ms=1000,
        memory_mb=64,
        batch=None,
    )


def attempt(number: int, ending: Ending) -> Attempt:
    return Attempt(
        number=number,
        trial=1,
        batch=0,
        outcome=ending,
        reason="",
        evidence=None,
        predictions=None,
        stderr=None,
        started=NOON,
        ended=NOON,
    )


def observed(governed: Governed, task: str, trial: int, solved: bool, klass: Klass) -> Observation:
    failed = klass not in (Klass.ANSWERED, Klass.ABSTAINED)
    return Observation(
        task=task,
        task_digest=governed.digests[task],
        trial=trial,
        attempt=1,
        klass=klass,
        criteria=None if failed else {"correct": solved},
    )


@pytest.fixture
def command() -> Callable[..., Report]:
    """Run a command as the operator's door does: `command("calibrate", root, "approve", "--all")`."""

    def run(name: str, root: Path, *words: str) -> Report:
        found = next(one for one in COMMANDS if one.name == name)
        parser = argparse.ArgumentParser()
        found.options(parser)
        return found.run(root, parser.parse_args(words))

    return run
