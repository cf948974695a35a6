"""The disclosure form: made from the schema, findings beside fields, nothing lost, usable on a phone."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from records import canonical_bytes

pytestmark = pytest.mark.browser
LISTS = {
    "architecture/components": "Add a component",
    "resources": "Add a resource",
    "provenance/authored_code/files": "Add a file",
}


def fill(page: Page, value: Any, path: str = "") -> None:
    """Answer the form as a visitor does, field by field, with the parts of a document."""
    control = "#nns-" + path.replace("/", "-")
    if isinstance(value, dict):
        for name, part in sorted(value.items(), key=lambda item: item[0] != "status"):
            fill(page, part, f"{path}/{name}" if path else name)
    elif isinstance(value, list):
        for at, row in enumerate(value):
            if page.locator(f"{control}-{at}-{next(iter(row))}").count() == 0:
                page.click(f"button:text-is('{LISTS[path]}')")
            fill(page, row, f"{path}/{at}")
    elif isinstance(value, bool):
        check(page, control, {True: "Yes", False: "No"}[value])
    elif page.locator(f"input[name='{control[1:]}']").count():
        check(page, control, str(value))
    elif page.locator(f"select{control}").count():
        page.select_option(control, str(value))
    elif value != "" and page.locator(control).is_editable():
        page.fill(control, str(value))


def check(page: Page, control: str, word: str) -> None:
    """Choose a chip, or tick a box."""
    if page.locator(control).get_attribute("type") == "checkbox":
        page.check(control)
    else:
        page.check(f"input[name='{control[1:]}'][value='{word}']")


def open_groups(page: Page) -> None:
    """Open every accordion."""
    page.evaluate("document.querySelectorAll('.nns-group').forEach((group) => (group.open = true))")


def test_a_form_filled_by_hand_gives_the_bytes_of_the_document(visit: Any, make_document: Any, rows: Any) -> None:
    document = make_document()
    answers = {name: part for name, part in document.items() if name not in HIDDEN}
    visit.open()
    visit.choose(rows)
    open_groups(visit.page)
    fill(visit.page, answers)
    expect(visit.page.locator(".nns-count.nns-done")).to_have_count(9)
    with visit.page.expect_download() as download:
        visit.press("download")
    sent = json.loads(download.value.path().read_bytes())
    assert sent.pop("preview")["scorer"]
    assert canonical_bytes(sent) == canonical_bytes(document)


HIDDEN = {"schema", "suite", "test_sha256", "predictions"}


def test_an_incomplete_form_names_its_groups_and_leads_to_the_first_field(visit: Any, rows: Any) -> None:
    visit.open()
    expect(visit.page.locator(".nns-error span")).to_have_count(0)
    visit.choose(rows)
    visit.press("submit")
    box = visit.page.locator(".nns-outcome")
    expect(box.locator(".nns-groups li")).to_have_count(9)
    box.locator("text=Reproduction").click()
    focused = visit.page.evaluate("document.activeElement.id")
    assert focused == "nns-reproduction-environment-file"
    assert visit.page.get_attribute(f"#{focused}", "aria-invalid") == "true"
    described = visit.page.get_attribute(f"#{focused}", "aria-describedby").split()
    assert "an answer is needed" in [visit.page.inner_text(f"#{place}") for place in described]


def test_a_finding_stands_beside_its_field_once_it_was_touched(visit: Any) -> None:
    visit.open()
    open_groups(visit.page)
    visit.page.fill("#nns-source-revision", "main")
    visit.page.keyboard.press("Tab")
    expect(visit.page.locator("#nns-source-revision-error")).to_contain_text("'main'")
    expect(visit.page.locator("[data-group=source] .nns-count")).to_have_text("4 to fix")
    visit.page.fill("#nns-source-revision", "a" * 40)
    expect(visit.page.locator("#nns-source-revision-error")).to_have_text("")
    visit.page.fill("#nns-system-description", "write to somebody@example.org")
    visit.page.keyboard.press("Tab")
    expect(visit.page.locator("#nns-system-description-error")).to_contain_text("e-mail")


def test_a_reload_keeps_the_file_and_the_answers_and_clear_forgets_them(visit: Any, make_document: Any) -> None:
    visit.open()
    visit.choose(make_document(), "mine.json")
    visit.page.fill("#nns-system-name", "typed after the upload")
    visit.page.reload()
    visit.ready()
    visit.page.wait_for_selector(".nns-score")
    assert "mine.json" in visit.page.inner_text(".nns-drop-state")
    assert visit.page.input_value("#nns-system-name") == "typed after the upload"
    visit.page.click("text=Clear the form")
    visit.page.click("text=Yes, clear everything")
    assert visit.page.input_value("#nns-system-name") == ""
    visit.page.reload()
    visit.ready()
    visit.page.wait_for_selector(".nns-empty")
    assert visit.page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('nnai-bench/'))") == []


def test_an_upload_that_fills_the_form_can_be_undone_and_its_faults_are_shown(visit: Any, make_document: Any) -> None:
    document = make_document(track="open-book")
    visit.open()
    visit.page.fill("#nns-system-name", "typed before")
    visit.choose(document)
    visit.page.wait_for_selector(".nns-score")
    expect(visit.page.locator("[data-group=track] .nns-count")).to_have_text("1 to fix")
    assert visit.page.input_value("#nns-system-name") == "rule-forest"
    visit.page.click("text=Undo")
    assert visit.page.input_value("#nns-system-name") == "typed before"
    visit.choose(make_document(test_sha256="0" * 64))
    visit.page.wait_for_selector(".nns-findings")
    assert visit.page.inner_text(".nns-finding-head code") == "E_TEST_SHA"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_scrolls_sideways_at_360_pixels(visit: Any, make_document: Any, scheme: Any) -> None:
    visit.page.set_viewport_size({"width": 360, "height": 800})
    visit.page.emulate_media(color_scheme=scheme)
    visit.open()
    visit.choose(make_document(track="offline-retrieval"))
    open_groups(visit.page)
    visit.press("submit")
    visit.page.wait_for_selector(".nns-outcome")
    widths = visit.page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
    assert widths[0] <= widths[1]
