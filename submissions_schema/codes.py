"""Finding codes, their order and their wording: the table is codes.json, which the browser reads too.

Invariant: Python and JavaScript report the same findings in the same order with the same words, because both take
stage, order and message from one file. Codes are API; messages are not.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Final

from records import Finding

TABLE: Final[dict[str, Any]] = json.loads(Path(__file__).with_name("codes.json").read_text(encoding="utf-8"))
FINDING_ORDER: Final[tuple[tuple[str, tuple[str, ...]], ...]] = tuple(
    (row["stage"], tuple(row["codes"])) for row in TABLE["stages"]
)
STAGE_OF: Final[dict[str, int]] = {code: place for place, (_, codes) in enumerate(FINDING_ORDER) for code in codes}
MESSAGES: Final[dict[str, str]] = TABLE["messages"]
TYPE_NAMES: Final[dict[str, str]] = TABLE["types"]
_INDEX = re.compile(r"0|[1-9][0-9]{0,8}")


def finding(key: str, where: str, **slots: object) -> Finding:
    """The finding of message `key` (a code, or code.variant) at the JSON pointer `where`, its slots filled in."""
    return Finding(code=key.partition(".")[0], where=where, message=MESSAGES[key].format_map(slots))


def type_name(value: object) -> str:
    """What a JSON value is, in words: the wording of every type finding."""
    for kind, name in ((bool, "boolean"), (str, "string"), (int, "integer"), (dict, "object"), (list, "array")):
        if isinstance(value, kind):
            return TYPE_NAMES[name]
    return TYPE_NAMES["null"]


def order_key(item: Finding) -> tuple[int, tuple[tuple[int, int, str], ...], str]:
    """Sort key: stage, then pointer segment by segment (array indices as numbers, before names), then code."""
    segments = item.where.split("/")[1:]
    return STAGE_OF[item.code], tuple(map(_segment, segments)), item.code


def _segment(text: str) -> tuple[int, int, str]:
    return (0, int(text), "") if _INDEX.fullmatch(text) else (1, 0, text)
