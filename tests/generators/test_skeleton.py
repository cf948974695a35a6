from __future__ import annotations

from generators.skeleton import skeleton


def form(question: str) -> str:
    return skeleton(question, words_are_free=False)


def test_questions_that_differ_in_names_things_and_numbers_share_a_skeleton() -> None:
    first = "Arlo has 14 beads. Bryn has 5 more beads than Arlo. How many beads does Bryn have?"
    second = "Zuri has 30 cards. Noor has 7 more cards than Zuri. How many cards does Noor have?"
    assert form(first) == form(second)


def test_another_relation_or_another_pattern_of_repetition_is_another_skeleton() -> None:
    first = "Arlo has 14 beads. Bryn has 5 more beads than Arlo. How many beads does Bryn have?"
    assert form(first) != form(first.replace("more", "fewer"))
    assert form(first) != form(first.replace("does Bryn", "does Arlo"))
    assert form(first) != form(first.replace("5", "14"))


def test_words_of_an_induction_item_are_variables() -> None:
    first, second = (
        "It turns abcde into edcba. What does it turn x into?",
        "It turns pqrst into tsrqp. What does it turn y into?",
    )
    assert skeleton(first, words_are_free=True) == skeleton(second, words_are_free=True)
    assert form(first) != form(second)
