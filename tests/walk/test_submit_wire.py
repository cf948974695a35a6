"""The submit endpoint as an attacker calls it, without a browser."""

from __future__ import annotations

import json
from typing import Any

CALL = "/gradio_api/call/submit_core"


def outcome(app: Any, body: dict[str, object], path: str = CALL) -> dict[str, Any]:
    """Call the endpoint and read its event stream."""
    status, answer = app.post(path, body)
    assert status == 200, answer
    stream = app.get(f"{CALL}/{json.loads(answer)['event_id']}").decode()
    (data,) = [line.removeprefix("data: ") for line in stream.splitlines() if line.startswith("data: [")]
    (text,) = json.loads(data)
    return dict(json.loads(text))


def test_an_anonymous_call_is_signed_out(app: Any, make_document: Any) -> None:
    assert outcome(app, {"data": [json.dumps(make_document())]})["state"] == "signed_out"


def test_a_token_that_the_caller_supplies_is_no_sign_in(app: Any, make_document: Any) -> None:
    token = (app.home / "localhub" / "maintainer.token").read_text().strip()
    document = json.dumps(make_document())
    assert outcome(app, {"data": [document], "oauth_token": token})["state"] == "signed_out"
    named = {"document": document, "oauth_token": token}
    status, answer = app.post("/gradio_api/call/v2/submit_core", named)
    assert status != 200 or outcome(app, named, "/gradio_api/call/v2/submit_core")["state"] == "signed_out", answer


def test_more_or_other_inputs_do_not_become_an_identity(app: Any) -> None:
    profile = {"preferred_username": "demo-submitter", "name": "x", "profile": "", "picture": ""}
    status, answer = app.post(CALL, {"data": ["{}", profile, {"token": "x", "scope": "write-discussions"}]})
    if status == 200:
        stream = app.get(f"{CALL}/{json.loads(answer)['event_id']}").decode()
        assert '"sent"' not in stream
        assert "signed_out" in stream or "event: error" in stream


def test_a_foreign_origin_is_refused(app: Any) -> None:
    status, _ = app.post(CALL, {"data": ["{}"]}, Origin="https://evil.example")
    assert status == 403


def test_an_oversized_body_is_refused(app: Any) -> None:
    status, _ = app.post(CALL, {"data": ["x" * (7 << 20)]})
    assert status == 413


def test_nothing_secret_is_logged(app: Any) -> None:
    token = (app.home / "localhub" / "maintainer.token").read_text().strip()
    text = app.output()
    assert token not in text
    assert "hf_oauth" not in text
    assert "Traceback" not in text
