"""`bench.py lifecycle init|check|set`: where the tasks of a corpus stand, and moving them.

Invariant: a change is shown first and written only with --apply; what would not be sound afterwards is never written.
"""

from __future__ import annotations

import argparse
import datetime
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from governance import lifecycle as registry
from governance.commands.report import Command, Report, UsageError
from governance.corpus import Governed, finding, load_governed, read_identity
from governance.lifecycle import CALIBRATIONS, DEPRECATIONS, Calibrations, Deprecations, Registries, State
from records import Busy, Finding, Rejected


@dataclass(frozen=True, kw_only=True, slots=True)
class Signed:
    """Who decides, on which day, why."""

    reviewer: str
    date: datetime.date
    reason: str


def _lifecycle(root: Path, args: argparse.Namespace) -> Report:
    identity = read_identity(root)
    try:
        return replace(ACTIONS[args.action](load_governed(root), args), root=root)
    except Rejected as error:
        return Report(root=root, lines=(), data={}, findings=registry.discreet(identity, error.findings))


def _check(governed: Governed, _: argparse.Namespace) -> Report:
    registries = registry.read_registries(governed)
    counts = registries.lifecycle.counts()
    active = registry.active_findings(governed, registries.lifecycle, registries.calibrations)
    lines = [", ".join(f"{number} {state}" for state, number in counts.items())]
    lines += [str(step) for step in registries.lifecycle.transitions] if not governed.identity.is_private else []
    data: dict[str, object] = {
        "states": {str(state): number for state, number in counts.items()},
        "transitions": len(registries.lifecycle.transitions),
    }
    findings = registry.discreet(governed.identity, (*registries.findings(), *active))
    return Report(root=governed.root, lines=tuple(lines), data=data, findings=findings)


def _init(governed: Governed, args: argparse.Namespace) -> Report:
    """Registries where there are none; tasks that no registry knows join as drafts."""
    if (governed.root / registry.REGISTRY).exists():
        return _joined(registry.read_registries(governed), args)
    base = {name: registry.current(governed.root, name) for name in registry.WRITTEN}
    after = Registries(
        governed=governed,
        lifecycle=registry.start(tuple(governed.digests)),
        deprecations=registry.read_deprecations(governed) if base[DEPRECATIONS] else Deprecations(entries=()),
        calibrations=registry.read_calibrations(governed) if base[CALIBRATIONS] else Calibrations(),
        reviewers=registry.read_reviewers(governed),
        base=base,
    )
    return written(after, (f"{len(governed.digests)} tasks begin as drafts",), apply=args.apply)


def _joined(before: Registries, args: argparse.Namespace) -> Report:
    new = tuple(task for task in before.governed.digests if task not in before.lifecycle.states)
    if not new:
        return written(before, (), apply=args.apply)
    by = signed(args, before)
    after = replace(
        before,
        lifecycle=registry.join(before.lifecycle, new, on=by.date, reviewer=by.reviewer, reason=by.reason),
    )
    said = f"{registry.named(before.governed.identity, new)} would join as drafts"
    return written(after, (said,), apply=args.apply)


def _set(governed: Governed, args: argparse.Namespace) -> Report:
    if args.to is None:
        raise UsageError(f"set needs --to and one of {', '.join(State)}")
    before, to = registry.without_torn_decisions(registry.read_registries(governed)), State(args.to)
    sound = [one for one in before.findings() if not one.code.startswith("G_DEPRECATION")]
    if sound:
        raise Rejected(sound)
    by, tasks = signed(args, before), selected(before, args)
    _permit(before, tasks, to)
    moved = registry.move(
        before.lifecycle, tasks, to, on=by.date, reviewer=by.reviewer, reason=by.reason, families=before.families
    )
    after = replace(before, lifecycle=moved)
    if to is State.DEPRECATED:
        after = replace(after, deprecations=_deprecated(before, tasks, by, args.replacement))
    return written(after, described(before, after), apply=args.apply)


def _permit(before: Registries, tasks: Sequence[str], to: State) -> None:
    """Refuse activation without an approved record, and a quarantine that would not keep the digest it is about."""
    if to is State.ACTIVE:
        refused = tuple(
            registry.activation_findings(before.governed, before.lifecycle, before.calibrations, tuple(tasks))
        )
        if refused:
            raise Rejected(refused)
    calibrating = [task for task in tasks if before.lifecycle.states.get(task) is State.CALIBRATING]
    if to is State.QUARANTINED and calibrating:
        message = (
            f"{len(calibrating)} tasks are calibrating; `calibrate quarantine` keeps the digest they are barred at"
        )
        raise Rejected([finding("G_LIFECYCLE_MOVE", registry.REGISTRY, "/states", message)])


def _deprecated(before: Registries, tasks: Sequence[str], by: Signed, replacement: str | None) -> Deprecations:
    known = before.deprecations.tasks
    new = (
        registry.Deprecation(
            task=task, family=before.families[task], date=by.date, reason=by.reason, replacement=replacement
        )
        for task in tasks
        if task not in known
    )
    return Deprecations(entries=(*before.deprecations.entries, *new))


def signed(args: argparse.Namespace, registries: Registries) -> Signed:
    """Who decides what was asked for. Raises UsageError, and Rejected where that person may not decide."""
    reason = getattr(args, "reason", None) or getattr(args, "rationale", None)
    if not args.reviewer or not reason:
        raise UsageError("a change needs --reviewer and the reason for it")
    registry.may_decide(registries.reviewers, args.reviewer, args.date)
    return Signed(reviewer=args.reviewer, date=args.date, reason=reason)


def selected(registries: Registries, args: argparse.Namespace, default: State | None = None) -> tuple[str, ...]:
    """The tasks that are meant, in the order of the corpus. With --from (or `default`) only those in that state.

    `default` never narrows down tasks that are named one by one. Raises UsageError for none or several selections.
    """
    if sum((bool(args.tasks), bool(args.family), args.all)) != 1:
        raise UsageError("name the tasks by exactly one of --tasks, --family and --all")
    states, families = registries.lifecycle.states, registries.families
    if args.tasks:
        named = dict.fromkeys(task for word in args.tasks for task in word.split(",") if task)
        chosen = tuple(task for task in states if task in named) + tuple(task for task in named if task not in states)
    else:
        chosen = tuple(task for task in states if args.all or families.get(task) == args.family)
    wanted = State(args.from_state) if args.from_state else None if args.tasks else default
    return tuple(task for task in chosen if wanted is None or states.get(task) is wanted)


def described(before: Registries, after: Registries) -> tuple[str, ...]:
    """The difference between two registries in words: counts for each state that changes, and the new transitions."""
    old, new = before.lifecycle.counts(), after.lifecycle.counts()
    lines = [f"{state}: {old[state]} -> {new[state]}" for state in State if old[state] != new[state]]
    private = after.governed.identity.is_private
    for step in after.lifecycle.transitions[len(before.lifecycle.transitions) :]:
        names = "" if private or not step.tasks else f" ({registry.named(after.governed.identity, step.tasks)})"
        lines.append(f"transition: {step}{names}" if not private else f"transition: -> {step.to} on {step.date}")
    added = after.deprecations.tasks - before.deprecations.tasks
    return (*lines, *([f"deprecations: {len(added)} more"] if added else []))


def written(after: Registries, lines: Sequence[str], *, apply: bool) -> Report:
    """Write what changed, if it is sound and `apply` is given; the report says what was or would be done."""
    governed, edits = after.governed, after.edits()
    found = after.findings()
    if found:
        raise Rejected(found)
    if apply and edits:
        try:
            registry.write_edits(governed.root, edits)
        except Busy as error:
            raise Rejected([Finding(code="G_BUSY", where="", message="another process is writing here")]) from error
    names = [edit.name for edit in edits]
    said = "nothing changes" if not edits else f"{'written' if apply else 'not written, --apply does it'}: "
    data: dict[str, object] = {"changes": list(lines), "files": names, "written": bool(apply and edits)}
    return Report(
        root=governed.root,
        lines=(*lines, said + ", ".join(names)),
        data=data,
        pending=bool(edits) and not apply,
    )


def today() -> datetime.date:
    """The day it is, in UTC."""
    return datetime.datetime.now(tz=datetime.UTC).date()


def selection_options(parser: argparse.ArgumentParser) -> None:
    """The options that name tasks, the person who decides, and the day."""
    parser.add_argument("--tasks", nargs="+", metavar="ID", help="the tasks that are meant, by id")
    parser.add_argument("--family", metavar="NAME", help="all tasks of one family")
    parser.add_argument("--all", action="store_true", help="all tasks of the corpus")
    parser.add_argument(
        "--from", dest="from_state", choices=tuple(map(str, State)), help="of these, only the tasks in this state"
    )
    parser.add_argument("--reviewer", metavar="ID", help="who decides; must stand in corpus/reviewers.toml")
    parser.add_argument(
        "--date", type=datetime.date.fromisoformat, default=today(), metavar="DAY", help="default: today (UTC)"
    )
    parser.add_argument("--apply", action="store_true", help="write it; without, the difference is shown")


def _options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("action", choices=tuple(ACTIONS), help="what to do")
    parser.add_argument("--to", choices=tuple(map(str, State)), help="the state to move to")
    parser.add_argument("--reason", metavar="TEXT", help="why; stands in the history")
    parser.add_argument("--replacement", metavar="ID", help="the task that takes the place of a deprecated one")
    selection_options(parser)


ACTIONS = {"init": _init, "check": _check, "set": _set}
COMMANDS = (
    Command(
        name="lifecycle",
        help="begin (init), check, or move (set) the lifecycle states of the tasks of a corpus",
        run=_lifecycle,
        options=_options,
        epilog=(
            "example: bench.py lifecycle set --corpus-root corpora/core-v0.1 --all --from draft --to calibrating\n"
            "         --reviewer vynly --reason 'contracts are frozen' --apply\n"
            "A task becomes active by `calibrate approve` only; `set --to active` wants its approval to be in force.\n"
        ),
    ),
)
