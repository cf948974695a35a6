"""The switch between the boards in a real browser: one suite at a time, its state in the address."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser
SCHEDULING = "scheduling-v0.2"


def visit(page: Page, app: Any, address: str = "/") -> None:
    page.goto(app.base + address)
    page.wait_for_function("document.querySelector('tr.nn-entry')?.dataset.place !== undefined")


def shown(page: Page, group: str = "ranked") -> list[str]:
    return page.locator(f'tbody[data-group="{group}"] tr.nn-entry:visible .nn-open').all_inner_texts()


def switch_to(page: Page, suite: str) -> None:
    page.click(f'.nn-suite[data-suite="{suite}"]')
    expect(page.locator(".nn-board[data-corpus]")).to_have_attribute("data-corpus", suite)


def test_one_board_at_a_time_and_the_address_says_which(page: Page, schedule_app: Any) -> None:
    visit(page, schedule_app)
    assert shown(page) == ["Core system"]
    switch_to(page, SCHEDULING)
    assert shown(page) == ["Planner", "Text reader"]
    assert shown(page, "control") == ["EDF"]
    assert page.url.endswith(f"?suite={SCHEDULING}")
    expect(page.locator(".nn-head a[download]")).to_have_attribute("href", f"/nnai/board/{SCHEDULING}.csv")
    page.reload()
    page.wait_for_selector(f'.nn-board[data-corpus="{SCHEDULING}"]')
    assert shown(page) == ["Planner", "Text reader"]
    switch_to(page, "core-v0.1")
    assert page.url == schedule_app.base + "/"
    assert shown(page) == ["Core system"]


def test_filters_and_order_stay_with_their_suite(page: Page, schedule_app: Any) -> None:
    visit(page, schedule_app, f"/?suite={SCHEDULING}")
    page.get_by_role("button", name="Text input").click()
    page.get_by_role("columnheader", name="Partial").get_by_role("button").click()
    assert shown(page) == ["Text reader"]
    assert "input=text" in page.url
    assert "sort=6d" in page.url
    switch_to(page, "core-v0.1")
    assert "input" not in page.url
    assert "sort" not in page.url
    assert shown(page) == ["Core system"]
    assert page.get_by_role("button", name="Text input").count() == 0


def test_a_filter_in_the_address_is_applied(page: Page, schedule_app: Any) -> None:
    visit(page, schedule_app, f"/?suite={SCHEDULING}&input=structured")
    assert shown(page) == ["Planner"]


def test_a_permalink_opens_the_board_of_its_entry(page: Page, schedule_app: Any) -> None:
    visit(page, schedule_app, f"/#entry={schedule_app.records['Text reader'][:16]}")
    expect(page.locator(".nn-entry-details h2")).to_have_text("Text reader")
    assert shown(page) == ["Planner", "Text reader"]


def test_an_instance_is_drawn_with_its_violations(page: Page, schedule_app: Any) -> None:
    visit(page, schedule_app, f"/?suite={SCHEDULING}")
    page.get_by_role("button", name="Text reader").click()
    page.get_by_role("button", name="Draw the 300 schedules").click()
    chart = page.locator(".nn-schedules")
    expect(chart.locator(".nng-picture")).to_be_visible()
    chart.locator("select").select_option(index=0)
    expect(chart.locator("figcaption")).to_contain_text("feasible")
    chart.get_by_role("button", name="Not feasible").click()
    expect(chart.locator("figcaption")).to_contain_text("tasks scheduled")


def test_a_suite_nobody_wrote_is_the_first_one(page: Page, schedule_app: Any) -> None:
    visit(page, schedule_app, "/?suite=<b>")
    assert shown(page) == ["Core system"]


def test_the_form_follows_the_switch_of_the_board(page: Page, schedule_app: Any) -> None:
    visit(page, schedule_app)
    switch_to(page, SCHEDULING)
    page.get_by_role("tab", name="Submit").click()
    expect(page.locator(f'.nns-suites [data-suite="{SCHEDULING}"]')).to_have_attribute("aria-pressed", "true")
    page.click('.nns-suites [data-suite="core-v0.1"]')
    page.get_by_role("tab", name="Leaderboard").click()
    expect(page.locator(".nn-board[data-corpus]")).to_have_attribute("data-corpus", "core-v0.1")


@pytest.mark.parametrize("width", [360, 390])
def test_nothing_scrolls_sideways_on_a_phone(page: Page, schedule_app: Any, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.emulate_media(color_scheme="dark")
    visit(page, schedule_app, f"/?suite={SCHEDULING}")
    page.get_by_role("button", name="Text reader").click()
    page.get_by_role("button", name="Draw the 300 schedules").click()
    page.wait_for_selector(".nng-picture")
    assert page.evaluate("document.documentElement.scrollWidth") == width
