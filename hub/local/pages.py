"""The pages that people read: home, a repository, a pull request, a commit, a file, a person.

Invariant: pages only read; everything that changes the hub goes through the API with a token.
"""

from __future__ import annotations

from html import escape
from typing import Any
from urllib.parse import quote

from starlette.responses import Response

from hub.local.call import Call, Problem
from hub.local.desk import Desk, Endpoint
from hub.local.discussion_api import number
from hub.local.discussions import Discussion, Event, parted_at
from hub.local.html import STYLE, badge, cut, minute, page, shown
from hub.local.repositories import Repo, checked_path, no_entry

ROWS = 1500


def home(desk: Desk, call: Call) -> Response:
    """What this hub is and what it holds."""
    items = "".join(
        f'<li><a href="{escape(desk.root)}/{repo.key}">{shown(repo.id)}</a> <span class="muted">{repo.kind}</span></li>'
        for repo in desk.repositories.all()
    )
    users = "".join(_person_link(desk, person.name) for person in desk.people.all())
    body = (
        '<section class="card"><h1>A hub on your own machine</h1>'
        "<p>It stands in for the Hugging Face Hub, so that a submission can travel from the browser to the board "
        "without an account and without a network. The repositories are real git repositories; you can clone them.</p>"
        "</section>"
        f'<h2>Repositories</h2><section class="card"><ul class="plain">{items}</ul></section>'
        f'<h2>Demo users</h2><section class="card"><ul class="plain">{users}</ul></section>'
    )
    return page(desk.root, "Home", body)


def repository(desk: Desk, call: Call) -> Response:
    """A repository with its pull requests."""
    repo = desk.repo(call)
    everything = desk.discussions.select(repo)
    live = [one for one in everything if one.status in ("open", "draft")]
    done = [one for one in everything if one.status not in ("open", "draft")]
    files = [entry for entry in repo.git.entries(desk.commit(repo, "main"), recursive=True) if entry.kind == "blob"]
    shown_files = "".join(f"<li>{_file_link(desk, repo, entry.path)}</li>" for entry in files[:ROWS])
    body = (
        f"<h1>{shown(repo.id)}</h1>"
        f'<p class="meta">Clone: <code>git clone {shown(desk.base_url)}/{shown(repo.key)}</code></p>'
        f"<h2>Open pull requests ({len(live)})</h2>{_discussions(desk, live)}"
        f"<h2>Closed and merged ({len(done)})</h2>{_discussions(desk, done)}"
        f'<h2>Files on main ({len(files)})</h2><section class="card"><ul class="plain">{shown_files}</ul></section>'
    )
    return page(desk.root, repo.id, body)


def discussion(desk: Desk, call: Call) -> Response:
    """A pull request or discussion."""
    one = desk.discussions.get(desk.repo(call), number(call))
    events = "".join(_event(desk, event) for event in desk.discussions.events(one)) or "<li>Nothing yet.</li>"
    body = (
        f'<p class="meta"><a href="{escape(desk.root)}/{one.repo.key}">{shown(one.repo.id)}</a> · '
        f"{'pull request' if one.pull else 'discussion'} {one.num}</p><h1><bdi>{shown(one.title)}</bdi></h1>"
        f'<p class="meta">{badge(one.status)} opened by {_person(desk, one.author)} on {minute(one.created)}</p>'
        f"{_merge_state(desk, one)}"
        f'<h2>Conversation</h2><section class="card"><ul class="plain">{events}</ul></section>'
    )
    if one.pull:
        body += f"<h2>Changes</h2>{_diff(one.repo.git.diff(*parted_at(one)))}"
    return page(desk.root, f"{one.title} · {one.num}", body)


def commit(desk: Desk, call: Call) -> Response:
    """One commit with its changes."""
    repo = desk.repo(call)
    oid = desk.commit(repo, call.parameters["revision"])
    one = repo.git.log(oid, limit=1)[0]
    title = one.message.partition("\n")[0]
    diff = _diff(repo.git.diff(one.parents[0], oid)) if one.parents else ""
    body = (
        f"<h1><bdi>{shown(title)}</bdi></h1>"
        f'<p class="meta">{shown(one.author)} · {shown(one.date[:10])} · <code>{oid}</code></p>{diff}'
    )
    return page(desk.root, title, body)


def blob(desk: Desk, call: Call) -> Response:
    """One file, long lines cut, with a link to its bytes."""
    repo, path = desk.repo(call), checked_path(call.parameters["path"])
    oid = desk.commit(repo, call.parameters["revision"])
    entry = repo.git.entry(oid, path)
    if entry is None or entry.kind != "blob":
        raise no_entry()
    lines = repo.git.read_blob(entry.oid).decode(errors="replace").split("\n")
    text = "\n".join(cut(line, 2000) for line in lines[:ROWS])
    raw = f"{escape(desk.root)}/{repo.key}/resolve/{oid}/{quote(path)}"
    body = (
        f"<h1>{shown(path)}</h1>"
        f'<p class="meta">{entry.size} bytes · <a href="{raw}">plain bytes</a></p>'
        f'<section class="card"><pre>{text}</pre></section>'
    )
    return page(desk.root, path, body)


def person(desk: Desk, call: Call) -> Response:
    """A demo user and their pull requests."""
    found = desk.people.person(call.parameters["user"])
    if found is None:
        raise Problem(404, "There is nothing at this address.")
    mine = [one for repo in desk.repositories.all() for one in desk.discussions.select(repo, author=found.name)]
    body = (
        f'<h1>{shown(found.fullname)}</h1><p class="meta">{shown(found.name)} · demo user of this machine</p>'
        f"<h2>Pull requests</h2>{_discussions(desk, mine)}"
    )
    return page(desk.root, found.name, body)


def avatar(desk: Desk, call: Call) -> Response:
    """A plain round picture with a letter."""
    found = desk.people.person(call.parameters["user"].removesuffix(".svg"))
    letter = "L" if found is None else escape(found.fullname[:1])
    picture = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><circle cx="20" cy="20" r="20" fill="#0b6e69"/>'
        '<text x="20" y="27" font-size="20" font-family="sans-serif" text-anchor="middle" fill="#fff">'
        f"{letter}</text></svg>"
    )
    return Response(picture, media_type="image/svg+xml")


def style(desk: Desk, call: Call) -> Response:
    """The one style sheet."""
    return Response(STYLE, media_type="text/css", headers={"Cache-Control": "max-age=300"})


_P = "/{kind}/{owner}/{name}"
ENDPOINTS = (
    Endpoint(name="page", methods=("GET",), path="/", handler=home),
    Endpoint(name="page", methods=("GET",), path="/-/pages.css", handler=style),
    Endpoint(name="page", methods=("GET",), path="/-/avatar/{user}", handler=avatar),
    Endpoint(name="page", methods=("GET",), path="/{user}", handler=person),
    Endpoint(name="page", methods=("GET",), path=_P, handler=repository),
    Endpoint(name="page", methods=("GET",), path=_P + "/discussions", handler=repository),
    Endpoint(name="page", methods=("GET",), path=_P + "/discussions/{num:int}", handler=discussion),
    Endpoint(name="page", methods=("GET",), path=_P + "/commit/{revision}", handler=commit),
    Endpoint(name="page", methods=("GET",), path=_P + "/blob/{revision}/{path:path}", handler=blob),
)


def _discussions(desk: Desk, found: list[Discussion]) -> str:
    if not found:
        return '<section class="card"><p class="muted">None.</p></section>'
    items = "".join(
        f'<li>{badge(one.status)} <a href="{escape(desk.root)}/{one.repo.key}/discussions/{one.num}">'
        f"<bdi>{shown(one.title)}</bdi></a>"
        f'<div class="meta">{one.num} · {_person(desk, one.author)} · {shown(one.created[:10])}</div></li>'
        for one in found[:ROWS]
    )
    return f'<section class="card"><ul class="plain">{items}</ul></section>'


def _event(desk: Desk, event: Event) -> str:
    what = _happened(event.type, event.data)
    return f'<li><div class="meta">{_person(desk, event.author)} · {minute(event.created)}</div>{what}</li>'


def _happened(kind: str, data: dict[str, Any]) -> str:
    if kind == "comment":
        return f'<div class="said"><bdi>{cut(data["raw"], 20_000)}</bdi></div>'
    if kind == "commit":
        return f"pushed <code>{shown(data['oid'][:12])}</code> <bdi>{shown(data['subject'])}</bdi>"
    if kind == "status-change":
        return f"set the status to {badge(data['status'])}"
    return f"renamed it; before: <bdi>{shown(data['from'])}</bdi>"


def _merge_state(desk: Desk, one: Discussion) -> str:
    if not one.pull:
        return ""
    if one.status == "merged":
        text = f"Merged into main as <code>{shown(str(one.merge_oid)[:12])}</code>."
    elif one.status == "closed":
        text = "Closed without a merge."
    elif conflicts := desk.discussions.conflicts(one):
        text = f"Cannot be merged: {len(conflicts)} file(s) changed on both sides."
    else:
        text = "Can be merged. Only a maintainer merges, after a review."
    return f'<p class="meta">{text}</p>'


def _diff(diff: str) -> str:
    lines = diff.rstrip("\n").split("\n")
    rows = "".join(f'<span class="row {_row(line)}">{cut(line) or " "}</span>' for line in lines[:ROWS])
    more = f'<p class="meta">{len(lines) - ROWS} more lines are not shown.</p>' if len(lines) > ROWS else ""
    if not diff:
        return '<p class="meta">No file differs.</p>'
    return f'<pre class="diff" tabindex="0" role="region" aria-label="Changes">{rows}</pre>{more}'


def _row(line: str) -> str:
    if line.startswith(("diff ", "index ", "+++", "---", "@@", "new file", "deleted file")):
        return "head"
    return {"+": "plus", "-": "minus"}.get(line[:1], "")


def _file_link(desk: Desk, repo: Repo, path: str) -> str:
    return f'<a href="{escape(desk.root)}/{repo.key}/blob/main/{quote(path)}">{shown(path)}</a>'


def _person(desk: Desk, name: str) -> str:
    return f'<a href="{escape(desk.root)}/{shown(name)}">{shown(name)}</a>'


def _person_link(desk: Desk, name: str) -> str:
    return f"<li>{_person(desk, name)}</li>"
