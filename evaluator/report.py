"""What `--json` prints: the score record of accepted predictions, or the findings of refused ones.

Invariant: equal predictions give equal bytes, in Python and in the browser; a refused file never has a score.
"""

from __future__ import annotations

from collections.abc import Sequence

from evaluator.scoring import Score
from records import SHOWN, Finding, canonical_bytes


def report_bytes(score: Score) -> bytes:
    """The score record in canonical JSON, without a final newline."""
    return canonical_bytes(score.to_dict())


def rejection_bytes(findings: Sequence[Finding]) -> bytes:
    """{"findings": the first 50, "total": all, "verdict": "rejected"} in canonical JSON."""
    shown = [item.to_dict() for item in findings[:SHOWN]]
    return canonical_bytes({"verdict": "rejected", "findings": shown, "total": len(findings)})
