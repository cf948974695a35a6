"""A hub that is served by itself."""

from __future__ import annotations

import socket
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from hub.local.serving import serving


def test_it_answers_inside_the_block_alone(tmp_path: Path) -> None:
    with serving(tmp_path) as hub:
        assert httpx.get(f"{hub.base_url}/api/whoami-v2").status_code == 401
    with pytest.raises(httpx.ConnectError):
        httpx.get(hub.base_url)


def test_a_taken_port_is_said(tmp_path: Path) -> None:
    with serving(tmp_path / "one") as hub:
        port = urlsplit(hub.base_url).port or 0
        with pytest.raises(OSError, match="in use"), serving(tmp_path / "two", port):
            raise AssertionError("two hubs on one port")


def test_answers_do_not_wait_for_an_acknowledgement(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nagle's algorithm is off on the connections that the server accepts."""
    found: list[int] = []
    accept = socket.socket.accept

    def noted(listener: socket.socket) -> tuple[socket.socket, object]:
        connection, address = accept(listener)
        found.append(connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
        return connection, address

    monkeypatch.setattr(socket.socket, "accept", noted)
    with serving(tmp_path) as hub:
        httpx.get(f"{hub.base_url}/api/whoami-v2")
    assert found == [1]
