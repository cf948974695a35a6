"""The scheduling suite as a visitor meets it: preview with charts, refusal by name, and the way to its own board."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from evaluator import ScheduleSuite, load_corpus, percent
from evaluator.schedule import score_schedules
from records import sha256_hex
from submissions_schema import read_upload

pytestmark = pytest.mark.browser
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def schedule_suite() -> ScheduleSuite:
    """The real scheduling suite."""
    suite = load_corpus(ROOT / "corpora" / "scheduling-v0.2")
    assert isinstance(suite, ScheduleSuite)
    return suite


@pytest.fixture
def schedule_rows(feasible_rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Schedules of which some are whole, some shifted, some cut short, some null."""
    for place, row in enumerate(feasible_rows):
        if place % 7 == 3:
            row["schedule"] = None
        elif place % 3 == 0:
            row["schedule"][0]["start"] += 4
        elif place % 3 == 1:
            row["schedule"] = row["schedule"][1:]
    return feasible_rows


@pytest.fixture
def make_schedules(
    schedule_suite: ScheduleSuite, schedule_rows: list[dict[str, Any]], request: pytest.FixtureRequest
) -> Callable[..., dict[str, Any]]:
    """A complete submission of this test's own."""
    template = json.loads((Path(__file__).parent / "submission.json").read_bytes())

    def make(**changes: Any) -> dict[str, Any]:
        facts = {"suite": schedule_suite.id, "test_sha256": schedule_suite.test_sha256, "input_mode": "text"}
        document = {**template, **facts, "predictions": schedule_rows, **changes}
        version = sha256_hex(request.node.nodeid.encode())[:12]
        document["system"] = {**document["system"], "version": version}
        return document

    return make


def review(app: Any, *arguments: str) -> dict[str, Any]:
    """Run review.py against the app's own hub and state; its report."""
    environment = {**os.environ, "NNAI_HOME": str(app.home), "PORT": str(urlsplit(app.url).port)}
    command = [sys.executable, "review.py", *arguments, "--json"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return dict(json.loads(done.stdout))


def choose_scheduling(visit: Any) -> None:
    """Switch the form to the scheduling suite and wait for its contract."""
    visit.page.click('.nns-suites [data-suite="scheduling-v0.2"]')
    visit.page.wait_for_selector('.nns-suites [data-suite="scheduling-v0.2"][aria-pressed="true"]')
    visit.page.wait_for_selector("#nns-input_mode, [id^=nns-input_mode]", state="attached")


def test_schedules_are_scored_and_drawn_without_a_request(
    visit: Any, schedule_rows: Any, schedule_suite: ScheduleSuite
) -> None:
    upload = read_upload(json.dumps(schedule_rows).encode(), schedule_suite.contract)
    expected = score_schedules(upload.schedules, schedule_suite)
    visit.open()
    choose_scheduling(visit)
    assert "suite=scheduling-v0.2" in visit.page.url
    visit.page.wait_for_load_state("networkidle")
    visit.requests.clear()
    visit.choose(schedule_rows)
    visit.page.wait_for_selector(".nns-score")
    assert visit.page.inner_text(".nns-big").startswith(f"{percent(expected.feasibility)} %")
    expect(visit.page.locator(".nns-facts")).to_contain_text(f"{percent(expected.partial_credit)} %")
    assert visit.page.locator(".nns-heat tbody tr").count() == 3
    expect(visit.page.locator(".nns-schedules .nng-picture")).to_be_visible()
    visit.page.select_option(".nns-schedules select", schedule_suite.instances[0].id)
    expect(visit.page.locator(".nns-schedules figcaption")).to_contain_text(schedule_suite.instances[0].id)
    assert visit.requests == []


def test_a_file_of_the_other_suite_is_refused_by_name_on_either_form(
    visit: Any, make_document: Any, make_schedules: Any
) -> None:
    visit.open()
    visit.choose(make_schedules())
    expect(visit.page.locator(".nns-finding-head code")).to_have_text("E_BENCH_ID")
    expect(visit.page.locator(".nns-findings")).to_contain_text("nnai-sched-0.2")
    assert visit.page.input_value("#nns-system-name") == ""
    choose_scheduling(visit)
    visit.choose(make_document())
    expect(visit.page.locator(".nns-finding-head code")).to_have_text("E_BENCH_ID")
    expect(visit.page.locator(".nns-findings")).to_contain_text("nnai-bench-0.1")
    assert visit.page.locator(".nns-schedules").is_hidden()


def test_each_form_keeps_its_own_answers(visit: Any) -> None:
    visit.open()
    visit.page.fill("#nns-system-name", "labeller")
    choose_scheduling(visit)
    assert visit.page.input_value("#nns-system-name") == ""
    visit.page.fill("#nns-system-name", "planner")
    visit.page.click('.nns-suites [data-suite="core-v0.1"]')
    visit.page.wait_for_selector('.nns-suites [data-suite="core-v0.1"][aria-pressed="true"]')
    expect(visit.page.locator("#nns-system-name")).to_have_value("labeller")
    choose_scheduling(visit)
    expect(visit.page.locator("#nns-system-name")).to_have_value("planner")
    visit.page.reload()
    visit.ready()
    expect(visit.page.locator("#nns-system-name")).to_have_value("planner")


def test_schedules_travel_from_the_browser_to_their_own_board(visit: Any, make_schedules: Any) -> None:
    document = make_schedules()
    document["system"]["name"] = "Walked planner"
    core_before = visit.app.get("/nnai/board/core-v0.1.csv")
    visit.page.goto(f"{visit.app.url}/?tab=submit&suite=scheduling-v0.2")
    visit.ready()
    visit.choose(document, "submission.json")
    visit.press("submit")
    visit.expect_state("signed_out")
    visit.sign_in()
    visit.page.wait_for_selector(".nns-score")
    feasible = visit.page.inner_text(".nns-big").split(" %")[0]
    visit.press("submit")
    visit.expect_state("sent")
    number = visit.page.get_attribute(".nns-outcome a", "href").rsplit("/", 1)[-1]

    listed = {str(row["pull"]): row["corpus"] for row in review(visit.app, "list")["pulls"]}
    assert listed[number] == "scheduling-v0.2"
    assert review(visit.app, "check", number)["ready"]
    review(visit.app, "accept", number, "--note", "Checked in the walk.", "--apply")
    assert visit.app.get("/nnai/board/core-v0.1.csv") == core_before

    visit.page.goto(f"{visit.app.url}/?suite=scheduling-v0.2")
    row = visit.page.locator("tr.nn-entry", has_text="Walked planner")
    expect(row).to_contain_text(f"{feasible} %")
    expect(row).to_contain_text("text input")
    row.locator(".nn-open").click()
    visit.page.click(".nn-show-schedules")
    expect(visit.page.locator(".nn-schedules .nng-picture")).to_be_visible()

    visit.page.goto(f"{visit.app.url}/?tab=submit&suite=scheduling-v0.2")
    visit.ready()
    visit.page.wait_for_selector(".nns-score")
    visit.press("submit")
    visit.expect_state("already_accepted")
    visit.page.goto(visit.page.get_attribute(".nns-outcome a", "href"))
    expect(visit.page.locator("tr.nn-detail")).to_contain_text("Checked in the walk.")
