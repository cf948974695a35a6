"""Run the browser modules: functions that hand one task of tasks.mjs to node or to Chromium and return its answer."""

from __future__ import annotations

import json
import subprocess
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[2]
RUNNER = Path(__file__).with_name("runner.mjs")
QUIET = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
)
PERFORM = 'async (request) => (await import("/tests/preview/tasks.mjs")).perform(request)'
Task = Callable[..., Any]


@pytest.fixture(scope="session")
def node() -> Task:
    """`node(task, **arguments)` performs one task in a node process of its own."""

    def perform(task: str, **arguments: object) -> Any:
        request = json.dumps({"task": task, **arguments})
        command = ["node", str(RUNNER)]
        done = subprocess.run(command, input=request, capture_output=True, text=True, timeout=120, check=False)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return perform


class _Silent(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Requests of a test are not news."""


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """The repository served as static files on loopback."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Silent, directory=str(ROOT))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture
def chromium(address: str) -> Iterator[Task]:
    """`chromium(task, **arguments)` performs one task in a page whose only content is the modules."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=QUIET.split())
        page = browser.new_page()
        page.goto(f"{address}/LICENSE")

        def perform(task: str, **arguments: object) -> Any:
            return page.evaluate(PERFORM, {"task": task, **arguments})

        yield perform
        browser.close()
