"""Reading rendered English strictly: a sentence either is in the template document or stops the reading.

Invariant: no solver guesses. Text that docs/TEMPLATES.md does not describe raises Unreadable.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

NAME = r"([A-Z][a-z]+)"
WORD = r"([a-z]+)"
NUMBER = r"([1-9][0-9]*)"


class Unreadable(ValueError):
    """The text is not in the grammar of the template document, or means nothing there."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Solver:
    """Decides one option of one question from the text alone."""

    id: str
    family: str
    paradigm: str
    version: int
    opening: re.Pattern[str]
    """Matches the last sentence of this family's questions and of no other's."""
    decide: Callable[[str, str], bool]
    """(question, option) -> is it true? Raises Unreadable."""


def sentences(question: str) -> list[str]:
    """The sentences of a question, each with its final mark."""
    if not re.fullmatch(r"[A-Z][ -~]*\?", question) or "  " in question:
        raise Unreadable("a question is one line of ASCII with single spaces that ends with '?'")
    return re.findall(r"\S[^.?]*[.?]", question)


def pattern(template: str) -> re.Pattern[str]:
    """A compiled pattern from a template with slots NAME, WORD and NUMBER."""
    for slot, expression in (("NAME", NAME), ("WORD", WORD), ("NUMBER", NUMBER)):
        template = template.replace(slot, expression)
    return re.compile(template)


def match_one(text: str, patterns: Sequence[tuple[str, re.Pattern[str]]]) -> tuple[str, tuple[str, ...]]:
    """The key of the one pattern that `text` fits entirely, and its slots."""
    for key, expression in patterns:
        if found := expression.fullmatch(text):
            return key, tuple(group or "" for group in found.groups())
    raise Unreadable(f"not a sentence of the template document: {text!r}")


def slots(text: str, expression: re.Pattern[str]) -> tuple[str, ...]:
    """The slots of `text`, which must fit `expression` entirely."""
    return match_one(text, [("", expression)])[1]
