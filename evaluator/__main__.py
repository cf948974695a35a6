"""Door: `python3 -m evaluator score --suite nnai-bench-0.1 FILE [--json] [--explain ID]`."""

from __future__ import annotations

import argparse
import sys

from records import require


def parser() -> argparse.ArgumentParser:
    """The command line."""
    top = argparse.ArgumentParser(prog="python3 -m evaluator", description="Score predictions of a suite.")
    commands = top.add_subparsers(dest="command", required=True)
    score = commands.add_parser(
        "score",
        help="score a file, or say everything that is wrong with it",
        description="Score a file. Exit code: 0 scored, 1 findings, 2 usage, 3 environment.",
    )
    score.add_argument("--suite", required=True, metavar="ID", help="suite id, for example nnai-bench-0.1")
    score.add_argument("--json", action="store_true", help="print the score record (or the findings) as JSON")
    score.add_argument("--explain", metavar="ITEM", help="show one item instead: question, gold, answer")
    score.add_argument(
        "file", metavar="FILE", help='a list of predictions, {"predictions": …}, or a submission; - is standard input'
    )
    return top


def main(arguments: list[str] | None = None) -> int:
    """Parse, run, print; returns the exit code."""
    options = parser().parse_args(arguments)
    require("jsonschema_rs")
    from evaluator.command import ScoreRequest, guarded, run_score
    from evaluator.suite import CORPORA

    request = ScoreRequest(suite=options.suite, file=options.file, json=options.json, explain=options.explain)
    outcome = guarded(lambda: run_score(request, CORPORA, sys.stdin.buffer), as_json=request.json)
    sys.stderr.write(outcome.complaint)
    sys.stdout.write(outcome.output)
    return outcome.code


if __name__ == "__main__":
    raise SystemExit(main())
