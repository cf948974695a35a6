"""The guard: what a browser on another site, a large body and a curious client get."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from starlette.datastructures import Headers

from space.guard import BODY_CAP, Policy, refuse

LOCAL = Policy(local=True)
SPACE = Policy.of_space("vynly-nnai-bench.hf.space, bench.example.org")
HERE = "127.0.0.1:7860"
RUN = "/gradio_api/call/submit_core"


def status(policy: Policy, method: str = "POST", path: str = RUN, **headers: str) -> int | None:
    given = Headers({name.replace("_", "-"): value for name, value in headers.items()})
    refusal = refuse(method, path, given, policy)
    return None if refusal is None else refusal.status_code


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ({}, None),
        ({"origin": f"http://{HERE}"}, None),
        ({"origin": f"http://{HERE}", "sec_fetch_site": "same-origin"}, None),
        ({"origin": "https://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": ""}, 403),
        ({"origin": "http://127.0.0.1:9999"}, 403),
        ({"origin": "http://localhost:7860"}, 403),
        ({"origin": f"file://{HERE}"}, 403),
        ({"sec_fetch_site": "cross-site"}, 403),
        ({"sec_fetch_site": "same-site"}, 403),
        ({"origin": "https://evil.example", "x_forwarded_host": "evil.example", "sec_fetch_site": "cross-site"}, 403),
    ],
)
def test_a_post_is_served_only_to_its_own_page(headers: dict[str, str], expected: int | None) -> None:
    assert status(LOCAL, host=HERE, **headers) == expected


@pytest.mark.parametrize(
    "origin", ["https://vynly-nnai-bench.hf.space", "https://bench.example.org", "https://proxy.example"]
)
def test_a_space_is_known_under_all_its_names(origin: str) -> None:
    assert status(SPACE, host="10.0.0.7:7860", x_forwarded_host="proxy.example", origin=origin) is None


def test_another_site_cannot_read_either() -> None:
    assert status(SPACE, method="GET", path="/nnai/session", host="x.hf.space", origin="https://evil.example") == 403


def test_a_link_from_another_site_is_followed() -> None:
    assert status(SPACE, method="GET", path="/", host="x.hf.space", sec_fetch_site="cross-site") is None


@pytest.mark.parametrize("host", ["evil.example:7860", "127.0.0.1.evil.example", "", "[::2]:7860", "10.0.0.1"])
def test_the_local_mode_answers_only_to_loopback_names(host: str) -> None:
    assert status(LOCAL, method="GET", path="/", host=host) == 421


@pytest.mark.parametrize("host", ["127.0.0.1:7860", "localhost:1", "[::1]:7860"])
def test_every_loopback_name_is_served(host: str) -> None:
    assert status(LOCAL, method="GET", path="/", host=host) is None


@pytest.mark.parametrize(
    "path",
    ["upload", "upload/", "upload_progress", "vibe-edit/", "process_recording", "proxy=http:", "file=/etc/passwd"],
)
def test_gradio_endpoints_that_nothing_uses_are_not_served(path: str) -> None:
    assert status(LOCAL, host=HERE, path=f"/gradio_api/{path}") == 404


@pytest.fixture
def client(app_server: Any) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=app_server.base, timeout=120) as one:
        yield one


def test_a_foreign_page_is_refused_on_the_wire(client: httpx.Client) -> None:
    answer = client.post(RUN, json={"data": ["{}"]}, headers={"origin": "https://evil.example"})
    assert answer.status_code == 403
    assert answer.json() == {"error": "Requests from other sites are refused."}


def test_nothing_can_be_uploaded(client: httpx.Client) -> None:
    assert client.post("/gradio_api/upload", files={"files": ("a.txt", b"text")}).status_code == 404


def test_an_announced_body_beyond_the_cap_is_refused(client: httpx.Client) -> None:
    answer = client.post(RUN, content=b" " * (BODY_CAP + 1), headers={"content-type": "application/json"})
    assert answer.status_code == 413


def test_a_streamed_body_beyond_the_cap_is_refused(client: httpx.Client) -> None:
    def endless() -> Iterator[bytes]:
        for _ in range(BODY_CAP // 65536 + 2):
            yield b" " * 65536

    answer = client.post(RUN, content=endless(), headers={"content-type": "application/json"})
    assert answer.status_code == 413


def test_the_hub_takes_larger_bodies_than_the_page(client: httpx.Client) -> None:
    answer = client.post("/localhub/api/whoami-v2", content=b" " * (BODY_CAP + 1))
    assert answer.status_code != 413 or "hub" in answer.text.lower()


def test_headers_allow_the_hubs_frame_and_no_other_host(client: httpx.Client) -> None:
    headers = client.get("/").headers
    policy = headers["content-security-policy"]
    assert "connect-src 'self';" in policy
    assert "frame-ancestors 'self'" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/gradio_api/call/nothing", b'{"data": []}'),
        ("/gradio_api/run/nothing", b'{"data": [1, 2, 3]}'),
        ("/gradio_api/call/submit_core", b'{"data": 7}'),
        ("/gradio_api/run/predict", b'{"data": [], "fn_index": 99}'),
        ("/gradio_api/queue/join", b'{"data": [[[]]], "fn_index": -1, "session_hash": "x"}'),
        ("/gradio_api/run/predict", b"{"),
    ],
)
def test_nonsense_for_a_listener_leaves_no_traceback(
    app_server: Any, client: httpx.Client, path: str, body: bytes
) -> None:
    answer = client.post(path, content=body, headers={"content-type": "application/json"})
    assert answer.status_code in (200, 400, 404, 422, 500)
    assert "Traceback" not in app_server.output() + answer.text
