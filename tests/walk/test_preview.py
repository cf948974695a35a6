"""A file is scored or refused in the browser, and nothing is asked of anybody."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import expect

from evaluator import Suite, percent, score
from submissions_schema import read_upload

pytestmark = pytest.mark.browser
NO_JSON = {
    b"": "E_EMPTY",
    b"{": "E_JSON",
    b"\x1f\x8b\x08\x00": "E_COMPRESSED",
    b" " * (2 << 20) + b" []": "E_TOO_LARGE",
}
DROP = """text => {
  const data = new DataTransfer();
  data.items.add(new File([text], 'dropped.json', {type: 'application/json'}));
  document.querySelector('.nns-drop').dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true}));
}"""


def drop(visit: Any, text: str) -> None:
    """Drop a file, as the browser tells the page about it."""
    visit.page.evaluate(DROP, text)


def paste(visit: Any, text: str) -> None:
    """Paste text into the box."""
    visit.page.click("button.nns-link:text('paste')")
    visit.page.fill("#nns-paste", text)
    visit.page.click("text=Read pasted text")


def test_three_ways_in_give_the_evaluators_score_without_a_request(visit: Any, rows: Any, suite: Suite) -> None:
    predictions = read_upload(json.dumps(rows).encode(), suite.contract).predictions
    expected = f"{percent(score(predictions, suite).macro)} %"
    visit.open()
    visit.page.wait_for_load_state("networkidle")
    visit.requests.clear()
    for way in (
        lambda: visit.choose(rows),
        lambda: drop(visit, json.dumps(rows)),
        lambda: paste(visit, json.dumps(rows)),
    ):
        way()
        visit.page.wait_for_selector(".nns-score")
        assert visit.page.inner_text(".nns-big").startswith(expected)
        visit.page.click("text=Remove this file")
        visit.page.wait_for_selector(".nns-empty")
    visit.choose(rows)
    visit.page.wait_for_selector(".nns-score")
    assert visit.page.locator(".nns-heat tbody tr").count() == 6
    assert visit.requests == []


def test_a_bad_file_shows_every_finding_with_its_place_and_no_number(visit: Any, rows: Any) -> None:
    broken = [dict(row) for row in rows][:-70]
    broken[5]["label"] = "E"
    visit.open()
    visit.choose(rows)
    visit.page.wait_for_selector(".nns-score")
    visit.choose({"predictions": broken})
    visit.page.wait_for_selector(".nns-findings")
    assert visit.page.inner_text(".nns-findings-count") == "71 findings: this file cannot be scored"
    assert visit.page.locator(".nns-findings li").count() == 50
    first = visit.page.locator(".nns-findings li").first.inner_text()
    assert "E_LABEL" in first
    assert "/predictions/5/label" in first
    assert visit.page.locator(".nns-big").count() == 0
    visit.page.evaluate("navigator.clipboard.writeText = async (text) => (window.copied = text)")
    visit.page.click("text=Copy findings as text")
    assert visit.page.evaluate("window.copied").count("E_MISSING_ID") == 70
    visit.press("submit")
    visit.page.wait_for_selector("text=Predictions are missing")


def test_what_is_no_json_is_refused_with_its_code(visit: Any) -> None:
    visit.open()
    for data, code in NO_JSON.items():
        visit.choose(data)
        expect(visit.page.locator(".nns-finding-head code")).to_have_text(code)


def test_names_in_files_are_text(visit: Any, make_document: Any) -> None:
    hostile = "<img src=x onerror=alert(1)> ${alert(2)} {{value}}"
    visit.open()
    visit.choose(make_document(system={"name": hostile, "description": hostile}), f"{hostile.replace('/', '')}.json")
    visit.page.wait_for_selector(".nns-score")
    assert visit.page.input_value("#nns-system-name") == hostile
    assert hostile in visit.page.inner_text(".nns-drop-state")
    assert visit.page.locator("#nn-submit img").count() == 0


def test_the_same_file_can_be_chosen_again(visit: Any, rows: Any) -> None:
    visit.open()
    for _ in range(2):
        visit.page.evaluate("document.querySelector('#nns-file').dispatchEvent(new MouseEvent('click'))")
        visit.choose(rows)
        visit.page.wait_for_selector(".nns-score")
        visit.page.click("text=Remove this file")
        visit.page.wait_for_selector(".nns-empty")
