"""Whether the pinned source answers: one request, only when the maintainer works against the real Hub.

Invariant: nothing is sent but the address itself, which the reader held to https and an allowed public host; no answer
is stored, and a redirect away from that host is not followed.
"""

from __future__ import annotations

import urllib.error
import urllib.request
from http.client import HTTPException, HTTPMessage
from typing import IO
from urllib.parse import urlsplit

TIMEOUT_SECONDS = 10


class _SameHost(urllib.request.HTTPRedirectHandler):
    def redirect_request(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> urllib.request.Request | None:
        if urlsplit(newurl)[:2] != urlsplit(req.full_url)[:2]:
            return None
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def probe_source(url: str) -> str | None:
    """None where `url` answers with a page, else what went wrong in a few words."""
    request = urllib.request.Request(url, method="GET", headers={"User-Agent": "nnai-bench-review"})
    opener = urllib.request.build_opener(_SameHost, urllib.request.ProxyHandler())
    try:
        with opener.open(request, timeout=TIMEOUT_SECONDS):
            return None
    except urllib.error.HTTPError as error:
        error.close()
        return f"answers {error.code}"
    except (OSError, HTTPException, ValueError) as error:
        return f"does not answer ({type(error).__name__})"
