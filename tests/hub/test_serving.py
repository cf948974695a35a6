"""A hub that is served by itself."""

from __future__ import annotations

import socket
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from hub.local import LocalHub
from hub.local.serving import _listener, serving


def test_it_answers_inside_the_block_alone(tmp_path: Path) -> None:
    with serving(lambda port: LocalHub(tmp_path, f"http://127.0.0.1:{port}/localhub")) as hub:
        assert httpx.get(f"{hub.base_url}/api/whoami-v2").status_code == 401
    with pytest.raises(httpx.ConnectError):
        httpx.get(hub.base_url)


def test_a_taken_port_is_said(tmp_path: Path) -> None:
    with serving(lambda port: LocalHub(tmp_path, f"http://127.0.0.1:{port}/localhub")) as hub:
        port = urlsplit(hub.base_url).port
        assert port
        with pytest.raises(OSError, match="in use"), serving(lambda _: hub, port):
            raise AssertionError("two hubs on one port")


def test_answers_do_not_wait_for_an_acknowledgement() -> None:
    """asyncio sets TCP_NODELAY on accepted connections whose protocol is named, and on no others."""
    with _listener(0) as listener, socket.create_connection(listener.getsockname()):
        accepted, _ = listener.accept()
        with accepted:
            assert accepted.proto == socket.IPPROTO_TCP
