"""Every request may come from an attacker, and every text from one who wants it to run."""

from __future__ import annotations

import base64
import json
import socket
import sqlite3
import threading
import time
from urllib.parse import urlsplit

import httpx
import pytest

from hub.local import LocalHub

REPO = "vynly/nnai-submissions"
API = f"/api/datasets/{REPO}"
NASTY = '</title><script>alert(1)</script><img src=x onerror=alert(1)>${alert(1)}{{7*7}}\u202e"'


def bearer(running, user: str = "demo-submitter") -> dict[str, str]:
    return {"Authorization": f"Bearer {running.token(user)}"}


def order(*operations: dict[str, object], **header: object) -> bytes:
    lines = [{"key": "header", "value": {"summary": "Title", **header}}, *operations]
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


def added(path: object, data: bytes = b"1") -> dict[str, object]:
    content = base64.b64encode(data).decode()
    return {"key": "file", "value": {"path": path, "content": content, "encoding": "base64"}}


def commit(running, body: bytes, revision: str = "main", **headers: str) -> httpx.Response:
    where = f"{running.url}{API}/commit/{revision}?create_pr=1"
    return httpx.post(where, content=body, headers={**bearer(running), **headers})


@pytest.mark.parametrize(
    "path",
    [
        "../x",
        "a/../../x",
        "/etc/passwd",
        "a//b",
        "./a",
        ".git/config",
        "a/.GIT/hooks/x",
        "a/.git /x",
        "a\\..\\b",
        "a\nb",
        "a\0b",
        "a\u202eb",
        "\ud800",
        "",
        "a/" * 30 + "b",
        "x" * 401,
        None,
        ["a"],
    ],
)
def test_a_path_that_leaves_the_repository_is_refused(standing, path: object) -> None:
    assert commit(standing, order(added(path))).status_code == 400
    assert standing.review().pulls(REPO, "all") == []


@pytest.mark.parametrize(
    "path",
    [
        f"/datasets/{REPO}/resolve/main/..%2f..%2fconfig",
        f"/datasets/{REPO}/resolve/main/%2e%2e/%2e%2e/config",
        f"/datasets/{REPO}/resolve/main/%2fetc%2fpasswd",
        f"/datasets/{REPO}/blob/main/..%2fconfig",
        "/datasets/..%2f..%2f/hub.sqlite3/resolve/main/x",
        f"/api/datasets/{REPO}/tree/main/..%2f..",
        f"/api/datasets/{REPO}/revision/HEAD%5e",
        f"/api/datasets/{REPO}/revision/refs%2fpr%2f1%40%7b0%7d",
        f"/api/datasets/{REPO}/commits/--all",
        "/-/maintainer.token",
        "/maintainer.token",
    ],
)
def test_nothing_outside_the_repositories_is_read(standing, path: str) -> None:
    with socket.create_connection(("127.0.0.1", urlsplit(standing.url).port or 0)) as wire:
        wire.sendall(f"GET /localhub{path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode())
        answer = b"".join(iter(lambda: wire.recv(65_536), b""))
    assert answer.split(b" ")[1] in (b"400", b"404")
    assert b"root:" not in answer
    assert b"hf_access" not in answer


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"not json\n",
        b"[]\n",
        b'{"key": "file"}\n',
        b'{"key": "header", "value": {}}\n',
        b"[" * 100_000,
        order(added("a.json"), summary=5),
        order(added("a.json"), summary="x" * 301),
        order(added("a.json"), summary="two\nlines"),
        order(added("a.json"), description="\ud800"),
        order(added("a.json"), description=["x"]),
        order({"key": "file", "value": {"path": "a", "content": "***", "encoding": "base64"}}),
        order({"key": "lfsFile", "value": {"path": "a", "oid": "0" * 64}}),
        order(added("README.md/inside")),
    ],
)
def test_a_malformed_commit_is_400_and_changes_nothing(standing, body: bytes) -> None:
    assert commit(standing, body).status_code == 400
    assert standing.review().pulls(REPO, "all") == []


def test_a_body_over_the_limit_is_refused_announced_or_streamed(standing) -> None:
    where = f"{standing.url}{API}/discussions/1/title"
    big = b"x" * 70_000
    assert httpx.post(where, content=big, headers=bearer(standing)).status_code == 413
    assert httpx.post(where, content=iter([big, big]), headers=bearer(standing)).status_code == 413


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "localhost.evil", "127.0.0.2", "", "[::2]"])
def test_only_loopback_names_are_answered(standing, host: str) -> None:
    answer = httpx.get(f"{standing.url}/api/whoami-v2", headers={"Host": host, **bearer(standing)})
    assert answer.status_code in (400, 421)
    assert "demo-submitter" not in answer.text


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:80", "[::1]:7860", "LOCALHOST:1"])
def test_every_loopback_name_is_answered(standing, host: str) -> None:
    assert httpx.get(f"{standing.url}/", headers={"Host": host}).status_code == 200


def test_text_of_others_is_inert_on_every_page(running) -> None:
    path = 'x/<b>"&.json'
    body = order(added(path, f"{NASTY}\n{'y' * 5000}\n".encode()), summary=NASTY, description=NASTY)
    assert commit(running, body).status_code == 200
    running.link("demo-second-submitter").comment(REPO, 1, NASTY)
    head = running.review().pull(REPO, 1).summary.head
    pages = ["", f"/datasets/{REPO}", f"/datasets/{REPO}/discussions/1", f"/datasets/{REPO}/commit/{head}"]
    pages += ["/demo-submitter", f"/datasets/{REPO}/blob/{head}/x/%3Cb%3E%22&.json"]
    for page in pages:
        answer = httpx.get(running.url + (page or "/"))
        assert answer.status_code == 200, page
        assert "<script" not in answer.text
        assert "<img" not in answer.text
        assert "\u202e" not in answer.text
        assert "y" * 3000 not in answer.text
        assert answer.headers["content-security-policy"].startswith("default-src 'none'; style-src 'self';")


def test_a_submitted_page_is_served_as_plain_text_in_a_sandbox(running) -> None:
    commit(running, order(added("page.html", b"<script>alert(1)</script>")))
    answer = httpx.get(f"{running.url}/datasets/{REPO}/resolve/refs%2Fpr%2F1/page.html")
    assert answer.headers["content-type"].startswith("text/plain")
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "sandbox" in answer.headers["content-security-policy"]


def test_a_message_of_an_error_cannot_split_headers(standing) -> None:
    answer = httpx.get(f"{standing.url}/nobody%0d%0aSet-Cookie:x=1")
    assert answer.status_code == 404
    assert "set-cookie" not in answer.headers


def test_faults_cannot_be_armed_from_outside_unless_a_secret_was_given(running, start, tmp_path) -> None:
    asked = {"endpoint": "whoami", "kind": "error-before"}
    assert httpx.post(f"{running.url}/-/faults", json=asked, headers={"X-Fault-Secret": ""}).status_code in (404, 405)
    other = start(tmp_path / "other", fault_secret="s3cret")
    where = f"{other.url}/-/faults"
    assert httpx.post(where, json=asked, headers={"X-Fault-Secret": "wrong"}).status_code == 404
    assert other.hub.faults.armed() == ()
    assert httpx.post(where, json=asked, headers={"X-Fault-Secret": "s3cret"}).json() == {"armed": 1}
    assert len(other.hub.faults.armed()) == 1


def test_a_handler_that_waits_holds_up_nobody_else(running) -> None:
    running.api(running.token("demo-submitter")).create_discussion(REPO, title="Talk", repo_type="dataset")
    lock = sqlite3.connect(running.hub.folder / "hub.sqlite3", isolation_level=None)
    lock.execute("BEGIN IMMEDIATE")
    asked = {"url": f"{running.url}{API}/discussions/1/comment", "json": {"comment": "Said"}, "timeout": 30}
    waiting = threading.Thread(target=lambda: httpx.post(**asked, headers=bearer(running)))
    waiting.start()
    for _ in range(10):
        time.sleep(0.05)
        assert httpx.get(f"{running.url}/").status_code == 200
    assert waiting.is_alive()
    lock.execute("ROLLBACK")
    lock.close()
    waiting.join()
    assert httpx.get(f"{running.url}/datasets/{REPO}/discussions/1").text.count("Said") == 1


def test_a_machine_without_git_is_told_so(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(RuntimeError, match="no `git` command"):
        LocalHub(tmp_path, "http://127.0.0.1:7860/localhub")


@pytest.mark.parametrize("name", ["SPACE_ID", "SPACE_HOST"])
def test_it_never_starts_on_a_space(name: str, tmp_path, monkeypatch) -> None:
    monkeypatch.setenv(name, "vynly/nnai-bench")
    with pytest.raises(RuntimeError, match="never run on a Space"):
        LocalHub(tmp_path, "http://127.0.0.1:7860/localhub")


@pytest.mark.parametrize(
    "url",
    ["http://0.0.0.0:7860/localhub", "https://127.0.0.1/x", "http://nnai.example/localhub", "http://u@127.0.0.1/"],
)
def test_it_answers_under_a_loopback_address_only(url: str, tmp_path) -> None:
    with pytest.raises(ValueError, match="needs an address like"):
        LocalHub(tmp_path, url)
