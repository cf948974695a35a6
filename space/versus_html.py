"""An entry against each control, as a panel of its details: who alone was right how often, and the exact p.

Invariant: nothing is computed here; a cell says in words what it counts, because a narrow page drops the table's head.
"""

from __future__ import annotations

from collections.abc import Sequence

from evaluator.statistics import ControlComparison, p_text
from leaderboard import Entry
from space.markup import panel, text

ALPHA_PERCENT = 5


def draw_versus(versus: Sequence[tuple[Entry, ControlComparison]], entries: int) -> str:
    """The panel; empty for an entry that is compared with nobody. `entries` have a rank and share the correction."""
    if not versus:
        return ""
    rows = "".join(_row(control, found) for control, found in versus)
    told = (
        "Exact two-sided McNemar test on the tasks that only one of the two got right, unanswered ones counting as not "
        f"right; Holm over all ranked entries ({entries}), one control at a time. A difference is claimed at "
        f"{ALPHA_PERCENT} %."
    )
    table = (
        '<table class="nn-plain"><thead><tr><th scope="col">Control</th><th scope="col">Right alone</th>'
        '<th scope="col">Control right alone</th><th scope="col">Exact p</th><th scope="col">After Holm</th></tr>'
        f"</thead><tbody>{rows}</tbody></table><p>{told}</p>"
    )
    return panel("Against the controls", table, wide=True)


def _row(control: Entry, found: ControlComparison) -> str:
    system = control.submission.system
    return (
        f'<tr><th scope="row">{text(system.name)} {text(system.version)}</th>'
        f"<td>{found.only_entry} right here alone</td><td>{found.only_control} right there alone</td>"
        f"<td>{text(p_text(found.p))}</td><td>{text(_verdict(found))}</td></tr>"
    )


def _verdict(found: ControlComparison) -> str:
    """ "Holm p = 0.0312: better", or that no difference shows."""
    said = p_text(found.adjusted)
    if found.adjusted * 100 > ALPHA_PERCENT:
        return f"Holm {said}: no difference shown"
    return f"Holm {said}: {'better' if found.only_entry > found.only_control else 'worse'}"
