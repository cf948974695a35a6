"""Compares the receipt of a browser preview with the score computed here.

Invariant: a receipt is never trusted; a difference names the first cell, so that a wrong scorer can be found.
"""

from __future__ import annotations

from evaluator import AnyScore
from records import Finding
from submissions_schema import Preview

CODE = "E_PREVIEW"


def receipt_findings(preview: Preview | None, score: AnyScore) -> tuple[Finding, ...]:
    """Nothing when there is no receipt or it agrees; else the first difference."""
    if preview is None:
        return ()
    if preview.scorer != score.scorer:
        return (_differs("/preview/scorer", "the page that made this file is out of date; reload it"),)
    if preview.predictions_sha256 != score.predictions_sha256:
        return (_differs("/preview/predictions_sha256", "the receipt is that of other predictions"),)
    for at, (claimed, counted) in enumerate(zip(preview.counts, score.cells(), strict=False)):
        if claimed != counted:
            where = f"{counted.category} tier {counted.tier}"
            return (
                _differs(f"/preview/counts/{at}", f"{where}: {claimed.correct} claimed, {counted.correct} counted"),
            )
    return ()


def _differs(where: str, message: str) -> Finding:
    return Finding(code=CODE, where=where, message=message)
