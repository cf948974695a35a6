"""Do two answer files agree more than two systems that know nothing of each other would?

Items are grouped by their gold letter. Within a group each system keeps the letters that it really gave, as often as it
gave them, and independence means that any assignment of the second system's letters to the items is as likely as any
other. A system that always says B thus agrees with another such system exactly as expected and raises no suspicion.

Invariant: expectation, variance and p are those of that permutation distribution, not an approximation of it; z is a
double computed in one fixed order of + - * / and the square root, which `assets/preview/statistics_similarity.mjs`
repeats (the same bits while no gold letter has more than 1,000 items, where every integer in it is an exact double).
Agreement is evidence to look at, not proof: systems of one method share mistakes honestly.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, factorial

NO_ANSWER = frozenset({"ABSTAIN", "-"})

Margins = tuple[tuple[int, int], ...]  # for each letter, how often the first and the second system gave it


@dataclass(frozen=True, kw_only=True, slots=True)
class Agreement:
    """Equal answers of two systems on some items, against what independence makes of the same letters.

    `items` is the number of items compared, `equal` how many have the same letter; `strata` holds one `Margins` for
    each gold letter that occurs.
    """

    items: int
    equal: int
    strata: tuple[Margins, ...]

    @property
    def expected(self) -> Fraction:
        """Return the expected number of equal answers under independence."""
        return sum((Fraction(_product(margins), _size(margins)) for margins in self.strata), Fraction(0))

    @property
    def z(self) -> float | None:
        """Return (equal - expected) in standard deviations, bit-stable; None where independence leaves no spread."""
        mean = variance = 0.0
        for margins in self.strata:
            size, product = _size(margins), _product(margins)
            mean += product / size
            if size > 1:
                spread = 2 * _twofold(margins) * size + product * (size - 1) * (size - product)
                variance += spread / (size * size * (size - 1))
        return (self.equal - mean) / math.sqrt(variance) if variance > 0 else None

    def p_value(self) -> Fraction:
        """Return the exact probability of at least `equal` equal answers under independence (one-sided).

        Takes some milliseconds for each hundred items: rank candidates by `z`, then ask for the p of the few.
        """
        moments, sheets = [1], 1
        for margins in self.strata:
            moments = _multiply(moments, list(_matched_subsets(margins)))
            sheets *= _arrangements(margins)
        if self.equal == 0:
            return Fraction(1)
        # From the j-fold matches of all sheets to the sheets with at least `equal` matches.
        counts = (
            (-1) ** (j - self.equal) * comb(j - 1, self.equal - 1) * moments[j] for j in range(self.equal, len(moments))
        )
        return Fraction(sum(counts), sheets)


@dataclass(frozen=True, kw_only=True, slots=True)
class Similarity:
    """Two answer files compared: `answers` over items that both answered, `mistakes` over items that both got wrong."""

    answers: Agreement
    mistakes: Agreement


def similarity(first: Sequence[str], second: Sequence[str], gold: Sequence[str]) -> Similarity:
    """Compare two systems' labels (A to D, ABSTAIN or "-"), in suite order like `gold`, all of one length.

    "Similarity check on predictions: equal wrong answers against chance." An item that one of the two left open is not
    compared. Raises ValueError when the lengths differ.
    """
    if not len(first) == len(second) == len(gold):
        raise ValueError(f"expected labels for the same items, got {len(first)}, {len(second)} and {len(gold)}")
    cells = Counter(zip(gold, first, second, strict=True))
    answered = {cell: count for cell, count in cells.items() if not NO_ANSWER & set(cell[1:])}
    wrong = {cell: count for cell, count in answered.items() if cell[0] not in cell[1:]}
    return Similarity(answers=_agreement(answered), mistakes=_agreement(wrong))


def _agreement(cells: dict[tuple[str, str, str], int]) -> Agreement:
    """Reduce counts by (gold, first, second) to an Agreement; gold and letters in alphabetical order."""
    strata = []
    for answer in sorted({gold for gold, _, _ in cells}):
        first: Counter[str] = Counter()
        second: Counter[str] = Counter()
        for (gold, one, other), count in cells.items():
            if gold == answer:
                first[one] += count
                second[other] += count
        strata.append(tuple((first[letter], second[letter]) for letter in sorted(first.keys() | second.keys())))
    equal = sum(count for (_, one, other), count in cells.items() if one == other)
    return Agreement(items=sum(cells.values()), equal=equal, strata=tuple(strata))


def _size(margins: Margins) -> int:
    return sum(a for a, _ in margins)


def _product(margins: Margins) -> int:
    return sum(a * b for a, b in margins)


def _twofold(margins: Margins) -> int:
    """Ways to pick two items and give both the first system's letter from the second system's stock, order ignored."""
    total = _product(margins)
    same = sum(a * b * (a * b) for a, b in margins)
    within = sum(a * (a - 1) * b * (b - 1) for a, b in margins)
    return (total * total - same + within) // 2


def _arrangements(margins: Margins) -> int:
    """Return the number of distinct orders of the second system's letters."""
    return factorial(_size(margins)) // math.prod(factorial(b) for _, b in margins)


def _matched_subsets(margins: Margins) -> Iterator[int]:
    """Yield, for j = 0, 1, …, the (arrangement, set of j of its matches) pairs: rook numbers times free orders."""
    rooks = [1]
    for a, b in margins:
        rooks = _multiply(rooks, [comb(a, j) * comb(b, j) * factorial(j) for j in range(min(a, b) + 1)])
    size = _size(margins)
    repeats = math.prod(factorial(b) for _, b in margins)
    for j, ways in enumerate(rooks):
        yield ways * factorial(size - j) // repeats


def _multiply(a: list[int], b: list[int]) -> list[int]:
    product = [0] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            product[i + j] += x * y
    return product
