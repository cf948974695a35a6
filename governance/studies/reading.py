"""The strict validator: a stored study is accepted only when it is exactly what its plan, ledger and artifacts give.

Invariant: everything that reads studies goes through `read_study`; nothing of study.json is believed. What it refuses
in a private corpus is told without a word of the corpus.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from governance.corpus import Governed, finding, read_json
from governance.studies.artifacts import ARTIFACTS, stored
from governance.studies.ledger import LEDGER, read_ledger
from governance.studies.plan import PLAN, Plan, read_plan
from governance.studies.pool import shared_launches
from governance.studies.rebuild import belongs, rebuild
from governance.studies.study import STUDY, Study
from records import Finding, JsonValue, Rejected, parse, pointer, read_regular

CODE = "G_STUDY"
STUDIES = "studies"
LOCK = "lock"
MAX_BYTES = 256 << 20
_FILES = frozenset({PLAN, LEDGER, STUDY, ARTIFACTS, LOCK})


def read_study(path: Path, governed: Governed) -> Study:
    """The study in the folder `path` (or of its study.json). Raises Rejected with everything that is wrong with it."""
    folder = path.parent if path.name == STUDY else path
    try:
        return _read(folder, governed)
    except Rejected as error:
        if governed.identity.is_private:
            raise withheld(error) from None
        raise


def studies(governed: Governed, folder: Path | None = None) -> tuple[Study, ...]:
    """Every finished study of this corpus as it is now, by id.

    Studies under another corpus digest are history: they are not read, and never pooled with these. Raises Rejected
    where one does not hold, or two share launches.
    """
    found = tuple(read_study(path, governed) for path in finished(governed, folder))
    if faults := shared_launches(found):
        raise Rejected(faults)
    return found


def finished(governed: Governed, folder: Path | None = None) -> Iterator[Path]:
    """The folders of the finished studies of this corpus as it is now, by name."""
    top = folder or governed.root / STUDIES
    for path in sorted(top.iterdir()) if top.is_dir() else ():
        if (path / STUDY).is_file() and not belongs(plan_in(path, governed), governed):
            yield path


def plan_in(folder: Path, governed: Governed) -> Plan:
    """The plan of a study's folder. Raises Rejected."""
    try:
        plan = read_plan(read_json(folder, PLAN, code=CODE))
        if plan.id != folder.name:
            raise Rejected([finding(CODE, PLAN, "/id", "a study lies in a folder of its own id")])
        return plan
    except Rejected as error:
        if governed.identity.is_private:
            raise withheld(error) from None
        raise


def withheld(error: Rejected) -> Rejected:
    """The findings by code and number, without what they say and where."""
    counts = Counter(one.code for one in error.findings)
    return Rejected(
        Finding(code=code, where="study", message=f"{count} findings; their words are withheld, the corpus is private")
        for code, count in sorted(counts.items())
    )


def _read(folder: Path, governed: Governed) -> Study:
    if folder.is_dir() and (strangers := {path.name for path in folder.iterdir()} - _FILES):
        raise Rejected([finding(CODE, STUDY, "", f"{len(strangers)} files in the folder belong to no study")])
    if not (folder / STUDY).is_file():
        raise Rejected([finding(CODE, STUDY, "", "there is no finished study; running it again takes it up")])
    plan = plan_in(folder, governed)
    study = rebuild(folder, governed, plan, read_ledger(folder / LEDGER, plan))
    named = {one for attempt in study.attempts for one in attempt.artifacts}
    if stored(folder) != named:
        raise Rejected([finding(CODE, ARTIFACTS, "", "artifacts are there that no attempt names")])
    wanted = study.to_bytes()
    found = read_regular(folder / STUDY, max_bytes=MAX_BYTES)
    if found != wanted:
        raise Rejected(list(_differences(found, wanted)))
    return study


def _differences(found: bytes, wanted: bytes) -> Iterator[Finding]:
    """Where study.json says something else than what follows, one finding a place."""
    stated = parse(found, max_bytes=MAX_BYTES)
    places = list(_unequal(stated, parse(wanted, max_bytes=MAX_BYTES), ""))
    if not places:
        yield finding(CODE, STUDY, "", "the file is not in canonical form")
    for at in places:
        yield finding(CODE, STUDY, at, "this does not follow from plan, ledger and raw artifacts")


def _unequal(stated: JsonValue, expected: JsonValue, at: str) -> Iterator[str]:
    if isinstance(stated, dict) and isinstance(expected, dict):
        for name in sorted(stated.keys() | expected.keys()):
            if name not in stated or name not in expected:
                yield at + pointer(name)
            else:
                yield from _unequal(stated[name], expected[name], at + pointer(name))
    elif isinstance(stated, list) and isinstance(expected, list):
        for place, (one, other) in enumerate(zip(stated, expected, strict=False)):
            yield from _unequal(one, other, f"{at}/{place}")
        if len(stated) != len(expected):
            yield at
    elif type(stated) is not type(expected) or stated != expected:
        yield at
