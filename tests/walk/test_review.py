"""The whole way: from a file in a browser to a row on the board, through the maintainer's commands."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
ROOT = Path(__file__).resolve().parents[2]


def review(app: Any, *arguments: str) -> dict[str, Any]:
    """Run review.py against the app's own hub and state; its report."""
    environment = {**os.environ, "NNAI_HOME": str(app.home), "PORT": str(urlsplit(app.url).port)}
    command = [sys.executable, "review.py", *arguments, "--json"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return dict(json.loads(done.stdout))


def test_a_submission_travels_from_the_browser_to_the_board(visit: Any, make_document: Any) -> None:
    document = make_document()
    document["system"]["name"] = "Walked ${forest} <b>"
    visit.signed_in(document)
    macro = visit.page.inner_text(".nns-big").split(" %")[0]
    visit.press("submit")
    visit.expect_state("sent")
    number = visit.page.get_attribute(".nns-outcome a", "href").rsplit("/", 1)[-1]

    review(visit.app, "check", number)
    review(visit.app, "accept", number, "--note", "Checked in the walk.", "--apply")

    visit.page.goto(visit.app.url)
    row = visit.page.locator("tr.nn-entry", has_text="Walked ${forest} <b>")
    expect(row).to_contain_text(f"{macro} %")
    expect(row).to_contain_text("Self-reported")

    visit.open()
    visit.page.wait_for_selector(".nns-score")
    expect(visit.page.locator(".nns-facts")).to_contain_text("100 % equal")
    visit.press("submit")
    visit.expect_state("already_accepted")
    visit.page.goto(visit.page.get_attribute(".nns-outcome a", "href"))
    expect(visit.page.locator("tr.nn-detail")).to_contain_text("Checked in the walk.")
