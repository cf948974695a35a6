"""The artefact report: how often a shallow cue alone picks the gold of a test item.

Invariant: integers only, from questions, options and gold letters alone. A cue that ties shares its guess, in twelfths.
The cues of the balancer are reported apart from probes that it never saw.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

from generators.draft import Draft
from generators.selection import FEATURES, Feature
from generators.shape import CATEGORIES

REPORT = "artefacts.json"
SCHEMA = "nnai-artefact-report/1"
SHARE = 12
Graded = Sequence[tuple[str, Draft]]
"""(category, item with its gold first)."""


def _pairs_of_letters(draft: Draft, option: str) -> int:
    """How often pairs of neighbouring letters of the option occur in the question."""
    text = draft.question.lower()
    return sum(text.count(option[i : i + 2].lower()) for i in range(len(option) - 1))


def _letters_of_the_ask(draft: Draft, option: str) -> int:
    """How many letters and digits of the option occur in the question sentence, per thousand."""
    asked = re.split(r"(?<=\.) ", draft.question)[-1].lower()
    return 1000 * sum(letter in asked for letter in option.lower()) // len(option)


UNSEEN: dict[str, Feature] = {"letter pairs": _pairs_of_letters, "letters of the ask": _letters_of_the_ask}
"""Kept out of the selection: they measure whether balancing some cues opened others."""


def twelfths(draft: Draft, feature: Feature, highest: bool) -> int:
    """What picking the option with the highest (lowest) value earns: 12 if it is the gold alone, a share if it ties."""
    values = [feature(draft, option) for option in draft.options]
    best = max(values) if highest else min(values)
    return SHARE // values.count(best) if values[0] == best else 0


def percent(part: int, whole: int) -> str:
    """`part` of `whole` in per cent with two decimals, halves up."""
    hundredths = (20000 * part + whole) // (2 * whole)
    return f"{hundredths // 100}.{hundredths % 100:02d}"


def report(graded: Graded) -> dict[str, object]:
    """The accuracy of every cue in both directions, per category and over all items, and the worst of each kind."""
    rows = {
        kind: [_row(graded, name, feature, highest) for name, feature in cues.items() for highest in (True, False)]
        for kind, cues in (("balanced", FEATURES), ("unseen", UNSEEN))
    }
    return {
        "schema": SCHEMA,
        "items": len(graded),
        "unit": "per cent of items whose gold the cue picks; a tie shares the guess; chance is 25.00",
        "cues": rows,
        "worst": {kind: _worst(found) for kind, found in rows.items()},
    }


def _row(graded: Graded, name: str, feature: Feature, highest: bool) -> dict[str, object]:
    earned = dict.fromkeys(CATEGORIES, 0)
    for category, draft in graded:
        earned[category] += twelfths(draft, feature, highest)
    counts = {name: sum(category == name for category, _ in graded) for name in CATEGORIES}
    return {
        "cue": f"{'highest' if highest else 'lowest'} {name}",
        "suite": percent(sum(earned.values()), SHARE * len(graded)),
        "categories": {name: percent(earned[name], SHARE * count) for name, count in counts.items() if count},
    }


def _worst(rows: list[dict[str, object]]) -> dict[str, object]:
    """The largest figure of any category, and of the whole suite, with its cue."""
    cells = [
        (str(value), category, str(row["cue"]))
        for row in rows
        for category, value in {**_categories(row), "suite": row["suite"]}.items()
    ]
    category = max((cell for cell in cells if cell[1] != "suite"), key=_size)
    suite = max((cell for cell in cells if cell[1] == "suite"), key=_size)
    return {
        "category": {"per_cent": category[0], "category": category[1], "cue": category[2]},
        "suite": {"per_cent": suite[0], "cue": suite[2]},
    }


def _size(cell: tuple[str, str, str]) -> int:
    return int(cell[0].replace(".", ""))


def _categories(row: Mapping[str, object]) -> dict[str, object]:
    found = row["categories"]
    return dict(found) if isinstance(found, dict) else {}


def report_bytes(value: Mapping[str, object]) -> bytes:
    """The report as a file: sorted keys, indented for reading, ASCII, one final line feed."""
    return json.dumps(value, sort_keys=True, indent=1, ensure_ascii=True, allow_nan=False).encode("ascii") + b"\n"


def table(value: Mapping[str, object]) -> list[str]:
    """The report as lines of a Markdown table, worst cue of the suite first in each part."""
    heads = ["cue", *CATEGORIES, "suite"]
    lines = [f"| {' | '.join(heads)} |", "|" + "---|" * len(heads)]
    cues = value["cues"]
    for kind in ("balanced", "unseen"):
        rows: list[dict[str, object]] = cues[kind] if isinstance(cues, dict) else []
        for row in sorted(rows, key=lambda row: (-int(str(row["suite"]).replace(".", "")), str(row["cue"]))):
            cells = [str(_categories(row).get(name, "")) for name in CATEGORIES]
            mark = " (unseen)" if kind == "unseen" else ""
            lines.append(f"| {row['cue']}{mark} | {' | '.join(cells)} | {row['suite']} |")
    return lines
