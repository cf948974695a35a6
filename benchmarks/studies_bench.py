"""What a study costs beside its bare launches, and how the strict validator grows with the launches it reads.

Invariant: the measured call is all that `bench.py run` does once the corpus is loaded: ledger, artifacts, judging.
"""

from __future__ import annotations

import itertools
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from benchmarks.ratio import Ratio, alternate, report
from governance.corpus import Governed, load_governed
from governance.studies import Options, System, read_study, read_system, run_study
from isolation import Job, run

CORE = Path(__file__).resolve().parent.parent / "corpora" / "core-v0.1"
LAUNCHES = 20
SYSTEM = """\
schema_version = 1
name = "Nothing"
family = "constant"
architecture = "silence"
source = "benchmarks"
revision = "1"
command = ["/usr/bin/true"]
seed = 0
track = "closed-book"
exposure = "unexposed"
timeout_s = 60
memory_mb = 64
batch = 45
[agent]
root = "."
include = ["nothing.txt"]
"""


def main() -> int:
    """Print both figures; every launch of the study brings train and validation (400 kB) with it."""
    governed = load_governed(CORE)
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "nothing.txt").write_text("nothing\n")
        (Path(folder) / "nothing.toml").write_text(SYSTEM)
        system = read_system(Path(folder) / "nothing.toml")
        numbers = itertools.count()

        def study() -> None:
            _run(governed, system, Path(folder, str(next(numbers))), trials=1)

        whole = alternate(study, _bare, rounds=3)
        one, two = (_reader(governed, system, Path(folder, f"trials-{n}"), trials=n) for n in (2, 4))
        grows = alternate(two, one, rounds=5)
    return report(
        Ratio(
            name=f"a study of {LAUNCHES} launches", against=f"{LAUNCHES} bare launches of true", value=whole, limit=3
        ),
        Ratio(name="read_study of 80 launches", against="of 40 launches", value=grows, limit=2.6),
    )


def _bare() -> None:
    for _ in range(LAUNCHES):
        run(Job(command=("/usr/bin/true",)))


def _run(governed: Governed, system: System, out: Path, *, trials: int) -> Path:
    return run_study(governed, system, Options(out=out, trials=trials)).folder


def _reader(governed: Governed, system: System, out: Path, *, trials: int) -> Callable[[], None]:
    folder = _run(governed, system, out, trials=trials)

    def read() -> None:
        read_study(folder, governed)

    return read


if __name__ == "__main__":
    sys.exit(main())
