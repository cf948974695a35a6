"""`review.py disclose`: whether each committed page is the generated one, and with `apply` making it so."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from evaluator import AnySuite
from leaderboard.board import build_board
from leaderboard.commands import FINDINGS, Result
from leaderboard.model_runs.page import model_runs_page
from leaderboard.model_runs.views import view_of
from leaderboard.state import State
from records import write_atomic


def write_pages(published: State, suites: Iterable[AnySuite], root: Path, *, apply: bool) -> Result:
    """Compare the pages below `root` with those that `published` makes, one a suite.

    Raises Rejected where the state is damaged.
    """
    results = [_write_page(published, suite, root, apply=apply) for suite in suites]
    return Result(
        lines=tuple(line for result in results for line in result.lines),
        data={"pages": [result.data for result in results]},
        code=max(result.code for result in results),
    )


def _write_page(published: State, suite: AnySuite, root: Path, *, apply: bool) -> Result:
    name = view_of(suite).page
    path, wanted = root / name, model_runs_page(build_board(published, suite))
    current = path.exists() and path.read_bytes() == wanted
    data = {"page": name, "bytes": len(wanted), "current": current, "applied": apply and not current}
    if current:
        return Result(lines=(f"{name}: unchanged, {len(wanted)} bytes",), data=data)
    if not apply:
        line = f"{name}: differs from the published records; --apply writes it"
        return Result(lines=(line,), data=data, code=FINDINGS)
    write_atomic(path, wanted)
    return Result(lines=(f"{name}: written, {len(wanted)} bytes",), data=data)
