"""Visitors of the Submit tab in the session's app and Chromium, and a submission to walk with."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from evaluator import Suite, load_suite
from hub import Hub
from leaderboard import QUEUE
from records import sha256_hex

ROOT = Path(__file__).resolve().parents[2]
expect.set_options(timeout=20_000)


@dataclass(frozen=True, kw_only=True)
class App:
    """A listening app: its address, its data folder, the secret of its fault switches, what it printed."""

    url: str
    home: Path
    secret: str
    output: Callable[[], str]

    @property
    def hub(self) -> Hub:
        return Hub(f"{self.url}/localhub")

    def post(self, path: str, body: object, **headers: str) -> tuple[int, bytes]:
        """POST JSON (or raw bytes) as a client without a browser does."""
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        sent = {
            "Content-Type": "application/json",
            **{name.replace("_", "-"): value for name, value in headers.items()},
        }
        request = urllib.request.Request(self.url + path, data=data, headers=sent)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read()

    def get(self, path: str) -> bytes:
        """The body at `path`."""
        with urllib.request.urlopen(self.url + path, timeout=30) as answer:
            return bytes(answer.read())

    def fault(self, **asked: object) -> None:
        """Arm or clear a fault of the local hub."""
        assert self.post("/localhub/-/faults", asked, X_Fault_Secret=self.secret)[0] == 200

    def pulls(self, digest: str) -> list[Any]:
        """The open pull requests whose title carries the digest's marker."""
        return [pull for pull in self.hub.pulls(QUEUE) if digest[:12] in pull.title]


@pytest.fixture(scope="session")
def app(app_server: Any) -> App:
    """The session's app, spoken to as a client without a browser and as a maintainer."""
    return App(url=app_server.base, home=app_server.home, secret=app_server.fault_secret, output=app_server.output)


@dataclass
class Visit:
    """One visitor at the Submit tab: a browser profile of its own."""

    app: App
    page: Page
    errors: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def open(self) -> None:
        """Load the page at the Submit tab and wait for the form."""
        self.page.goto(f"{self.app.url}/?tab=submit")
        self.ready()

    def ready(self) -> None:
        """Wait until the form is drawn."""
        self.page.wait_for_selector("#nns-file", state="attached", timeout=30_000)

    def choose(self, document: object, name: str = "predictions.json") -> None:
        """Choose a file that holds `document` (JSON) or the given bytes."""
        data = document if isinstance(document, bytes) else json.dumps(document).encode()
        self.page.set_input_files("#nns-file", {"name": name, "mimeType": "application/json", "buffer": data})

    def press(self, action: str) -> None:
        """Press Submit or Download."""
        self.page.click(f"[data-action={action}]")

    def expect_state(self, state: str) -> None:
        """Wait until the outcome of a submission is drawn."""
        self.page.wait_for_selector(f'.nns-outcome[data-state="{state}"]', timeout=30_000)

    def sign_in(self, user: str = "demo-submitter", decision: str = "allow") -> None:
        """From the panel's link through the consent page and back to the form."""
        self.page.click(".nns-panel [data-action=sign-in]")
        self.page.check(f'input[name=user][value="{user}"]')
        self.page.click(f"button[name=decision][value={decision}]")
        self.ready()

    def signed_in(self, document: object, user: str = "demo-submitter") -> None:
        """Open the tab, choose a whole submission and sign in, the way a visitor meets it."""
        self.open()
        self.choose(document, "submission.json")
        self.press("submit")
        self.expect_state("signed_out")
        self.sign_in(user)
        self.page.wait_for_selector(".nns-score")


@pytest.fixture
def visit(app: App, page: Page) -> Iterator[Visit]:
    """A new visitor; a script error on the page fails the test."""
    page.set_viewport_size({"width": 1280, "height": 1000})
    visit = Visit(app=app, page=page)
    heard = {
        "pageerror": lambda error: visit.errors.append(str(error)),
        "dialog": lambda dialog: visit.errors.append(f"dialog {dialog.message}"),
        "request": lambda request: visit.requests.append(request.url),
    }
    for event, listener in heard.items():
        page.on(event, listener)
    yield visit
    for event, listener in heard.items():
        page.remove_listener(event, listener)
    app.fault(clear=True)
    assert visit.errors == []


@pytest.fixture(scope="session")
def suite() -> Suite:
    """The real core suite."""
    return load_suite(ROOT / "corpora" / "core-v0.1")


@pytest.fixture
def rows(suite: Suite) -> list[dict[str, str]]:
    """Predictions sorted by id: one in three right by construction, some abstentions."""
    others = {"A": "B", "B": "C", "C": "D", "D": "A"}
    labels = [item.label if at % 3 == 0 else others[item.label] for at, item in enumerate(suite.items)]
    made = [
        {"id": item.id, "label": label if at % 37 else "ABSTAIN"}
        for at, (item, label) in enumerate(zip(suite.items, labels, strict=True))
    ]
    return sorted(made, key=lambda row: row["id"])


@pytest.fixture
def make_document(suite: Suite, rows: list[dict[str, str]], request: pytest.FixtureRequest) -> Callable[..., Any]:
    """A complete submission of this test's own (its version differs), with top-level fields replaced."""
    template = json.loads((Path(__file__).parent / "submission.json").read_bytes())

    def make(**changes: Any) -> dict[str, Any]:
        document = {**template, "suite": suite.id, "test_sha256": suite.test_sha256, "predictions": rows, **changes}
        version = sha256_hex(request.node.nodeid.encode())[:12]
        document["system"] = {**document["system"], "version": version}
        return document

    return make
