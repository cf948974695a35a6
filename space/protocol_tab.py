"""The Protocol tab: docs/PROTOCOL.md as it stands in the repository, in readable type."""

from __future__ import annotations

from pathlib import Path

import gradio as gr

PROTOCOL = Path(__file__).resolve().parent.parent / "docs" / "PROTOCOL.md"
MISSING = "# Protocol\n\nThe protocol document is not part of this checkout. It is kept at `docs/PROTOCOL.md`."


def read_protocol(path: Path = PROTOCOL) -> str:
    """The document's text, or one that says where it should be."""
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return MISSING


def build_protocol_tab() -> None:
    """Draw the protocol."""
    gr.Markdown(read_protocol(), elem_id="nn-protocol", elem_classes=["nn-prose"], container=False)
