"""I-string: a hidden composition of string operations, given by examples; apply it to a new word.

Well-posedness is proved by enumeration: every rule up to the tier's length is tried, and a candidate stands only if no
shorter rule fits the examples and all fitting rules of that length give the same answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from generators.draft import Draft, Family, Params, Reject
from generators.options import distinct
from records import Stream

TIERS: tuple[Params, Params, Params] = (
    {"steps": 1, "examples": 2, "letters": 5},
    {"steps": 2, "examples": 3, "letters": 5},
    {"steps": 3, "examples": 3, "letters": 6},
)
ALPHABET = "abcdefghijklmnopqrstuvwxyz"
_UP = str.maketrans(ALPHABET, ALPHABET[1:] + ALPHABET[0])
_DOWN = str.maketrans(ALPHABET, ALPHABET[-1] + ALPHABET[:-1])
_MIRROR = str.maketrans(ALPHABET, ALPHABET[::-1])


def _swap_halves(word: str) -> str:
    half = len(word) // 2
    return word[-half:] + word[half:-half] + word[:half]


STEPS: dict[str, Callable[[str], str]] = {
    "reverse": lambda word: word[::-1],
    "rotate left": lambda word: word[1:] + word[0],
    "rotate right": lambda word: word[-1] + word[:-1],
    "swap ends": lambda word: word[-1] + word[1:-1] + word[0],
    "swap first two": lambda word: word[1] + word[0] + word[2:],
    "swap halves": _swap_halves,
    "shift up": lambda word: word.translate(_UP),
    "shift down": lambda word: word.translate(_DOWN),
    "mirror": lambda word: word.translate(_MIRROR),
    "sort": lambda word: "".join(sorted(word)),
}
Rule = tuple[str, ...]


def apply(rule: Rule, word: str) -> str:
    """`word` after the steps of `rule`, first step first."""
    for step in rule:
        word = STEPS[step](word)
    return word


def _outcomes(words: tuple[str, ...], length: int) -> Iterator[tuple[Rule, tuple[str, ...]]]:
    """Every rule of `length` steps with what it makes of `words`."""
    if length == 0:
        yield (), words
        return
    for rule, made in _outcomes(words, length - 1):
        for step, function in STEPS.items():
            yield (*rule, step), tuple([function(word) for word in made])


def draft(stream: Stream, tier: int) -> Draft | Reject:
    """Examples of a rule and a query; rejects rules that the examples do not pin down."""
    settings = TIERS[tier - 1]
    length, examples, letters = int(settings["steps"]), int(settings["examples"]), int(settings["letters"])
    rule = tuple(stream.choice(tuple(STEPS)) for _ in range(length))
    words = tuple("".join(stream.sample(ALPHABET, letters)) for _ in range(examples + 1))
    made = tuple(apply(rule, word) for word in words)
    if any(before == after for before, after in zip(words, made, strict=True)) or not distinct(words):
        return Reject(reason="a word stays as it is")
    if any(found[:-1] == made[:-1] for short in range(length) for _, found in _outcomes(words, short)):
        return Reject(reason="a shorter rule fits")
    fitting = [other for other, found in _outcomes(words[:1], length) if found == made[:1]]
    fitting = [
        other for other in fitting if all(apply(other, a) == b for a, b in zip(words[1:-1], made[1:-1], strict=True))
    ]
    if any(apply(other, words[-1]) != made[-1] for other in fitting):
        return Reject(reason="ambiguous")
    others = _distractors(stream, rule, made[-1], words[-1])
    shown = [f"It turns {a} into {b}." for a, b in zip(words[:-1], made[:-1], strict=True)]
    intro, question = "A machine rewrites words by one fixed rule.", f"What does it turn {words[-1]} into?"
    return Draft(
        question=" ".join([intro, *shown, question]),
        gold=made[-1],
        distractors=others,
        params={"steps": length, "examples": examples, "rule": ", ".join(rule)},
    )


def _distractors(stream: Stream, rule: Rule, gold: str, query: str) -> tuple[str, str, str]:
    """Three other words of the gold's letters: what near-miss rules give first, then random arrangements."""
    near = [
        apply((*rule[:place], step, *rule[place + 1 :]), query)
        for place in stream.shuffled(range(len(rule)))
        for step in stream.shuffled(tuple(STEPS))
    ]
    found: dict[str, None] = {}
    for word in near:
        if word not in (gold, query) and sorted(word) == sorted(gold):
            found[word] = None
    while len(found) < 3:
        word = "".join(stream.shuffled(gold))
        if word not in (gold, query):
            found[word] = None
    first, second, third = list(found)[:3]
    return first, second, third


FAMILY = Family(
    id="I-string",
    category="induction",
    tier_params=TIERS,
    reasons=("a word stays as it is", "a shorter rule fits", "ambiguous"),
    draft=draft,
)
