"""A real local hub behind a real uvicorn thread, and people who signed in over the wire with Authlib."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from authlib.integrations.httpx_client import OAuth2Client
from huggingface_hub import HfApi

from hub import Hub
from hub.local import DEMO_USERS, LocalHub
from hub.local.serving import serving


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
    tokens: Mapping[str, str] = field(default_factory=dict)

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

    def token(self, user: str) -> str:
        """A token of `user` from a sign-in that was done once for all tests."""
        return self.tokens.get(user) or self.sign_in(user)

    def sign_in(self, user: str, scope: str = "openid profile write-discussions") -> str:
        """The access token of a whole sign-in."""
        with self.client(scope) as client:
            url, state = client.create_authorization_url(f"{self.url}/oauth/authorize", nonce="n")
            with httpx.Client() as browser:
                landed = self.consent(browser, url, user)
            token = client.fetch_token(f"{self.url}/oauth/token", authorization_response=landed, state=state)
            return str(token["access_token"])

    def consent(self, browser: httpx.Client, url: str, user: str, decision: str = "allow") -> str:
        """Open the consent page as a browser does, answer it, and return where it leads."""
        answer = browser.post(
            url.partition("?")[0], data={"ticket": self.ticket(browser, url), "user": user, "decision": decision}
        )
        assert answer.status_code == 303, answer.text
        return str(answer.headers["location"])

    def ticket(self, browser: httpx.Client, url: str) -> str:
        """The ticket that the consent page carries."""
        found = re.search(r'name="ticket" value="([^"]+)"', browser.get(url).text)
        assert found is not None
        return found[1]

    def query(self, url: str) -> dict[str, str]:
        """The query of an address."""
        return {name: values[0] for name, values in parse_qs(urlsplit(url).query).items()}

    def link(self, user: str, **options: object) -> Hub:
        """Our client, signed in as `user`."""
        return Hub(self.url, self.token(user), looks=(0.0, 0.3), **options)  # type: ignore[arg-type]

    def review(self) -> Hub:
        """Our client with the maintainer's token."""
        return Hub(self.url, self.maintainer(), looks=(0.0, 0.3))

    def api(self, token: str) -> HfApi:
        return HfApi(endpoint=self.url, token=token)


def served(data: Path, clock: Clock, **options: Any) -> Iterator[Running]:
    """Serve a hub over `data` on a free port until the generator is closed."""
    with serving(data, clock=clock, **options) as hub:
        yield Running(hub=hub, clock=clock, data=data)


@dataclass(frozen=True, kw_only=True, slots=True)
class Seed:
    """A data folder as a first start leaves it, with its signing key, and a token for each demo user."""

    data: Path
    tokens: dict[str, str]


@pytest.fixture(scope="session")
def seed(tmp_path_factory: pytest.TempPathFactory) -> Seed:
    """Made once; tests work on copies."""
    data = tmp_path_factory.mktemp("seed")
    tokens: dict[str, str] = {}
    for hub in served(data, Clock()):
        tokens |= {name: hub.sign_in(name) for name, _ in DEMO_USERS}
    return Seed(data=data, tokens=tokens)


@pytest.fixture(scope="module")
def standing(seed: Seed, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One served hub for all tests of a file that change neither its state nor its clock."""
    data = tmp_path_factory.mktemp("standing") / "data"
    shutil.copytree(seed.data, data)
    for hub in served(data, Clock()):
        yield replace(hub, tokens=seed.tokens)


@pytest.fixture
def running(seed: Seed, tmp_path: Path) -> Iterator[Running]:
    """A served hub without pull requests."""
    shutil.copytree(seed.data, tmp_path / "data")
    for hub in served(tmp_path / "data", Clock()):
        yield replace(hub, tokens=seed.tokens)


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
