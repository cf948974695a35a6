"""What a run of an entry's pinned source gave, as a panel of its details: the count, who ran it, the evidence.

Invariant: a run of the maintainers' own system says so beside its count; it never reads like an independent one.
"""

from __future__ import annotations

from leaderboard import Entry, Reproduced
from space.markup import pairs, panel, short, text

_WHO = {
    "independent": "somebody other than the submitter",
    "own-run": "the maintainers, who also made the system: not an independent reproduction",
    "partial": "not all answers are equal, so this gives no status",
}


def draw_reproduction(entry: Entry, corpus: str) -> str:
    """The panel; empty where the pinned source was never run again."""
    made = entry.reproduction
    if made is None:
        return ""
    mark = made.mark
    address = f"/nnai/evidence/{text(corpus)}/{text(mark.evidence)}.json"
    rows = (
        ("Equal answers", f"<b>{mark.equal} of {mark.total}</b> in every one of {mark.runs} offline runs"),
        ("Runs agree", "yes" if mark.deterministic else "no"),
        ("Run by", f"{text(made.actor)}: {text(_WHO[made.kind])}"),
        ("Day and note", f"{text(made.date)}: {text(made.note)}"),
        ("Revision", f"<code>{text(mark.revision)}</code>"),
        (
            "Walls",
            f'{text(mark.profile)} <code title="{text(mark.profile_digest)}">{text(short(mark.profile_digest))}</code>',
        ),
        ("Evidence", f'<a href="{address}" download>{text(mark.evidence[:12])}.json</a> {_holds(made)}'),
    )
    return panel("Run again", pairs(rows), wide=True)


def _holds(made: Reproduced) -> str:
    ids = "" if made.mark.whole else "every differing id, "
    return f"with {ids}what was withheld, the scan, the packages and the launcher's record"
