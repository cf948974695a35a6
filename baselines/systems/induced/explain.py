"""What was learned, in lines for a reader: constant words, and for each group its kind of reasoning and its
operators.
"""

from __future__ import annotations

from baselines.systems.induced.model import Group, Model
from baselines.systems.induced.programs import SKIP, Op


def explain(model: Model) -> list[str]:
    """All groups, larger ones first within the order of fitting."""
    lines = [f"{len(model.reader.constants)} constant words: {' '.join(sorted(model.reader.constants))}"]
    lines += [f"topic slots: {slot + 1} of {pattern}" for pattern, slot in sorted(model.reader.topics)]
    for group in model.groups:
        lines += ["", *_group(group)]
    return lines


def _group(group: Group) -> list[str]:
    asked = " | ".join(group.queries)
    if group.engine is None:
        return [f"NOT UNDERSTOOD: {asked} ({group.tried} programs tried)"]
    share = f"{100 * group.share:.1f} % of the credit on train, {group.tried} programs tried"
    lines = [
        f"{group.engine.name}: {asked}",
        f"  {share}; inexact answers are {'given' if group.guess else 'withheld'}",
    ]
    for (role, pattern), op in sorted(group.program.items()):
        lines.append(f"  {role:6} {pattern:60} {_shown(op)}")
    return lines


def _shown(op: Op) -> str:
    return "-" if op == SKIP else f"{op[0]}({', '.join(map(str, op[1:]))})"
