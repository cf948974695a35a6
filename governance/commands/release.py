"""Commands about releases: corpus-health, release-build, release-check.

Invariant: of a private corpus nothing is said but counts; its full report goes only into a file inside its own root.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import re
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from governance.commands.corpora import discreetly
from governance.commands.report import Command, Progress, Report, UsageError
from governance.corpus import finding, load_governed, plain, read_identity
from governance.lifecycle import counted
from governance.private import is_private
from governance.release import (
    VERSION,
    Evidence,
    Group,
    RuleResult,
    Status,
    Verdict,
    build,
    check_release,
    gather,
    health_bytes,
    read_health,
    read_subject,
)
from records import Finding, write_atomic

CI = "CI"
"""Set in the environment of every continuous integration: there, evidence is computed anew."""
DETAILS = "release-check.json"


def release_commands(progress: Progress) -> tuple[Command, ...]:
    """The commands; `progress` is called through long work."""
    return (
        Command(
            name="corpus-health",
            help="run every contract case of a corpus twice; --out keeps the evidence as a health report",
            run=discreetly(partial(_health, progress)),
            options=_health_options,
        ),
        Command(
            name="release-build",
            help="write the manifest of a release and the facts of its note, all from data",
            run=discreetly(partial(_build, progress)),
            options=_build_options,
            epilog="The words that people wrote into a note are kept. An active release is never replaced.",
        ),
        Command(
            name="release-check",
            help="judge a corpus by every release rule: structural health and activation eligibility",
            run=discreetly(partial(_check, progress)),
            options=_check_options,
            epilog=(
                "example: bench.py release-check --corpus-root . --explain\n"
                "Ends with 0 when the release is active (or the corpus retired), 1 when it is unsound,\n"
                "4 when it is sound and calibrating."
            ),
        ),
    )


def _health(progress: Progress, root: Path, args: argparse.Namespace) -> Report:
    governed = load_governed(root)
    evidence = gather(governed, progress)
    lines = [
        f"{evidence.cases} contract cases judged twice, slowest {evidence.slowest_ms} ms of {evidence.timeout_ms} ms",
        f"evidence digest {evidence.digest}",
        *(f"{name}: {one.covered} of {one.required} tasks covered" for name, one in evidence.coverage.items()),
    ]
    if args.out is not None:
        path = _report_file(args.out, f"{governed.identity.id}.health.json", root)
        write_atomic(path, health_bytes(governed, evidence))
        lines.append("health report written")
    return Report(
        root=root,
        lines=tuple(lines),
        data={**evidence.to_dict(), "findings": len(evidence.findings), "evidence_digest": evidence.digest},
        findings=counted(evidence.findings, private=governed.identity.is_private),
    )


def _report_file(given: Path, name: str, root: Path) -> Path:
    """The file that is meant by a file or an existing folder; a private corpus writes inside its own root alone."""
    path = given / name if given.is_dir() else given
    if is_private(root) and not path.resolve().is_relative_to(root.resolve()):
        raise UsageError("a report of a private corpus is written inside its own root only")
    return path


def _build(progress: Progress, root: Path, args: argparse.Namespace) -> Report:
    version = args.version or read_identity(root).version
    if not re.fullmatch(VERSION, version):
        raise UsageError("--version is a semantic version like 1.2.3")
    built = build(read_subject(root, progress=progress), version=version, date=args.date.isoformat())
    if args.apply:
        for name, content in built.changes.items():
            write_atomic(root / name, content)
    made = built.manifest
    said = "written" if args.apply else "would be written, --apply does it"
    lines = [f"{made.corpus} {made.version}: {made.status.value}, {made.change or 'first release'}"]
    lines += [f"{name}: {said}" for name in built.changes] or ["every file says what is true; nothing is written"]
    if not built.note.is_written:
        lines.append(f"{built.note.name}: somebody must still write what this release is about")
    data: dict[str, object] = {
        "version": made.version,
        "status": made.status.value,
        "corpus_digest": made.corpus_digest,
        "files": list(built.changes),
        "written": args.apply,
    }
    pending = bool(built.changes) and not args.apply
    return Report(root=root, lines=tuple(lines), data=data, pending=pending)


def _check(progress: Progress, root: Path, args: argparse.Namespace) -> Report:
    if args.health_report is not None and CI in os.environ:
        raise UsageError("--health-report is for people who wait; in CI (CI is set) evidence is computed anew")
    details = None if args.details is None else _report_file(args.details, DETAILS, root)
    evidence = None if args.health_report is None else _cached(root, args.health_report)
    verdict, private = check_release(read_subject(root, evidence=evidence, progress=progress)), is_private(root)
    if details is not None:
        write_atomic(details, json.dumps(_data(verdict, private=False), indent=1).encode() + b"\n")
    return Report(
        root=root,
        lines=_lines(verdict, explain=args.explain),
        data=_data(verdict, private=private),
        findings=counted(_complaints(verdict), private=private),
        not_yet=verdict.status is Status.CALIBRATING,
    )


def _cached(root: Path, given: Path) -> Evidence:
    governed = load_governed(root)
    return read_health(given / f"{governed.identity.id}.health.json" if given.is_dir() else given, governed)


def _complaints(verdict: Verdict) -> list[Finding]:
    """What makes a corpus unsound. A rule that could not be judged is named where nothing else says why."""
    blamed = [*verdict.structural, *(verdict.activation if verdict.overclaimed else ())]
    found = [one for result in blamed for one in result.findings]
    if not found and not (verdict.sound and not verdict.overclaimed):
        unjudged = (result for result in blamed if result.unjudged)
        found = [finding("G_UNJUDGED", one.rule, "", f"not judged: {one.unjudged}") for one in unjudged]
    return found


def _lines(verdict: Verdict, *, explain: bool) -> tuple[str, ...]:
    held = sum(result.holds for result in verdict.results)
    health = "sound" if verdict.sound else f"unsound ({_named(verdict.structural)})"
    held_back = _named(verdict.activation)
    activation = "none, the corpus is retired" if verdict.retired else "active" if verdict.eligible else "not eligible"
    lines = [
        f"structural health: {health}",
        f"activation: {activation}{f' ({held_back})' if held_back else ''}",
        f"{held} of {len(verdict.results)} rules hold",
    ]
    for result in verdict.activation:
        if result.group is Group.PROGRESS:
            lines += [f"not yet: {one.where}: {one.message}" for one in result.findings]
    for name, count in verdict.categories.items():
        only = "; descriptive only (fewer than five active tasks)" if count.descriptive_only else ""
        lines.append(f"{plain(name)}: {count.active} of {count.tasks} tasks active{only}")
    if explain:
        for result in verdict.results:
            lines.append(f"{result.verdict:<9}{result.rule}: {result.sentence}")
            lines.append(f"{'':<9}reads {', '.join(result.reads)}{_reason(result)}")
    return tuple(lines)


def _named(results: Sequence[RuleResult]) -> str:
    """The rules that do not hold: those that are broken, and those that could not be judged."""
    broken = [result.rule for result in results if result.findings]
    unjudged = [result.rule for result in results if not result.holds and not result.findings]
    parts = [", ".join(broken)] if broken else []
    parts += [f"not judged: {', '.join(unjudged)}"] if unjudged else []
    return "; ".join(parts)


def _reason(result: RuleResult) -> str:
    if result.findings:
        return f"; {len(result.findings)} finding{'s' * (len(result.findings) > 1)}"
    return f"; not judged, {result.unjudged}" if result.unjudged else ""


def _data(verdict: Verdict, *, private: bool) -> dict[str, object]:
    rules = []
    for result in verdict.results:
        shown = counted(result.findings, private=private)
        rules.append({**result.to_dict(), "findings": [one.to_dict() for one in shown]})
    return {
        "structural": "sound" if verdict.sound else "unsound",
        "activation": verdict.status.value,
        "categories": {name: count.to_dict() for name, count in verdict.categories.items()},
        "descriptive_only": list(verdict.descriptive_only),
        "rules": rules,
    }


def _health_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--out", type=Path, metavar="F", help="write the health report to this file, or into this existing folder"
    )


def _build_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--version", metavar="V", help="the version, like 0.1.0; default: that of corpus.toml")
    parser.add_argument(
        "--date",
        type=datetime.date.fromisoformat,
        default=datetime.datetime.now(tz=datetime.UTC).date(),
        metavar="DAY",
        help="the day of the release; default: today (UTC)",
    )
    parser.add_argument("--apply", action="store_true", help="write it; without, what would change is shown")


def _check_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--explain", action="store_true", help="print each rule's sentence and the files it reads")
    parser.add_argument(
        "--health-report",
        type=Path,
        metavar="F",
        help="take the evidence from a health report (or a folder of them) that corpus-health wrote; never in CI",
    )
    parser.add_argument(
        "--details",
        type=Path,
        metavar="F",
        help="write every finding in full to this file, or into this existing folder",
    )
