"""The plan of a private corpus, which the operator fills in: plan.toml.

"The first private corpus cannot activate until its private plan records exact task briefs, calibration configurations,
repetition count, cost budget, and objective activation and quarantine thresholds." Invariant: a finding names the field
and what is expected there, never what stands there; no command writes this file after the template.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from records import Finding, Rejected, pointer, read_regular

PLAN = "plan.toml"
CODE = "G_PLAN"
MAX_BYTES = 1 << 20
CONFIGURATIONS = 3
"""The mandatory minimum of materially different configurations."""
Field = tuple[Callable[[Any], bool], str]


def _text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _from(least: int, most: int) -> Field:
    meaning = f"a whole number from {least} to {most}"
    return (lambda value: type(value) is int and least <= value <= most), meaning


TEXT: Field = (_text, "a text that says it")
POSITIVE, PERCENT = _from(1, 10**9), _from(0, 100)
BRIEF: Mapping[str, Field] = {"category": TEXT, "tasks": POSITIVE, "brief": TEXT}
CONFIGURATION: Mapping[str, Field] = {"name": TEXT, "family": TEXT, "source": TEXT, "revision": TEXT}
BUDGET: Mapping[str, Field] = {"unit": TEXT, "limit": POSITIVE}
ACTIVATION: Mapping[str, Field] = {
    "configurations": _from(CONFIGURATIONS, 10**6),
    "observations": POSITIVE,
    "most_invalid_percent": PERCENT,
}
QUARANTINE: Mapping[str, Field] = {
    "disputes": POSITIVE,
    "most_timeout_percent": PERCENT,
    "most_invalid_percent": PERCENT,
}
TABLES = {"budget": BUDGET, "activation": ACTIVATION, "quarantine": QUARANTINE}
LISTS = {"briefs": (BRIEF, 1), "configurations": (CONFIGURATION, CONFIGURATIONS)}


def has_items(root: Path) -> bool:
    """Whether the corpus was minted or filled: a template has no manifest yet."""
    return (root / "manifest.json").exists()


def plan_findings(root: Path) -> tuple[Finding, ...]:
    """Every gap of the plan of a private corpus, in the order of the template; empty when it is complete."""
    try:
        table = tomllib.loads(read_regular(root / PLAN, max_bytes=MAX_BYTES).decode("utf-8"))
    except FileNotFoundError:
        return (_gap("", "the plan is missing"),)
    except (Rejected, ValueError, RecursionError):
        return (_gap("", "the plan is no readable TOML file"),)
    known: dict[str, Field] = {"schema_version": (lambda value: type(value) is int and value == 1, "1")}
    known |= {"repetitions": POSITIVE}
    found = _gaps({name: value for name, value in table.items() if name not in {**TABLES, **LISTS}}, known, "")
    for name, (fields, least) in LISTS.items():
        found += _list_gaps(table.get(name), fields, least, pointer(name))
    for name, fields in TABLES.items():
        found += _gaps(table.get(name), fields, pointer(name))
    return tuple(found)


def _list_gaps(values: object, fields: Mapping[str, Field], least: int, at: str) -> list[Finding]:
    if not isinstance(values, list):
        return [_gap(at, f"{least} or more [[{at[1:]}]] tables are expected")]
    found = [] if len(values) >= least else [_gap(at, f"{least} or more are expected, {len(values)} are there")]
    for number, value in enumerate(values):
        found += _gaps(value, fields, f"{at}/{number}")
    if fields is CONFIGURATION:
        families = [value.get("family") for value in values if isinstance(value, Mapping)]
        different = len(dict.fromkeys(family for family in families if _text(family)))
        if len(values) >= least > different:
            found.append(_gap(at, f"{least} or more different families are expected, {different} are there"))
    return found


def _gaps(value: object, fields: Mapping[str, Field], at: str) -> list[Finding]:
    if not isinstance(value, Mapping):
        return [_gap(at, f"a table with {', '.join(fields)} is expected")]
    unknown = len(value.keys() - fields.keys())
    found = [_gap(at, f"{unknown} unknown fields; known are {', '.join(fields)}")] if unknown else []
    for name, (holds, meaning) in fields.items():
        if not holds(value.get(name)):
            found.append(_gap(at + pointer(name), f"{meaning} is expected"))
    return found


def _gap(at: str, message: str) -> Finding:
    return Finding(code=CODE, where=f"{PLAN}:{at}" if at else PLAN, message=message)
