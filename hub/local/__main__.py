"""`python -m hub.local --port N --data DIR`: the local hub alone, for tests and for looking at it."""

from __future__ import annotations

import argparse
import threading
from contextlib import suppress
from pathlib import Path

from hub.local.service import callbacks
from hub.local.serving import serving


def main() -> None:
    """Serve until interrupted; prints the address once the socket listens. Port 0 takes a free one."""
    parser = argparse.ArgumentParser(prog="python -m hub.local", description="Run the local hub alone, on loopback.")
    parser.add_argument("--port", type=int, default=7861)
    parser.add_argument("--data", type=Path, required=True, help="data folder; the hub uses its subfolder localhub")
    parser.add_argument("--app-port", type=int, help="port of the app that may sign people in (default: the hub's)")
    parser.add_argument("--token-seconds", type=float, default=8 * 3600, help="lifetime of a signed-in token")
    parser.add_argument("--fault-secret", help="open /-/faults to whoever sends this secret")
    asked = parser.parse_args()
    options = {
        "token_seconds": asked.token_seconds,
        "fault_secret": asked.fault_secret,
        "app_redirects": callbacks(f"http://127.0.0.1:{asked.app_port}") if asked.app_port else None,
    }
    with serving(asked.data, asked.port, log_level="warning", **options) as hub, suppress(KeyboardInterrupt):
        print(f"Local hub: {hub.base_url}", flush=True)
        threading.Event().wait()


if __name__ == "__main__":
    main()
