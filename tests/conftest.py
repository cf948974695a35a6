"""What tests of several rooms share: the real app as a process of its own, one Chromium, and a cluster.

Playwright's synchronous interface keeps an event loop in the main thread: where a test needs asyncio, it runs it in a
thread.
"""

from __future__ import annotations

import gc
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect, sync_playwright
from xdist.scheduler import LoadScopeScheduling

ROOT = Path(__file__).resolve().parent.parent
FAULT_SECRET = "let-me-break-it"
PATIENCE = 120
CHROMIUM = "/usr/bin/chromium"
APPS = {"app_server", "board_app", "schedule_app"}
"""Fixtures that are a running app, each at an address of its own."""
VIEWPORT: ViewportSize = {"width": 1280, "height": 860}
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


LONGEST = ("tests/walk/", "tests/space/", "tests/bench/", "tests/preview/")
"""What is handed out first, in this order: a long piece that begins last leaves the other workers idle."""


class ByFile(LoadScopeScheduling):  # type: ignore[misc]
    """Which tests stay in one process when several share the work: those of a file, whose fixtures they share.

    All of walk, and all of space, share a running app, a Chromium and a profile: each is handed out as one piece.
    """

    def _split_scope(self, nodeid: str) -> str:
        path = str(nodeid).partition("::")[0]
        return next((folder for folder in LONGEST[:2] if path.startswith(folder)), path)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> ByFile:
    """The scheduler of `make test`, whatever --dist says. The order of collection is the order of the pieces."""
    config.option.loadscopereorder = False
    return ByFile(config, log)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest folders first."""
    last = len(LONGEST)
    items.sort(key=lambda item: next((n for n, folder in enumerate(LONGEST) if item.nodeid.startswith(folder)), last))


def pytest_collection_finish() -> None:
    """What all test files imported stays: the collector would walk through it again and again."""
    gc.collect()
    gc.freeze()


@dataclass(frozen=True)
class AppServer:
    """A running app: its address, its data folder (NNAI_HOME), its process, and the file of all it printed.

    `fault_secret` opens the local hub's fault switches.
    """

    base: str
    home: Path
    port: int
    process: subprocess.Popen[bytes]
    log: Path
    fault_secret: str = FAULT_SECRET

    def output(self) -> str:
        """Everything it printed so far, errors included."""
        return self.log.read_text(encoding="utf-8")


StartApp = Callable[..., AppServer]


def free_port() -> int:
    """A port of the loopback interface that nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


ON_PATH = os.environ | {"PYTHONPATH": str(ROOT)}
"""Scheduler and workers of a cluster import the rooms, as they must on a real one."""
StartWorker = Callable[[], subprocess.Popen[bytes]]


@pytest.fixture(scope="session")
def start_app() -> Iterator[StartApp]:
    """Start the real app with a data folder: `start_app(home, NAME="value")`; every app ends with the session."""
    started: list[subprocess.Popen[bytes]] = []

    def start(home: Path, **environ: str) -> AppServer:
        home.mkdir(parents=True, exist_ok=True)
        port = free_port()
        log = home / "app.log"
        settings = {"PORT": str(port), "NNAI_HOME": str(home), "NNAI_LOCALHUB_FAULTS": FAULT_SECRET} | environ
        with log.open("wb") as out:
            command = [sys.executable, "app.py"]
            process = subprocess.Popen(command, cwd=ROOT, env=os.environ | settings, stdout=out, stderr=out)
        started.append(process)
        app = AppServer(base=f"http://127.0.0.1:{port}", home=home, port=port, process=process, log=log)
        _wait_until_listening(app)
        return app

    yield start
    for process in started:
        process.terminate()
    for process in started:
        process.wait(timeout=PATIENCE)


@pytest.fixture(scope="session")
def app_server(start_app: StartApp, tmp_path_factory: pytest.TempPathFactory) -> AppServer:
    """One app for the whole session; tests leave each other's submissions alone."""
    return start_app(tmp_path_factory.mktemp("nnai-home"))


@pytest.fixture
def feasible_rows() -> list[dict[str, Any]]:
    """A feasible schedule for every instance of the scheduling suite, sorted by id: the exact reference's."""
    made = json.loads((ROOT / "baselines" / "scheduling" / "cpsat-predictions.json").read_bytes())
    rows: list[dict[str, Any]] = made if isinstance(made, list) else made["predictions"]
    return sorted(rows, key=lambda row: str(row["id"]))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for the whole session."""
    expect.set_options(timeout=PATIENCE * 1000 / 4)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_FLAGS)
        yield chromium
        chromium.close()


@dataclass
class Profile:
    """The session's one browser profile with one tab an app: they load pages from warm caches in a fraction of the
    time, and are emptied between tests.

    A tab stays with its app: Chromium resolves the imports of equal inline scripts of one tab against the address that
    it saw first.
    """

    context: BrowserContext
    origins: set[str] = field(default_factory=set)
    tabs: dict[str, Page] = field(default_factory=dict)

    def tab(self, app: str) -> Page:
        """The tab of an app, in front; a new one where a test closed it."""
        if app not in self.tabs or self.tabs[app].is_closed():
            self.tabs[app] = self.context.new_page()
        self.tabs[app].bring_to_front()
        return self.tabs[app]

    def watch(self, page: Page) -> None:
        """Remember where the page goes, so that nothing stored there survives."""
        page.on("framenavigated", lambda frame: self.origins.add("{0.scheme}://{0.netloc}".format(urlsplit(frame.url))))

    def empty(self) -> None:
        """Close other pages; forget routes, permissions, cookies, and all storage of every place that was visited."""
        self.context.set_offline(False)
        self.context.clear_permissions()
        self.context.clear_cookies()
        for page in self.context.pages:
            if page in self.tabs.values():
                self._leave(page)
            else:
                page.close()
        self.origins.clear()

    def _leave(self, tab: Page) -> None:
        tab.unroute_all()
        origin = "{0.scheme}://{0.netloc}".format(urlsplit(tab.url))
        if origin.startswith("http"):
            tab.goto(f"{origin}/nothing-is-here")  # leaves the page first: it may store something as it goes
            tab.evaluate("() => sessionStorage.clear()")
        session = self.context.new_cdp_session(tab)
        for visited in {one for one in self.origins if one.startswith("http")}:
            session.send("Storage.clearDataForOrigin", {"origin": visited, "storageTypes": "all"})
        session.detach()
        tab.goto("about:blank")
        tab.set_viewport_size(VIEWPORT)
        tab.emulate_media(color_scheme="light")


@pytest.fixture(scope="session")
def profile(browser: Browser) -> Iterator[Profile]:
    """One profile for the whole session; tests take it as `context` and `page`, emptied."""
    made = Profile(browser.new_context(viewport=VIEWPORT, accept_downloads=True))
    made.context.set_default_timeout(PATIENCE * 1000 / 4)
    made.context.on("page", made.watch)
    yield made
    made.context.close()


@pytest.fixture
def context(profile: Profile) -> Iterator[BrowserContext]:
    """A profile without cookie, storage or permission."""
    yield profile.context
    profile.empty()


@pytest.fixture
def page(profile: Profile, context: BrowserContext, request: pytest.FixtureRequest) -> Page:
    """A blank tab of the empty profile: the one of the app that the test asks for."""
    return profile.tab(" ".join(sorted(APPS & set(request.fixturenames))))


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[str]:
    """The address of a scheduler that runs as a process of its own."""
    script = (
        "import asyncio, sys\n"
        "from distributed import Scheduler\n"
        "async def main():\n"
        "    async with Scheduler(host='127.0.0.1', port=0, dashboard=False) as scheduler:\n"
        "        open(sys.argv[1] + '.new', 'w').write(scheduler.address)\n"
        "        import os; os.rename(sys.argv[1] + '.new', sys.argv[1])\n"
        "        await scheduler.finished()\n"
        "asyncio.run(main())\n"
    )
    command = [sys.executable, "-c", script, str(tmp_path / "address")]
    process = subprocess.Popen(command, cwd=tmp_path, env=ON_PATH, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while not (tmp_path / "address").exists():
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.05)
    yield (tmp_path / "address").read_text()
    process.kill()
    process.wait()


@pytest.fixture
def worker(scheduler: str, tmp_path: Path) -> Iterator[StartWorker]:
    """Start a worker of one thread, without a nanny that would start it again."""
    script = (
        "import asyncio, sys\n"
        "from distributed import Worker\n"
        "async def main():\n"
        "    async with Worker(sys.argv[1], nthreads=1, host='127.0.0.1', dashboard=False) as worker:\n"
        "        await worker.finished()\n"
        "asyncio.run(main())\n"
    )
    started: list[subprocess.Popen[bytes]] = []

    def start() -> subprocess.Popen[bytes]:
        command = [sys.executable, "-c", script, scheduler]
        process = subprocess.Popen(command, cwd=tmp_path, env=ON_PATH, stderr=subprocess.DEVNULL)
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.wait()


def _wait_until_listening(app: AppServer) -> None:
    deadline = time.monotonic() + PATIENCE
    while app.base not in app.output():
        assert app.process.poll() is None, f"the app ended: {app.output()}"
        assert time.monotonic() < deadline, f"the app does not listen: {app.output()}"
        time.sleep(0.05)
