"""A workshop that makes a small corpus with everything an active release needs, so that a test can break one thing.

Whatever is made after the broken thing is made to fit it: digests, records, manifest and note follow.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

import pytest

from evaluator.tasks import TaskBook, load_tasks
from governance.contracts import Contract, Fixture, FixtureRole, Origin, Terms, read_contracts
from governance.corpus import Governed, load_governed
from governance.lifecycle import (
    Calibrations,
    Decision,
    Deprecations,
    Lifecycle,
    Record,
    Seen,
    State,
    Statistic,
    Verdict,
    calibrations_bytes,
    deprecations_bytes,
    lifecycle_bytes,
    move,
    start,
)
from governance.release import (
    Evidence,
    ReleaseManifest,
    Status,
    Subject,
    manifest_bytes,
    manifest_of,
    note_bytes,
    read_subject,
    skeleton,
)
from records import canonical_bytes, digest

SmallCorpus = Callable[..., Path]
DAY = date(2026, 11, 30)
REVIEWER = "vynly"
REVIEWERS = 'schema_version = 1\n\n[[reviewers]]\nid = "vynly"\nrole = "maintainer"\nsince = 2026-10-18\n'
RUNS = {"random": "random/control", "rules": "rules/symbolic", "neighbours": "neighbours/instance-based"}
"""Runs of three materially different systems, by name, with their families."""
NOTHING = Statistic(unavailable="fewer than 20 observations")


@dataclass(frozen=True)
class Workshop:
    """Makes the corpus of one root, piece by piece."""

    small_choice: SmallCorpus
    small_schedule: SmallCorpus
    root: Path

    def data(self, *, role: str = "public-development", tasks: int = 12) -> None:
        """Items, manifest, vocabulary."""
        self.small_choice(self.root, role=role, tasks=tasks)
        (self.root / "contracts").mkdir(exist_ok=True)
        for path in (self.root / "contracts").iterdir():
            path.unlink()

    def contracts(self, change: Callable[[Contract], Contract] = lambda one: one, *, timeout_ms: int = 1000) -> None:
        """Contracts of every task, the first of them after `change` had its way."""
        book = load_tasks(self.root)
        made = [_contract(book, name) for name in book.ids]
        made[0] = change(made[0])
        data = b"".join(one.line() + b"\n" for one in made)
        origins = {name: Origin(id=name, version="1", paradigm="read from the text") for name in ("gold", "other")}
        terms = Terms(timeout_ms=timeout_ms, reference="gold", origins=origins, digest=digest(data))
        self.write("contracts/fixtures.jsonl", data)
        self.write("contracts/contracts.json", canonical_bytes(terms.to_dict()))

    def schedules(self, change: Callable[[Contract], Contract]) -> None:
        """Instances with the contracts of the real corpus, the first of them after `change` had its way."""
        self.small_schedule(self.root)
        contracts = read_contracts(self.root)
        made = list(contracts.contracts.values())
        made[0] = change(made[0])
        data = b"".join(one.line() + b"\n" for one in made)
        self.write("contracts/fixtures.jsonl", data)
        self.write("contracts/contracts.json", canonical_bytes(replace(contracts.terms, digest=digest(data)).to_dict()))

    def registries(
        self, *states: State, change: Callable[[Record], Record] = lambda one: one, approved: bool = True
    ) -> None:
        """Every registry: all tasks went through `states`; the first task's record after `change` had its way."""
        governed = load_governed(self.root)
        studies = {name: self._study(name) for name in RUNS}
        records = [_record(governed, task, studies) for task in governed.digests] if approved else []
        records[:1] = map(change, records[:1])
        self.write("corpus/reviewers.toml", REVIEWERS.encode())
        self.write("corpus/task-lifecycle.toml", lifecycle_bytes(moved(governed, *states)))
        self.write("corpus/task-deprecations.toml", deprecations_bytes(Deprecations(entries=())))
        calibrations = calibrations_bytes(governed.identity.id, Calibrations(records=tuple(records)))
        self.write("corpus/task-calibrations.json", calibrations)

    def release(
        self,
        version: str = "0.1.0",
        *,
        status: Status = Status.ACTIVE,
        change: Callable[[ReleaseManifest], ReleaseManifest] = lambda one: one,
        older: tuple[ReleaseManifest, ...] = (),
        evidence: Evidence | None = None,
    ) -> ReleaseManifest:
        """Manifest and note of the corpus as it is, sound or not, the manifest after `change` had its way."""
        subject = self.subject(evidence)
        made = change(manifest_of(subject, version=version, date=DAY.isoformat(), status=status, older=older))
        note = replace(skeleton(made), after="\n\n## What this release is\n\nA small corpus for tests.\n")
        self.write(f"releases/{version}.json", manifest_bytes(made))
        self.write(f"releases/{version}.md", note_bytes(note))
        return made

    def active(self, *, role: str = "public-development", tasks: int = 12) -> Path:
        """All of it, sound and active."""
        self.data(role=role, tasks=tasks)
        self.contracts()
        self.registries(State.CALIBRATING, State.ACTIVE)
        self.release()
        return self.root

    def subject(self, evidence: Evidence | None = None) -> Subject:
        """What release-check looks at."""
        return read_subject(self.root, evidence=evidence)

    def write(self, name: str, data: bytes) -> None:
        """One file of the root."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)

    def edit(self, name: str, old: str, new: str) -> None:
        """Replace one text in one file, where it stands exactly once."""
        text = (self.root / name).read_text(encoding="utf-8")
        assert text.count(old) == 1
        (self.root / name).write_text(text.replace(old, new), encoding="utf-8")

    def plan(self) -> None:
        """A complete plan of a private corpus."""
        briefs = "\n".join(f'[[briefs]]\ncategory = "{c}"\ntasks = 6\nbrief = "b"\n' for c in ("deduction", "quantity"))
        systems = "\n".join(
            f'[[configurations]]\nname = "{name}"\nfamily = "{name}"\nsource = "s"\nrevision = "r"\n' for name in RUNS
        )
        rest = (
            '[budget]\nunit = "CPU hours"\nlimit = 1\n[activation]\nconfigurations = 3\nobservations = 1\n'
            "most_invalid_percent = 10\n[quarantine]\ndisputes = 1\nmost_timeout_percent = 10\n"
            "most_invalid_percent = 10\n"
        )
        self.write("plan.toml", f"schema_version = 1\nrepetitions = 1\n{briefs}\n{systems}\n{rest}".encode())

    def _study(self, name: str) -> str:
        """A run of an earlier day, of which only the bytes can be told; returns the digest that records name."""
        study = canonical_bytes({"run": name})
        plan = {"configuration": {"corpus_digest": "of an earlier day"}}
        self.write(f"studies/{name}/plan.json", json.dumps(plan).encode())
        self.write(f"studies/{name}/study.json", study)
        return digest(study)


@pytest.fixture
def workshop(small_choice: SmallCorpus, small_schedule: SmallCorpus, tmp_path: Path) -> Workshop:
    return Workshop(small_choice=small_choice, small_schedule=small_schedule, root=tmp_path / "demo-corpus")


def moved(governed: Governed, *states: State) -> Lifecycle:
    """A registry in which all tasks went through these states."""
    families = {task.id: task.family for task in governed.book.tasks}
    registry, tasks = start(tuple(governed.digests)), tuple(governed.digests)
    for state in states:
        registry = move(registry, tasks, state, on=DAY, reviewer=REVIEWER, reason="a test", families=families)
    return registry


def _contract(book: TaskBook, name: str) -> Contract:
    """Gold as reference and as another's answer; the distractors rejected."""
    gold = next(label for label in "ABCD" if book.judge(name, label)["correct"])
    fixtures = [_fixture("the-other", gold, holds=True)]
    fixtures += [_fixture(f"distractor-{label}", label, holds=False) for label in "ABCD" if label != gold]
    return Contract(task=name, reference=gold, starter="ABSTAIN", fixtures=tuple(fixtures))


def _fixture(name: str, answer: str, *, holds: bool) -> Fixture:
    return Fixture(
        name=name,
        role=FixtureRole.PASSING if holds else FixtureRole.REJECTING,
        origin="other" if holds else "gold",
        answer=answer,
        criteria={"correct": holds},
        names=() if holds else ("correct",),
        coupled={},
        twin="a question has one right answer" if holds else None,
    )


def _record(governed: Governed, task: str, studies: dict[str, str]) -> Record:
    """One observation by each run, with an approval that is the second move of the lifecycle."""
    decision = Decision(
        verdict=Verdict.APPROVE,
        reviewer=REVIEWER,
        date=DAY,
        rationale="a test",
        accepted_alternatives="none found",
        evaluator_disputes="none open",
        transition=1,
    )
    return Record(
        corpus=governed.identity.id,
        task=task,
        task_digest=governed.digests[task],
        scoring_schema=governed.book.scoring_schema,
        configurations=tuple(_seen(name, family, studies[name]) for name, family in RUNS.items()),
        discrimination=NOTHING,
        stability=NOTHING,
        sensitivity=NOTHING,
        decision=decision,
    )


def _seen(name: str, family: str, study: str) -> Seen:
    return Seen(
        configuration=f"cfg-{digest(name.encode()).removeprefix('sha256:')}",
        system_family=family,
        runs=(name,),
        studies=(study,),
        valid=1,
        solved=1,
        timeouts=0,
        invalid=0,
        incomplete=0,
    )
