"""What the calibration of active tasks rests on: the studies that records name, and what follows from them.

Invariant: a record is believed only where its studies are here and are the ones it names; where they are of the corpus
as it is, they hold under the strict validator and the record is exactly what they give.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from governance.calibration import draft
from governance.corpus import Governed, finding, plain, read_json
from governance.lifecycle import CALIBRATIONS, Record
from governance.studies import STUDIES, Study, read_study
from records import Finding, Rejected, digest, read_regular

STUDY, PLAN = "study.json", "plan.json"
CODE = "G_MEASUREMENT"
RUN = r"[a-z0-9][a-z0-9.-]*"
MAX_STUDY = 256 << 20
OTHER = "the study is not the one that was measured"


def measurement_findings(governed: Governed, records: Sequence[Record]) -> Iterator[Finding]:
    """Everything that is wrong with the studies of these records, and with the records as their result."""
    cited: dict[str, str] = {}
    for record in records:
        for seen in record.configurations:
            cited |= dict(zip(seen.runs, seen.studies, strict=True))
    valid: dict[str, Study] = {}
    for run, stated in sorted(cited.items()):
        try:
            study = _study(governed, run, stated)
        except Rejected as error:
            yield from (replace(one, where=plain(f"{STUDIES}/{run}: {one.where}")) for one in error.findings)
            continue
        if study is not None:
            valid[run] = study
    yield from _unfounded(governed, records, valid)


def _study(governed: Governed, run: str, stated: str) -> Study | None:
    """The study of a run; None where other tasks changed since, so that only its bytes can be told. Raises Rejected."""
    folder = governed.root / STUDIES / run
    if not re.fullmatch(RUN, run) or not folder.is_dir():
        raise Rejected([_about("the study is missing")])
    if _digest_in(folder) == governed.corpus_digest:
        study = read_study(folder, governed)
        if study.digest != stated or not study.complete:
            raise Rejected([_about(OTHER if study.digest != stated else "the study is incomplete")])
        return study
    try:
        data = read_regular(folder / STUDY, max_bytes=MAX_STUDY)
    except FileNotFoundError:
        raise Rejected([_about("the study is missing")]) from None
    if digest(data) != stated:
        raise Rejected([_about(OTHER)])
    return None


def _digest_in(folder: Path) -> object:
    """The corpus digest that a study's plan states."""
    plan = read_json(folder, PLAN, code=CODE)
    configuration = plan.get("configuration") if isinstance(plan, dict) else None
    return configuration.get("corpus_digest") if isinstance(configuration, dict) else None


def _unfounded(governed: Governed, records: Sequence[Record], valid: Mapping[str, Study]) -> Iterator[Finding]:
    """Records that are not what their studies give, of those whose studies can all be judged anew."""
    together: dict[frozenset[str], list[Record]] = defaultdict(list)
    for record in records:
        together[frozenset(run for seen in record.configurations for run in seen.runs)].append(record)
    for runs, group in together.items():
        if runs and runs <= valid.keys():
            drafts = {one.task: one for one in draft(governed, [valid[run] for run in sorted(runs)]).records}
            for record in group:
                if replace(record, decision=None) != drafts.get(record.task):
                    message = f"{record.task}: its record is not what its studies give"
                    yield finding(CODE, CALIBRATIONS, "/records", message)


def _about(what: str) -> Finding:
    return finding(CODE, STUDY, "", what)
