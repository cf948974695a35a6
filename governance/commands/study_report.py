"""`bench.py report-study`: what each configuration did on a corpus, read through the strict validator.

Invariant: studies are told one by one; they are put together only where that is asked for and they share configuration
id and corpus digest.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence

from evaluator.statistics import BootstrapInterval, percent
from governance import calibration
from governance import lifecycle as registry
from governance.calibration import StudyReport
from governance.commands.calibration import discreetly, told
from governance.commands.report import Command, Report, UsageError
from governance.corpus import Governed
from governance.lifecycle import State
from governance.studies import Study


def _report_studies(governed: Governed, args: argparse.Namespace) -> Report:
    accepted = calibration.accepted_studies(governed)
    chosen = _chosen(accepted.studies, args.study)
    active = _active(governed)
    groups = [chosen] if args.pool and chosen else [(study,) for study in chosen]
    reports = [calibration.report(governed, group, active) for group in groups]
    lines = [line for each in reports for line in _lines(each)]
    drafts = calibration.draft(governed, chosen)
    lines += [f"across {len(drafts.evidence)} configurations, each for itself:"] if chosen else ["no study was read"]
    lines += [f"  {line}" for line in told("discrimination", [one.discrimination for one in drafts.records])]
    data: dict[str, object] = {"studies": [_data(each) for each in reports]}
    return Report(root=governed.root, lines=tuple(lines), data=data, findings=accepted.left_out)


def _chosen(studies: Sequence[Study], ids: Sequence[str] | None) -> tuple[Study, ...]:
    if not ids:
        return tuple(studies)
    known = {study.id: study for study in studies}
    missing = [name for name in ids if name not in known]
    if missing:
        raise UsageError(f"{len(missing)} of the named studies are no valid studies of this corpus as it is now")
    return tuple(known[name] for name in dict.fromkeys(ids))


def _active(governed: Governed) -> frozenset[str]:
    """The active tasks; none where the corpus has no lifecycle yet."""
    if not (governed.root / registry.REGISTRY).exists():
        return frozenset()
    return frozenset(registry.read_lifecycle(governed).of(State.ACTIVE))


def _lines(one: StudyReport) -> Iterator[str]:
    first = one.studies[0]
    of, totals = first.configuration, [study.totals for study in one.studies]
    yield f"{first.label}: {', '.join(study.id for study in one.studies)}"
    yield f"  configuration {of.id}, {of.system_family}, {of.track}, {of.exposure}, {of.profile}"
    yield f"  corpus digest {of.corpus_digest}"
    shown = f"{percent(one.headline.value)} %" if one.headline.value is not None else str(one.headline)
    yield f"  mean of the categories: {shown}; {one.overall}"
    attempts = {name: sum(total.attempts[name] for total in totals) for name in totals[0].attempts}
    classes = {name: sum(total.classes[name] for total in totals) for name in totals[0].classes}
    yield f"  attempts: {_counts(attempts)}; observations: {_counts(classes)}; missing: {one.missing}"
    for part in one.parts:
        note = f" [descriptive only: {part.active} active tasks]" if part.descriptive else ""
        yield f"  {part.name}: {part.all}{note}"
        for tier, cell in part.tiers.items():
            yield f"    tier {tier}: {cell}"
    yield f"  stability over trials: {one.stability}; {one.unstable} tasks both solved and not"
    for number, interval in enumerate(one.sensitivity.intervals, start=1):
        yield f"  resampling sensitivity, trial {number}: {_interval(interval)}"
    if one.sensitivity.without:
        low = min(one.sensitivity.without.items(), key=lambda item: item[1])
        high = max(one.sensitivity.without.items(), key=lambda item: item[1])
        yield f"  without one family: from {percent(low[1])} % (no {low[0]}) to {percent(high[1])} % (no {high[0]})"
    yield f"  discrimination: {one.discrimination}"


def _counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{number} {name}" for name, number in counts.items() if number) or "none"


def _interval(interval: BootstrapInterval) -> str:
    if interval.low is None or interval.high is None:
        return f"unavailable ({interval.reason})"
    return f"{percent(interval.low)} to {percent(interval.high)} % (95 % of the exact bootstrap over tasks)"


def _data(one: StudyReport) -> dict[str, object]:
    return {
        "studies": [study.id for study in one.studies],
        "digests": [study.digest for study in one.studies],
        "configuration": one.studies[0].configuration.id,
        "corpus_digest": one.studies[0].configuration.corpus_digest,
        "headline": one.headline.to_dict(),
        "overall": one.overall.to_dict(),
        "missing": one.missing,
        "categories": {
            part.name: {
                **part.all.to_dict(),
                "tiers": {str(tier): cell.to_dict() for tier, cell in part.tiers.items()},
                "active": part.active,
                "descriptive_only": part.descriptive,
            }
            for part in one.parts
        },
        "stability": one.stability.to_dict(),
        "unstable_tasks": one.unstable,
        "sensitivity": {
            "trials": [_interval(interval) for interval in one.sensitivity.intervals],
            "without_family": {name: registry.ratio_text(rate) for name, rate in one.sensitivity.without.items()},
        },
        "discrimination": one.discrimination.to_dict(),
    }


def _options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--study", nargs="+", metavar="ID", help="only these studies; default: every valid one")
    parser.add_argument(
        "--pool", action="store_true", help="put the studies together; refused across configurations or corpus digests"
    )


COMMANDS = (
    Command(
        name="report-study",
        help="report studies by category and tier, with stability, sensitivity and reasons for what is unavailable",
        run=discreetly(_report_studies),
        options=_options,
    ),
)
