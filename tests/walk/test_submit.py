"""From a filled form to a pull request, on good days and on bad ones: nothing lost, never a second one."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from evaluator import Suite
from hub import Hub
from leaderboard import QUEUE, submission_path
from records import sha256_hex
from submissions_schema import read_submission

pytestmark = pytest.mark.browser
BAD_DAYS = {
    "error-after": ("sent", 1),
    "cut-after": ("sent", 1),
    "error-before": ("hub_unreachable", 0),
    "forbidden": ("missing_scope", 0),
    "busy": ("hub_busy", 0),
}
"""Kind of fault in the commit -> the state the visitor sees, and whether the pull request is there nevertheless."""


def kept(visit: Any) -> bool:
    """Whether the file and the answers are still on the page."""
    page = visit.page
    return bool(page.locator(".nns-score").count() and page.input_value("#nns-system-name") == "rule-forest")


def download(visit: Any) -> tuple[str, bytes]:
    """Name and bytes of what Download hands out."""
    with visit.page.expect_download() as handed:
        visit.press("download")
    path = Path(handed.value.path())
    return handed.value.suggested_filename, path.read_bytes()


def test_a_download_signed_out_is_what_the_reader_accepts(visit: Any, make_document: Any, suite: Suite) -> None:
    visit.open()
    visit.choose(make_document())
    name, data = download(visit)
    submission = read_submission(data, suite.contract)
    assert (submission.canonical(), name) == (data, f"{sha256_hex(data)}.json")
    assert submission.submitted_by == "demo-submitter"
    expect(visit.page.locator(".nns-outcome code")).to_have_text(submission_path(suite.id, submission.sha256))


def test_cancelling_the_sign_in_keeps_everything(visit: Any, make_document: Any) -> None:
    visit.open()
    visit.choose(make_document())
    visit.press("submit")
    visit.expect_state("signed_out")
    visit.sign_in(decision="cancel")
    expect(visit.page.locator("#nn-notice")).to_contain_text("cancelled")
    visit.page.wait_for_selector(".nns-score")
    assert kept(visit)


def test_a_double_click_opens_one_pull_request_with_the_downloaded_bytes(visit: Any, make_document: Any) -> None:
    visit.signed_in(make_document(submitted_by="somebody-else"))
    _, data = download(visit)
    visit.page.dblclick("[data-action=submit]")
    visit.expect_state("sent")
    (pull,) = visit.app.pulls(sha256_hex(data))
    path = submission_path("nnai-bench-0.1", sha256_hex(data))
    assert visit.app.hub.read(QUEUE, path, pull.head) == data
    assert pull.author == "demo-submitter"
    visit.press("submit")
    visit.expect_state("already_open")
    assert visit.page.get_attribute(".nns-outcome a", "href") == pull.url
    visit.page.goto(pull.url)
    assert "rule-forest" in visit.page.inner_text("h1")
    assert len(visit.app.pulls(sha256_hex(data))) == 1


def test_a_sign_in_that_ends_keeps_everything_and_can_be_renewed(visit: Any, make_document: Any) -> None:
    def lose_cookie() -> None:
        visit.page.context.clear_cookies()

    def lose_token() -> None:
        with closing(sqlite3.connect(visit.app.home / "localhub" / "hub.sqlite3")) as store, store:
            store.execute("DELETE FROM tokens WHERE kind = 'oauth'")

    visit.signed_in(make_document())
    for lose in (lose_cookie, lose_token):
        lose()
        visit.press("submit")
        visit.expect_state("signed_out")
        assert kept(visit)
        visit.sign_in()
        visit.page.wait_for_selector(".nns-score")
    visit.press("submit")
    visit.expect_state("sent")


def test_bad_days_of_the_hub_lose_nothing_and_open_one(visit: Any, make_document: Any) -> None:
    visit.signed_in(make_document(), user="demo-second-submitter")
    for kind, (state, landed) in BAD_DAYS.items():
        visit.page.fill("#nns-system-version", kind)
        _, data = download(visit)
        visit.app.fault(endpoint="commit", kind=kind, seconds=30)
        visit.press("submit")
        visit.expect_state(state)
        assert len(visit.app.pulls(sha256_hex(data))) == landed
        assert kept(visit)
        assert ("30 seconds" in visit.page.inner_text(".nns-outcome")) is (kind == "busy")
        visit.app.fault(clear=True)
        visit.press("submit")
        visit.expect_state("already_open" if landed else "sent")
        assert len(visit.app.pulls(sha256_hex(data))) == 1


def test_a_server_that_cannot_be_reached_or_objects_loses_nothing(visit: Any, make_document: Any) -> None:
    visit.signed_in(make_document(), user="demo-second-submitter")
    visit.page.context.set_offline(True)
    visit.press("submit")
    visit.expect_state("offline")
    assert kept(visit)
    visit.page.context.set_offline(False)
    visit.page.route("**/call/submit_core", lambda route: route.continue_(post_data='{"data": ["[]"]}'))
    visit.press("submit")
    visit.expect_state("invalid")
    assert visit.page.inner_text(".nns-outcome .nns-finding-head code") == "E_TOP_TYPE"
    visit.page.unroute("**/call/submit_core")
    visit.press("submit")
    visit.expect_state("sent")
    assert kept(visit)


def test_markup_in_a_name_stays_text_on_the_pull_request(visit: Any, make_document: Any) -> None:
    document = make_document()
    document["system"]["name"] = "<b>bold</b> ${x} @vynly"
    visit.signed_in(document)
    _, data = download(visit)
    visit.press("submit")
    visit.expect_state("sent")
    (pull,) = visit.app.pulls(sha256_hex(data))
    assert not set("<>${}@") & set(pull.title)
    description = Hub(f"{visit.app.url}/localhub").pull(QUEUE, pull.number).comments[0].text
    assert "@" not in description
