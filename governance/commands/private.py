"""`init-private-corpus`: the operator's command for an empty private corpus."""

from __future__ import annotations

import argparse
from pathlib import Path

from evaluator.tasks import ADAPTERS
from governance import private
from governance.commands.report import Command, Report, UsageError

NEW = Path("new private corpus")
"""What reports say instead of the place."""


def _init(_: Path, args: argparse.Namespace) -> Report:
    if not args.public_repo_root.is_dir():
        raise UsageError("--public-repo-root is no folder; the root of the public repository is expected")
    files = private.create(
        args.destination, args.public_repo_root, corpus=args.id or f"held-out-{args.kind}", kind=args.kind
    )
    lines = (
        f"an empty template of {len(files)} files was written, readable by you alone",
        "it holds no task brief, Git repository, remote or publication; its README.md says what comes next",
    )
    return Report(root=NEW, lines=lines, data={"files": list(files)})


def _init_options(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(out=NEW)
    parser.add_argument("--public-repo-root", type=Path, required=True, metavar="DIR", help="the public repository")
    parser.add_argument(
        "--destination", type=Path, required=True, metavar="DIR", help="a new or empty folder outside the repository"
    )
    parser.add_argument("--id", metavar="SLUG", help="the id of the corpus, which redacted bundles name")
    parser.add_argument("--kind", choices=tuple(ADAPTERS), default="choice", help="how its tasks are answered")


COMMANDS = (
    Command(
        name="init-private-corpus",
        help="make the empty template of a private held-out corpus, outside this repository only",
        run=_init,
        options=_init_options,
        reads_a_corpus=False,
        epilog="example: bench.py init-private-corpus --public-repo-root . --destination /authorized/private/corpus\n",
    ),
)
