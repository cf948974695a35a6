"""`python -m hub.local --port N --data DIR`: the local hub alone, for tests and for looking at it."""

from __future__ import annotations

import argparse
import socket
from pathlib import Path

import uvicorn
from starlette.applications import Starlette

from hub.local.service import LocalHub


def main() -> None:
    """Serve until interrupted; prints the address once the socket listens. Port 0 takes a free one."""
    parser = argparse.ArgumentParser(prog="python -m hub.local", description="Run the local hub alone, on loopback.")
    parser.add_argument("--port", type=int, default=7861)
    parser.add_argument("--data", type=Path, required=True, help="data folder; the hub uses its subfolder localhub")
    parser.add_argument("--app-port", type=int, help="port of the app that may sign people in (default: the hub's)")
    parser.add_argument("--token-seconds", type=float, default=8 * 3600, help="lifetime of a signed-in token")
    parser.add_argument("--fault-secret", help="open /-/faults to whoever sends this secret")
    asked = parser.parse_args()
    listener = socket.create_server(("127.0.0.1", asked.port))
    port = listener.getsockname()[1]
    app_port = asked.app_port or port
    hub = LocalHub(
        asked.data,
        f"http://127.0.0.1:{port}/localhub",
        app_redirects=[f"http://{name}:{app_port}/login/callback" for name in ("127.0.0.1", "localhost", "[::1]")],
        token_seconds=asked.token_seconds,
        fault_secret=asked.fault_secret,
    )
    print(f"Local hub: {hub.base_url}", flush=True)
    app = Starlette(routes=[hub.mount()])
    uvicorn.Server(uvicorn.Config(app, log_level="warning", access_log=False)).run(sockets=[listener])


if __name__ == "__main__":
    main()
