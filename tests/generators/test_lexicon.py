from __future__ import annotations

import re

from generators import lexicon

GROUPS = (
    *(lexicon.NAMES, lexicon.ADJECTIVES, lexicon.PLACES, lexicon.OBJECTS, lexicon.CONTAINERS, lexicon.COUNTED),
    *(lexicon.COLOURS, lexicon.LANDMARKS, lexicon.CLASSES, lexicon.WEEKDAYS),
)
WORDS = [word for group in GROUPS for word in group]


def test_the_lexicon_has_the_sizes_that_the_design_names() -> None:
    assert [len(group) for group in GROUPS] == [26, 40, 12, 8, 6, 6, 6, 16, 32, 7]


def test_no_word_is_part_of_another_word() -> None:
    lower = [word.casefold() for word in WORDS]
    assert [(a, b) for a in lower for b in lower if a != b and a in b] == []
    assert len(set(lower)) == len(lower)


def test_names_are_capitalised_and_everything_else_is_lower_case_ascii() -> None:
    assert all(re.fullmatch(r"[A-Z][a-z]+", name) for name in lexicon.NAMES)
    lower = [word for word in WORDS if word not in (*lexicon.NAMES, *lexicon.WEEKDAYS)]
    assert all(re.fullmatch(r"[a-z]+", word) for word in lower)


def test_nonsense_classes_take_the_article_a() -> None:
    assert [word for word in lexicon.CLASSES if word[0] in "aeiou"] == []


def test_lists_and_counts_read_as_english() -> None:
    assert lexicon.listing(["Ada", "Bo", "Cy"]) == "Ada, Bo and Cy"
    assert [lexicon.counted(n, "step") for n in (1, 2, 11)] == ["1 step", "2 steps", "11 steps"]
