"""Text into HTML. Invariant: every value that came from outside passes `text`; nothing here marks a value as safe."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

DASH = "–"


def text(value: object) -> str:
    """`value` as HTML text or attribute value. Braces too: gradio's templates read `{{…}}` and `${…}`."""
    return escape(str(value), quote=True).replace("{", "&#123;").replace("}", "&#125;").replace("`", "&#96;")


def paragraphs(value: str) -> str:
    """Lines of plain text as paragraphs."""
    return "".join(f"<p>{text(line)}</p>" for line in value.split("\n") if line.strip())


def link(address: str, label: str) -> str:
    """An outward link, or plain text where the address is no https (or loopback) address."""
    if not address.startswith(("https://", "http://127.0.0.1:", "http://localhost:")):
        return text(label)
    return f'<a href="{text(address)}" target="_blank" rel="noopener noreferrer nofollow">{text(label)}</a>'


def chip(kind: str, label: str, title: str = "") -> str:
    """A small round label; `kind` is one of accent, note, neutral, warning, bad."""
    hint = f' title="{text(title)}"' if title else ""
    return f'<span class="nn-chip nn-{text(kind)}"{hint}>{text(label)}</span>'


def short(digest: str) -> str:
    """A digest as its first and last four digits, for reading; the whole stands in the title of what shows it."""
    bare = digest.removeprefix("sha256:")
    return f"{bare[:4]}…{bare[-4:]}" if len(bare) > 10 else bare


def panel(title: str, body: str, *, wide: bool = False) -> str:
    """A titled card; `body` is HTML already."""
    return f'<section class="nn-panel{" nn-wide" if wide else ""}"><h3>{text(title)}</h3>{body}</section>'


def pairs(rows: Iterable[tuple[str, str]]) -> str:
    """A definition list; the values are HTML already."""
    return f"<dl>{''.join(f'<dt>{text(name)}</dt><dd>{value}</dd>' for name, value in rows)}</dl>"
