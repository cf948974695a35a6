"""What a family makes: a draft (question, gold, three distractors) or a declared reason why this candidate is none.

Invariant: a draft depends only on its stream and tier. Choices that define a stratum (sign pattern, option mode, …) are
drawn first and do not influence whether the candidate is rejected, so that rejection cannot skew them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from records import Stream

Params = Mapping[str, int | str]


@dataclass(frozen=True, kw_only=True, slots=True)
class Draft:
    """A question with its four options, gold first, and its measured complexity.

    `stratum` names the kind of item inside its family; a selector takes equally many of each kind.
    """

    question: str
    gold: str
    distractors: tuple[str, str, str]
    params: Params
    stratum: str = ""

    @property
    def options(self) -> tuple[str, str, str, str]:
        """Gold first, then the distractors."""
        return (self.gold, *self.distractors)


@dataclass(frozen=True, kw_only=True, slots=True)
class Reject:
    """Why a candidate is not an item; `reason` is one of its family's `reasons`."""

    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Family:
    """One way of making items of a category; `tier_params[t - 1]` are the settings of tier t."""

    id: str
    category: str
    tier_params: tuple[Params, Params, Params]
    reasons: tuple[str, ...]
    draft: Callable[[Stream, int], Draft | Reject]
