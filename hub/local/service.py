"""One local hub: its data folder, its parts, its addresses, and what the app must know to sign people in.

Invariant: it never exists on a Space, and it answers under one loopback address.
"""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from urllib.parse import urlsplit

from starlette.routing import BaseRoute, Mount

from hub.local import clone, discussion_api, pages, repository_api
from hub.local.desk import Desk
from hub.local.discussions import Discussions
from hub.local.door import LOOPBACK, Door
from hub.local.faults import Faults, control
from hub.local.keys import SigningKey
from hub.local.oauth import Client, SignIn
from hub.local.people import People, keep_maintainer_token
from hub.local.repositories import Repositories
from hub.local.store import Store

FOLDER = "localhub"
CODE_SECONDS = 120.0
"""How long an authorization code can be exchanged."""
SCOPES = "openid profile write-discussions"
CALLBACK = "/login/callback"


class LocalHub:
    """The hub that stores below `data_folder/localhub` and answers at `base_url`, for example
    `http://127.0.0.1:7860/localhub`.

    `app_redirects` are the callback addresses (without query) that may receive codes; the default is `/login/callback`
    on the port of `base_url` under each loopback name. `token_seconds` is how long a sign-in lasts.
    `fault_secret` opens the address `/-/faults` for tests in other processes; without it faults are armed only
    through `faults`.

    Raises:
        RuntimeError: this process is a Space, or the machine has no `git`.
        ValueError: `base_url` is not a plain http address of this machine.
    """

    def __init__(
        self,
        data_folder: Path,
        base_url: str,
        *,
        app_redirects: Iterable[str] | None = None,
        token_seconds: float = 8 * 3600,
        fault_secret: str | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        _refuse_space()
        self.base_url = _checked(base_url)
        self.folder = data_folder / FOLDER
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.faults = Faults()
        self._client = Client(
            id="nnai-bench-local",
            secret=secrets.token_urlsafe(32),
            redirects=frozenset(callbacks(base_url) if app_redirects is None else app_redirects),
            code_seconds=CODE_SECONDS,
            token_seconds=token_seconds,
        )
        desk = _desk(self.folder, self.base_url, clock)
        keep_maintainer_token(desk.people, self.maintainer_token)
        sign_in = SignIn(self._client, SigningKey(self.folder / "signing-key.pem"))
        extra = () if fault_secret is None else (control(self.faults, fault_secret),)
        tables = (repository_api.ENDPOINTS, discussion_api.ENDPOINTS, sign_in.endpoints, extra, clone.ENDPOINTS)
        endpoints = [endpoint for table in (*tables, pages.ENDPOINTS) for endpoint in table]
        self.app = Door(desk, endpoints, self.faults)

    @property
    def maintainer_token(self) -> Path:
        """The file (mode 0600) that holds the maintainer's command-line token."""
        return self.folder / "maintainer.token"

    def routes(self) -> list[BaseRoute]:
        """Routes to mount at the path of `base_url`: `Mount("/localhub", routes=hub.routes())`."""
        return [Mount("/", app=self.app)]

    def mount(self) -> Mount:
        """The same, already mounted at the path of `base_url`."""
        return Mount(urlsplit(self.base_url).path or "/", app=self.app)

    def oauth_environment(self) -> dict[str, str]:
        """What must stand in the environment before gradio is imported."""
        return {
            "OAUTH_CLIENT_ID": self._client.id,
            "OAUTH_CLIENT_SECRET": self._client.secret,
            "OAUTH_SCOPES": SCOPES,
            "OPENID_PROVIDER_URL": self.base_url,
            "HF_ENDPOINT": self.base_url,
        }


def _refuse_space() -> None:
    if os.environ.get("SPACE_ID") or os.environ.get("SPACE_HOST") or os.environ.get("SYSTEM") == "spaces":
        raise RuntimeError("the local hub is for one machine and must never run on a Space")


def _checked(base_url: str) -> str:
    parts = urlsplit(base_url)
    host = f"[{parts.hostname}]" if parts.hostname and ":" in parts.hostname else parts.hostname
    if parts.scheme != "http" or host not in LOOPBACK or parts.query or parts.fragment or parts.username is not None:
        raise ValueError(f"the local hub needs an address like http://127.0.0.1:7860/localhub, not {base_url!r}")
    return base_url.rstrip("/")


def callbacks(base_url: str) -> list[str]:
    """Where an app at `base_url` receives authorization codes, under each loopback name."""
    port = urlsplit(base_url).port
    return [f"http://{name}{f':{port}' if port else ''}{CALLBACK}" for name in LOOPBACK]


def _desk(folder: Path, base_url: str, clock: Callable[[], float]) -> Desk:
    store = Store(folder / "hub.sqlite3")
    people = People(store, clock)
    repositories = Repositories(folder / "repositories", clock)
    discussions = Discussions(store, repositories, people, clock)
    return Desk(
        base_url=base_url,
        clock=clock,
        store=store,
        people=people,
        repositories=repositories,
        discussions=discussions,
    )
