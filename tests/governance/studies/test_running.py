"""Real runs in real sandboxes: what a system sees, how its ends are classed, that a study survives its launcher."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from governance.corpus import Governed, load_governed
from governance.studies import Klass, Options, Study, System, read_study, run_study, studies
from governance.studies.artifacts import load
from governance.studies.command import LEARNABLE
from isolation import DEVELOPMENT
from records import Busy, Rejected, locked, sha256_hex

WriteSystem = Callable[..., System]
ROOT = Path(__file__).resolve().parents[3]
ALL_A = 'answer(["A"] * len(rows))'


def ledger(study: Study, governed: Governed) -> list[dict[str, Any]]:
    path = governed.root / "studies" / study.id / "ledger.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_every_task_is_observed_and_judged(governed: Governed, write_system: WriteSystem) -> None:
    study = run_study(governed, write_system('answer(["C"] * len(rows))')).study
    assert [one.task for one in study.observations] == list(governed.book.ids)
    for one in study.observations:
        assert one.criteria == governed.book.judge(one.task, "C")
        assert one.task_digest == governed.digests[one.task]
    assert (study.complete, study.attestation.publishable) == (True, True)
    assert study.totals.solved == sum(one.solved for one in study.observations) > 0
    assert studies(governed) == (study,)


def test_abstaining_is_an_answer_of_its_own_class(governed: Governed, write_system: WriteSystem) -> None:
    study = run_study(governed, write_system('answer(["ABSTAIN"] * len(rows))')).study
    assert {(one.klass, one.solved) for one in study.observations} == {(Klass.ABSTAINED, False)}
    assert all(one.criteria is not None for one in study.observations)


FAILURES = {
    "sys.exit(3)": Klass.CRASH,
    ALL_A + "\nsys.exit(1)": Klass.CRASH,
    "time.sleep(100)": Klass.TIMEOUT,
    "hog = bytearray(200 << 20)\nfor i in range(0, len(hog), 4096): hog[i] = 1\ntime.sleep(50)": Klass.KILLED,
    "pass": Klass.BROKEN,
    "Path(sys.argv[1]).write_text('{')": Klass.BROKEN,
    'rows = rows[1:]\nanswer(["A"] * 99)': Klass.BROKEN,
}


@pytest.mark.parametrize("source", FAILURES)
def test_a_failure_of_the_system_is_valid_and_has_its_class(
    governed: Governed, write_system: WriteSystem, source: str
) -> None:
    """Never a zero by accident: no criterion is judged where there was no answer."""
    seconds = 1 if FAILURES[source] is Klass.TIMEOUT else 60
    study = run_study(governed, write_system(source, timeout_s=seconds, memory_mb=64)).study
    assert {(one.klass, one.criteria) for one in study.observations} == {(FAILURES[source], None)}
    assert study.totals.attempts == {"valid": 1, "invalid": 0, "incomplete": 0}
    assert (study.complete, study.totals.solved) == (True, 0)


def test_one_bad_batch_leaves_the_others_alone(governed: Governed, write_system: WriteSystem) -> None:
    first = governed.book.ids[0]
    source = f'sys.exit(1) if any(row["id"] == {first!r} for row in rows) else answer(["A"] * len(rows))'
    study = run_study(governed, write_system(source, batch=4), Options(jobs=3)).study
    assert study.totals.classes["crash"] == 4
    assert study.totals.classes["answered"] == 8
    assert study.totals.attempts["valid"] == 3


def test_an_invalid_sandbox_is_no_result(governed: Governed, write_system: WriteSystem) -> None:
    """What came back is hostile, three times: the study is incomplete, and nothing enters a denominator."""
    source = ALL_A + '\nos.symlink("/etc/passwd", "out")'
    study = run_study(governed, write_system(source)).study
    assert study.totals.attempts == {"valid": 0, "invalid": 3, "incomplete": 0}
    assert (study.observations, study.totals.missing) == ((), 12)
    assert not study.complete
    assert not study.attestation.publishable


def test_tasks_come_in_the_recorded_order(governed: Governed, write_system: WriteSystem) -> None:
    """The first question is answered A, all others abstain; each trial has another order and the next seed."""
    source = 'answer(["A" if not i else "ABSTAIN" for i in range(len(rows))]) if sys.argv[2] in "78" else sys.exit(9)'
    study = run_study(governed, write_system(source, batch=5), Options(trials=2, seed=7)).study
    for trial in study.trials:
        expected = {batch[0] for batch in trial.batches(governed.book.ids, 5)}
        answered = {one.task for one in study.observations if one.trial == trial.number and one.klass == "answered"}
        assert answered == expected
    orders = {trial.order(governed.book.ids) for trial in study.trials}
    assert len(orders) == 2
    assert governed.book.ids not in orders
    assert [trial.seed for trial in study.trials] == [7, 8]


SEARCH = """
import hashlib
wanted, seen, looked = json.loads(Path("/agent/wanted.json").read_text()), [], 0
for top, folders, files in os.walk("/"):
    folders[:] = [one for one in folders if os.path.join(top, one) not in ("/proc", "/sys")]
    for name in files:
        path, looked = os.path.join(top, name), looked + 1
        size = os.lstat(path).st_size
        if name in wanted["names"]:
            seen.append(path)
        elif str(size) in wanted["digests"] and os.path.isfile(path) and os.access(path, os.R_OK):
            if hashlib.sha256(open(path, "rb").read()).hexdigest() in wanted["digests"][str(size)]:
                seen.append(path)
if seen or looked < 100:
    sys.exit(f"looked at {looked}, found {seen[:20]}")
Path(sys.argv[1]).write_text(json.dumps([{"id": row["id"], wanted["field"]: wanted["answer"]} for row in rows]))
"""


def test_a_system_that_searches_finds_no_gold_and_no_generator(
    small: Callable[..., Path], tmp_path: Path, write_system: WriteSystem
) -> None:
    """Every file it can reach is compared with those of the corpus and with the programs that make and judge items."""
    governed = load_governed(small(tmp_path / "corpus"))
    secret = [path for path in governed.root.rglob("*") if path.is_file() and path.name not in LEARNABLE.values()]
    secret += [*(ROOT / "generators").rglob("*.py"), *(ROOT / "evaluator").rglob("*.py")]
    digests: dict[str, list[str]] = {}
    for path in secret:
        if data := path.read_bytes():
            digests.setdefault(str(len(data)), []).append(sha256_hex(data))
    choice = governed.identity.kind == "choice"
    wanted = {
        "digests": digests,
        "names": ["test.gold.jsonl", "provenance.jsonl", "fixtures.jsonl", "corpus.toml", "cpsat-predictions.json"],
        "field": "label" if choice else "schedule",
        "answer": "A" if choice else None,
    }
    system = write_system(SEARCH, agent={"root": "program", "include": ["main.py", "wanted.json"]}, timeout_s=120)
    (tmp_path / "systems" / "tiny" / "program" / "wanted.json").write_text(json.dumps(wanted))
    study = run_study(governed, system).study
    said = [load(governed.root / "studies" / study.id, one.stderr) for one in study.attempts if one.stderr]
    assert said == []
    assert study.totals.observations == 12
    assert study.totals.classes["crash"] == 0


def test_a_finished_study_is_never_touched_again(governed: Governed, write_system: WriteSystem) -> None:
    first = run_study(governed, write_system(ALL_A))
    before = {path: path.read_bytes() for path in first.folder.rglob("*") if path.is_file()}
    second = run_study(governed, write_system(ALL_A))
    assert second.study.id != first.study.id
    assert second.study.configuration.id == first.study.configuration.id
    assert {path: path.read_bytes() for path in first.folder.rglob("*") if path.is_file()} == before
    assert len(studies(governed)) == 2


class Stop(Exception):
    """A launcher that ends in the middle."""


def test_an_interrupted_study_is_taken_up_and_counts_nothing_twice(
    governed: Governed, write_system: WriteSystem
) -> None:
    system = write_system(ALL_A, batch=3)

    def stop(done: int, total: int, what: str) -> None:
        if done == 2:
            raise Stop

    with pytest.raises(Stop):
        run_study(governed, system, Options(progress=stop))
    assert studies(governed) == ()
    ran = run_study(governed, system)
    assert ran.taken_up
    assert ran.study.totals.attempts == {"valid": 4, "invalid": 0, "incomplete": 0}
    assert len(list((governed.root / "studies").iterdir())) == 1
    assert ran.study.complete


@pytest.mark.parametrize("cut", ["in the second end", "after the third beginning", "in the first line"])
def test_a_power_cut_leaves_a_study_that_can_be_taken_up(
    governed: Governed, write_system: WriteSystem, cut: str
) -> None:
    """The ledger ends anywhere, the artifacts of later launches are there, and a torn file lies about."""
    system = write_system(ALL_A, batch=4)
    first = run_study(governed, system)
    path = first.folder / "ledger.jsonl"
    whole = path.read_bytes().splitlines(keepends=True)
    kept = {"in the second end": 4, "after the third beginning": 6, "in the first line": 0}[cut]
    path.write_bytes(b"".join(whole[:kept]) + (b"" if cut.startswith("after") else whole[kept][:40]))
    (first.folder / "study.json").rename(first.folder / ".study.json.abc.tmp")
    ran = run_study(governed, system)
    assert (ran.taken_up, ran.folder) == (True, first.folder)
    assert ran.study.totals.attempts["valid"] == 3
    assert ran.study.totals.attempts["incomplete"] == (0 if kept == 0 else 1)
    assert read_study(ran.folder, governed) == ran.study


def test_a_folder_that_is_no_study_stops_nothing(governed: Governed, write_system: WriteSystem) -> None:
    (governed.root / "studies" / "torn").mkdir(parents=True)
    (governed.root / "studies" / "torn" / "plan.json").write_bytes(b"{")
    assert run_study(governed, write_system(ALL_A)).study.complete
    assert len(studies(governed)) == 1


def test_a_killed_launcher_loses_nothing_but_its_last_launch(
    governed: Governed, write_system: WriteSystem, tmp_path: Path
) -> None:
    """SIGKILL in the middle of the second launch; the launch that was cut off is incomplete, never a failure."""
    gate = 'time.sleep(2 if "SLOW" in Path("/agent/main.py").read_text().splitlines()[-1] else 0)\n'
    system = write_system(gate + ALL_A + "\n# SLOW", batch=6)
    slow = [sys.executable, "bench.py", "run", "--corpus-root", str(governed.root), "--system"]
    process = subprocess.Popen([*slow, str(tmp_path / "systems/tiny/tiny.toml")], cwd=ROOT, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while not (started := list((governed.root / "studies").glob("*/ledger.jsonl"))) or len(lines(started[0])) < 4:
        assert time.monotonic() < deadline
        assert process.poll() is None
        time.sleep(0.05)
    process.send_signal(signal.SIGKILL)
    process.wait()
    ran = run_study(governed, system)
    assert ran.taken_up
    assert ran.study.totals.attempts == {"valid": 2, "invalid": 0, "incomplete": 1}
    assert [one.outcome for one in ran.study.attempts] == ["completed", "lost", "completed"]
    assert ran.study.complete
    assert ran.study.attestation.publishable


def lines(path: Path) -> list[str]:
    return path.read_text().splitlines()


def test_two_launchers_never_share_a_study(governed: Governed, write_system: WriteSystem) -> None:
    def stop(done: int, total: int, what: str) -> None:
        raise Stop

    with pytest.raises(Stop):
        run_study(governed, write_system(ALL_A), Options(progress=stop))
    (folder,) = (governed.root / "studies").iterdir()
    with locked(folder / "lock"), pytest.raises(Busy):
        run_study(governed, write_system(ALL_A))


def test_the_development_profile_is_never_publishable(governed: Governed, write_system: WriteSystem) -> None:
    study = run_study(governed, write_system(ALL_A), Options(profile=DEVELOPMENT)).study
    assert study.complete
    assert (study.attestation.publishable, study.attestation.profile) == (False, "development")
    assert read_study(governed.root / "studies" / study.id, governed) == study


def test_a_system_with_packages_needs_the_sandbox(
    governed: Governed, write_system: WriteSystem, tmp_path: Path
) -> None:
    lock = tmp_path / "lock.txt"
    lock.write_text("attrs==26.1.0  # pinned\n")
    system = write_system(ALL_A, environment={"lock": os.path.relpath(lock, tmp_path / "systems" / "tiny")})
    with pytest.raises(Rejected, match="needs the sandbox"):
        run_study(governed, system, Options(profile=DEVELOPMENT))


def test_the_system_gets_its_packages_read_only(governed: Governed, write_system: WriteSystem, tmp_path: Path) -> None:
    (tmp_path / "lock.txt").write_text("attrs==26.1.0\n")
    system = write_system(
        "import attr\nassert attr.__file__.startswith('/environment/lib')\n" + ALL_A,
        environment={"lock": "../../lock.txt"},
        variables={"PYTHONPATH": "/environment/lib"},
    )
    study = run_study(governed, system).study
    assert study.totals.classes["answered"] == 12
    assert study.configuration.environment_lock
