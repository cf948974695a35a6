"""What the page is about: each suite, where its data and its published state are."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SUITES = ("core-v0.1", "scheduling-v0.2")
"""The corpora with a board of their own, in the order of the page; the first one is shown first."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Site:
    """One suite's board on the page: `corpus` names the folder under `corpora`, `state` holds records and decisions."""

    corpus: str
    corpora: Path
    state: Path
