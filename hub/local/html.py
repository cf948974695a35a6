"""The frame of every page of the local hub, and how foreign text enters it.

Invariant: text of a submitter reaches a page only through `shown` or `cut`, which escape it and replace characters that
reorder or hide text; no page carries or allows a script.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape
from pathlib import Path

from starlette.responses import HTMLResponse

STYLE = Path(__file__).with_name("pages.css").read_bytes()
LINE = 300
_TRICKS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")
BANNER = "<strong>Local hub:</strong> nothing leaves this machine. Demo accounts only."
POLICY = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'"


def shown(text: str) -> str:
    """Foreign text, inert in HTML text and in quoted attributes."""
    return escape(_TRICKS.sub("\ufffd", text))


def cut(text: str, limit: int = LINE) -> str:
    """`shown`, of at most `limit` characters; says how many are left out."""
    if len(text) <= limit:
        return shown(text)
    return f'{shown(text[:limit])}<span class="muted">… {len(text) - limit} more characters</span>'


def page(root: str, title: str, body: str, *, status: int = 200, form_targets: Iterable[str] = ()) -> HTMLResponse:
    """A whole page below address path `root`; `title` is text, `body` HTML whose foreign parts went through `shown`."""
    document = (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<title>{shown(title)} · Local hub</title><link rel="stylesheet" href="{escape(root)}/-/pages.css">'
        f'<link rel="icon" href="{escape(root)}/-/avatar/local-hub.svg"></head>'
        f'<body><p class="banner" role="note">{BANNER}</p>'
        f'<header><a href="{escape(root)}/">Local hub</a></header><main>{body}</main></body></html>'
    )
    actions = " ".join(["'self'", *form_targets])
    policy = f"{POLICY}; form-action {actions}"
    return HTMLResponse(document, status, {"Content-Security-Policy": policy, "Cache-Control": "no-store"})


def minute(moment: str) -> str:
    """An RFC 3339 moment as people read it."""
    return shown(f"{moment[:10]} {moment[11:16]} UTC")


def badge(status: str) -> str:
    """A status word with its colour."""
    return f'<span class="badge {escape(status)}">{escape(status)}</span>'
