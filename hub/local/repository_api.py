"""Repository endpoints: info, refs, tree, paths-info, commits, preupload, commit, resolve, whoami.

Invariant: everything read comes from git at one commit that was resolved once per request.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from starlette.responses import JSONResponse, Response

from hub.local.call import Call, Problem
from hub.local.commits import MAX_OPERATIONS, land, read_order
from hub.local.desk import Desk, Endpoint
from hub.local.git import Commit, Entry
from hub.local.repositories import checked_path, no_entry

MEGABYTE = 1_048_576
PAGE = 1000
COMMITS_PAGE = 50


def whoami(desk: Desk, call: Call) -> Response:
    """The caller as the Hub describes a user."""
    bearer = desk.people.required(call)
    person = bearer.person
    organisations = [
        {"type": "org", "id": name, "name": name, "fullname": name, "isEnterprise": False, "roleInOrg": role}
        for name, role in person.organisations
    ]
    scope = " ".join(sorted(bearer.scopes))
    return JSONResponse(
        {
            "type": "user",
            "id": person.subject,
            "name": person.name,
            "fullname": person.fullname,
            "isPro": False,
            "avatarUrl": f"{desk.base_url}/-/avatar/{person.name}.svg",
            "orgs": organisations,
            "auth": {"type": bearer.kind, "accessToken": {"displayName": "local hub", "role": scope}},
        }
    )


def information(desk: Desk, call: Call) -> Response:
    """Repository info at a revision."""
    desk.people.of(call)
    repo = desk.repo(call)
    commit = desk.commit(repo, call.parameters.get("revision", "main"))
    files = [entry.path for entry in repo.git.entries(commit, recursive=True) if entry.kind == "blob"]
    newest = repo.git.log(commit, limit=1)[0]
    return JSONResponse(
        {
            "_id": repo.key,
            "id": repo.id,
            "author": repo.id.split("/")[0],
            "sha": commit,
            "lastModified": newest.date,
            "private": False,
            "gated": False,
            "disabled": False,
            "tags": [],
            "siblings": [{"rfilename": path} for path in files],
        }
    )


def refs(desk: Desk, call: Call) -> Response:
    """Branches, and pull requests when asked."""
    desk.people.of(call)
    repo = desk.repo(call)
    branches = [_ref(name.removeprefix("refs/heads/"), name, oid) for name, oid in repo.git.refs("refs/heads/").items()]
    answer: dict[str, Any] = {"branches": branches, "tags": [], "converts": []}
    if call.asked("include_prs"):
        visible = {one.ref for one in desk.discussions.select(repo, kind="pull_request")}
        found = repo.git.refs("refs/pr/").items()
        answer["pullRequests"] = [_ref(name.rsplit("/", 1)[1], name, oid) for name, oid in found if name in visible]
    return JSONResponse(answer)


def tree(desk: Desk, call: Call) -> Response:
    """A folder of the tree, page by page."""
    desk.people.of(call)
    repo = desk.repo(call)
    commit = desk.commit(repo, call.parameters["revision"])
    path = call.parameters.get("path", "")
    if path:
        entry = repo.git.entry(commit, checked_path(path))
        if entry is None or entry.kind != "tree":
            raise no_entry()
    entries = repo.git.entries(commit, path, recursive=call.asked("recursive").lower() in ("true", "1"))
    start = _number(call.asked("cursor", "0"))
    page = JSONResponse([_entry(entry) for entry in entries[start : start + PAGE]])
    if start + PAGE < len(entries):
        where = f"{desk.base_url}/api/{repo.key}/tree/{commit}" + (f"/{quote(path, safe='')}" if path else "")
        _link(page, f"{where}?recursive={quote(call.asked('recursive', 'false'))}&cursor={start + PAGE}")
    return page


def paths_info(desk: Desk, call: Call) -> Response:
    """What stands at given paths; missing paths are left out."""
    desk.people.of(call)
    repo = desk.repo(call)
    commit = desk.commit(repo, call.parameters["revision"])
    wanted = call.form().get("paths", [])
    found = [repo.git.entry(commit, checked_path(path)) for path in wanted[:PAGE]]
    return JSONResponse([_entry(entry) for entry in found if entry is not None])


def commits(desk: Desk, call: Call) -> Response:
    """History, newest first, page by page."""
    desk.people.of(call)
    repo = desk.repo(call)
    commit = desk.commit(repo, call.parameters["revision"])
    start = _number(call.asked("p", "0")) * COMMITS_PAGE
    log = repo.git.log(commit, skip=start, limit=COMMITS_PAGE + 1)
    page = JSONResponse([_commit(one) for one in log[:COMMITS_PAGE]])
    if len(log) > COMMITS_PAGE:
        _link(page, f"{desk.base_url}/api/{repo.key}/commits/{commit}?p={start // COMMITS_PAGE + 1}")
    return page


def preupload(desk: Desk, call: Call) -> Response:
    """Every file is a regular one; `oid` is what already stands at its path."""
    desk.people.required(call)
    repo = desk.repo(call)
    commit = desk.commit(repo, call.parameters["revision"])
    files = call.json().get("files")
    if not isinstance(files, list) or len(files) > MAX_OPERATIONS or not all(isinstance(file, dict) for file in files):
        raise Problem(400, "expected a list of files")
    answers = []
    for file in files:
        path = checked_path(str(file.get("path", "")))
        entry = repo.git.entry(commit, path)
        oid = None if entry is None else entry.oid
        answers.append({"path": path, "uploadMode": "regular", "shouldIgnore": False, "oid": oid})
    return JSONResponse({"files": answers})


def commit(desk: Desk, call: Call) -> Response:
    """The NDJSON commit; `create_pr=1` opens a live pull request."""
    bearer = desk.people.required(call)
    repo = desk.repo(call)
    ref = desk.ref(repo, call.parameters["revision"])
    order = read_order(call.body)
    pull = call.asked("create_pr") in ("1", "true")
    landed = land(desk.discussions, repo, ref, order, bearer, int(desk.clock()), pull=pull)
    answer: dict[str, Any] = {
        "success": True,
        "commitOid": landed.oid,
        "commitUrl": f"{desk.base_url}/{repo.key}/commit/{landed.oid}",
        "hookOutput": "",
    }
    if landed.pull is not None:
        answer["pullRequestUrl"] = f"{desk.base_url}/{repo.key}/discussions/{landed.pull.num}"
    return JSONResponse(answer)


def resolve(desk: Desk, call: Call) -> Response:
    """The bytes of a file, always as plain text: the hub never serves a submitted page as a page."""
    desk.people.of(call)
    repo = desk.repo(call)
    oid = desk.commit(repo, call.parameters["revision"])
    entry = repo.git.entry(oid, checked_path(call.parameters["path"]))
    headers = {"X-Repo-Commit": oid, "Cache-Control": "no-store"}
    if entry is None or entry.kind != "blob":
        raise Problem(404, "Entry not found", "EntryNotFound", **headers)
    headers |= {"ETag": f'"{entry.oid}"', "Accept-Ranges": "none"}
    return Response(repo.git.read_blob(entry.oid), headers=headers, media_type="text/plain")


def validate_yaml(desk: Desk, call: Call) -> Response:
    """The client asks before it commits a README; the local hub has no opinion on cards."""
    desk.people.of(call)
    return JSONResponse({"errors": [], "warnings": []})


_R = "/api/{kind}/{owner}/{name}"
ENDPOINTS = (
    Endpoint(name="whoami", methods=("GET",), path="/api/whoami-v2", handler=whoami),
    Endpoint(name="yaml", methods=("POST",), path="/api/validate-yaml", handler=validate_yaml, max_body=4 * MEGABYTE),
    Endpoint(name="info", methods=("GET",), path=_R, handler=information),
    Endpoint(name="revision", methods=("GET",), path=_R + "/revision/{revision}", handler=information),
    Endpoint(name="refs", methods=("GET",), path=_R + "/refs", handler=refs),
    Endpoint(name="tree", methods=("GET",), path=_R + "/tree/{revision}", handler=tree),
    Endpoint(name="tree", methods=("GET",), path=_R + "/tree/{revision}/{path:path}", handler=tree),
    Endpoint(
        name="paths-info", methods=("POST",), path=_R + "/paths-info/{revision}", handler=paths_info, max_body=MEGABYTE
    ),
    Endpoint(name="commits", methods=("GET",), path=_R + "/commits/{revision}", handler=commits),
    Endpoint(
        name="preupload", methods=("POST",), path=_R + "/preupload/{revision}", handler=preupload, max_body=8 * MEGABYTE
    ),
    Endpoint(name="commit", methods=("POST",), path=_R + "/commit/{revision}", handler=commit, max_body=64 * MEGABYTE),
    Endpoint(
        name="resolve", methods=("GET",), path="/{kind}/{owner}/{name}/resolve/{revision}/{path:path}", handler=resolve
    ),
)


def _ref(name: str, ref: str, oid: str) -> dict[str, str]:
    return {"name": name, "ref": ref, "targetCommit": oid}


def _entry(entry: Entry) -> dict[str, Any]:
    if entry.kind == "tree":
        return {"type": "directory", "path": entry.path, "oid": entry.oid, "size": 0}
    return {"type": "file", "path": entry.path, "oid": entry.oid, "size": entry.size}


def _commit(one: Commit) -> dict[str, Any]:
    title, _, message = one.message.partition("\n")
    return {
        "id": one.oid,
        "title": title,
        "message": message.strip(),
        "authors": [{"user": one.author}],
        "date": one.date,
    }


def _number(value: str) -> int:
    if not (value.isascii() and value.isdigit() and len(value) < 9):
        raise Problem(400, "expected a page number")
    return int(value)


def _link(page: Response, url: str) -> None:
    page.headers["Link"] = f'<{url}>; rel="next"'
