"""A real local hub behind a real uvicorn thread, and people who signed in over the wire with Authlib."""

from __future__ import annotations

import re
import socket
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
import uvicorn
from authlib.integrations.httpx_client import OAuth2Client
from huggingface_hub import HfApi
from starlette.applications import Starlette

from hub.local import LocalHub

SUBMISSIONS = "vynly/nnai-submissions"


class Clock:
    """Seconds since 1970 that only a test moves."""

    def __init__(self) -> None:
        self.now = 1_795_000_000.0

    def __call__(self) -> float:
        return self.now


@dataclass(frozen=True, kw_only=True, slots=True)
class Running:
    """A served hub."""

    hub: LocalHub
    clock: Clock
    data: Path

    @property
    def url(self) -> str:
        return self.hub.base_url

    @property
    def callback(self) -> str:
        parts = urlsplit(self.url)
        return f"{parts.scheme}://{parts.netloc}/login/callback"

    def maintainer(self) -> str:
        return self.hub.maintainer_token.read_text().strip()

    def client(self, scope: str = "openid profile write-discussions", **options: object) -> OAuth2Client:
        """Authlib's client, with the redirect address that gradio uses."""
        known = self.hub.oauth_environment()
        where = f"{self.callback}?_target_url=%2F%3F"
        return OAuth2Client(
            known["OAUTH_CLIENT_ID"], known["OAUTH_CLIENT_SECRET"], scope=scope, redirect_uri=where, **options
        )

    def sign_in(self, user: str, scope: str = "openid profile write-discussions") -> str:
        """The access token of a whole sign-in."""
        with self.client(scope) as client:
            url, state = client.create_authorization_url(f"{self.url}/oauth/authorize", nonce="n")
            with httpx.Client() as browser:
                landed = consent(browser, url, user)
            token = client.fetch_token(f"{self.url}/oauth/token", authorization_response=landed, state=state)
            return str(token["access_token"])

    def api(self, token: str) -> HfApi:
        return HfApi(endpoint=self.url, token=token)


def consent(browser: httpx.Client, url: str, user: str, decision: str = "allow") -> str:
    """Open the consent page as a browser does, answer it, and return where it leads."""
    page = browser.get(url)
    ticket = re.search(r'name="ticket" value="([^"]+)"', page.text)
    assert ticket is not None, page.text
    parts = urlsplit(url)
    where = f"{parts.scheme}://{parts.netloc}{parts.path}"
    answer = browser.post(where, data={"ticket": ticket[1], "user": user, "decision": decision})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def query(url: str) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(urlsplit(url).query).items()}


def served(data: Path, clock: Clock, **options: object) -> Iterator[Running]:
    """Serve a hub over `data` on a free port until the generator is closed."""
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    hub = LocalHub(data, f"http://127.0.0.1:{port}/localhub", clock=clock, **options)  # type: ignore[arg-type]
    config = uvicorn.Config(Starlette(routes=[hub.mount()]), log_level="critical", access_log=False)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    yield Running(hub=hub, clock=clock, data=data)
    server.should_exit = True
    thread.join(10)
    listener.close()


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    yield from served(tmp_path, Clock())


@pytest.fixture
def start() -> Iterator[Callable[..., Running]]:
    """Start hubs over a given folder, one after the other; each start ends the one before."""
    alive: list[Iterator[Running]] = []

    def begin(data: Path, clock: Clock | None = None, **options: object) -> Running:
        for one in alive:
            next(one, None)
        alive[:] = [served(data, clock or Clock(), **options)]
        return next(alive[0])

    yield begin
    for one in alive:
        next(one, None)
