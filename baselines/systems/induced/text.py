"""Sentences and tokens: the only reading of English that is built in.

Invariant: nothing here knows a word of any prompt, except literals that a reader of any text would know: integers,
clock times and the names of the weekdays.
"""

from __future__ import annotations

import re

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_TOKEN = re.compile(r"\d+:\d+|\d+|[^\W\d_]+(?:'[a-z]+)?|[^\w\s]")
_SENTENCE = re.compile(r"\S.*?(?:[.?!](?=\s|$)|$)")

Token = str


def sentences(text: str) -> list[list[Token]]:
    """The sentences of a text as token lists, final mark included."""
    return [tokens(part) for part in _SENTENCE.findall(text)]


def tokens(text: str) -> list[Token]:
    """Words, numbers, clock times and single marks, in order and in their own case."""
    return _TOKEN.findall(text)


def is_word(token: Token) -> bool:
    """Whether the token is a word that could stand for something (not a literal, not a mark)."""
    return token[0].isalpha() and token not in WEEKDAYS


def literal(token: Token) -> int | None:
    """The value of an integer, a clock time (minutes since 00:00) or a weekday (Monday = 0); None for anything else."""
    if token.isdigit():
        return int(token)
    if ":" in token and token != ":":
        hours, minutes = token.split(":")
        return 60 * int(hours) + int(minutes)
    return WEEKDAYS.index(token) if token in WEEKDAYS else None
