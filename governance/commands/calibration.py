"""`bench.py calibration-report`, `calibrate` and `review-tasks`: drafts, the look at them, and the decisions.

Invariant: the report and the review write nothing but the file they are asked for, never a registry; a decision is
shown first and written only with --apply.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

from evaluator.statistics import percent
from governance import calibration
from governance import lifecycle as registry
from governance.calibration import Accepted, Drafts, Evidence, Opinion, Review, Verifier
from governance.commands.lifecycle import described, selected, selection_options, written
from governance.commands.report import Command, Progress, Report, UsageError
from governance.contracts import read_contracts
from governance.corpus import Governed, load_governed, read_identity
from governance.lifecycle import State, Statistic, Verdict
from records import Rejected, canonical_line, write_atomic

Action = Callable[[Governed, argparse.Namespace], Report]


def discreetly(action: Action) -> Callable[[Path, argparse.Namespace], Report]:
    """The command that runs `action` on the corpus of a root, and names no task of a private one."""

    def run(root: Path, args: argparse.Namespace) -> Report:
        identity = read_identity(root)
        try:
            report = action(load_governed(root), args)
        except Rejected as error:
            report = Report(root=root, lines=(), data={}, findings=error.findings)
        return replace(report, root=root, findings=registry.discreet(identity, report.findings))

    return run


def _report(governed: Governed, args: argparse.Namespace) -> Report:
    out = _output(governed, args.out)
    accepted = calibration.accepted_studies(governed)
    drafts = calibration.draft(governed, accepted.complete)
    if out:
        write_atomic(out, drafts.to_bytes())
    short = calibration.shortfalls(drafts.records)
    data: dict[str, object] = {
        "configurations": [_evidence_data(one) for one in drafts.evidence],
        "tasks": len(drafts.records),
        "below_minimum": short.total(),
        "difficulty": dict(_difficulty(drafts)),
        "incomplete_studies": [study.id for study in accepted.incomplete],
        "left_out_findings": len(accepted.left_out),
    }
    return Report(
        root=governed.root,
        lines=(*_summary(drafts), *_incomplete(accepted), *([f"drafts written to {out.name}"] if out else [])),
        data=data,
        findings=accepted.left_out,
        not_yet=bool(short),
    )


def _summary(drafts: Drafts) -> tuple[str, ...]:
    records = drafts.records
    families = {one.system_family for one in drafts.evidence if not one.not_counted}
    short = calibration.shortfalls(records)
    bands = ", ".join(f"{number} {name}" for name, number in sorted(_difficulty(drafts).items()))
    rates = [record.solve_rate for record in records]
    return (
        f"{len(drafts.evidence)} configurations, {len(families)} of them materially different",
        *map(_evidence_line, drafts.evidence),
        f"empirical difficulty of {len(records)} tasks: {bands}",
        f"solved by nobody: {rates.count(Fraction(0))} tasks, by everybody: {rates.count(Fraction(1))} tasks",
        *told("stability", [record.stability for record in records]),
        *told("resampling sensitivity", [record.sensitivity for record in records]),
        *told("discrimination", [record.discrimination for record in records]),
        f"minimum of evidence: reached by {len(records) - short.total()} of {len(records)} tasks",
        *(f"  {number} tasks: {reason}" for reason, number in sorted(short.items())),
    )


def _incomplete(accepted: Accepted) -> list[str]:
    """What could not be finished, so that nobody thinks it never was."""
    lines = []
    for study in accepted.incomplete:
        totals = study.totals
        attempts = ", ".join(f"{number} {name}" for name, number in totals.attempts.items())
        lines.append(f"left out: {study.id} is incomplete, {totals.missing} observations are missing ({attempts})")
    return lines


def told(name: str, values: Sequence[Statistic]) -> list[str]:
    """A statistic of all tasks in one line for what there is, and one for each reason why there is none."""
    known = sorted(value.value for value in values if value.value is not None)
    lines = []
    if known:
        low, middle, high = (percent(value / 100, 3) for value in (known[0], known[len(known) // 2], known[-1]))
        lines.append(f"{name}: {len(known)} tasks, from {low} over {middle} (median) to {high}")
    reasons = Counter(value.unavailable for value in values if value.value is None)
    return lines + [f"{name}: unavailable for {number} tasks ({why})" for why, number in sorted(reasons.items())]


def _difficulty(drafts: Drafts) -> Counter[str]:
    return Counter(str(record.empirical_difficulty or "not observed") for record in drafts.records)


def _totals(one: Evidence) -> dict[str, int]:
    names = ("valid", "solved", "timeouts", "invalid", "incomplete")
    return {name: sum(getattr(seen, name) for seen in one.seen.values()) for name in names}


def _evidence_line(one: Evidence) -> str:
    totals = _totals(one)
    rate = f" ({percent(one.total / one.observed)} %)" if one.observed else ""
    rest = ", ".join(f"{totals[name]} {name}" for name in ("timeouts", "invalid", "incomplete"))
    why = f"; not counted: {one.not_counted}" if one.not_counted else ""
    return f"  {one.configuration[:16]} {one.system_family}: {totals['solved']} of {totals['valid']}{rate}, {rest}{why}"


def _evidence_data(one: Evidence) -> dict[str, object]:
    runs = next(iter(one.seen.values())).runs if one.seen else ()
    return {
        "configuration": one.configuration,
        "system_family": one.system_family,
        "runs": list(runs),
        "not_counted": one.not_counted,
        **_totals(one),
    }


def _calibrate(governed: Governed, args: argparse.Namespace) -> Report:
    opinion = _opinion(args)
    before = registry.without_torn_decisions(registry.read_registries(governed))
    accepted = calibration.accepted_studies(governed)
    unsound = [one for one in before.findings() if not one.code.startswith("G_DEPRECATION")]
    if opinion.verdict is Verdict.APPROVE:
        unsound += accepted.left_out
    if unsound:
        raise Rejected(unsound)
    tasks = selected(before, args, default=State.CALIBRATING)
    drafts = calibration.draft(governed, accepted.complete)
    by_task = {record.task: record for record in drafts.records}
    after = calibration.decide(before, by_task, tasks, opinion)
    lines = (f"{opinion.verdict}: {registry.named(governed.identity, tasks)}", *described(before, after))
    return written(after, lines, apply=args.apply)


def _opinion(args: argparse.Namespace) -> Opinion:
    needed = ("reviewer", "rationale", "accepted_alternatives", "evaluator_disputes")
    missing = [f"--{name.replace('_', '-')}" for name in needed if not getattr(args, name)]
    if missing:
        raise UsageError(f"a decision needs {', '.join(missing)}")
    return Opinion(
        verdict=Verdict(args.verdict),
        reviewer=args.reviewer,
        date=args.date,
        rationale=args.rationale,
        accepted_alternatives=args.accepted_alternatives,
        evaluator_disputes=args.evaluator_disputes,
    )


def review_command(verifiers: Callable[[str], Sequence[Verifier]], progress: Progress) -> Command:
    """`review-tasks`; `verifiers` gives the independent judges of a kind of corpus, which this room may not import."""

    def act(governed: Governed, args: argparse.Namespace) -> Report:
        out = _output(governed, args.out)
        accepted = calibration.accepted_studies(governed)
        drafts = calibration.draft(governed, accepted.complete)
        judges = verifiers(governed.identity.kind)
        seen = calibration.review(drafts, read_contracts(governed.root), accepted.complete, judges, progress)
        if out:
            write_atomic(out, canonical_line(seen.to_dict()))
        lines = (*_review_lines(governed, seen, judges), *([f"written to {out.name}"] if out else []))
        data = {} if governed.identity.is_private else dict[str, object](seen.to_dict())
        return Report(
            root=governed.root, lines=lines, data=data, findings=accepted.left_out, pending=bool(seen.disputes)
        )

    return Command(
        name="review-tasks",
        help="show reviewers what nobody or everybody solves, accepted alternatives and disputes with verifiers",
        run=discreetly(act),
        options=_out_option,
        epilog="exit code 1: a verifier and the evaluator differ somewhere; --out FILE keeps every case as JSON\n",
    )


def _review_lines(governed: Governed, seen: Review, judges: Sequence[Verifier]) -> list[str]:
    def named(tasks: Sequence[str]) -> str:
        return registry.named(governed.identity, tuple(dict.fromkeys(tasks)))

    families = {task.id: task.family for task in governed.book.tasks}
    lines = [f"verifier {one.id}: {one.paradigm}" for one in judges]
    lines.append(f"{len(seen.candidates)} distinct answers to {len(families)} tasks, judged by each of them")
    for number, tasks_solved in sorted(Counter(seen.solved_by.values()).items()):
        lines.append(f"solved by {number} of {seen.systems} systems: {tasks_solved} tasks")
    for name, tasks in (("nobody", seen.nobody), ("everybody", seen.everybody)):
        by_family = Counter(families[task] for task in tasks)
        spread = ", ".join(f"{family} {number}" for family, number in sorted(by_family.items()))
        lines.append(f"solved by {name}: {len(tasks)} tasks" + (f" ({spread})" if tasks else ""))
        lines += [f"  {named(tasks)}"] if tasks else []
    for label, classes in seen.failures.items():
        if classes:
            lines.append(f"{label}: " + ", ".join(f"{number} {name}" for name, number in classes.items()))
    for what, found in (
        ("wrong answers that most systems share", seen.shared_failures),
        ("accepted alternatives", seen.alternatives),
        ("disputes", seen.disputes),
    ):
        where = [one.task for one in found]
        lines.append(f"{what}: {len(found)} answers to {len(set(where))} tasks")
        lines += [f"  {named(where)}"] if found else []
    return lines


def _output(governed: Governed, out: Path | None) -> Path | None:
    """Where to write what was asked for. Raises UsageError for a registry, and outside of a private corpus's root."""
    if out is None:
        return None
    place = out.resolve()
    if place.is_relative_to(governed.root / "corpus"):
        raise UsageError("--out: registries are never written by a report; another folder is expected")
    if governed.identity.is_private and not place.is_relative_to(governed.root):
        raise UsageError("--out: what tells of a private corpus stays inside its root")
    if place.is_dir() or not place.parent.is_dir():
        raise UsageError("--out: a file in a folder that exists is expected")
    return place


def _out_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", type=Path, metavar="FILE", help="write all of it to this file as JSON")


def _calibrate_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("verdict", choices=tuple(map(str, Verdict)), help="what the reviewer decides")
    selection_options(parser)
    parser.add_argument("--rationale", metavar="TEXT", help="why")
    parser.add_argument(
        "--accepted-alternatives",
        metavar="TEXT",
        help="what was looked at for accepted valid alternatives, and found",
    )
    parser.add_argument(
        "--evaluator-disputes", metavar="TEXT", help="what was looked at for disputes with the evaluator, and found"
    )


COMMANDS = (
    Command(
        name="calibration-report",
        help="draft calibration records from the valid studies of a corpus; never edits a registry",
        run=discreetly(_report),
        options=_out_option,
        epilog="exit code 4: some tasks have less evidence than approval needs; 1: studies were left out as unsound\n",
    ),
    Command(
        name="calibrate",
        help="record a reviewer's decision about calibrating tasks, with the move to the state that it leads to",
        run=discreetly(_calibrate),
        options=_calibrate_options,
        epilog=(
            "approve leads to active, quarantine to quarantined, reject back to draft. --all and --family mean the\n"
            "calibrating tasks among them; an active task is quarantined by name or with --from active.\n"
        ),
    ),
)
