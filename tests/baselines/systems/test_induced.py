"""Induction on toy texts that are no family of the suite."""

from __future__ import annotations

from itertools import product

import pytest

from baselines import Example, Question
from baselines.systems.induced import amounts, cells, implication, ordering, walk
from baselines.systems.induced.model import ENGINES, induce
from baselines.systems.induced.programs import UNKNOWN, Engine
from baselines.systems.induced.rewriting import images
from baselines.systems.induced.search import FULL, Search, credit
from baselines.systems.induced.sequences import following
from baselines.systems.induced.templates import Reader
from baselines.systems.induced.text import literal, sentences
from records import Stream

PETS = ("cat", "dog", "owl", "fox", "hen", "rat", "bat", "yak", "emu")
ROOMS = ("hall", "loft", "yard", "den", "porch", "shop", "barn", "shed", "attic")


def example(number: int, text: str, options: tuple[str, ...], gold: int) -> Example:
    question = Question(id=f"toy-{number}", category="toy", tier=1, text=text, options=options)
    return Example(question=question, label="ABCD"[gold])


def moves(number: int) -> Example:
    """Two pets change rooms; a language that only these tests speak."""
    stream = Stream("toy", number, prefix="tests")
    pets, rooms = stream.sample(PETS, 2), stream.sample(ROOMS, 4)
    asked = stream.below(2)
    text = (
        f"A {pets[0]} naps inside the {rooms[0]}. A {pets[1]} naps inside the {rooms[1]}. "
        f"Off goes the {pets[asked]} towards the {rooms[2]}. In which room naps the {pets[number % 2]}?"
    )
    answer = rooms[2] if number % 2 == asked else rooms[number % 2]
    options = tuple(stream.shuffled(rooms))
    return example(number, text, options, options.index(answer))


@pytest.fixture(scope="module")
def toys() -> list[Example]:
    return [moves(number) for number in range(120)]


def test_words_that_stand_for_things_become_slots_and_the_rest_stays(toys: list[Example]) -> None:
    reader = Reader(toy.question for toy in toys)
    assert not reader.constants & {*PETS, *ROOMS}
    problem = reader.example(toys[0])
    patterns = [fact.pattern for fact in problem.facts]
    assert patterns == ["A _ naps inside the _ .", "A _ naps inside the _ .", "Off goes the _ towards the _ ."]
    assert problem.query.pattern == "In which room naps the _ ?"
    assert all(option.pattern == "_" for option in problem.options)


def test_a_meaning_is_found_for_every_pattern_and_answers_new_texts(toys: list[Example]) -> None:
    model = induce(toys[:80], toys[80:100], 0)
    (group,) = model.groups
    assert group.engine is not None
    assert group.engine.name == "cells"
    assert group.share == 1
    assert group.program["fact", "Off goes the _ towards the _ ."] == ("set", 0, 1)
    assert [model.choose(toy.question) for toy in toys[100:]] == [toy.label for toy in toys[100:]]


def test_a_group_without_an_explanation_abstains() -> None:
    stream = Stream("noise", prefix="tests")
    noise = [example(n, f"Heads or tails for {PETS[n % 9]}?", ROOMS[:4], stream.below(4)) for n in range(60)]
    model = induce(noise[:40], noise[40:], 0)
    assert {model.choose(toy.question) for toy in noise} == {"ABSTAIN"}


def test_lists_of_any_length_share_a_pattern_and_literals_have_sorts() -> None:
    reader = Reader([])
    reader.constants = frozenset({"and"})
    two, three = (reader.statement(sentences(text)[0]) for text in ("ann, bo and cy.", "ann, bo, cy and di."))
    assert two.pattern == three.pattern == "_* ."
    assert three.values == (("ann", "bo", "cy", "di"),)
    assert reader.statement(sentences("9:05, Sunday 7")[0]).pattern == "#: , #day #"
    assert [literal(token) for token in ("9:05", "Sunday", "7", "x")] == [545, 6, 7, None]


def test_a_topic_that_every_sentence_repeats_is_dropped() -> None:
    texts = [
        f"{a} has {n} {t}. {b} has 3 {t}. {c} has 4 {t}. How many {t} has {a}?"
        for n, (a, b, c, t) in enumerate(
            [(PETS[i % 9], PETS[(i + 2) % 9], PETS[(i + 5) % 9], ROOMS[i % 9]) for i in range(45)], 1
        )
    ]
    reader = Reader(example(n, text, ("1", "2", "3", "4"), 0).question for n, text in enumerate(texts))
    assert reader.statement(sentences("cat has 3 hall.")[0]).values == ("cat", 3)


def test_credit_rewards_verdicts_shares_ties_and_prefers_exactness() -> None:
    unknown = [UNKNOWN] * 4
    assert credit(unknown, 2) == 3
    assert credit([0, 1, 1, 1], 0) == FULL
    assert credit([1, 2, 2, 2], 0) == 13
    assert credit([0, 0, 1, 1], 0) == 7
    assert credit([0, 1, 1, 1], 3) == 1


def test_a_search_counts_what_it_tried_and_repeats_itself(toys: list[Example]) -> None:
    reader = Reader(toy.question for toy in toys)
    problems = [reader.example(toy) for toy in toys[:40]]
    runs = []
    for _ in range(2):
        search = Search(engine=cells, problems=problems, seed=5)
        search.screen()
        runs.append((search.finish(), search.tried))
    assert runs[0] == runs[1]
    assert runs[0][1] > 50


@pytest.mark.parametrize(
    ("engine", "text", "options", "program", "follows"),
    [
        (
            implication,
            "If wet then cold. ann wet. So?",
            ("ann cold", "ann wet"),
            {
                ("fact", "If _ then _ ."): ("implies", 0, 1),
                ("fact", "_ _ ."): ("is", 0, 1),
                ("option", "_ _"): ("is", 0, 1),
            },
            [0, 0],
        ),
        (
            ordering,
            "Row ann, bo, cy. bo before ann. cy before bo. Who 3?",
            ("ann", "bo", "cy"),
            {
                ("fact", "Row _* ."): ("members", 0),
                ("fact", "_ before _ ."): ("before", 0, 1),
                ("query", "Who # ?"): ("from first", 0),
                ("option", "_"): ("word", 0),
            },
            [0],
        ),
        (
            amounts.LINE,
            "ann 4 over bo. bo 3. Who ann?",
            ("7", "1"),
            {
                ("fact", "_ # over _ ."): ("differ", 0, 2, 1, 0),
                ("fact", "_ # ."): ("value", 0, 1),
                ("query", "Who _ ?"): ("of", 0, 0),
                ("option", "#"): ("number", 0),
            },
            [0],
        ),
        (
            walk,
            "Go 3. Turn. Go 4. Where?",
            ("3 e 4 n", "4 e 3 n"),
            {
                ("fact", "Go # ."): ("ahead", 0, 0),
                ("fact", "Turn ."): ("turn", 1),
                ("query", "Where ?"): ("here",),
                ("option", "# e # n"): ("vector", 0, 1, 0, 1),
            },
            [0],
        ),
    ],
)
def test_an_engine_runs_a_program(
    engine: Engine,
    text: str,
    options: tuple[str, ...],
    program: dict[tuple[str, str], tuple[str | int, ...]],
    follows: list[int],
) -> None:
    reader = Reader([])
    reader.constants = frozenset({"If", "then", "So", "Row", "before", "Who", "over", "Go", "Turn", "Where", "e", "n"})
    problem = reader.problem(Question(id="toy", category="toy", tier=1, text=text, options=options))
    found = engine.distances(problem, program)
    assert [number for number, distance in enumerate(found) if distance == 0] == list(range(len(follows)))


def test_every_engine_offers_the_operators_that_its_programs_use(toys: list[Example]) -> None:
    reader = Reader(toy.question for toy in toys)
    problem = reader.example(toys[0])
    for engine, statement in product(ENGINES, problem.facts):
        ops = engine.operators("fact", statement)
        assert len(ops) == len(set(ops)), engine.name
        assert ops[0] == ("skip",), engine.name


@pytest.mark.parametrize(
    ("terms", "then"),
    [
        ((2, 5, 8, 11), 14),
        ((3, 6, 12, 24), 48),
        ((1, 2, 4, 7, 11), 16),
        ((2, 3, 5, 8, 13), 21),
        ((1, 10, 2, 20, 3, 30), 4),
        ((7, 1), None),
    ],
)
def test_the_simplest_law_that_fits_continues_a_sequence(terms: tuple[int, ...], then: int | None) -> None:
    assert following(terms) == then


def test_the_shortest_edits_that_fit_rewrite_a_word() -> None:
    assert images((("abcde", "edcba"), ("fghij", "jihgf")), "klmno") == {"onmlk"}
    assert images((("abcde", "abcdef"),), "klmno") == frozenset()
