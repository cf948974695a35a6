"""The Leaderboard tab: the board as the server draws it, afresh at every load."""

from __future__ import annotations

import gradio as gr

from space.board_html import draw_board, draw_unavailable
from space.board_source import BoardSource
from space.board_view import view_board

LOADING = '<p class="nn-empty" aria-busy="true">Loading the board…</p>'
SCRIPT = "import('/nnai/assets/board/board.mjs').then((board) => board.attach(element, watch));"


def build_leaderboard_tab(page: gr.Blocks, source: BoardSource) -> None:
    """Draw the board of `source`; each visit reads the state as it is then."""
    board = gr.HTML(LOADING, apply_default_css=False, elem_id="nn-board", js_on_load=SCRIPT)

    def draw() -> str:
        return draw_current(source)

    page.load(draw, inputs=None, outputs=board, queue=False, show_progress="hidden", api_visibility="private")


def draw_current(source: BoardSource) -> str:
    """The tab's HTML for the state as it is now."""
    current = source.current()
    return draw_unavailable(current.findings) if current.board is None else draw_board(view_board(current.board))
