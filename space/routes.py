"""Everything the app serves itself, under /nnai: style, browser modules, schemas, the board as data, the session.

Invariant: every answer is public or belongs to the asking session; nothing here writes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from space.board_routes import board_routes
from space.board_source import BoardSource
from space.sign_in import now, session_view
from space.tagged import REVALIDATE, tagged
from space.theme import read_tokens

ROOT = Path(__file__).resolve().parent.parent
ASSETS = ROOT / "assets"
SCHEMAS = ROOT / "submissions_schema"
SCHEMA_NAME = re.compile(r"[a-z0-9.-]+\.json")


class Assets(StaticFiles):
    """The static files of assets/, always revalidated so that a new version is never mixed with an old one."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file with its ETag, or 404."""
        response = await super().get_response(path, scope)
        response.headers["cache-control"] = REVALIDATE
        return response


def build_routes(sources: Sequence[BoardSource], hub: str) -> list[BaseRoute]:
    """The routes under /nnai, for `launch(app_kwargs={"routes": ...})`; `hub` is where pull requests are read."""
    return [
        Route("/nnai/style.css", style),
        Mount("/nnai/assets", Assets(directory=ASSETS)),
        Route("/nnai/schema/{name}", schema),
        Route("/nnai/session", session),
        *board_routes(sources, hub),
        Route("/nnai/{rest:path}", nothing),
    ]


def nothing(request: Request) -> Response:
    """A plain 404 below /nnai, instead of gradio's page."""
    return JSONResponse({"error": "Nothing is served here."}, status_code=404)


def style(request: Request) -> Response:
    """The whole stylesheet: the tokens as variables, then the files of assets/style in order of name."""
    sheets = [path.read_text(encoding="utf-8") for path in sorted((ASSETS / "style").glob("*.css"))]
    return tagged(request, "\n".join([read_tokens().css(), *sheets]).encode(), "text/css")


def schema(request: Request) -> Response:
    """A published JSON Schema, or one of the tables beside it, by its file name."""
    name = request.path_params["name"]
    path = SCHEMAS / name
    if SCHEMA_NAME.fullmatch(name) is None or not path.is_file():
        raise HTTPException(404)
    return tagged(request, path.read_bytes(), "application/schema+json")


def session(request: Request) -> Response:
    """Who this browser is signed in as, with scopes and expiry; never the token."""
    view = session_view(request.session, now())
    return JSONResponse(view.to_dict(), headers={"cache-control": "no-store", "vary": "Cookie"})
