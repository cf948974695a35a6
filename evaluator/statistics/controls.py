"""Every entry against every control: does it beat random letters, the majority letter, the nearest prompt?

Invariant: one control's tests form one family, so adding a control never changes the numbers against another.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from evaluator.statistics.correctness import discordant
from evaluator.statistics.holm import holm
from evaluator.statistics.mcnemar import mcnemar


@dataclass(frozen=True, kw_only=True, slots=True)
class ControlComparison:
    """One entry against one control.

    `only_entry` (b) and `only_control` (c) count the items that only one of the two got right; `p` is the exact
    two-sided McNemar p, `adjusted` the same after Holm over all entries against this control.
    """

    control: str
    only_entry: int
    only_control: int
    p: Fraction
    adjusted: Fraction


def against_controls(entries: Sequence[int], controls: Mapping[str, int]) -> tuple[tuple[ControlComparison, ...], ...]:
    """Return, for each of `entries`, its comparisons in the order of `controls`; all are correctness bit vectors.

    "Publish b, c, p for every entry against each of the three controls, Holm-adjusted over entries." Raises ValueError
    for a negative vector.
    """
    if any(vector < 0 for vector in (*entries, *controls.values())):
        raise ValueError("expected correctness bit vectors, got a negative integer")
    columns = [_column(name, control, entries) for name, control in controls.items()]
    return tuple(zip(*columns, strict=True)) if columns else ((),) * len(entries)


def _column(name: str, control: int, entries: Sequence[int]) -> list[ControlComparison]:
    counts = [discordant(entry, control) for entry in entries]
    ps = [mcnemar(b, c) for b, c in counts]
    return [
        ControlComparison(control=name, only_entry=b, only_control=c, p=p, adjusted=adjusted)
        for (b, c), p, adjusted in zip(counts, ps, holm(ps), strict=True)
    ]
