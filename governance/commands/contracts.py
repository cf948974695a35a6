"""`contracts`: check the contracts of a corpus, or make the lines that are missing or wrong.

Checking needs no solver. Making does, and governance imports none: the door passes a maker in for each kind of corpus,
as a function that is called only when something has to be made.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from evaluator.tasks import TaskBook, load_tasks
from governance.commands.report import Command, Progress, Report
from governance.contracts import (
    TERMS,
    ContractHealth,
    Contracts,
    Maker,
    check_book,
    make_contracts,
    read_contracts,
    read_questions,
    unsound,
)
from governance.corpus import FIXTURES
from records import Rejected, canonical_line, write_atomic

Makers = Mapping[str, Callable[[], Maker]]
"""Kind of corpus to what gives its maker; raises OSError where this host lacks a solver."""


def contracts_command(makers: Makers, progress: Progress) -> Command:
    """The command with these makers."""
    return Command(
        name="contracts",
        help="check every task's reference, starter and fixtures, each judged twice; make missing ones with --apply",
        run=partial(_run, makers, progress),
        options=_options,
        epilog="A sound contract is kept byte for byte. Making those of schedules needs OR-tools; checking does not.",
    )


def _options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--apply", action="store_true", help="make lines for tasks whose contract is missing or wrong")


def _run(makers: Makers, progress: Progress, root: Path, args: argparse.Namespace) -> Report:
    book = load_tasks(root)
    written = _apply(root, book, makers[book.kind], progress) if args.apply else ()
    health = check_book(book, read_contracts(root), progress)
    return Report(
        root=root, lines=(*written, *_lines(book, health)), data=_data(book, health), findings=health.findings
    )


def _apply(root: Path, book: TaskBook, maker: Callable[[], Maker], progress: Progress) -> tuple[str, ...]:
    """Write both files of contracts/; says what became of them."""
    kept = _kept(root)
    wanted = unsound(book, kept)
    if not wanted and kept and tuple(kept.lines) == book.ids:
        return (f"{FIXTURES}: every contract is sound; nothing was written",)
    made = make_contracts(book, read_questions(root, book), maker(), kept, progress)
    write_atomic(root / FIXTURES, made.fixtures)
    write_atomic(root / TERMS, canonical_line(made.terms.to_dict()))
    same = len(book.tasks) - made.new
    return (f"{FIXTURES}: {made.new} contracts made, {same} kept; written",)


def _kept(root: Path) -> Contracts | None:
    try:
        return read_contracts(root)
    except Rejected:
        return None


def _lines(book: TaskBook, health: ContractHealth) -> tuple[str, ...]:
    covered = ", ".join(f"{name} {one.covered} of {one.required}" for name, one in health.coverage.items())
    return (
        f"{len(book.tasks)} tasks, {health.cases} cases judged twice, the slowest in {health.slowest_ms} ms "
        f"of {health.timeout_ms} ms",
        f"criteria with a rejecting fixture of their own: {covered}",
    )


def _data(book: TaskBook, health: ContractHealth) -> dict[str, object]:
    return {
        "tasks": len(book.tasks),
        "cases": health.cases,
        "slowest_ms": health.slowest_ms,
        "timeout_ms": health.timeout_ms,
        "coverage": {name: {"required": one.required, "covered": one.covered} for name, one in health.coverage.items()},
    }
