"""Serve a hub by itself: what `python -m hub.local` and the tests share. The app mounts its hub instead."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import uvicorn
from starlette.applications import Starlette

from hub.local.service import LocalHub

END_SECONDS = 10


@contextmanager
def serving(make: Callable[[int], LocalHub], port: int = 0, log_level: str = "critical") -> Iterator[LocalHub]:
    """The hub that `make` builds for the port it will answer on, served in a thread until the block ends.

    Port 0 takes a free one; `log_level` is what uvicorn tells.

    Raises:
        OSError: the port is taken.
    """
    with _listener(port) as listener:
        hub = make(listener.getsockname()[1])
        app = Starlette(routes=[hub.mount()])
        server = uvicorn.Server(uvicorn.Config(app, log_level=log_level, access_log=False))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        try:
            yield hub
        finally:
            server.should_exit = True
            thread.join(END_SECONDS)


def _listener(port: int) -> socket.socket:
    """A listening socket of loopback that names its protocol.

    asyncio turns Nagle's algorithm off only for accepted sockets that do; without, the body of every answer follows its
    head 40 ms later.
    """
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(("127.0.0.1", port))
        listener.listen(socket.SOMAXCONN)
    except OSError:
        listener.close()
        raise
    return listener
