"""The look comes from one place, reads well, and asks no other host for anything."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from space.theme import TOKENS, build_theme, read_tokens

STYLE = TOKENS.parent / "style"
READABLE = 4.5
PAIRS = [
    *[(ink, ground) for ink in ("ink", "muted", "accent") for ground in ("paper", "card", "soft")],
    *[(name, f"{name}-soft") for name in ("accent", "warning", "bad", "note")],
    ("bad", "card"),
    ("on-accent", "accent"),
]


def luminance(colour: str) -> float:
    channels = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("ink", "ground"), PAIRS)
def test_text_is_readable_on_every_ground(scheme: str, ink: str, ground: str) -> None:
    colours = getattr(read_tokens(), scheme)
    assert contrast(colours[ink], colours[ground]) >= READABLE


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_numbers_stay_readable_on_the_strongest_heat(scheme: str) -> None:
    colours = getattr(read_tokens(), scheme)
    mixed = [
        round(int(colours["heat"][at : at + 2], 16) * 0.36 + int(colours["card"][at : at + 2], 16) * 0.64)
        for at in (1, 3, 5)
    ]
    assert contrast(colours["ink"], "#" + "".join(f"{value:02x}" for value in mixed)) >= READABLE


def test_stylesheets_name_no_colour_of_their_own() -> None:
    for sheet in STYLE.glob("*.css"):
        assert not re.findall(r"#[0-9a-fA-F]{3,8}\b(?![^{]*\{)|rgba?\(", _values(sheet)), sheet.name


def _values(sheet: Path) -> str:
    return "\n".join(re.findall(r":([^;{}]+);", sheet.read_text(encoding="utf-8")))


def test_every_variable_of_the_stylesheets_is_a_token() -> None:
    tokens = read_tokens()
    known = {*tokens.light, *tokens.shape}
    for sheet in STYLE.glob("*.css"):
        assert set(re.findall(r"var\(--nn-([a-z-]+)\)", sheet.read_text(encoding="utf-8"))) <= known, sheet.name


def test_the_theme_loads_no_font_and_names_no_host() -> None:
    theme = build_theme(read_tokens())
    css = str(theme._get_theme_css())  # type: ignore[no-untyped-call]
    assert theme._stylesheets == []
    assert not re.search(r"@import|@font-face|https?://(?!www\.w3\.org)", css)
    assert read_tokens().light["accent"] in css


def test_light_and_dark_must_name_the_same_colours(tmp_path: Path) -> None:
    (tmp_path / "tokens.json").write_text(json.dumps({"light": {"a": "#fff"}, "dark": {}, "shape": {}}))
    with pytest.raises(ValueError, match="same colours"):
        read_tokens(tmp_path / "tokens.json")
