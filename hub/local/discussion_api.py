"""Discussion endpoints in the Hub's wire format: list, details, open, comment, status, title, merge.

Invariant: comments travel raw; the `html` beside them is the same text escaped: rendering it runs nothing.
"""

from __future__ import annotations

from html import escape
from typing import Any

from starlette.responses import JSONResponse, Response

from hub.local.call import Call, Problem, line, optional_text, text
from hub.local.commits import MAX_TEXT, MAX_TITLE
from hub.local.desk import Desk, Endpoint
from hub.local.discussions import Discussion, Event, parted_at
from hub.local.people import Bearer
from hub.local.repositories import MAIN

PAGE = 50
BODY = 262_144


def listing(desk: Desk, call: Call) -> Response:
    """One page of discussions, newest first."""
    desk.people.of(call)
    repo = desk.repo(call)
    found = desk.discussions.select(
        repo,
        status=call.asked("status", "all"),
        author=call.asked("author"),
        kind=call.asked("type", "all"),
    )
    page = call.asked("p", "0")
    start = int(page) * PAGE if page.isascii() and page.isdigit() and len(page) < 7 else 0
    shown = [_summary(one) for one in found[start : start + PAGE]]
    return JSONResponse({"discussions": shown, "count": len(found), "start": start, "numClosedDiscussions": 0})


def details(desk: Desk, call: Call) -> Response:
    """One discussion with its events, and its diff when asked."""
    desk.people.of(call)
    one = _discussion(desk, call)
    answer = _summary(one) | {"events": [_event(event) for event in desk.discussions.events(one)]}
    if one.pull:
        live = one.status in ("open", "draft")
        answer["changes"] = {"base": MAIN} | ({"mergeCommitId": one.merge_oid} if one.merge_oid else {})
        answer["filesWithConflicts"] = desk.discussions.conflicts(one) if live else []
        if call.asked("diff") == "1":
            answer["diff"] = one.repo.git.diff(*parted_at(one))
    return JSONResponse(answer)


def create(desk: Desk, call: Call) -> Response:
    """A discussion, or (`pullRequest`) a draft pull request without commits, as the Hub does it."""
    bearer, repo, asked = desk.people.required(call), desk.repo(call), call.json()
    head = desk.commit(repo, "main") if asked.get("pullRequest") is True else None
    title = line(asked.get("title"), "the title", MAX_TITLE)
    description = optional_text(asked.get("description"), "the description", MAX_TEXT)
    made = desk.discussions.open(repo, bearer, title, description, head=head, draft=head is not None)
    return JSONResponse({"num": made.num, "url": f"{desk.base_url}/{repo.key}/discussions/{made.num}"})


def comment(desk: Desk, call: Call) -> Response:
    """Add a comment."""
    bearer, one = _writer(desk, call)
    content = text(call.json().get("comment"), "the comment", MAX_TEXT)
    return JSONResponse({"newMessage": _event(desk.discussions.comment(one, bearer, content))})


def status(desk: Desk, call: Call) -> Response:
    """Close or reopen."""
    bearer, one = _writer(desk, call)
    asked = call.json()
    if asked.get("status") not in ("open", "closed"):
        raise Problem(400, "the status must be 'open' or 'closed'")
    said = optional_text(asked.get("comment"), "the comment", MAX_TEXT)
    event = desk.discussions.change_status(one, bearer, asked["status"], said)
    return JSONResponse({"newStatus": _event(event)})


def title(desk: Desk, call: Call) -> Response:
    """Rename."""
    bearer, one = _writer(desk, call)
    event = desk.discussions.rename(one, bearer, line(call.json().get("title"), "the title", MAX_TITLE))
    return JSONResponse({"newTitle": _event(event)})


def merge(desk: Desk, call: Call) -> Response:
    """Merge; the Hub's call takes no expected head and neither does this one."""
    bearer, one = _writer(desk, call)
    desk.discussions.merge(one, bearer, optional_text(call.json().get("comment"), "the comment", MAX_TEXT))
    return JSONResponse({"success": True})


_D = "/api/{kind}/{owner}/{name}/discussions"
ENDPOINTS = (
    Endpoint(name="discussions", methods=("GET",), path=_D, handler=listing),
    Endpoint(name="discuss", methods=("POST",), path=_D, handler=create, max_body=BODY),
    Endpoint(name="details", methods=("GET",), path=_D + "/{num:int}", handler=details),
    Endpoint(name="comment", methods=("POST",), path=_D + "/{num:int}/comment", handler=comment, max_body=BODY),
    Endpoint(name="status", methods=("POST",), path=_D + "/{num:int}/status", handler=status, max_body=BODY),
    Endpoint(name="title", methods=("POST",), path=_D + "/{num:int}/title", handler=title),
    Endpoint(name="merge", methods=("POST",), path=_D + "/{num:int}/merge", handler=merge, max_body=BODY),
)


def number(call: Call) -> int:
    """The discussion number of the path, small enough for the store."""
    return min(int(call.parameters["num"]), 2**53)


def _discussion(desk: Desk, call: Call) -> Discussion:
    return desk.discussions.get(desk.repo(call), number(call))


def _writer(desk: Desk, call: Call) -> tuple[Bearer, Discussion]:
    bearer = desk.people.required(call)
    return bearer, _discussion(desk, call)


def _author(name: str) -> dict[str, str]:
    return {"name": name, "fullname": name, "type": "user"}


def _summary(one: Discussion) -> dict[str, Any]:
    return {
        "num": one.num,
        "title": one.title,
        "status": one.status,
        "author": _author(one.author),
        "repo": {"name": one.repo.id, "type": one.repo.kind},
        "createdAt": one.created,
        "isPullRequest": one.pull,
        "pinned": False,
    }


def _event(event: Event) -> dict[str, Any]:
    data, author = event.data, _author(event.author)
    if event.type == "comment":
        raw = data["raw"]
        latest = {"raw": raw, "html": f"<p>{escape(raw)}</p>", "updatedAt": event.created, "author": author}
        data = {"edited": False, "hidden": False, "latest": latest, "history": [latest], "numEdits": 0}
    return {"id": event.id, "type": event.type, "author": author, "createdAt": event.created, "data": data}
