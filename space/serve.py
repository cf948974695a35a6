"""Compose the app and listen: page, routes, guard, sign-in, and outside a Space the embedded local hub.

Invariant: `prepare` ran before this module is imported, so gradio reads the settled environment.
"""

from __future__ import annotations

import os
import signal
import threading
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

import gradio as gr
import gradio.oauth
from starlette.middleware import Middleware
from starlette.routing import BaseRoute

from leaderboard import State, seed_state
from records import Busy
from space.board_source import BoardSource
from space.environment import Settings
from space.guard import Guard, Policy
from space.kept import Kept
from space.page import build_page
from space.quiet import report_briefly
from space.routes import build_routes
from space.sign_in import SignInCare
from space.site import ROOT, SUITES, Site
from space.theme import build_theme, read_tokens

GRACE_SECONDS = 1.0
LOCAL_SPACE = "local/nnai-bench"
HEAD = '<link rel="stylesheet" href="/nnai/style.css"><link rel="icon" href="/nnai/assets/icons/icon.svg">'


class PortTaken(Exception):
    """Another process listens on the port."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Running:
    """A listening app."""

    settings: Settings
    page: gr.Blocks
    stopped: threading.Event = field(default_factory=threading.Event)

    @property
    def welcome(self) -> str:
        """One line for the terminal."""
        if self.settings.on_space:
            return f"NNAI-Bench listens on port {self.settings.port}."
        return f"NNAI-Bench: open {self.settings.address} (local hub, nothing leaves this machine; Ctrl-C stops)"

    def heed_signals(self) -> None:
        """Let SIGINT and SIGTERM end `wait`; call it in the main thread."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._stop)

    def wait(self) -> None:
        """Block until a signal came, then let running requests finish for a moment."""
        self.stopped.wait()
        self.page.server.should_exit = True
        self.page.server.thread.join(timeout=GRACE_SECONDS)

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self.stopped.set()


def serve(settings: Settings, local_hub: BaseRoute | None) -> Running:
    """Start listening, with the embedded hub outside a Space. Raises PortTaken when the port was taken meanwhile."""
    report_briefly()
    state = _state(settings)
    sources = [BoardSource(Site(corpus=corpus, corpora=ROOT / "corpora", state=state)) for corpus in SUITES]
    routes = build_routes(sources, settings.endpoint)
    if local_hub is not None:
        routes.append(local_hub)
        setattr(gradio.oauth, "get_space", _local_space)  # noqa: B010 - gradio does not export it
    page = build_page(settings, sources)
    page.queue(max_size=64, default_concurrency_limit=4, api_open=True)
    try:
        page.launch(
            server_name=settings.host,
            server_port=settings.port,
            app_kwargs={
                "routes": routes,
                "middleware": _middleware(settings),
                "docs_url": None,
                "redoc_url": None,
                "openapi_url": None,
            },
            theme=build_theme(read_tokens()),
            head=HEAD,
            favicon_path=ROOT / "assets" / "icons" / "icon.svg",
            footer_links=[],
            prevent_thread_lock=True,
            quiet=True,
            share=False,
            show_error=False,
            ssr_mode=False,
            run_history=False,
            pwa=False,
            mcp_server=False,
            enable_monitoring=False,
            max_file_size=0,
        )
    except OSError as error:
        raise PortTaken from error
    running = Running(settings=settings, page=page)
    running.heed_signals()
    return running


def _middleware(settings: Settings) -> list[Middleware]:
    """The guard first, then the care of sign-ins; gradio puts its session, CORS and compression around both."""
    space_host = os.environ.get("SPACE_HOST", "") if settings.on_space else ""
    policy = Policy.of_space(space_host) if settings.on_space else Policy(local=True)
    return [Middleware(Guard, policy=policy), Middleware(Kept), Middleware(SignInCare, space_host=space_host)]


def _state(settings: Settings) -> Path:
    """Where the board is read: the published state of the repository in a Space, else a copy in the data folder.

    The copy follows the published state as long as it can. Somebody who reviews just now holds it and has seeded it.
    """
    published = ROOT / "leaderboard"
    if settings.home is None:
        return published
    target = State(settings.home / "leaderboard")
    target.root.mkdir(parents=True, exist_ok=True)
    with suppress(Busy), target.locked("app.py"):
        seed_state(State(published), target)
    return target.root


def _local_space() -> str:
    """gradio runs its real sign-in only in a Space and a mock elsewhere; here the real one meets the local hub."""
    return LOCAL_SPACE
