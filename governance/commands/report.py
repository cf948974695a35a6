"""What a command of the operator's door is and what it says: the one shape that bench.py parses, prints and exits with.

Invariant: a command never prints and never exits. It returns a Report; data that is wrong is a Finding, a wrong call of
the command is a UsageError, and a host that cannot do it raises OSError.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

from records import Finding


class Exit(IntEnum):
    """The exit codes of every command."""

    CLEAN = 0
    FINDINGS = 1
    USAGE = 2
    ENVIRONMENT = 3
    NOT_YET = 4
    """Structurally sound, still calibrating."""


class UsageError(Exception):
    """The command was called in a way that cannot be meant; its text says what was expected."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Report:
    """What a command has to say of one corpus root: lines for people, the same as data, and all findings.

    `pending` says that nothing is wrong but the operator must decide something (exit code 1 like findings), `not_yet`
    that the corpus is sound but still calibrating (exit code 4).
    """

    root: Path
    lines: tuple[str, ...]
    data: dict[str, object]
    findings: tuple[Finding, ...] = ()
    pending: bool = False
    not_yet: bool = False

    @property
    def exit_code(self) -> Exit:
        """What this report alone makes the door exit with."""
        if self.findings or self.pending:
            return Exit.FINDINGS
        return Exit.NOT_YET if self.not_yet else Exit.CLEAN


def worst(reports: list[Report]) -> Exit:
    """The exit code of several corpora: findings before not yet before clean."""
    codes = {report.exit_code for report in reports}
    return next((code for code in (Exit.FINDINGS, Exit.NOT_YET) if code in codes), Exit.CLEAN)


Progress = Callable[[int, int, str], None]
"""(done, total, what): called before each step of long work."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Command:
    """One subcommand: `run` reports on one corpus root; `options` adds its own arguments."""

    name: str
    help: str
    run: Callable[[Path, argparse.Namespace], Report]
    options: Callable[[argparse.ArgumentParser], None]
    reads_a_corpus: bool = True
    """False for a command that makes a new folder (`--out`) instead of looking at corpus roots."""
    epilog: str = ""
    """What its help says besides: examples, what its exit codes mean for it."""


def no_options(parser: argparse.ArgumentParser) -> None:
    """The command has only the arguments that all commands have."""
