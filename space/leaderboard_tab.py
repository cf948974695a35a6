"""The Leaderboard tab: one board a suite as the server draws them, afresh at every load."""

from __future__ import annotations

from collections.abc import Sequence

import gradio as gr

from space.board_html import draw_board, draw_boards, draw_unavailable
from space.board_source import BoardSource
from space.board_view import view_board

LOADING = '<p class="nn-empty" aria-busy="true">Loading the board…</p>'
SCRIPT = "import('/nnai/assets/board/board.mjs').then((board) => board.attach(element, watch));"


def build_leaderboard_tab(page: gr.Blocks, sources: Sequence[BoardSource]) -> None:
    """Draw the board of each source; each visit reads the state as it is then."""
    board = gr.HTML(LOADING, apply_default_css=False, elem_id="nn-board", js_on_load=SCRIPT)

    def draw() -> str:
        return draw_all(sources)

    page.load(draw, inputs=None, outputs=board, queue=False, show_progress="hidden", api_visibility="private")


def draw_all(sources: Sequence[BoardSource]) -> str:
    """The tab's HTML for the state as it is now."""
    return draw_boards([(source.site.corpus, _title(source), draw_current(source)) for source in sources])


def draw_current(source: BoardSource) -> str:
    """One board's HTML, or why there is none."""
    current = source.current()
    if current.board is None:
        return draw_unavailable(current.findings, source.site.corpus)
    return draw_board(view_board(current.board))


def _title(source: BoardSource) -> str:
    """The name of the suite: "Scheduling v0.2" of the folder scheduling-v0.2, also where its data cannot be read."""
    name, _, version = source.site.corpus.rpartition("-")
    return f"{name.capitalize()} {version}"
