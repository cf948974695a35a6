"""I-string by breadth-first search over states: all words of the text are rewritten together, equal states are merged.

A state is what a rule has made of every example word and the query. The first level on which a state shows the results
of all examples holds exactly the shortest fitting rules.
"""

from __future__ import annotations

import re
from functools import lru_cache

from solvers.text import Solver, Unreadable, sentences

OPENING = re.compile(r"What does it turn ([a-z]+) into\?")
EXAMPLE = re.compile(r"It turns ([a-z]+) into ([a-z]+)\.")
DEEPEST = 3


def _successors(word: str) -> list[str]:
    """The word after each of the ten steps of the public list, in its order."""
    head, tail, half = word[0], word[-1], len(word) // 2
    middle = word[half : len(word) - half]
    return [
        "".join(reversed(word)),
        word[1:] + head,
        tail + word[:-1],
        tail + word[1:-1] + head,
        word[1] + head + word[2:],
        word[len(word) - half :] + middle + word[:half],
        "".join(chr((ord(letter) - 96) % 26 + 97) for letter in word),
        "".join(chr((ord(letter) - 98) % 26 + 97) for letter in word),
        "".join(chr(219 - ord(letter)) for letter in word),
        "".join(sorted(word)),
    ]


@lru_cache(maxsize=1)
def _answer(question: str) -> str:
    intro, *examples, last = sentences(question)
    query, found = OPENING.fullmatch(last), [EXAMPLE.fullmatch(example) for example in examples]
    pairs = [(match[1], match[2]) for match in found if match]
    if intro != "A machine rewrites words by one fixed rule." or query is None or not found or not all(found):
        raise Unreadable("not a text about a machine that rewrites words")
    words = [query[1], *(word for pair in pairs for word in pair)]
    if not all(len(word) in (5, 6) for word in words):
        raise Unreadable("words of 5 or 6 letters are expected")
    goal = tuple(after for _, after in pairs)
    level = {(*(before for before, _ in pairs), query[1])}
    for _ in range(DEEPEST):
        level = {state for words in level for state in zip(*map(_successors, words), strict=True)}
        answers = sorted({state[-1] for state in level if state[:-1] == goal})
        if len(answers) > 1:
            raise Unreadable(f"the shortest rules disagree: {answers}")
        if answers:
            return answers[0]
    raise Unreadable("no rule of the public list fits the examples")


def decide(question: str, option: str) -> bool:
    """Whether the shortest fitting rules turn the query into `option`."""
    if not re.fullmatch("[a-z]+", option):
        raise Unreadable(f"{option!r} is not a word")
    return _answer(question) == option


SOLVER = Solver(
    id="V3/I-string",
    family="I-string",
    paradigm="breadth-first search over states",
    version=1,
    opening=OPENING,
    decide=decide,
)
