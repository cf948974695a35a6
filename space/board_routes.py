"""The boards as data: suite facts for the browser, a board as CSV and JSON, an entry's details,
a raw record, the evidence of a reproduction.

Invariant: everything here is public and read from the state folder at the request; an unknown name is a plain 404.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from evaluator import browser_data
from leaderboard import Board, Entry, State, board_csv, board_json, control_comparisons
from records import Rejected
from space.board_source import BoardSource
from space.entry_html import draw_entry
from space.tagged import tagged
from space.versus_html import draw_versus

DIGEST = re.compile(r"[0-9a-f]{64}")


Answer = tuple[bytes, str]
JSON, CSV, HTML = "application/json", "text/csv; charset=utf-8", "text/html; charset=utf-8"


def board_routes(sources: Sequence[BoardSource], hub: str) -> list[BaseRoute]:
    """The routes of all boards; each handler is a plain function and runs in a worker thread."""
    named = {source.site.corpus: source for source in sources}

    def answer(make: Callable[[BoardSource, Request], Answer]) -> Callable[[Request], Response]:
        def handler(request: Request) -> Response:
            source = named.get(request.path_params["corpus"])
            if source is None:
                raise HTTPException(404, "There is no such suite.")
            body, media_type = make(source, request)
            return tagged(request, body, media_type)

        return handler

    def details(source: BoardSource, request: Request) -> Answer:
        board = _board(source)
        entry = _entry(board, request)
        versus = draw_versus(control_comparisons(board, entry), len(board.ranked))
        return draw_entry(entry, suite=board.suite, hub=hub, versus=versus).encode(), HTML

    return [
        Route("/nnai/suite/{corpus}.json", answer(lambda source, _: (browser_data(_board(source).suite), JSON))),
        Route("/nnai/board/{corpus}.csv", answer(lambda source, _: (board_csv(_board(source)), CSV))),
        Route("/nnai/board/{corpus}.json", answer(lambda source, _: (board_json(_board(source)), JSON))),
        Route("/nnai/entry/{corpus}/{sha256}", answer(details)),
        Route("/nnai/record/{corpus}/{sha256}.json", answer(_record)),
        Route("/nnai/evidence/{corpus}/{sha256}.json", answer(_reproduction_evidence)),
    ]


def _record(source: BoardSource, request: Request) -> Answer:
    entry = _entry(_board(source), request)
    try:
        return State(source.site.state).record(source.site.corpus, entry.sha256), JSON
    except Rejected as error:
        raise HTTPException(404, str(error.findings[0])) from error


def _reproduction_evidence(source: BoardSource, request: Request) -> Answer:
    """The bytes of evidence that a decision about an entry of this board names, and of no other file."""
    sha256 = request.path_params["sha256"]
    decisions = (decision for entry in _board(source).entries for decision in entry.decisions)
    if sha256 not in {one.reproduction.evidence for one in decisions if one.reproduction}:
        raise HTTPException(404, "There is no such evidence.")
    try:
        return State(source.site.state).evidence(source.site.corpus, sha256), JSON
    except Rejected as error:
        raise HTTPException(404, str(error.findings[0])) from error


def _board(source: BoardSource) -> Board:
    current = source.current()
    if current.board is None:
        raise HTTPException(503, "; ".join(str(finding) for finding in current.findings))
    return current.board


def _entry(board: Board, request: Request) -> Entry:
    sha256 = request.path_params["sha256"]
    entry = board.entry(sha256) if DIGEST.fullmatch(sha256) else None
    if entry is None:
        raise HTTPException(404, "There is no such entry.")
    return entry
