"""The scheduling corpus: made again byte for byte, of the promised shape, feasible, without a leak, and verified."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import bench
from generators import scheduling
from generators.scheduling import Bench, Judge
from records import canonical_line
from solvers import scheduling as solving

ROOT = Path(__file__).resolve().parents[3]
CORPUS = ROOT / "corpora" / "scheduling-v0.2"
SHAPE = {1: (6, 2, 0, 2, 0, 24), 2: (10, 3, 1, 6, 1, 24), 3: (16, 4, 2, 12, 3, 30)}


@pytest.fixture(scope="module")
def judges() -> Bench:
    return bench.schedule_judges()


@pytest.fixture(scope="module")
def made(judges: Bench) -> dict[str, bytes]:
    return scheduling.corpus_files(judges)


@pytest.fixture(scope="module")
def questions() -> list[dict[str, Any]]:
    names = ("train.jsonl", "validation.jsonl", "test.questions.jsonl")
    return [json.loads(line) for name in names for line in (CORPUS / name).read_bytes().splitlines()]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return Path(shutil.copytree(CORPUS, tmp_path / "scheduling-v0.2"))


def test_the_committed_files_are_what_the_generators_make(made: dict[str, bytes]) -> None:
    for name, data in made.items():
        assert (CORPUS / name).read_bytes() == data, name


def test_the_bytes_do_not_depend_on_the_hash_seed(made: dict[str, bytes]) -> None:
    script = (
        "import bench, hashlib; from generators import scheduling as s; f = s.corpus_files(bench.schedule_judges());"
        "print(hashlib.sha256(b''.join(f.values())).hexdigest())"
    )
    digests = {
        subprocess.run(
            [sys.executable, "-S", "-c", script],
            cwd=ROOT,
            env={"PATH": os.environ["PATH"], "PYTHONHASHSEED": seed, "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "77")
    }
    assert len(digests) == 1


def test_sizes_of_splits_and_tiers(questions: list[dict[str, Any]]) -> None:
    counts = Counter((row["id"].split("-")[1], row["tier"]) for row in questions)
    assert counts == {(s, t): n for s, n in (("tr", 40), ("va", 20), ("te", 100)) for t in (1, 2, 3)}
    assert len({row["text"] for row in questions}) == len({row["id"] for row in questions}) == 480


def test_every_instance_has_the_tables_of_its_tier(questions: list[dict[str, Any]]) -> None:
    for row in questions:
        tables = [len(row[name]) for name in ("tasks", "workers", "resources", "precedence", "separate")]
        assert (*tables, row["horizon"]) == SHAPE[row["tier"]], row["id"]


def test_arrays_are_sorted_and_windows_never_touch(questions: list[dict[str, Any]]) -> None:
    for row in questions:
        for name in ("tasks", "workers", "resources"):
            numbers = [int(item["id"][1:]) for item in row[name]]
            assert numbers == list(range(1, len(numbers) + 1))
        assert row["precedence"] == sorted(row["precedence"], key=lambda arc: (int(arc[0][1:]), int(arc[1][1:])))
        for worker in row["workers"]:
            edges = [edge for window in worker["windows"] for edge in window]
            assert edges == sorted(set(edges))
            assert row["horizon"] >= edges[-1]
        for task in row["tasks"]:
            assert 0 <= task["release"] <= task["deadline"] - task["duration"] <= row["horizon"] - task["duration"]


def test_tier_1_has_no_lags_and_the_others_do(questions: list[dict[str, Any]]) -> None:
    lags = {tier: {arc[2] for row in questions if row["tier"] == tier for arc in row["precedence"]} for tier in SHAPE}
    assert lags == {1: {0}, 2: {0, 1, 2}, 3: {0, 1, 2}}


def test_only_train_rows_carry_a_witness_and_each_is_feasible(questions: list[dict[str, Any]]) -> None:
    for row in questions:
        assert ("witness" in row) == row["id"].startswith("sch-tr-")
        if "witness" in row:
            assert solving.row_objection(row, row["witness"]) is None


def test_the_text_reads_back_as_the_instance(questions: list[dict[str, Any]]) -> None:
    for row in questions:
        assert solving.text_objection(row, ()) is None
        assert row["text"].isascii()
        assert "  " not in row["text"]


def test_the_plainest_schedule_is_rarely_feasible(questions: list[dict[str, Any]]) -> None:
    """Start at release, first skilled worker: at most 5 % of each tier."""
    solved: Counter[int] = Counter()
    for row in questions:
        plain = [
            {
                "task": task["id"],
                "worker": next(worker["id"] for worker in row["workers"] if task["skill"] in worker["skills"]),
                "start": task["release"],
            }
            for task in row["tasks"]
        ]
        solved[row["tier"]] += solving.row_objection(row, plain) is None
    assert all(solved[tier] <= 8 for tier in SHAPE), solved


def test_task_ids_say_nothing_about_the_witness_order(questions: list[dict[str, Any]]) -> None:
    """Lower ids start neither earlier nor later: near half of all pairs, and no worker is preferred."""
    pairs, workers = Counter[bool](), Counter[str]()
    for row in questions:
        starts = [item["start"] for item in row.get("witness", ())]
        pairs.update(a < b for place, a in enumerate(starts) for b in starts[place + 1 :] if a != b)
        workers.update(item["worker"] for item in row.get("witness", ()) if row["tier"] == 3)
    assert abs(pairs[True] / pairs.total() - 0.5) < 0.03
    assert max(workers.values()) < 1.25 * min(workers.values())


def test_a_judge_that_objects_stops_the_build(judges: Bench) -> None:
    never = Judge(id="V9/never", paradigm="refusal", version=1, objection=lambda row, schedule: "no")
    with pytest.raises(Exception, match="E_JUDGE"):
        scheduling.corpus_files(Bench((*judges.judges, never)))


def test_verify_finds_the_committed_corpus_in_order(judges: Bench, made: dict[str, bytes]) -> None:
    verdict = scheduling.verify(CORPUS, judges, None, made=made)
    assert verdict.findings == ()
    assert (verdict.files, verdict.items, verdict.solved) == (5, 480, None)


def test_verify_names_everything_that_is_wrong(copy: Path, judges: Bench, made: dict[str, bytes]) -> None:
    first, *rest = (copy / "train.jsonl").read_bytes().splitlines(keepends=True)
    row = json.loads(first)
    row["tasks"][0]["duration"] += 1
    row["witness"] = 5
    (copy / "train.jsonl").write_bytes(canonical_line(row) + b"".join(rest))
    questions = (copy / "test.questions.jsonl").read_bytes()
    (copy / "test.questions.jsonl").write_bytes(questions.replace(b'"tier":1', b'"tier": 1', 1)[:-1])
    (copy / "provenance.jsonl").unlink()
    (copy / "stray.txt").write_text("x")
    verdict = scheduling.verify(copy, judges, None, made=made)
    codes = Counter(finding.code for finding in verdict.findings)
    expected = {"E_EXTRA_FILE", "E_MISSING_FILE", "E_JUDGE", "E_CANONICAL", "E_ID", "E_MANIFEST", "E_BYTES"}
    assert set(codes) == expected, verdict.findings


def test_verify_judges_the_exact_solver_s_schedules(copy: Path, judges: Bench, made: dict[str, bytes]) -> None:
    """A finder that finds nothing, or what is not feasible, is a finding; the committed schedules are none."""
    committed = json.loads((ROOT / "baselines" / "scheduling" / "cpsat-predictions.json").read_bytes())["predictions"]
    known = {row["id"]: row["schedule"] for row in committed}
    verdict = scheduling.verify(copy, judges, lambda row: known.get(str(row["id"])), made=made)
    assert verdict.solved == 300
    assert Counter(finding.code for finding in verdict.findings) == {"E_SOLVER": 180}
    lazy = scheduling.verify(copy, judges, lambda row: [], made=made)
    assert lazy.solved == 0
    assert "is refused" in lazy.findings[0].message


def test_the_published_command_lines_work_on_bare_python(tmp_path: Path) -> None:
    shutil.copy(CORPUS / "corpus.toml", tmp_path)
    shutil.copy(CORPUS / "README.md", tmp_path)
    environment = {"PATH": os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": "1"}
    for command, said in (("generate", "written, it was missing"), ("verify", "nothing wrong")):
        done = subprocess.run(
            [sys.executable, "-S", "bench.py", command, "--corpus-root", str(tmp_path)],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, said in done.stdout) == (0, True), done.stdout + done.stderr
    assert "OR-tools is not installed" in done.stdout
    manifest = json.loads((CORPUS / "manifest.json").read_bytes())
    made = {"corpus.toml", "README.md", "manifest.json", *manifest["files"]}
    assert {path.name for path in tmp_path.iterdir()} == made


def test_the_manifest_describes_the_corpus(made: dict[str, bytes]) -> None:
    manifest = json.loads(made["manifest.json"])
    assert (manifest["kind"], manifest["benchmark_id"]) == ("schedule", "nnai-sched-0.2")
    assert manifest["splits"]["test"] == {"n": 300, "per_tier": {"1": 100, "2": 100, "3": 100}, "witness": False}
    assert manifest["prng"]["key_prefix"] == "nnai-sched-0.2"
    assert manifest["leak_test"]["feasible_per_tier"].keys() == {"1", "2", "3"}
    assert all(name.startswith(("generators/scheduling/", "records/")) for name in manifest["generator"]["files"])
    assert manifest["verification"]["objections"] == 0


def test_another_corpus_is_not_written_to(tmp_path: Path, judges: Bench) -> None:
    text = (CORPUS / "corpus.toml").read_text().replace("schedule", "choice")
    (tmp_path / "corpus.toml").write_text(text)
    assert not scheduling.is_schedule_corpus(tmp_path)
    with pytest.raises(Exception, match="E_CORPUS_TOML"):
        scheduling.generate(tmp_path, judges, apply=True)
    assert not scheduling.is_schedule_corpus(tmp_path / "nowhere")
