"""The Leaderboard tab in a real browser: filters, search, order, details, address, keyboard, phone, hostile names."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser
HOSTILE = "<img src=x onerror=window.pwned=1> ${window.pwned=1} {{value}} (a+b)*"
COMPETING = ["Authored solver", "Induced search", "Vague forest", HOSTILE]


def visit(page: Page, app: Any, address: str = "/") -> None:
    page.goto(app.base + address)
    page.wait_for_selector(".nn-board[data-corpus]", state="attached")

    page.wait_for_function("document.querySelector('tr.nn-entry')?.dataset.place !== undefined")


def shown(page: Page, group: str = "ranked") -> list[str]:
    return page.locator(f'tbody[data-group="{group}"] tr.nn-entry:visible .nn-open').all_inner_texts()


def test_the_page_speaks_to_its_own_host_only_and_without_errors(page: Page, board_app: Any) -> None:
    hosts: set[str] = set()
    problems: list[str] = []
    page.on("request", lambda request: hosts.add(urlsplit(request.url).netloc))
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: problems.append(str(error)))
    visit(page, board_app)
    for tab in ("Submit", "Protocol", "Leaderboard"):
        page.get_by_role("tab", name=tab).click()
    page.wait_for_timeout(300)
    assert hosts <= {urlsplit(board_app.base).netloc, ""}
    assert problems == []


def test_rows_stand_in_board_order_with_controls_and_tombstones_apart(page: Page, board_app: Any) -> None:
    visit(page, board_app)
    assert shown(page)[: len(COMPETING)] == COMPETING
    assert shown(page, "control") == ["Training majority", "Seeded random"]
    assert shown(page, "retracted") == ["Withdrawn"]
    expect(page.get_by_text("Retracted: Withdrawn by its author.")).to_be_visible()


def test_a_hostile_name_does_nothing(page: Page, board_app: Any) -> None:
    visit(page, board_app)
    page.get_by_role("button", name=HOSTILE).click()
    expect(page.locator(".nn-entry-details h2")).to_have_text(HOSTILE)
    assert page.evaluate("window.pwned") is None
    assert page.locator(".nn-board img").count() == 0


def test_filters_combine_count_and_are_undone_at_once(page: Page, board_app: Any) -> None:
    visit(page, board_app)
    page.get_by_role("button", name=re.compile("^Maintainer-run")).click()
    page.get_by_role("button", name=re.compile("^Reproduced")).click()
    assert shown(page) == COMPETING[:2]
    page.get_by_role("button", name=re.compile("^Test-adapted")).click()
    assert shown(page) == COMPETING[:1]
    assert page.get_by_role("button", name=re.compile("^Reproduced")).inner_text() == "Reproduced 0"
    assert "status=maintainer-run%2Creproduced&exposure=test-adapted" in page.url
    page.get_by_role("button", name=re.compile("^All")).click()
    assert shown(page)[: len(COMPETING)] == COMPETING
    assert "status" not in page.url


def test_the_address_restores_what_was_seen(page: Page, board_app: Any) -> None:
    visit(page, board_app, "/?status=control&sort=2a&q=ra")
    assert shown(page, "control") == ["Seeded random", "Training majority"]
    assert shown(page) == []
    expect(page.locator(".nn-search")).to_have_value("ra")
    expect(page.locator(".nn-count")).to_have_text(re.compile(r"2 of \d+ entries"))


def test_an_address_nobody_wrote_is_harmless(page: Page, board_app: Any) -> None:
    visit(page, board_app, "/?status=nothing&sort=99d&tab=nowhere&sign_in=<b>#entry=zz")
    expect(page.get_by_text("No entry matches.")).to_be_visible()
    page.get_by_role("button", name="Show all entries").click()
    assert shown(page)[: len(COMPETING)] == COMPETING


@pytest.mark.parametrize(
    ("typed", "found"), [("(a+b)*", [HOSTILE]), ("VAGUE  ", ["Vague forest"]), ("[", []), ("\\", [])]
)
def test_the_search_takes_text_as_text(page: Page, board_app: Any, typed: str, found: list[str]) -> None:
    visit(page, board_app)
    page.locator(".nn-search").fill(typed)
    assert shown(page) == found


def test_every_column_sorts_with_missing_values_last(page: Page, board_app: Any) -> None:
    visit(page, board_app)
    page.get_by_role("columnheader", name="System").get_by_role("button").click()
    assert shown(page) == sorted(shown(page), key=str.lower)
    macro = page.get_by_role("columnheader", name="Macro accuracy")
    macro.get_by_role("button").click()
    expect(macro).to_have_attribute("aria-sort", "descending")
    macro.get_by_role("button").click()
    expect(macro).to_have_attribute("aria-sort", "ascending")
    assert shown(page)[-1] == "Authored solver"
    assert shown(page, "control") == ["Seeded random", "Training majority"]
    assert shown(page, "retracted") == ["Withdrawn"]


def test_details_open_by_keyboard_belong_to_the_row_and_close_with_escape(page: Page, board_app: Any) -> None:
    visit(page, board_app)
    page.locator(".nn-search").fill("forest")
    button = page.get_by_role("button", name="Vague forest")
    button.focus()
    page.keyboard.press("Enter")
    details = page.locator(".nn-entry-details")
    expect(details.locator("h2")).to_have_text("Vague forest")
    expect(details).to_contain_text(board_app.records["Vague forest"])
    expect(button).to_have_attribute("aria-expanded", "true")
    details.get_by_role("button", name="Copy the predict command").focus()
    page.keyboard.press("Escape")
    expect(details).to_have_count(0)
    expect(button).to_be_focused()


def test_a_permalink_opens_its_entry(page: Page, board_app: Any) -> None:
    visit(page, board_app, f"/?status=control#entry={board_app.records['Induced search'][:16]}")
    expect(page.locator(".nn-entry-details h2")).to_have_text("Induced search")


def test_commands_can_be_copied(page: Page, board_app: Any) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    visit(page, board_app)
    page.get_by_role("button", name="Induced search").click()
    page.get_by_role("button", name="Copy the fit command").click()
    expect(page.get_by_role("button", name="Copy the fit command")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()").startswith("python3 -m forest fit")


def test_a_new_entry_appears_on_reload(page: Page, board_app: Any) -> None:
    visit(page, board_app)
    board_app.maker.accept(right=100, system__name="Latecomer")
    assert "Latecomer" not in shown(page)
    visit(page, board_app)
    assert shown(page)[-1] == "Latecomer"


@pytest.mark.parametrize("width", [360, 390])
@pytest.mark.parametrize("tab", ["leaderboard", "protocol"])
def test_nothing_scrolls_sideways_on_a_phone(page: Page, board_app: Any, width: int, tab: str) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.emulate_media(color_scheme="dark")
    page.goto(f"{board_app.base}/?tab={tab}")
    page.wait_for_selector("tr.nn-entry", state="attached")
    if tab == "leaderboard":
        page.get_by_role("button", name="Vague forest").click()
        page.wait_for_selector(".nn-entry-details")
    assert page.evaluate("document.documentElement.scrollWidth") == width


def test_the_head_of_the_table_stays_in_sight(page: Page, board_app: Any) -> None:
    page.set_viewport_size({"width": 1280, "height": 420})
    visit(page, board_app)
    page.mouse.wheel(0, 700)
    page.wait_for_timeout(200)
    box = page.get_by_role("columnheader", name="Macro accuracy").bounding_box()
    assert box is not None
    assert -1 <= box["y"] <= 1


def test_signing_in_and_out_through_the_page(page: Page, board_app: Any) -> None:
    visit(page, board_app, "/?tab=protocol")
    page.get_by_role("button", name="Sign in with Hugging Face").click()
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("Sign-in was cancelled.")).to_be_visible()
    assert "sign_in" not in page.url
    page.get_by_role("button", name="Sign in with Hugging Face").click()
    page.get_by_role("button", name="Allow").click()
    page.get_by_role("button", name="demo-submitter · sign out").click()
    expect(page.get_by_role("button", name="Sign in with Hugging Face")).to_be_visible()
    assert "tab=protocol" in page.url


def test_inside_a_frame_signing_in_opens_a_tab_of_its_own(page: Page, board_app: Any) -> None:
    page.goto(board_app.base + "/nnai/session")
    page.evaluate(
        "address => { document.body.innerHTML = `<iframe src='${address}' width=900 height=600>`; }", board_app.base
    )
    frame = page.frame_locator("iframe")
    with page.context.expect_page() as opened:
        frame.get_by_role("button", name="Sign in with Hugging Face").click()
    opened.value.get_by_role("button", name="Allow").click()
    expect(opened.value.get_by_role("button", name="demo-submitter · sign out")).to_be_visible()
