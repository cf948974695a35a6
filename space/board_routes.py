"""The board as data: suite facts for the browser, the board as CSV and JSON, an entry's details, a raw record.

Invariant: everything here is public and read from the state folder at the request; an unknown name is a plain 404.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from evaluator import browser_suite
from leaderboard import Board, Entry, State, board_csv, board_json
from records import Rejected
from space.board_source import BoardSource
from space.entry_html import draw_entry
from space.tagged import tagged

DIGEST = re.compile(r"[0-9a-f]{64}")


def board_routes(source: BoardSource, hub: str) -> list[BaseRoute]:
    """The routes of one board; each handler is a plain function and runs in a worker thread."""

    def answer(make: Callable[[Request], tuple[bytes, str]]) -> Callable[[Request], Response]:
        def handler(request: Request) -> Response:
            if request.path_params["corpus"] != source.site.corpus:
                raise HTTPException(404, "There is no such suite.")
            body, media_type = make(request)
            return tagged(request, body, media_type)

        return handler

    def suite(request: Request) -> tuple[bytes, str]:
        return browser_suite(_board(source).suite), "application/json"

    def csv(request: Request) -> tuple[bytes, str]:
        return board_csv(_board(source)), "text/csv; charset=utf-8"

    def json(request: Request) -> tuple[bytes, str]:
        return board_json(_board(source)), "application/json"

    def details(request: Request) -> tuple[bytes, str]:
        board = _board(source)
        titles = {category.id: category.name for category in board.suite.categories}
        entry = _entry(board, request.path_params["sha256"])
        return draw_entry(entry, corpus=board.suite.corpus, titles=titles, hub=hub).encode(), "text/html; charset=utf-8"

    def record(request: Request) -> tuple[bytes, str]:
        entry = _entry(_board(source), request.path_params["sha256"])
        try:
            return State(source.site.state).record(source.site.corpus, entry.sha256), "application/json"
        except Rejected as error:
            raise HTTPException(404, str(error.findings[0])) from error

    return [
        Route("/nnai/suite/{corpus}.json", answer(suite)),
        Route("/nnai/board/{corpus}.csv", answer(csv)),
        Route("/nnai/board/{corpus}.json", answer(json)),
        Route("/nnai/entry/{corpus}/{sha256}", answer(details)),
        Route("/nnai/record/{corpus}/{sha256}.json", answer(record)),
    ]


def _board(source: BoardSource) -> Board:
    current = source.current()
    if current.board is None:
        raise HTTPException(503, "; ".join(str(finding) for finding in current.findings))
    return current.board


def _entry(board: Board, sha256: str) -> Entry:
    entry = board.entry(sha256) if DIGEST.fullmatch(sha256) else None
    if entry is None:
        raise HTTPException(404, "There is no such entry.")
    return entry
