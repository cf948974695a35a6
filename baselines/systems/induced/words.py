"""Which words are slots: found from substitution and co-reference in train prompts, not from a list.

A word is a *variable* when it stands where many others stand in an otherwise equal sentence (`The _ is in the
attic.`), or where a few others stand and its choice there goes with its presence in other sentences of the same
prompt (`_ has # beads`). Every other word of train is *constant*. A word that train hardly ever or never showed is a
variable.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from baselines.systems.induced.text import WEEKDAYS, Token, is_word, literal

SLOT, NUMBER, CLOCK, WEEKDAY = "_", "#", "#:", "#day"
OPEN_CLASS = 7
"""Distinct words in one hole that make it a slot without further evidence."""
SMALL_CLASS = 3
"""Distinct words in one hole from which on co-reference is looked at."""
LIFT = 0.3
"""How much more often a filler must occur elsewhere in its own prompt than in prompts with another filler."""

RARE = 4
"""Prompts that must hold a word before it can be constant."""

Prompt = Sequence[Sequence[Token]]
Hole = tuple[tuple[Token, ...], int]


def constant_words(prompts: Sequence[Prompt]) -> frozenset[Token]:
    """The words of `prompts` that are part of sentence patterns; found by repeated anti-unification to a fixpoint."""
    words = {token for prompt in prompts for sentence in prompt for token in sentence if is_word(token)}
    seen = Counter(word for prompt in prompts for word in {token for sentence in prompt for token in sentence})
    variables = {word for word in words if seen[word] < RARE}
    while new := _substitutable(prompts, variables) or _coreferent(prompts, variables):
        variables |= new
    return frozenset(words - variables)


def mask(sentence: Iterable[Token], variables: set[Token]) -> tuple[Token, ...]:
    """The sentence with variables and literals replaced by slot marks."""
    return tuple(literal_mark(token) or (SLOT if token in variables else token) for token in sentence)


def literal_mark(token: Token) -> str:
    """The slot mark of a literal, by its sort; empty for other tokens."""
    if token in WEEKDAYS:
        return WEEKDAY
    return "" if literal(token) is None else NUMBER if token.isdigit() else CLOCK


def _holes(prompts: Sequence[Prompt], variables: set[Token]) -> dict[Hole, Counter[Token]]:
    """For every sentence with one word left out: which constant-so-far words fill it, and how often; `_` counts too."""
    fillers: dict[Hole, Counter[Token]] = defaultdict(Counter)
    for prompt in prompts:
        for sentence in prompt:
            masked = mask(sentence, variables)
            for place, token in enumerate(sentence):
                if is_word(token):
                    fillers[(*masked[:place], "", *masked[place + 1 :]), place][token] += 1
    return fillers


def _substitutable(prompts: Sequence[Prompt], variables: set[Token]) -> set[Token]:
    inside: Counter[Token] = Counter()
    total: Counter[Token] = Counter()
    for fillers in _holes(prompts, variables).values():
        for word, n in fillers.items():
            total[word] += n
            inside[word] += n if len(fillers) >= OPEN_CLASS else 0
    return {word for word in total if word not in variables and 2 * inside[word] > total[word]}


def _coreferent(prompts: Sequence[Prompt], variables: set[Token]) -> set[Token]:
    where: dict[Hole, list[tuple[Token, int]]] = defaultdict(list)
    shapes: list[dict[Token, set[tuple[Token, ...]]]] = []
    for number, prompt in enumerate(prompts):
        shapes.append(defaultdict(set))
        for sentence in prompt:
            masked = mask(sentence, variables)
            for place, token in enumerate(sentence):
                if is_word(token) and token not in variables:
                    shape = (*masked[:place], "", *masked[place + 1 :])
                    shapes[number][token].add(shape)
                    where[shape, place].append((token, number))
    found: set[Token] = set()
    for (shape, _), uses in where.items():
        fillers = {token for token, _ in uses}
        if len(fillers) >= SMALL_CLASS:
            found |= {token for token in fillers if _lift(token, shape, uses, shapes) >= LIFT}
    return found


def _lift(
    word: Token,
    shape: tuple[Token, ...],
    uses: Sequence[tuple[Token, int]],
    shapes: Sequence[dict[Token, set[tuple[Token, ...]]]],
) -> float:
    """How much the presence of `word` elsewhere in a prompt depends on its being the filler here."""
    own = {number for token, number in uses if token == word}
    other = {number for _, number in uses} - own
    if len(own) < SMALL_CLASS or not other:
        return 0.0
    present, absent = (
        sum(any(_unlike(shape, use) for use in shapes[n].get(word, ())) for n in group) / len(group)
        for group in (own, other)
    )
    return present - absent


def _unlike(one: tuple[Token, ...], other: tuple[Token, ...]) -> bool:
    """Whether two patterns differ in more than one token (`step` for `steps` says nothing about co-reference)."""
    return len(one) != len(other) or sum(a != b for a, b in zip(one, other, strict=True)) > 1
