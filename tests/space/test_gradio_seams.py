"""What we rely on inside gradio, which is pinned: a new version that moves it fails here and not in a visitor's hands."""

from __future__ import annotations

import inspect
from pathlib import Path

import gradio as gr
import gradio.component_meta
import gradio.oauth

from space.quick_import import FUNCTION
from space.sign_in import SignInButton


def test_the_sign_in_asks_get_space_whether_it_is_real() -> None:
    assert "if get_space() is not None" in inspect.getsource(gradio.oauth.attach_oauth)


def test_the_stub_writer_is_where_we_skip_it() -> None:
    source = inspect.getsource(gradio.component_meta.ComponentMeta)
    assert f"{FUNCTION}(component_class, name, events)" in source


def test_the_sign_in_button_is_a_plain_button_that_gradio_still_recognises() -> None:
    assert SignInButton.get_block_name(object.__new__(SignInButton)) == "button"
    assert issubclass(SignInButton, gr.LoginButton)


def test_the_pin_is_the_version_that_runs() -> None:
    requirements = (Path(__file__).resolve().parents[2] / "requirements.txt").read_text(encoding="utf-8")
    assert f"gradio[oauth]=={gr.__version__}\n" in requirements
