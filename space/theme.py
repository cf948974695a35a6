"""One look from one place: `assets/tokens.json` becomes the Gradio theme and the CSS variables of the stylesheet.

Invariant: no colour, radius or font is named anywhere else in Python or CSS; fonts are the system's own, so that the
page asks no other host for anything.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import gradio as gr

TOKENS = Path(__file__).resolve().parent.parent / "assets" / "tokens.json"
PREFIX = "--nn-"


@dataclass(frozen=True, kw_only=True, slots=True)
class Tokens:
    """Named colours of the light and the dark page (same names), and the shapes both share."""

    light: Mapping[str, str]
    dark: Mapping[str, str]
    shape: Mapping[str, str]

    def css(self) -> str:
        """The tokens as CSS variables `--nn-NAME`, light on the root and dark under gradio's `.dark`."""
        return "\n".join(
            (
                f":root {{ color-scheme: light; {_declarations(self.light)} {_declarations(self.shape)} }}",
                f":root.dark, :root .dark {{ color-scheme: dark; {_declarations(self.dark)} }}",
            )
        )


def read_tokens(path: Path = TOKENS) -> Tokens:
    """The tokens of `path`. Raises ValueError when the light and dark pages do not name the same colours."""
    data = json.loads(path.read_bytes())
    if data["light"].keys() != data["dark"].keys():
        raise ValueError(f"{path.name}: light and dark must name the same colours")
    return Tokens(light=data["light"], dark=data["dark"], shape=data["shape"])


def build_theme(tokens: Tokens) -> gr.themes.Base:
    """The Gradio theme of the tokens: flat surfaces, one accent, no shadow, no gradient, system fonts."""
    theme = gr.themes.Base(font=[tokens.shape["font"]], font_mono=[tokens.shape["font-mono"]])
    for name, value in _variables().items():
        if value in tokens.light:
            setattr(theme, name, tokens.light[value])
            setattr(theme, f"{name}_dark", tokens.dark[value])
        else:
            setattr(theme, name, tokens.shape.get(value, value))
            if hasattr(theme, f"{name}_dark"):
                setattr(theme, f"{name}_dark", None)
    theme.name = "nnai-bench"
    return theme


def _declarations(values: Mapping[str, str]) -> str:
    return " ".join(f"{PREFIX}{name}: {value};" for name, value in values.items())


def _variables() -> dict[str, str]:
    """Gradio's theme variable -> the token (or plain CSS value) it takes."""
    surfaces = dict.fromkeys(("body_background_fill", "background_fill_primary"), "paper")
    cards = dict.fromkeys(("block_background_fill", "panel_background_fill", "input_background_fill"), "card")
    soft = dict.fromkeys(("background_fill_secondary", "table_odd_background_fill", "code_background_fill"), "soft")
    ink = dict.fromkeys(("body_text_color", "block_title_text_color", "block_label_text_color"), "ink")
    muted = dict.fromkeys(("body_text_color_subdued", "block_info_text_color", "input_placeholder_color"), "muted")
    lines = dict.fromkeys(("border_color_primary", "block_border_color", "input_border_color"), "line")
    accent = dict.fromkeys(
        ("border_color_accent", "color_accent", "link_text_color", "link_text_color_hover", "link_text_color_visited"),
        "accent",
    )
    primary = {
        "button_primary_background_fill": "accent",
        "button_primary_background_fill_hover": "accent",
        "button_primary_text_color": "on-accent",
        "button_primary_border_color": "accent",
        "button_secondary_background_fill": "card",
        "button_secondary_background_fill_hover": "soft",
        "button_secondary_text_color": "ink",
        "button_secondary_border_color": "line",
        "error_background_fill": "bad-soft",
        "error_border_color": "bad",
        "error_text_color": "bad",
        "error_icon_color": "bad",
        "color_accent_soft": "accent-soft",
        "stat_background_fill": "accent",
        "loader_color": "accent",
    }
    radii = dict.fromkeys(("block_radius", "container_radius"), "radius-card") | dict.fromkeys(
        ("input_radius", "button_large_radius", "button_medium_radius", "button_small_radius"), "radius-control"
    )
    flat = dict.fromkeys(
        ("block_shadow", "input_shadow", "button_primary_shadow", "button_secondary_shadow", "shadow_drop"), "none"
    )
    return surfaces | cards | soft | ink | muted | lines | accent | primary | radii | flat
