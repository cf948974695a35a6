"""The Leaderboard tab: the board as the server draws it, afresh at every load."""

from __future__ import annotations

import gradio as gr

from space.site import Site


def build_leaderboard_tab(page: gr.Blocks, site: Site) -> None:
    """Draw the board of `site`."""
    gr.HTML("<p>Loading the board…</p>", apply_default_css=False, elem_id="nn-board", js_on_load=None)
