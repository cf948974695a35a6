"""`python3 -m baselines NAME --out FILE`: run one control or system and write its predictions.

`python3 -m baselines submission NAME …` makes the whole submission document. The controls, markov, template and
induced need the standard library only; trees and kernel need baselines/requirements.txt.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

from baselines import CONTROLS, load, prediction_bytes, save
from baselines.systems import SYSTEMS, run
from baselines.systems.submission import command as submission_command
from records import Rejected, canonical_line

ROOT = Path(__file__).resolve().parent.parent
CLEAN, FINDINGS, USAGE, ENVIRONMENT = 0, 1, 2, 3


def main() -> int:
    """Run the command line; returns the exit code."""
    if sys.argv[1:2] == ["submission"]:
        return submission_command(sys.argv[2:])
    args = _parser().parse_args()
    try:
        return _run(args)
    except FileExistsError as error:
        sys.stderr.write(f"baselines: {error}\n")
        return USAGE
    except Rejected as error:
        for finding in error.findings:
            sys.stderr.write(f"baselines: {finding}\n")
        return FINDINGS
    except ModuleNotFoundError as error:
        sys.stderr.write(f"baselines: {error}; install baselines/requirements.txt\n")
        return ENVIRONMENT
    except OSError as error:
        sys.stderr.write(f"baselines: {error}\n")
        return ENVIRONMENT


def _run(args: argparse.Namespace) -> int:
    inputs = load(args.corpus_root)
    if args.name in CONTROLS:
        labels = CONTROLS[args.name](inputs, args.seed)
    else:
        outcome = run(args.name, inputs, args.seed)
        labels = outcome.labels
        if args.report:
            save(args.report, canonical_line(outcome.report))
        if args.explain:
            sys.stderr.write("\n".join(outcome.explanation) + "\n")
    data = prediction_bytes(inputs.test, labels)
    if args.out == "-":
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return CLEAN
    written = save(Path(args.out), data)
    counts = ", ".join(f"{label} {n}" for label, n in sorted(Counter(labels).items()))
    print(f"{args.out}: {'written' if written else 'unchanged'}, {len(labels)} predictions ({counts})")
    return CLEAN


def _parser() -> argparse.ArgumentParser:
    names = [*sorted(CONTROLS), *SYSTEMS]
    parser = argparse.ArgumentParser(
        prog="python3 -m baselines",
        description="Run a launch control or a maintainer-run system on the label-free questions of the core suite.",
        epilog="python3 -m baselines submission --help makes the submission document; exit codes: 0 clean, "
        "1 findings in the corpus files, 2 usage, 3 environment",
    )
    parser.add_argument("name", choices=names, metavar="NAME", help=", ".join(names))
    parser.add_argument("--out", required=True, metavar="FILE", help="predictions file to write; - is standard output")
    parser.add_argument("--seed", type=int, default=0, help="used by random, trees, kernel and induced (default 0)")
    parser.add_argument(
        "--report", type=Path, metavar="FILE", help="systems: validation scores, configurations tried, times (JSON)"
    )
    parser.add_argument("--explain", action="store_true", help="systems: what was learned, on standard error")
    parser.add_argument(
        "--corpus-root",
        type=Path,
        default=ROOT / "corpora" / "core-v0.1",
        metavar="DIR",
        help="the folder of the suite (default: the core suite beside this code)",
    )
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
