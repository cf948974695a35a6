"""Rank as an inference: between which places may an entry stand, given exact paired tests of all pairs?

Every pair is compared with the exact two-sided McNemar test and Holm's procedure holds the error rate over all pairs.
The work is arranged so that a board of 1,000 entries (499,500 tests) takes seconds, without any approximation:

1. The p of a pair depends on two small integers only: n, the items that exactly one of the two got right, and net, the
   difference of their scores. So pairs are counted by (n, net) and a p is computed once per key.
2. All p are multiples of 2 ** (1 - items). On that scale they are integers, compared and sorted as such.
3. Holm's threshold grows along the sorted p: where the first of some pairs of equal p is rejected, so are the others.
   Keys with p <= alpha / pairs are therefore rejected unsorted, and the others are walked in the order of p, each with
   all its pairs, until the first p above its threshold; how equal p are ordered cannot matter.
4. Within one n, p falls as net grows. The rejected keys are therefore given by one least net for each n, and a second
   pass over the pairs is a table look-up.

Invariant: the verdict on every pair is that of Holm's procedure on the exact fractions of all pairs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from evaluator.statistics.binomial import coin_rows

ALPHA = Fraction(1, 20)

Key = tuple[int, int]  # (n, net): discordant items of a pair, and the difference of the two scores in items


@dataclass(frozen=True, kw_only=True, slots=True)
class RankInterval:
    """The best and the worst rank, from 1, that an entry may hold; equal when the tests leave one place."""

    best: int
    worst: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Ranking:
    """The verdicts on all pairs of a family of correctness vectors.

    `intervals` follow the order of `vectors`. `least_net[n]` is the smallest score difference, in items, that is
    significant between two of these entries with n discordant items; an n that is missing never is.
    """

    vectors: tuple[int, ...]
    intervals: tuple[RankInterval, ...]
    least_net: Mapping[int, int]

    def compare(self, first: int, second: int) -> int:
        """Return 1 where entry `first` (an index) is significantly better than `second`, -1 where worse, else 0."""
        a, b = self.vectors[first], self.vectors[second]
        net = a.bit_count() - b.bit_count()
        if net == 0 or abs(net) < self.least_net.get((a ^ b).bit_count(), abs(net) + 1):
            return 0
        return 1 if net > 0 else -1

    def tied_with(self, index: int) -> tuple[int, ...]:
        """Return the indices of all other entries that entry `index` does not significantly differ from."""
        return tuple(other for other in range(len(self.vectors)) if other != index and not self.compare(index, other))


def rank_intervals(vectors: Sequence[int], alpha: Fraction = ALPHA) -> Ranking:
    """Return the rank interval of each of `vectors`, correctness bit vectors over the same items.

    "Rank interval: best rank = 1 + number of entries significantly better (Holm over all pairs, α = .05); worst rank =
    N − number significantly worse." Raises ValueError for a negative vector or unless 0 < alpha < 1.
    """
    if any(vector < 0 for vector in vectors) or not 0 < alpha < 1:
        raise ValueError("expected correctness bit vectors and 0 < alpha < 1")
    order = sorted(range(len(vectors)), key=lambda index: -vectors[index].bit_count())
    rows = list(_rows([vectors[index] for index in order]))
    pairs: Counter[Key] = Counter()
    for discordant, nets in rows:
        pairs.update(zip(discordant, nets, strict=True))
    least_net = _holm_least_net(pairs, alpha)
    return Ranking(vectors=tuple(vectors), intervals=_intervals(order, rows, least_net), least_net=least_net)


def _rows(vectors: list[int]) -> Iterator[tuple[list[int], list[int]]]:
    """Yield, for each of `vectors` (best score first), n and net against every later one."""
    scores = [vector.bit_count() for vector in vectors]
    for place, (vector, score) in enumerate(zip(vectors, scores, strict=True)):
        later = vectors[place + 1 :]
        yield [(vector ^ other).bit_count() for other in later], [score - other for other in scores[place + 1 :]]


def _intervals(
    order: list[int], rows: list[tuple[list[int], list[int]]], least_net: Mapping[int, int]
) -> tuple[RankInterval, ...]:
    """Count for each entry, in the order of the vectors, who is significantly better and who is worse."""
    size = len(order)
    better, worse = [0] * size, [0] * size
    longest = max((max(discordant, default=0) for discordant, _ in rows), default=0)
    least = [least_net.get(n, longest + 1) for n in range(longest + 1)]
    for place, (discordant, nets) in enumerate(rows):
        beaten = [other for other, (n, net) in enumerate(zip(discordant, nets, strict=True)) if net >= least[n]]
        worse[place] = len(beaten)
        for other in beaten:
            better[place + 1 + other] += 1
    found = [RankInterval(best=1, worst=size)] * size
    for place, index in enumerate(order):
        found[index] = RankInterval(best=1 + better[place], worst=size - worse[place])
    return tuple(found)


def _holm_least_net(pairs: Counter[Key], alpha: Fraction) -> dict[int, int]:
    """Return, for each n with a rejected pair, the least net that Holm rejects among `pairs` at level `alpha`."""
    longest = max((n for n, _ in pairs), default=0)
    # p <= alpha / tests, for p = scaled * 2 ** (1 - longest), reads: scaled * tests <= limit.
    limit = (alpha.numerator << longest) // (2 * alpha.denominator)
    tests = pairs.total()
    sure = limit // max(1, tests)
    rejected = 0
    least_net: dict[int, int] = {}
    doubtful = []
    for scaled, n, net in _candidates(pairs, longest, limit):
        if scaled > sure:
            doubtful.append((scaled, n, net))
        else:
            rejected += pairs[n, net]
            least_net[n] = min(net, least_net.get(n, net))
    for scaled, n, net in sorted(doubtful):
        if scaled * (tests - rejected) > limit:
            break
        rejected += pairs[n, net]
        least_net[n] = min(net, least_net.get(n, net))
    return least_net


def _candidates(pairs: Counter[Key], longest: int, limit: int) -> Iterator[tuple[int, int, int]]:
    """Yield (scaled p, n, net) of every key with p <= alpha; no other can be rejected."""
    nets: dict[int, list[int]] = {}
    for n, net in pairs:
        if net > 0:
            nets.setdefault(n, []).append(net)
    for n, row in enumerate(coin_rows(longest)):
        for net in sorted(nets.get(n, ()), reverse=True):
            scaled = row[(n - net) // 2] << (longest - n)
            if scaled > limit:
                break
            yield scaled, n, net
