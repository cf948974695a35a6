"""One unknown word-to-word function, found for each problem from its own examples as the shortest composition of
generic edits.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from baselines.systems.induced.programs import (
    SKIP,
    Op,
    Program,
    Role,
    arguments,
    named,
    places,
    steps,
    word_distances,
    word_options,
)
from baselines.systems.induced.templates import Problem, Statement, Value

name = "rewriting"
LONGEST = 3
Edit = Callable[[str], str]


def _shifted(by: int) -> Edit:
    return lambda word: "".join(chr((ord(letter) - 97 + by) % 26 + 97) for letter in word)


EDITS: dict[str, Edit] = {
    "reverse": lambda word: word[::-1],
    "rotate left": lambda word: word[1:] + word[:1],
    "rotate right": lambda word: word[-1:] + word[:-1],
    "swap first two": lambda word: word[1::-1] + word[2:],
    "swap last two": lambda word: word[:-2] + word[:-3:-1],
    "swap ends": lambda word: word[-1:] + word[1:-1] + word[:1] if len(word) > 1 else word,
    "swap halves": lambda word: (
        word[-(len(word) // 2) :] + word[len(word) // 2 : -(len(word) // 2)] + word[: len(word) // 2]
    ),
    "sort": lambda word: "".join(sorted(word)),
    "sort down": lambda word: "".join(sorted(word, reverse=True)),
    "next letters": _shifted(1),
    "previous letters": _shifted(-1),
    "mirror letters": lambda word: "".join(chr(219 - ord(letter)) for letter in word),
}
"""Edits of lower-case words that keep the length."""


def operators(role: Role, statement: Statement) -> list[Op]:
    """example (input, output); the query: the word to be rewritten."""
    if role == "option":
        return word_options(statement)
    if role == "query":
        return [SKIP, *(("apply", place) for place in places(statement, str))]
    return [SKIP, *named("example", arguments(statement, 2))]


def distances(problem: Problem, program: Program) -> list[int]:
    """0 for an option that one of the shortest fitting compositions gives, 1 for others."""
    examples = tuple((values[int(op[1])], values[int(op[2])]) for op, values in steps(problem, program))
    ask = program.get(("query", problem.query.pattern), SKIP)
    results: frozenset[Value] = frozenset()
    if examples and ask != SKIP:
        results = images(examples, problem.query.values[int(ask[1])])
    return word_distances(problem, program, results)


@lru_cache(maxsize=20_000)
def images(examples: tuple[tuple[Value, Value], ...], word: Value) -> frozenset[Value]:
    """What the shortest compositions that fit all examples make of `word`; empty if no LONGEST edits fit."""
    inputs = (*(str(before) for before, _ in examples), str(word))
    if not all(text.isascii() and text.islower() for text in inputs):
        return frozenset()
    wanted = tuple(str(after) for _, after in examples)
    if any(len(before) != len(after) for before, after in zip(inputs, wanted, strict=False)):
        return frozenset()
    level = {inputs}
    seen = {inputs}
    for _ in range(LONGEST):
        level = {tuple(map(edit, texts)) for texts in level for edit in EDITS.values()} - seen
        seen |= level
        fitting = frozenset[Value](texts[-1] for texts in level if texts[:-1] == wanted)
        if fitting:
            return fitting
    return frozenset()
