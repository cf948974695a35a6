"""Serve a hub by itself: what `python -m hub.local` and the tests share. The app mounts its hub instead."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette

from hub.local.service import LocalHub

END_SECONDS = 10


@contextmanager
def serving(data_folder: Path, port: int = 0, *, log_level: str = "critical", **options: Any) -> Iterator[LocalHub]:
    """A hub over `data_folder`, made with the `options` of LocalHub and served in a thread until the block ends.

    Port 0 takes a free one; `log_level` is what uvicorn tells.

    Raises:
        OSError: the port is taken.
    """
    with socket.create_server(("127.0.0.1", port)) as listener:
        # asyncio does so only for sockets that name their protocol; without, a body follows its head 40 ms later.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        hub = LocalHub(data_folder, f"http://127.0.0.1:{listener.getsockname()[1]}/localhub", **options)
        app = Starlette(routes=[hub.mount()])
        server = uvicorn.Server(uvicorn.Config(app, log_level=log_level, access_log=False))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        try:
            yield hub
        finally:
            server.should_exit = True
            thread.join(END_SECONDS)
