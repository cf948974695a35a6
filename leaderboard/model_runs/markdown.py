"""What a stranger wrote, made safe inside a Markdown page that a browser may draw.

Invariant: neither function lets through markup, HTML, a link, a line break or an invisible character.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable

_MARKUP = re.compile(r"[\\`*_{}\[\]()#+|~!:$@=]|(?<=www)\.", re.IGNORECASE)
_WIDTH = 110
_IN_BLOCK = {ord(char): f"\\u{ord(char):04x}" for char in "`<>&"}


def plain(text: str) -> str:
    """`text` as one line of Markdown that reads as it was written and means nothing; never to begin a line with.

    The colon is escaped because GitHub makes a link of any bare address, the dollar sign because it draws formulas.
    """
    line = " ".join(text.split())
    shown = "".join(char if char.isprintable() else char.encode("unicode_escape").decode("ascii") for char in line)
    return html.escape(_MARKUP.sub(lambda found: f"\\{found[0]}", shown), quote=False)


def fenced(value: object) -> str:
    """`value` as an indented JSON block: ASCII, and without any character that could end the block or begin a tag."""
    return f"```json\n{_laid_out(value, '')}\n```"


def _laid_out(value: object, indent: str) -> str:
    """JSON in which what fits on a line stands on a line."""
    flat = json.dumps(value, ensure_ascii=True, allow_nan=False).translate(_IN_BLOCK)
    if not isinstance(value, dict | list) or len(indent) + len(flat) <= _WIDTH:
        return flat
    deeper = indent + " "
    if isinstance(value, list):
        return _joined("[]", (_laid_out(item, deeper) for item in value), indent)
    return _joined("{}", (f"{_laid_out(key, '')}: {_laid_out(item, deeper)}" for key, item in value.items()), indent)


def _joined(ends: str, parts: Iterable[str], indent: str) -> str:
    inside = ",\n".join(f"{indent} {part}" for part in parts)
    return f"{ends[0]}\n{inside}\n{indent}{ends[1]}"
