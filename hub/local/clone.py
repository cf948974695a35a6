"""`git clone` and `git fetch` over smart HTTP: git's own upload-pack does the talking.

Invariant: read only (receive-pack is refused), and only branches and visible pull requests are offered.
"""

from __future__ import annotations

import zlib

from starlette.responses import Response

from hub.local.call import Call, Problem
from hub.local.desk import Desk, Endpoint
from hub.local.repositories import Repo

MAX_REQUEST = 4_194_304
NO_CACHE = {"Cache-Control": "no-cache, max-age=0, must-revalidate"}


def advertise(desk: Desk, call: Call) -> Response:
    """What can be fetched."""
    if call.asked("service") != "git-upload-pack":
        raise Problem(403, "This hub is written to through its API; git may clone and fetch.")
    answer = _upload_pack(desk, desk.repo(call), call, b"", "--advertise-refs")
    if "version=2" not in call.headers.get("git-protocol", ""):
        answer = b"001e# service=git-upload-pack\n0000" + answer
    return Response(answer, media_type="application/x-git-upload-pack-advertisement", headers=NO_CACHE)


def fetch(desk: Desk, call: Call) -> Response:
    """One round of the fetch."""
    data = call.body
    if call.headers.get("content-encoding") in ("gzip", "x-gzip"):
        unpacker = zlib.decompressobj(wbits=31)
        try:
            data = unpacker.decompress(data, MAX_REQUEST)
        except zlib.error as error:
            raise Problem(400, "the body is not gzip") from error
        if unpacker.unconsumed_tail:
            raise Problem(413, "the request is too large")
    answer = _upload_pack(desk, desk.repo(call), call, data)
    return Response(answer, media_type="application/x-git-upload-pack-result", headers=NO_CACHE)


_G = "/{kind}/{owner}/{name}"
ENDPOINTS = (
    Endpoint(name="clone", methods=("GET",), path=_G + "/info/refs", handler=advertise),
    Endpoint(name="clone", methods=("POST",), path=_G + "/git-upload-pack", handler=fetch, max_body=MAX_REQUEST),
)


def _upload_pack(desk: Desk, repo: Repo, call: Call, data: bytes, *flags: str) -> bytes:
    visible = {one.ref for one in desk.discussions.select(repo, kind="pull_request")}
    hidden = [ref for ref in repo.git.refs("refs/pr/") if ref not in visible]
    settings = [part for ref in hidden for part in ("-c", f"transfer.hideRefs={ref}")]
    version = {"GIT_PROTOCOL": "version=2"} if "version=2" in call.headers.get("git-protocol", "") else {}
    command = ("upload-pack", "--stateless-rpc", *flags, str(repo.git.folder))
    return repo.git.run(*settings, *command, data=data, extra=version)
