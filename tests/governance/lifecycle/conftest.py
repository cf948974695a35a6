"""A small governed corpus with sound registries, ways to break them, and the commands as a person calls them."""

from __future__ import annotations

import argparse
import datetime
from collections.abc import Callable
from pathlib import Path

import pytest

from governance.commands import COMMANDS, Report
from governance.corpus import Governed, load_governed
from governance.lifecycle import (
    Calibrations,
    Decision,
    Deprecations,
    Record,
    Reviewer,
    ReviewerRole,
    Reviewers,
    Seen,
    Statistic,
    Verdict,
    calibrations_bytes,
    deprecations_bytes,
    lifecycle_bytes,
    reviewers_bytes,
    start,
)
from records import digest

SINCE, DAY = datetime.date(2026, 10, 18), datetime.date(2026, 11, 30)
FAMILIES = ("symbolic/rules", "chance/uniform", "retrieval/nearest")


@pytest.fixture(autouse=True)
def own_data_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Locks of a test stand in its own folder."""
    monkeypatch.setenv("NNAI_HOME", str(tmp_path / "home"))


@pytest.fixture
def reviewers() -> Reviewers:
    """Two people: one who still may decide, one whose time is over."""
    return Reviewers(
        people=(
            Reviewer(id="ada", role=ReviewerRole.MAINTAINER, since=SINCE),
            Reviewer(id="ben", role=ReviewerRole.OPERATOR, since=SINCE, until=datetime.date(2026, 11, 1)),
        )
    )


Prepare = Callable[..., Governed]


@pytest.fixture
def prepare(tmp_path: Path, reviewers: Reviewers) -> Prepare:
    """Give a small corpus empty registries, all tasks being drafts: `prepare(small_choice, role=...)`."""

    def made(small: Callable[..., Path], **about: str) -> Governed:
        corpus = load_governed(small(tmp_path / "corpus-under-test", **about))
        folder = corpus.root / "corpus"
        (folder / "task-lifecycle.toml").write_bytes(lifecycle_bytes(start(list(corpus.digests))))
        (folder / "task-deprecations.toml").write_bytes(deprecations_bytes(Deprecations(entries=())))
        (folder / "task-calibrations.json").write_bytes(calibrations_bytes(corpus.identity.id, Calibrations()))
        (folder / "reviewers.toml").write_bytes(reviewers_bytes(reviewers))
        return corpus

    return made


@pytest.fixture
def governed(prepare: Prepare, small_choice: Callable[..., Path]) -> Governed:
    """Twelve drafts of multiple choice."""
    return prepare(small_choice)


@pytest.fixture
def command() -> Callable[..., Report]:
    """Run a command as the operator's door does: `command("lifecycle", root, "check")`."""

    def run(name: str, root: Path, *words: str) -> Report:
        found = next(one for one in COMMANDS if one.name == name)
        parser = argparse.ArgumentParser()
        found.options(parser)
        return found.run(root, parser.parse_args(words))

    return run


@pytest.fixture
def record() -> Callable[..., Record]:
    """A sound record of a task: three materially different configurations, approved by transition 1."""

    def make(
        governed: Governed, task: str, *, verdict: str = "approve", transition: int = 1, families: int = 3
    ) -> Record:
        return Record(
            corpus=governed.identity.id,
            task=task,
            task_digest=governed.digests[task],
            scoring_schema=governed.book.scoring_schema,
            configurations=tuple(seen(name, solved=place % 2) for place, name in enumerate(FAMILIES[:families])),
            discrimination=Statistic(unavailable="3 valid observations; at least 20 are needed"),
            stability=Statistic(unavailable="no configuration observed the task twice"),
            sensitivity=Statistic(unavailable="not asked for"),
            decision=Decision(
                verdict=Verdict(verdict),
                reviewer="ada",
                date=DAY,
                rationale="three systems of different families observed it",
                accepted_alternatives="both verifiers decided every option",
                evaluator_disputes="no verifier differs from the evaluator",
                transition=transition,
            ),
        )

    return make


def seen(family: str, *, solved: int) -> Seen:
    """One valid observation of one configuration."""
    return Seen(
        configuration="cfg-" + digest(family.encode()).removeprefix("sha256:"),
        system_family=family,
        runs=("run-1",),
        studies=(digest(b"study " + family.encode()),),
        valid=1,
        solved=solved,
        timeouts=0,
        invalid=0,
        incomplete=0,
    )
