"""The operator's door: parses a command line, runs the command on each corpus root, prints, and says the exit code.

Invariant: the one place that prints reports and turns errors into exit codes. What needs generators or solvers, also
how a folder names its corpus roots, is handed in by bench.py.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from governance.commands.quiet import Discreet, quietly
from governance.commands.reference import formatter, reference_command
from governance.commands.report import Command, Exit, Report, UsageError, worst
from records import SHOWN, Rejected

STOPPED = 130
CorpusRoots = Callable[[Path], tuple[Path, ...]]


@dataclass(frozen=True, kw_only=True, slots=True)
class Door:
    """Its own commands, what the corpus roots of a folder are, and the page that describes all commands."""

    own: tuple[Command, ...]
    corpus_roots: CorpusRoots
    page: Path

    @property
    def commands(self) -> tuple[Command, ...]:
        """All commands in the order of the help; the last one writes the page."""
        return (*self.own, reference_command(self.parser, self.page))

    def main(self, arguments: Sequence[str] | None = None) -> int:
        """Run the command line (None: the process's own); returns the exit code."""
        words = sys.argv[1:] if arguments is None else list(arguments)
        try:
            with quietly(self._corpora_named_in(words)) as discreet:
                code = self._command(self.parser().parse_args(words), discreet)
                sys.stdout.flush()
                return code
        except UsageError as error:
            sys.stderr.write(f"bench.py {words[0]}: {error}\n")
            return Exit.USAGE
        except OSError as error:
            sys.stderr.write(f"bench.py: {error}\n")
            return Exit.ENVIRONMENT
        except KeyboardInterrupt:
            sys.stderr.write("\nbench.py: stopped; every file is either as it was or complete\n")
            return STOPPED

    def parser(self) -> argparse.ArgumentParser:
        """The parser of all commands: what `--help` and the reference page are made from."""
        parser = argparse.ArgumentParser(
            prog="bench.py",
            formatter_class=formatter,
            description="Make, check and govern the corpora of NNAI-Bench.",
            epilog="exit codes: 0 clean, 1 findings, 2 usage, 3 environment, 4 sound but still calibrating",
        )
        subparsers = parser.add_subparsers(metavar="COMMAND", required=True)
        for command in self.commands:
            epilog = f"{command.epilog}\n{parser.epilog}".strip()
            sub = subparsers.add_parser(
                command.name, help=command.help, description=command.help, epilog=epilog, formatter_class=formatter
            )
            if command.reads_a_corpus:
                _corpus_root_option(sub)
            sub.add_argument("--json", action="store_true", help="print the report as JSON")
            command.options(sub)
            sub.set_defaults(command=command)
        return parser

    def _corpora_named_in(self, words: Sequence[str]) -> tuple[Path, ...]:
        """Every corpus root that the command line names in any of its words, before anything of it is said."""
        folders = [Path(word.rpartition("=")[2] or ".") for word in words]
        return tuple(dict.fromkeys(root for one in folders if os.path.isdir(one) for root in self.corpus_roots(one)))

    def _command(self, args: argparse.Namespace, discreet: Discreet) -> Exit:
        if args.command.reads_a_corpus and not args.corpus_root.is_dir():
            raise UsageError(f"--corpus-root {args.corpus_root}: there is no such folder")
        roots = self.corpus_roots(args.corpus_root) if args.command.reads_a_corpus else (args.out,)
        reports = [discreet(_run(args.command, root, args)) for root in roots]
        sys.stdout.write(_json(reports, args) if args.json else "".join(map(_text, reports)))
        return worst(reports)


def steps(done: int, total: int, name: str, *, unit: str = "cells") -> None:
    """Progress of work, told before each step: one line that moves on a terminal; elsewhere three plain lines."""
    if sys.stderr.isatty():
        end = "\r\x1b[K" if done + 1 == total else ""
        sys.stderr.write(f"\r\x1b[K[{done + 1}/{total}] {name}{end}")
    elif done * 3 % total == 0:
        sys.stderr.write(f"{done + 1} of {total} {unit}: {name} ...\n")
    sys.stderr.flush()


def _corpus_root_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--corpus-root",
        type=Path,
        required=True,
        metavar="DIR",
        help="a corpus root (the folder of its corpus.toml), or a folder of corpora",
    )


def _run(command: Command, root: Path, args: argparse.Namespace) -> Report:
    try:
        return command.run(root, args)
    except Rejected as error:
        return Report(root=root, lines=(), data={}, findings=error.findings)


def _json(reports: list[Report], args: argparse.Namespace) -> str:
    corpora = [
        {"root": str(one.root), **one.data, "findings": [finding.to_dict() for finding in one.findings]}
        for one in reports
    ]
    return json.dumps({"command": args.command.name, "corpora": corpora}, indent=1) + "\n"


def _text(report: Report) -> str:
    said = [*report.lines, *map(str, report.findings[:SHOWN])]
    if found := len(report.findings):
        more = f", the first {SHOWN} are shown (all with --json)" if found > SHOWN else ""
        said.append(f"{found} finding{'s' * (found > 1)}{more}")
    return "".join(f"{report.root}: {line}\n" for line in said)
