"""What the app serves itself: data, modules and schemas, with tags, and plain answers for what is not there."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from records import sha256_hex

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def client(board_app: Any) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=board_app.base, timeout=120) as one:
        yield one


@pytest.mark.parametrize(
    ("path", "media_type"),
    [
        ("/nnai/style.css", "text/css"),
        ("/nnai/assets/board/board.mjs", "text/javascript"),
        ("/nnai/schema/submission-core-0.1.schema.json", "application/schema+json"),
        ("/nnai/suite/core-v0.1.json", "application/json"),
        ("/nnai/board/core-v0.1.csv", "text/csv"),
        ("/nnai/board/core-v0.1.json", "application/json"),
    ],
)
def test_an_answer_is_asked_for_again_and_not_sent_twice(client: httpx.Client, path: str, media_type: str) -> None:
    first = client.get(path)
    assert first.status_code == 200
    assert first.headers["content-type"].startswith(media_type)
    assert first.headers["cache-control"] == "no-cache"
    assert client.get(path, headers={"if-none-match": first.headers["etag"]}).status_code == 304


def test_what_is_named_by_its_content_is_never_asked_for_again(client: httpx.Client) -> None:
    """Every file that gradio's page names; a name that is not there is not kept."""
    named = set(re.findall(r"/assets/[A-Za-z0-9_.-]+\.(?:js|css)", client.get("/").text))
    assert named
    for path in named:
        answer = client.get(path)
        assert (answer.status_code, answer.headers["cache-control"]) == (200, "public, max-age=31536000, immutable")
    gone = client.get("/assets/nothing-AAAAAAAA.js")
    assert gone.status_code != 200
    assert "immutable" not in gone.headers.get("cache-control", "")


@pytest.mark.parametrize(
    "path",
    [
        "suite/core-v9.json",
        "board/../app.py",
        "board/core-v0.1.txt",
        "entry/core-v0.1/" + "0" * 64,
        "entry/core-v0.1/..%2F..",
        "record/core-v0.1/xyz.json",
        "schema/reader.json",
        "schema/..%2Fcodes.json",
        "schema/__init__.py",
        "assets/../app.py",
        "assets/board/nothing.mjs",
        "nothing",
    ],
)
def test_what_is_not_there_is_a_plain_404(client: httpx.Client, path: str) -> None:
    answer = client.get(f"/nnai/{path}")
    assert answer.status_code == 404
    assert "Traceback" not in answer.text
    assert "<html" not in answer.text


def test_a_raw_record_has_the_digest_that_names_it(client: httpx.Client, board_app: Any) -> None:
    record = board_app.records["Vague forest"]
    data = client.get(f"/nnai/record/core-v0.1/{record}.json").content
    assert sha256_hex(data) == record
    assert len(json.loads(data)["predictions"]) == 900


def test_the_suite_facts_are_those_of_the_corpus(client: httpx.Client) -> None:
    facts = client.get("/nnai/suite/core-v0.1.json").json()
    manifest = json.loads((ROOT / "corpora" / "core-v0.1" / "manifest.json").read_bytes())
    assert len(facts["items"]) == 900
    assert facts["suite_digest"] == manifest["suite_digest"]


def test_csv_and_json_tell_of_the_same_entries(client: httpx.Client) -> None:
    rows = client.get("/nnai/board/core-v0.1.csv").text.strip().split("\n")
    entries = client.get("/nnai/board/core-v0.1.json").json()["entries"]
    assert len(rows) - 1 == len(entries)
    assert all(entry["record_sha256"] in "\n".join(rows) for entry in entries)


def test_details_are_a_fragment_without_script(client: httpx.Client, board_app: Any) -> None:
    for record in board_app.records.values():
        fragment = client.get(f"/nnai/entry/core-v0.1/{record}").text
        assert fragment.startswith('<article class="nn-entry-details"')
        assert "<script" not in fragment
        assert "<img" not in fragment


def test_a_session_is_never_kept_by_a_cache(client: httpx.Client) -> None:
    answer = client.get("/nnai/session")
    assert answer.json() == {"user": None, "scopes": [], "expires_at": None}
    assert answer.headers["cache-control"] == "no-store"
