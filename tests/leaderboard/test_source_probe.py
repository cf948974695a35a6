"""Whether a source answers: one request to one host, and a few words when it does not."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from leaderboard.admission import probe_source


class Forge(BaseHTTPRequestHandler):
    """A source host: /repo is there, /moved is under another name, /away is on another host."""

    def do_GET(self) -> None:
        where = {"/moved": "/repo", "/away": "http://localhost:9/repo"}.get(self.path)
        self.send_response(302 if where else 200 if self.path == "/repo" else 404)
        if where:
            self.send_header("Location", where)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *arguments: object) -> None:
        """Say nothing."""


@pytest.fixture
def forge(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    server = HTTPServer(("127.0.0.1", 0), Forge)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join(10)


def test_a_source_that_answers_has_no_problem(forge):
    assert probe_source(f"{forge}/repo") is None
    assert probe_source(f"{forge}/moved") is None


def test_a_missing_page_and_another_host_are_problems(forge):
    assert probe_source(f"{forge}/gone") == "answers 404"
    assert probe_source(f"{forge}/away") == "answers 302"


def test_a_host_that_is_not_there_is_a_problem(forge):
    assert str(probe_source("http://127.0.0.1:9/repo")).startswith("does not answer")
