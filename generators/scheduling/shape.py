"""The shape of the scheduling suite: splits, tiers, cells, their sizes, item names and the numbers of each tier.

Invariant: sizes follow from these tables alone; they never look at an instance.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass

SUITE = "nnai-sched-0.2"
CORPUS = "scheduling-v0.2"
TITLE = "NNAI-Bench scheduling v0.2"
VERSION = "0.2.0"
RELEASE_DATE = "2026-11-29"
MAINTAINER = "vynly"
LICENSE = "MIT"
PREFIX = SUITE
"""Key prefix of every random stream of this suite."""
SPLITS = {"train": "tr", "validation": "va", "test": "te"}
TIERS = (1, 2, 3)
CELL_SIZE = {"train": 40, "validation": 20, "test": 100}
SKILLS = ("audit", "build", "clean", "drill", "paint", "weld")
DURATIONS = (1, 4)
DEMANDS = (1, 2)
SMALLEST_CAPACITY = 2


@dataclass(frozen=True, kw_only=True, slots=True)
class TierParams:
    """How large and how tight the instances of a tier are.

    `slack` (τ) bounds the room before release and after deadline: each is drawn from 0 to 2τ. `spare_load` (λ) bounds
    what a worker may work beyond the witness. `lag` is the longest wait that a precedence may ask for.
    """

    tasks: int
    workers: int
    resources: int
    arcs: int
    separate: int
    horizon: int
    slack: int
    spare_load: int
    lag: int
    skills: int

    def to_dict(self) -> dict[str, object]:
        """The parameters as the manifest shows them."""
        return asdict(self)


PARAMS: dict[int, TierParams] = {
    1: TierParams(
        tasks=6, workers=2, resources=0, arcs=2, separate=0, horizon=24, slack=4, spare_load=9, lag=0, skills=3
    ),
    2: TierParams(
        tasks=10, workers=3, resources=1, arcs=6, separate=1, horizon=24, slack=3, spare_load=3, lag=2, skills=3
    ),
    3: TierParams(
        tasks=16, workers=4, resources=2, arcs=12, separate=3, horizon=30, slack=2, spare_load=1, lag=2, skills=4
    ),
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Cell:
    """One split × tier."""

    split: str
    tier: int

    @property
    def size(self) -> int:
        """How many instances the cell holds."""
        return CELL_SIZE[self.split]

    @property
    def params(self) -> TierParams:
        """The numbers of its tier."""
        return PARAMS[self.tier]

    @property
    def path(self) -> tuple[str, str, int]:
        """The start of every stream path of this cell."""
        return "instance", self.split, self.tier

    def item_id(self, number: int) -> str:
        """`sch-te-2-017`."""
        return f"sch-{SPLITS[self.split]}-{self.tier}-{number:03d}"


def cells() -> Iterator[Cell]:
    """All nine cells in file order: split, tier."""
    for split in SPLITS:
        for tier in TIERS:
            yield Cell(split=split, tier=tier)
