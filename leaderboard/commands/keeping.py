"""`rebuild`, `verify`, `publish`: keeping what is derived, proving it, and showing it to the world.

Invariant: boards come from records and log alone; nothing is published that does not verify.
"""

from __future__ import annotations

from leaderboard import publication
from leaderboard.boards import Derived, derive
from leaderboard.boards import rebuild as write_boards
from leaderboard.commands.context import CLEAN, FINDINGS, Context, Result
from leaderboard.commands.terminal import finding_lines
from leaderboard.commands.verdicts import outcome_lines
from leaderboard.history import replay
from leaderboard.ports import SPACE
from leaderboard.upkeep import Leftover, clear, cut_off, finish
from leaderboard.verification import verify as replayed

AGAIN = "Nothing was changed. Add --apply to do this."


def rebuild(context: Context, *, apply: bool) -> Result:
    """Boards from records and log; with `apply` everything that was cut off is completed as well."""
    state, suites = context.state, context.suites
    if not apply:
        log = state.log()
        return _rebuilt(derive(state, suites, log), cut_off(log, replay(log.decisions), state, suites), [], apply=False)
    with state.locked("`review.py rebuild`"):
        log = state.log()
        waiting = cut_off(log, replay(log.decisions), state, suites)
        clear(state, log, suites)
        derived = write_boards(state, suites, log)
        lines: list[str] = []
        if any(one.needs_hub for one in waiting):
            outcomes = finish(context.desk(context.hub.whoami().name))
            lines = [line for outcome in outcomes for line in outcome_lines(outcome)]
            derived = write_boards(state, suites)
        return _rebuilt(derived, waiting, lines, apply=True)


def verify(context: Context) -> Result:
    """Replay chain, records, scores and CSVs; the first difference is named first."""
    found = replayed(context.state, context.suites)
    counted = f"{found.decisions} decision(s), {found.records} entr{'y' if found.records == 1 else 'ies'}"
    data = {
        "clean": not found.findings,
        "decisions": found.decisions,
        "records": found.records,
        "log_head": found.head,
        "boards": [{"corpus": corpus, "board_digest": value} for corpus, value in found.boards],
        "findings": [item.to_dict() for item in found.findings],
    }
    if found.findings:
        lines = (f"DIFFERENT: {found.findings[0]}", "", *finding_lines(found.findings[1:]), f"Replayed {counted}.")
        return Result(lines=lines, data=data, code=FINDINGS)
    boards = [f"  {corpus}.csv  {value}" for corpus, value in found.boards]
    return Result(lines=(f"Verified: {counted}.", f"  log head  {found.head}", *boards), data=data)


def publish(context: Context, *, apply: bool) -> Result:
    """Push records, log and CSVs to the Space repository; success only after reading it back."""
    if not apply:
        return _published(context, apply=False)
    with context.state.locked("`review.py publish`"):
        return _published(context, apply=True)


def _rebuilt(derived: tuple[Derived, ...], waiting: list[Leftover], done: list[str], *, apply: bool) -> Result:
    damaged = [item for one in derived for item in one.board.damaged]
    lines = [f"{'Finished' if apply else 'Unfinished'}: {item.what}" for item in waiting] + done
    lines += [_board_line(one, apply) for one in derived]
    if damaged:
        lines += ["", "Damaged, and left out of the boards:", *finding_lines(damaged)]
    if not apply and (waiting or not all(one.current for one in derived)):
        lines += ["", AGAIN]
    data = {
        "unfinished": [item.what for item in waiting],
        "applied": apply,
        "boards": [
            {"corpus": one.board.suite.corpus, "board_digest": one.board.digest, "changed": not one.current}
            for one in derived
        ],
        "damaged": [item.to_dict() for item in damaged],
    }
    return Result(lines=tuple(lines), data=data, code=FINDINGS if damaged else CLEAN)


def _board_line(one: Derived, apply: bool) -> str:
    board = one.board
    written = "rewritten" if apply else "would be rewritten"
    counted = f"{len(board.entries)} entries, {len(board.ranked)} ranked"
    return f"{board.suite.corpus}.csv  {counted}, {'unchanged' if one.current else written}, {board.digest[:19]}"


def _published(context: Context, *, apply: bool) -> Result:
    found = replayed(context.state, context.suites)
    if found.findings:
        lines = ("Not published: the state does not verify.", *finding_lines(found.findings))
        data = {"published": False, "findings": [item.to_dict() for item in found.findings]}
        return Result(lines=lines, data=data, code=FINDINGS)
    plan = publication.plan(context.state, context.suites, context.hub)
    data = {"published": False, "files": sorted(plan.files), "parent": plan.parent}
    if plan.current:
        return Result(lines=(f"{SPACE} shows this state already.",), data=data | {"published": True})
    lines = tuple(f"    {path}  {len(body)} bytes" for path, body in plan.files.items())
    if not apply:
        return Result(lines=(f"Would push to {SPACE} on top of {plan.parent[:12]}:", *lines, "", AGAIN), data=data)
    oid = publication.publish(context.hub, plan, f"Publish the board: log head {found.head[7:19]}")
    data |= {"published": True, "commit": oid}
    return Result(lines=(*lines, f"Published to {SPACE} in {oid[:12]}, read back equal."), data=data)
