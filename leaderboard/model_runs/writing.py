"""`review.py model-runs`: whether the committed page is the generated one, and with `apply` making it so."""

from __future__ import annotations

from pathlib import Path

from evaluator import Suite
from leaderboard.board import build_board
from leaderboard.commands import FINDINGS, Result
from leaderboard.model_runs.page import PAGE, model_runs_page
from leaderboard.state import State
from records import write_atomic


def write_page(published: State, suite: Suite, path: Path, *, apply: bool) -> Result:
    """Compare the page at `path` with the one that `published` makes. Raises Rejected where the state is damaged."""
    wanted = model_runs_page(build_board(published, suite))
    current = path.exists() and path.read_bytes() == wanted
    data = {"page": PAGE, "bytes": len(wanted), "current": current, "applied": apply and not current}
    if current:
        return Result(lines=(f"{PAGE}: unchanged, {len(wanted)} bytes",), data=data)
    if not apply:
        return Result(
            lines=(f"{PAGE}: differs from the published records; --apply writes it",), data=data, code=FINDINGS
        )
    write_atomic(path, wanted)
    return Result(lines=(f"{PAGE}: written, {len(wanted)} bytes",), data=data)
