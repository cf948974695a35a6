"""Small faults of English that templates produce, and the form every question and option must have."""

from __future__ import annotations

import re

_FAULTS = (
    (re.compile(r"  "), "two spaces in a row"),
    (re.compile(r"^\s|\s$"), "a space at the edge"),
    (re.compile(r"\s[.,?;:]"), "a space before a punctuation mark"),
    (re.compile(r"[.,?;:]{2}"), "two punctuation marks in a row"),
    (re.compile(r"[.?] [a-z]"), "a sentence that starts in lower case"),
    (
        re.compile(
            r"\b1 (?:more |fewer )?"
            r"(?:steps|beads|cards|marbles|shells|stamps|stickers|people|blocks|minutes|hours|days)\b"
        ),
        "a plural after 1",
    ),
    (
        re.compile(r"\b(?:0|[2-9]|[1-9][0-9]+) (?:step|person|block|minute|hour|day)\b"),
        "a singular after a number other than 1",
    ),
    (re.compile(r"\b[Aa] [aeiouAEIOU]"), "'a' before a vowel"),
    (re.compile(r"\b[Aa]n [^aeiouAEIOU]"), "'an' before a consonant"),
    (re.compile(r"\b(\w+) \1\b", re.IGNORECASE), "a word twice in a row"),
    (
        re.compile(r"(?<!:)\b0[0-9]|\b0 (?:north|south|east|west)\b"),
        "a number with a leading zero, or a direction with length 0",
    ),
)


def language_faults(text: str) -> list[str]:
    """What is wrong with the English of a question or option, in words; empty if nothing was found."""
    return [fault for pattern, fault in _FAULTS if pattern.search(text)]


def form_faults(text: str) -> list[str]:
    """Printable ASCII only; shared by questions and options."""
    return [] if re.fullmatch(r"[ -~]+", text) else ["a character outside printable ASCII"]
