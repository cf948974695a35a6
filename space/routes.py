"""Everything the app serves itself, under /nnai: style, browser modules, schemas, the board as data, the session.

Invariant: every answer is public or belongs to the asking session; nothing here writes.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from space.sign_in import now, session_view
from space.site import Site
from space.theme import read_tokens

ROOT = Path(__file__).resolve().parent.parent
ASSETS = ROOT / "assets"
SCHEMAS = ROOT / "submissions_schema"
SCHEMA_NAME = re.compile(r"[a-z0-9.-]+\.schema\.json")
REVALIDATE = "no-cache"


class Assets(StaticFiles):
    """The static files of assets/, always revalidated so that a new version is never mixed with an old one."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file with its ETag, or 404."""
        response = await super().get_response(path, scope)
        response.headers["cache-control"] = REVALIDATE
        return response


def build_routes(site: Site) -> list[BaseRoute]:
    """The routes under /nnai, for `launch(app_kwargs={"routes": ...})`."""
    del site
    return [
        Route("/nnai/style.css", style),
        Mount("/nnai/assets", Assets(directory=ASSETS)),
        Route("/nnai/schema/{name}", schema),
        Route("/nnai/session", session),
    ]


def style(request: Request) -> Response:
    """The whole stylesheet: the tokens as variables, then the files of assets/style in order of name."""
    sheets = [path.read_text(encoding="utf-8") for path in sorted((ASSETS / "style").glob("*.css"))]
    return tagged(request, "\n".join([read_tokens().css(), *sheets]).encode(), "text/css")


def schema(request: Request) -> Response:
    """A published JSON Schema by its file name."""
    name = request.path_params["name"]
    path = SCHEMAS / name
    if SCHEMA_NAME.fullmatch(name) is None or not path.is_file():
        raise HTTPException(404)
    return tagged(request, path.read_bytes(), "application/schema+json")


def session(request: Request) -> Response:
    """Who this browser is signed in as, with scopes and expiry; never the token."""
    view = session_view(request.session, now())
    return JSONResponse(view.to_dict(), headers={"cache-control": "no-store", "vary": "Cookie"})


def tagged(request: Request, body: bytes, media_type: str) -> Response:
    """`body` with a strong ETag that is asked for again each time; 304 when the browser holds it."""
    etag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    headers = {"etag": etag, "cache-control": REVALIDATE}
    if etag in (tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")):
        return Response(status_code=304, headers=headers)
    return Response(body, media_type=media_type, headers=headers)
