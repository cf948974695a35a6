"""The page: header and tabs, composed. Invariant: no rule and no number is computed here."""

from __future__ import annotations

from collections.abc import Sequence

import gradio as gr

from records import Rejected
from space.board_html import draw_unavailable
from space.board_source import BoardSource
from space.environment import Settings
from space.header import build_header
from space.leaderboard_tab import build_leaderboard_tab
from space.protocol_tab import build_protocol_tab
from space.submit_tab import build_submit_tab

TITLE = "NNAI-Bench"


def build_page(settings: Settings, sources: Sequence[BoardSource]) -> gr.Blocks:
    """All tabs in one `gr.Blocks`, ready to launch."""
    page: gr.Blocks
    with gr.Blocks(title=TITLE, fill_width=True, analytics_enabled=False) as page:
        build_header(local=not settings.on_space)
        with gr.Tabs(elem_id="nn-tabs"):
            with gr.Tab("Leaderboard", id="leaderboard", elem_id="nn-tab-leaderboard"):
                build_leaderboard_tab(page, sources)
            with gr.Tab("Submit", id="submit", elem_id="nn-tab-submit"):
                _build_submit(settings, sources)
            with gr.Tab("Protocol", id="protocol", elem_id="nn-tab-protocol"):
                build_protocol_tab()
    return page


def _build_submit(settings: Settings, sources: Sequence[BoardSource]) -> None:
    """The Submit tab, or why there is none: a corpus that does not fit its manifest must not stop the board."""
    try:
        build_submit_tab(settings, [source.site for source in sources])
    except Rejected as error:
        gr.HTML(draw_unavailable(error.findings), apply_default_css=False, js_on_load=None)
