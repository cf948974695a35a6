"""The page: header and tabs, composed. Invariant: no rule and no number is computed here."""

from __future__ import annotations

from importlib.util import find_spec

import gradio as gr

from space.environment import Settings
from space.header import build_header
from space.leaderboard_tab import build_leaderboard_tab
from space.protocol_tab import build_protocol_tab
from space.site import Site

TITLE = "NNAI-Bench"


def build_page(settings: Settings, site: Site) -> gr.Blocks:
    """All tabs in one `gr.Blocks`, ready to launch."""
    page: gr.Blocks
    with gr.Blocks(title=TITLE, fill_width=True, analytics_enabled=False) as page:
        build_header(local=not settings.on_space)
        with gr.Tabs(elem_id="nn-tabs"):
            with gr.Tab("Leaderboard", id="leaderboard", elem_id="nn-tab-leaderboard"):
                build_leaderboard_tab(page, site)
            with gr.Tab("Submit", id="submit", elem_id="nn-tab-submit"):
                _build_submit_tab()
            with gr.Tab("Protocol", id="protocol", elem_id="nn-tab-protocol"):
                build_protocol_tab()
    return page


def _build_submit_tab() -> None:
    if find_spec("space.submit_tab") is not None:
        from space.submit_tab import build_submit_tab

        build_submit_tab()
