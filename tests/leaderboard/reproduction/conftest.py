"""A source as a workshop hands it out, the benchmark's own files, and real repositories that really run again."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from evaluator import CORPORA, Suite
from isolation import Limits
from isolation.source import Origin, SourceFile, Workshop
from leaderboard import Action, PullMark, State, Status
from leaderboard.commands import Context, ReproductionAsked, Result, reproduce
from leaderboard.marks import mark_score
from leaderboard.reproduction import OwnFiles, own_files
from leaderboard.stored import reader_for
from records import canonical_bytes, sha256_hex
from submissions_schema import Submission

LOCK = "lock.txt"
LIMITS = Limits(wall_ms=20_000, cpu_seconds=20)
ANSWER = """
import json, sys
rows = [json.loads(line)["id"] for line in open("corpora/core-v0.1/test.questions.jsonl")]
print(json.dumps([{"id": i, "label": "ABCD"[sum(i.encode()) % 4]} for i in rows]), file=open(sys.argv[2], "w"))
"""
"""A system that answers by the letters of the id."""


@pytest.fixture(scope="session")
def own(suite: Suite) -> OwnFiles:
    return own_files(CORPORA, suite, (suite,))


def files(given: Mapping[str, bytes | str]) -> tuple[SourceFile, ...]:
    return tuple(
        SourceFile(path=path, data=data.encode() if isinstance(data, str) else data, executable=False)
        for path, data in given.items()
    )


@pytest.fixture
def source() -> Callable[[Mapping[str, bytes | str]], tuple[SourceFile, ...]]:
    """Files as they come out of git."""
    return files


def answers(suite: Suite, differing: int = 0) -> list[dict[str, str]]:
    """What ANSWER gives, but for the first `differing` items."""
    labels = ["ABCD"[sum(item.id.encode()) % 4] for item in suite.items]
    changed = [chr(ord("A") + (ord(label) - ord("A") + 1) % 4) for label in labels[:differing]] + labels[differing:]
    return [{"id": item.id, "label": label} for item, label in zip(suite.items, changed, strict=True)]


@dataclass(kw_only=True)
class Stand:
    """A state with entries whose sources are real repositories, and the command over both."""

    context: Context
    suite: Suite
    document: dict[str, object]
    folder: Path
    told: list[str] = field(default_factory=list)
    kept: list[bytes] = field(default_factory=list)

    @property
    def state(self) -> State:
        return self.context.state

    def commit(self, given: Mapping[str, bytes | str]) -> str:
        """A repository whose one commit holds these files."""
        work = self.folder / f"repository-{len(list(self.folder.iterdir()))}"
        for name, data in given.items():
            path = work / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data.encode() if isinstance(data, str) else data)
        who = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "core.hooksPath=/dev/null"]
        environment = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
        for line in (["init", "-q"], ["add", "-A", "-f"], [*who, "commit", "-q", "-m", "x"]):
            subprocess.run(["git", "-C", str(work), *line], check=True, env=environment, capture_output=True)
        done = subprocess.run(["git", "-C", str(work), "rev-parse", "HEAD"], check=True, capture_output=True, text=True)
        self.mirror = Origin.of(str(work))
        return done.stdout.strip()

    def accept(
        self,
        given: Mapping[str, bytes | str] | None = None,
        *,
        predict: str = "python3 answer.py --out predictions.json",
        fit: str = "none",
        status: Status = Status.SELF_REPORTED,
        differing: int = 0,
        closed: bool = False,
    ) -> str:
        """An entry with this source, accepted by `vynly` (from `stranger`'s pull request where it is self-reported)."""
        tree = {"answer.py": ANSWER, LOCK: "", **(given or {})}
        revision = self.commit(tree)
        lock = next(file.data for file in files(tree) if file.path == LOCK)
        reproduction = {
            "environment": {"file": LOCK, "sha256": sha256_hex(lock)},
            "commands": {"fit": fit, "predict": predict, "evaluate": "python3 -m evaluator score"},
            "seed": 0,
            "deterministic": True,
        }
        source = {"url": "https://github.com/x/y", "revision": revision, "licence": "MIT", "closed_source": closed}
        rows = answers(self.suite, differing)
        document = {**self.document, "source": source, "reproduction": reproduction, "predictions": rows}
        submission = Submission.from_dict(json.loads(canonical_bytes({**document, "submitted_by": "stranger"})))
        return self._decide(submission, status)

    def _decide(self, submission: Submission, status: Status) -> str:
        record = self.state.store_record(self.suite.corpus, submission.canonical())
        score = mark_score(reader_for(self.suite).read(self.state, record).score)
        desk = self.context.desk("vynly")
        pull = PullMark(repo="q", number=1, head="h", author="stranger", path="p", sha256=record)
        planned = desk.decision(Action.ACCEPT, self.suite.corpus, "a note")
        asked = pull if status is Status.SELF_REPORTED else None
        decided = desk.decide(replace(planned, record=record, status=status, score=score, pull=asked))
        if asked:
            desk.follow(decided, Action.MERGE, "merged", commit="c")
        desk.rebuild()
        return record

    def reproduce(
        self,
        record: str,
        *,
        apply: bool = True,
        limits: Limits = LIMITS,
        by: str = "vynly",
        scheduler: str | None = None,
    ) -> Result:
        """Run the command against the last repository."""

        def keep(data: bytes, name: str) -> str:
            self.kept.append(data)
            return f"{name}.json"

        shop = Workshop(mirror=self.mirror, limits=limits, scheduler=scheduler)
        asked = ReproductionAsked(workshop=shop, runs=2, say=self.told.append, keep=keep)
        return reproduce(replace(self.context, actor=by), record[:12], "run offline", asked, apply=apply)


@pytest.fixture
def stand(shelf, suite: Suite, tmp_path: Path) -> Stand:
    base = Path(__file__).resolve().parents[2] / "cases" / "submission-core" / "base.json"
    document = {**json.loads(base.read_text(encoding="utf-8")), "test_sha256": suite.test_sha256}
    folder = tmp_path / "repositories"
    folder.mkdir()
    return Stand(context=shelf.context, suite=suite, document=document, folder=folder)
