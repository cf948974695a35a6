"""I-string by search: the shortest rules that fit the examples, and what they make of the query.

A step that only moves letters is a list of source positions, one that only changes letters a map of the alphabet;
`sort` depends on the letters. Rules are tried shortest first and dropped at the first example that they miss.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from solvers.text import Solver, Unreadable, pattern, sentences, slots

INTRO = pattern(r"A machine rewrites words by one fixed rule\.")
EXAMPLE = pattern(r"It turns WORD into WORD\.")
QUESTION = pattern(r"What does it turn WORD into\?")
OPTION = pattern(r"WORD")
LONGEST_RULE = 3
LENGTHS = (5, 6)
SORT = "sort"


def _positions(n: int) -> dict[str, tuple[int, ...]]:
    """For each moving step, which old position each new position takes its letter from."""
    at = tuple(range(n))
    middle, half = at[1:-1], n // 2
    return {
        "reverse": at[::-1],
        "rotate left": (*at[1:], 0),
        "rotate right": (n - 1, *at[:-1]),
        "swap ends": (n - 1, *middle, 0),
        "swap first two": (1, 0, *at[2:]),
        "swap halves": (*at[n - half :], *at[half : n - half], *at[:half]),
    }


def _letter_maps() -> dict[str, dict[str, str]]:
    codes = range(26)
    name = [chr(97 + code) for code in codes]
    return {
        "shift up": {name[c]: name[(c + 1) % 26] for c in codes},
        "shift down": {name[c]: name[(c - 1) % 26] for c in codes},
        "mirror": {name[c]: name[25 - c] for c in codes},
    }


MOVES = {n: _positions(n) for n in LENGTHS}
MAPS = _letter_maps()
STEPS = (*MOVES[5], *MAPS, SORT)


def run(rule: tuple[str, ...], word: str) -> str:
    """What a machine with `rule` makes of `word`."""
    letters = list(word)
    moves = MOVES[len(word)]
    for step in rule:
        if step in moves:
            letters = [letters[source] for source in moves[step]]
        elif step in MAPS:
            letters = [MAPS[step][letter] for letter in letters]
        else:
            letters.sort()
    return "".join(letters)


@lru_cache(maxsize=1)
def _answer(question: str) -> str:
    intro, *examples, last = sentences(question)
    slots(intro, INTRO)
    (query,) = slots(last, QUESTION)
    pairs = [slots(example, EXAMPLE) for example in examples]
    if not pairs or {len(word) for word in (query, *(w for pair in pairs for w in pair))} - set(LENGTHS):
        raise Unreadable("at least one example and words of 5 or 6 letters are expected")
    for length in range(1, LONGEST_RULE + 1):
        fitting = [r for r in product(STEPS, repeat=length) if all(run(r, before) == after for before, after in pairs)]
        answers = sorted({run(rule, query) for rule in fitting})
        if len(answers) > 1:
            raise Unreadable(f"the shortest rules disagree: {answers}")
        if answers:
            return answers[0]
    raise Unreadable("no rule of the public list fits the examples")


def decide(question: str, option: str) -> bool:
    """Whether the shortest fitting rules turn the query into `option`."""
    (word,) = slots(option, OPTION)
    return word == _answer(question)


SOLVER = Solver(
    id="V2/I-string", family="I-string", paradigm="shortest-rule search", version=1, opening=QUESTION, decide=decide
)
