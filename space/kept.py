"""Files that a browser may keep without asking again: gradio's, whose names carry the digest of their content.

gradio sends them without Cache-Control: soon after an install, 49 of the 127 requests of a second page load asked for
them again. Our own modules have plain names and stay revalidated (`space/tagged.py`).
"""

from __future__ import annotations

import re

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HASHED = re.compile(r"/assets/[A-Za-z0-9_.-]+-[A-Za-z0-9_-]{8,9}\.[a-z0-9]{2,5}")
FOREVER = "public, max-age=31536000, immutable"


class Kept:
    """ASGI middleware that says so on the answers that carry such a file."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on; mark the answer where the name is one that never changes its content."""
        named = scope["type"] == "http" and scope["method"] in ("GET", "HEAD") and HASHED.fullmatch(scope["path"])

        async def marked(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] in (200, 304):
                MutableHeaders(scope=message)["cache-control"] = FOREVER
            await send(message)

        await self.app(scope, receive, marked if named else send)
