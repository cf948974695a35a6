"""The submit endpoints as an attacker calls them, without a browser."""

from __future__ import annotations

import json
from typing import Any

import pytest

CALLS = "/gradio_api/call"


@pytest.fixture(params=["submit_core", "submit_scheduling"])
def endpoint(request: pytest.FixtureRequest) -> str:
    """The name of an endpoint: each suite has its own, with the same guards."""
    return str(request.param)


def outcome(app: Any, body: dict[str, object], endpoint: str, calls: str = CALLS) -> dict[str, Any]:
    """Call the endpoint and read its event stream."""
    status, answer = app.post(f"{calls}/{endpoint}", body)
    assert status == 200, answer
    stream = app.get(f"{CALLS}/{endpoint}/{json.loads(answer)['event_id']}").decode()
    (data,) = [line.removeprefix("data: ") for line in stream.splitlines() if line.startswith("data: [")]
    (text,) = json.loads(data)
    return dict(json.loads(text))


def test_an_anonymous_call_is_signed_out(app: Any, endpoint: str, make_document: Any) -> None:
    assert outcome(app, {"data": [json.dumps(make_document())]}, endpoint)["state"] == "signed_out"


def test_a_token_that_the_caller_supplies_is_no_sign_in(app: Any, endpoint: str, make_document: Any) -> None:
    token = (app.home / "localhub" / "maintainer.token").read_text().strip()
    document = json.dumps(make_document())
    assert outcome(app, {"data": [document], "oauth_token": token}, endpoint)["state"] == "signed_out"
    named = {"document": document, "oauth_token": token}
    status, answer = app.post(f"{CALLS}/v2/{endpoint}", named)
    assert status != 200 or outcome(app, named, endpoint, f"{CALLS}/v2")["state"] == "signed_out", answer


def test_more_or_other_inputs_do_not_become_an_identity(app: Any, endpoint: str) -> None:
    profile = {"preferred_username": "demo-submitter", "name": "x", "profile": "", "picture": ""}
    status, answer = app.post(
        f"{CALLS}/{endpoint}", {"data": ["{}", profile, {"token": "x", "scope": "write-discussions"}]}
    )
    if status == 200:
        stream = app.get(f"{CALLS}/{endpoint}/{json.loads(answer)['event_id']}").decode()
        assert '"sent"' not in stream
        assert "signed_out" in stream or "event: error" in stream


def test_a_foreign_origin_is_refused(app: Any, endpoint: str) -> None:
    status, _ = app.post(f"{CALLS}/{endpoint}", {"data": ["{}"]}, Origin="https://evil.example")
    assert status == 403


def test_an_oversized_body_is_refused(app: Any, endpoint: str) -> None:
    status, _ = app.post(f"{CALLS}/{endpoint}", {"data": ["x" * (7 << 20)]})
    assert status == 413


def test_nothing_secret_is_logged(app: Any) -> None:
    token = (app.home / "localhub" / "maintainer.token").read_text().strip()
    text = app.output()
    assert token not in text
    assert "hf_oauth" not in text
    assert "Traceback" not in text
