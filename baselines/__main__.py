"""`python3 -m baselines NAME --out FILE`: run one launch control and write its predictions. Standard library only."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

from baselines import CONTROLS, load, prediction_bytes, save
from records import Rejected

ROOT = Path(__file__).resolve().parent.parent
CLEAN, FINDINGS, USAGE, ENVIRONMENT = 0, 1, 2, 3


def main() -> int:
    """Run the command line; returns the exit code."""
    args = _parser().parse_args()
    try:
        inputs = load(args.corpus_root)
        labels = CONTROLS[args.name](inputs, args.seed)
        data = prediction_bytes(inputs.test, labels)
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
    counts = ", ".join(f"{label} {n}" for label, n in sorted(Counter(labels).items()))
    print(f"{args.out}: {'written' if written else 'unchanged'}, {len(labels)} predictions ({counts})")
    return CLEAN


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python3 -m baselines",
        description="Run a launch control on the label-free questions of the core suite.",
        epilog="exit codes: 0 clean, 1 findings in the corpus files, 2 usage, 3 environment",
    )
    parser.add_argument("name", choices=sorted(CONTROLS), metavar="NAME", help=", ".join(sorted(CONTROLS)))
    parser.add_argument("--out", required=True, metavar="FILE", help="predictions file to write; - is standard output")
    parser.add_argument("--seed", type=int, default=0, help="used by random only (default 0)")
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
