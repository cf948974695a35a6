"""Sentences as a pattern and its slot values; prompts as problems.

A pattern is a sentence in which every variable word is `_`, every literal `#` and every run `x, y, z and w` of equal
slots one list slot (`_*`, `#*`), so that lists of any length share a pattern. Patterns are what operators are learned
for. A slot that repeats one *topic* in every sentence of its prompt tells nothing apart, so its value is dropped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from baselines.questions import Example, Question
from baselines.systems.induced.text import Token, literal, sentences, tokens
from baselines.systems.induced.words import CLOCK, NUMBER, SLOT, WEEKDAY, constant_words, literal_mark

Value = str | int | tuple[str, ...] | tuple[int, ...]
Slot = tuple[str, int]
"""A pattern and the number of one of its slots."""
TOPIC = 0.9
SLOTS = (SLOT, NUMBER, CLOCK, WEEKDAY)


@dataclass(frozen=True, kw_only=True, slots=True)
class Statement:
    """One sentence or option: its pattern and the values of its slots in reading order."""

    pattern: str
    values: tuple[Value, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Problem:
    """One item as the operators see it; `gold` is the index of the right option, None when it is asked for."""

    facts: tuple[Statement, ...]
    query: Statement
    options: tuple[Statement, ...]
    gold: int | None


class Reader:
    """Reads prompts with the constant words that were found in train."""

    def __init__(self, questions: Iterable[Question]) -> None:
        prompts = [sentences(question.text) for question in questions]
        self.constants = constant_words(prompts)
        self.topics: frozenset[Slot] = frozenset()
        self.topics = topic_slots([[self.statement(sentence) for sentence in prompt] for prompt in prompts])

    def problem(self, question: Question, gold: int | None = None) -> Problem:
        """The question as statements; the last sentence is the query."""
        *facts, query = (self.statement(sentence) for sentence in sentences(question.text))
        options = tuple(self.statement(tokens(option)) for option in question.options)
        return Problem(facts=tuple(facts), query=query, options=options, gold=gold)

    def example(self, example: Example) -> Problem:
        """A question with its answer."""
        return self.problem(example.question, "ABCD".index(example.label))

    def statement(self, sentence: Sequence[Token]) -> Statement:
        """One token list as pattern and values."""
        marks: list[str] = []
        values: list[Value] = []
        for token in sentence:
            number = literal(token)
            if number is not None:
                marks.append(literal_mark(token))
                values.append(number)
            elif token[0].isalpha() and token not in self.constants:
                marks.append(SLOT)
                values.append(token)
            else:
                marks.append(token)
        found = _collapsed(marks, values)
        if not self.topics:
            return found
        told = [value for slot, value in enumerate(found.values) if (found.pattern, slot) not in self.topics]
        return Statement(pattern=found.pattern, values=tuple(told))


def topic_slots(prompts: Iterable[Sequence[Statement]]) -> frozenset[Slot]:
    """The word slots whose value stands in every sentence with slots of its prompt, nearly always (TOPIC)."""
    uses: Counter[Slot] = Counter()
    everywhere: Counter[Slot] = Counter()
    for prompt in prompts:
        filled = [statement for statement in prompt if statement.values]
        for statement in filled if len(filled) > 2 else ():
            for slot, value in enumerate(statement.values):
                if isinstance(value, str):
                    uses[statement.pattern, slot] += 1
                    everywhere[statement.pattern, slot] += all(value in other.values for other in filled)
    return frozenset(slot for slot, n in uses.items() if everywhere[slot] >= TOPIC * n)


def _collapsed(marks: Sequence[str], values: Sequence[Value]) -> Statement:
    """Join every run of at least three slots of one sort that commas and a final `and` separate."""
    shown: list[str] = []
    kept: list[Value] = []
    place, slot = 0, 0
    while place < len(marks):
        end, count = _run(marks, place)
        if marks[place] not in SLOTS:
            shown.append(marks[place])
        elif count >= 3:
            shown.append(marks[place] + "*")
            kept.append(tuple(values[slot : slot + count]))  # type: ignore[arg-type]
            slot += count
        else:
            end, slot = place + 1, slot + 1
            shown.append(marks[place])
            kept.append(values[slot - 1])
        place = end
    return Statement(pattern=" ".join(shown), values=tuple(kept))


def _run(marks: Sequence[str], start: int) -> tuple[int, int]:
    """Where the run of equal slots that begins at `start` ends, and how many slots it has."""
    end, count = start + 1, 1
    while True:
        place = end
        while place < len(marks) and marks[place] in (",", "and"):
            place += 1
        if place in (end, len(marks)) or marks[place] != marks[start] or marks[start] not in SLOTS:
            return end, count
        end, count = place + 1, count + 1
