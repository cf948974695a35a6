"""`python3 -m baselines.scheduling NAME --out FILE`: run one scheduler on the test questions and write its schedules.

Standard library only, except for cp-sat.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from baselines import save
from baselines.scheduling import CONTROLS, REFERENCES, load, prediction_bytes
from records import Rejected

ROOT = Path(__file__).resolve().parent.parent.parent
SCHEDULERS = {**CONTROLS, **REFERENCES}
CLEAN, FINDINGS, USAGE, ENVIRONMENT = 0, 1, 2, 3


def main() -> int:
    """Run the command line; returns the exit code."""
    args = _parser().parse_args()
    try:
        problems = load(args.corpus_root)
        schedules = [SCHEDULERS[args.name](problem, args.seed) for problem in problems]
        data = prediction_bytes(problems, schedules)
        if args.out == "-":
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()
            return CLEAN
        written = save(Path(args.out), data)
    except FileExistsError as error:
        sys.stderr.write(f"baselines: {error}\n")
        return USAGE
    except Rejected as error:
        for finding in error.findings:
            sys.stderr.write(f"baselines: {finding}\n")
        return FINDINGS
    except OSError as error:
        sys.stderr.write(f"baselines: {error}\n")
        return ENVIRONMENT
    complete = sum(len(s or ()) == len(p.tasks) for p, s in zip(problems, schedules, strict=True))
    state = "written" if written else "unchanged"
    print(f"{args.out}: {state}, {len(schedules)} schedules, {complete} of them with every task")
    return CLEAN


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python3 -m baselines.scheduling",
        description="Run a control or reference on the label-free questions of the scheduling suite.",
        epilog="exit codes: 0 clean, 1 findings in the corpus or the versions, 2 usage, 3 environment",
    )
    parser.add_argument("name", choices=tuple(SCHEDULERS), metavar="NAME", help=", ".join(SCHEDULERS))
    parser.add_argument("--out", required=True, metavar="FILE", help="predictions file to write; - is standard output")
    parser.add_argument("--seed", type=int, default=0, help="used by random, in-window and restarts (default 0)")
    parser.add_argument(
        "--corpus-root",
        type=Path,
        default=ROOT / "corpora" / "scheduling-v0.2",
        metavar="DIR",
        help="the folder of the suite (default: the scheduling suite beside this code)",
    )
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
