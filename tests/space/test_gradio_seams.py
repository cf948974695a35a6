"""What we rely on inside gradio, which is pinned: a new version that moves it fails here and not at a visitor's."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from types import ModuleType

import gradio as gr
import gradio.component_meta
import gradio.oauth
import gradio.queueing
import gradio.routes
import pytest

from space.quick_import import FUNCTION
from space.sign_in_button import SignInButton

ROOT = Path(__file__).resolve().parents[2]


def test_the_sign_in_asks_get_space_whether_it_is_real() -> None:
    assert "if get_space() is not None" in inspect.getsource(gradio.oauth.attach_oauth)


def test_the_stub_writer_is_where_we_skip_it() -> None:
    source = inspect.getsource(gradio.component_meta.ComponentMeta)
    assert f"{FUNCTION}(component_class, name, events)" in source


def test_no_stub_is_written_beside_our_own_button() -> None:
    assert not list((ROOT / "space").glob("*.pyi"))


@pytest.mark.parametrize("module", [gradio.queueing, gradio.routes])
def test_handlers_report_failures_where_we_shorten_them(module: ModuleType) -> None:
    assert "traceback.print_exc()" in inspect.getsource(module)
    assert not re.search(r"(?<!traceback)\.print_exc\(|format_exc\(", inspect.getsource(module))


def test_the_sign_in_button_is_a_plain_button_that_gradio_still_recognises() -> None:
    assert SignInButton.get_block_name(object.__new__(SignInButton)) == "button"
    assert issubclass(SignInButton, gr.LoginButton)


def test_the_pin_is_the_version_that_runs() -> None:
    requirements = (ROOT / "requirements.txt").read_text(encoding="utf-8")
    assert f"gradio[oauth]=={gr.__version__}\n" in requirements
