"""The operator's door: `python3 bench.py COMMAND --corpus-root DIR`. Standard library only.

What needs generators or solvers is put together here; the other commands, and the door that parses, prints and
chooses the exit code, are those of `governance.commands`.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import generators
import isolation
import solvers
from evaluator import schedule
from generators import scheduling
from generators.check import CROISSANT, croissant, description_findings, keyed
from governance import commands as governed
from governance import private
from governance.calibration import Verifier
from governance.commands import (
    Command,
    Door,
    Report,
    UsageError,
    contracts_command,
    no_options,
    release_commands,
    review_command,
    steps,
)
from governance.contracts import Maker
from records import write_atomic
from solvers import scheduling as schedule_solvers
from solvers import verdicts
from solvers.parallel import PARALLEL

PAGE = Path(__file__).resolve().parent / "docs" / "BENCH.md"
TASKS = partial(steps, unit="tasks")


def _public(run: Callable[[Path, argparse.Namespace], Report]) -> Callable[[Path, argparse.Namespace], Report]:
    """The command for corpora that anybody can make again: the items of a private one come from a key."""

    def checked(root: Path, args: argparse.Namespace) -> Report:
        if private.is_private(root):
            raise UsageError("a private corpus is made, and made again to compare, with generate --key-file")
        return run(root, args)

    return checked


def _mint(root: Path, args: argparse.Namespace) -> Report:
    identity = private.require_mintable(root)
    start = private.read_secret(args.key_file, root).prefix(identity.kind)
    named = (start, identity.id, identity.version, steps)
    makers: dict[str, Callable[[], dict[str, bytes]]] = {
        "choice": lambda: keyed.choice_files(_panel(), *named),
        "schedule": lambda: keyed.schedule_files(schedule_judges(), *named),
    }
    return _changes(root, keyed.mint(root, identity.kind, makers.get(identity.kind, dict), apply=args.apply))


def _generate(root: Path, args: argparse.Namespace) -> Report:
    if args.key_file:
        return _mint(root, args)
    return _public(_generate_public)(root, args)


def _generate_public(root: Path, args: argparse.Namespace) -> Report:
    if scheduling.is_schedule_corpus(root):
        changes = scheduling.generate(root, schedule_judges(), apply=args.apply, progress=steps)
    else:
        changes = generators.generate(root, _panel(), apply=args.apply, progress=steps)
    return _changes(root, changes)


def _changes(root: Path, changes: Sequence[generators.Change]) -> Report:
    """What generating did to each file, in words."""
    said = {"new": "written, it was missing", "changed": "replaced", "same": "unchanged"}
    lines = []
    for change in changes:
        if change.kind == "changed" and not change.written:
            lines.append(f"{change.name}: differs and was left alone ({change.detail})")
        else:
            detail = f" ({change.detail})" if change.detail else ""
            lines.append(f"{change.name}: {said[change.kind]}{detail}")
    left = [change.name for change in changes if change.kind == "changed" and not change.written]
    if left:
        lines.append(f"{len(left)} of {len(changes)} files differ from what is there; --apply replaces them")
    elif all(change.kind == "same" for change in changes):
        lines = [f"all {len(changes)} files are byte-identical to what was generated; nothing was written"]
    data: dict[str, object] = {
        "files": [{"name": c.name, "kind": c.kind, "detail": c.detail, "written": c.written} for c in changes]
    }
    return Report(root=root, lines=tuple(lines), data=data, pending=bool(left))


def _verify(root: Path, args: argparse.Namespace) -> Report:
    if scheduling.is_schedule_corpus(root):
        return _verify_schedules(root)
    verdict = generators.verify(root, _panel(), progress=steps)
    findings = (*verdict.findings, *description_findings(root))
    counts = f"{verdict.files} files, {verdict.items} items, {verdict.decisions} solver decisions"
    lines = [f"{counts}, all bytes generated again: nothing wrong"] if not findings else [f"{counts} checked"]
    data: dict[str, object] = {"files": verdict.files, "items": verdict.items, "solver_decisions": verdict.decisions}
    return Report(root=root, lines=tuple(lines), data=data, findings=findings)


def _verify_schedules(root: Path) -> Report:
    exact = schedule_solvers.exact_finder()
    verdict = scheduling.verify(root, schedule_judges(), exact.find if exact else None, progress=steps)
    findings = (*verdict.findings, *description_findings(root))
    counts = f"{verdict.files} files, {verdict.items} instances, {len(schedule_judges().ids)} judges"
    lines = [f"{counts}, all bytes generated again: nothing wrong"] if not findings else [f"{counts} checked"]
    if exact is None:
        lines.append(f"not checked: {schedule_solvers.EXACT_MISSING}")
    else:
        lines.append(f"{exact.name} solved {verdict.solved} of {verdict.items} without the witness")
    data: dict[str, object] = {
        "files": verdict.files,
        "items": verdict.items,
        "judges": list(schedule_judges().ids),
        "exact_solver": exact.name if exact else None,
        "solved_without_witness": verdict.solved,
    }
    return Report(root=root, lines=tuple(lines), data=data, findings=findings)


def schedule_judges() -> scheduling.Bench:
    evaluator = scheduling.Judge(
        id="V1/evaluator", paradigm="interval algebra", version=1, objection=schedule.objection
    )
    slots = scheduling.Judge(
        id="V2/slots", paradigm="time-slot tabulation", version=1, objection=schedule_solvers.row_objection
    )
    reader = scheduling.Judge(
        id="V2/text",
        paradigm="parsing of the English",
        version=1,
        objection=schedule_solvers.text_objection,
        reads_text=True,
    )
    return scheduling.Bench((evaluator, slots, reader))


def _panel() -> generators.Panel:
    return generators.Panel((*solvers.SOLVERS, *PARALLEL))


def _choice_maker() -> Maker:
    return solvers.ChoiceOffers(panels=(solvers.SOLVERS, PARALLEL))


def _schedule_maker() -> Maker:
    exact = schedule_solvers.exact_finder()
    if exact is None:
        solver = f"{schedule_solvers.cp_sat.PACKAGE}=={schedule_solvers.cp_sat.PINNED}"
        raise OSError(f"making contracts of schedules needs OR-tools (pip install {solver})")
    return schedule_solvers.ScheduleOffers(exact=exact)


def _verifiers(kind: str) -> tuple[Verifier, ...]:
    """Who judges answers of this kind of corpus beside its evaluator."""
    by_text = partial(verdicts.option_verdict, solvers.SOLVERS)
    parallel = partial(verdicts.option_verdict, PARALLEL)
    return {
        "choice": (
            Verifier(id="V2", paradigm="rules over the English, one solver a family", accepts=by_text),
            Verifier(id="V3", paradigm="another paradigm than V2 in every family", accepts=parallel),
        ),
        "schedule": (
            Verifier(id="V2/slots", paradigm="time-slot tabulation of the row", accepts=verdicts.slots_verdict),
            Verifier(id="V2/text", paradigm="time-slot tabulation of the English", accepts=verdicts.text_verdict),
        ),
    }[kind]


def _artefacts(root: Path, args: argparse.Namespace) -> Report:
    value, table = generators.shallow_cues(root)
    return Report(root=root, lines=("per cent of test items that a shallow cue alone answers", *table), data=value)


def _croissant(root: Path, args: argparse.Namespace) -> Report:
    wanted, path = croissant(root), root / CROISSANT
    current = path.exists() and path.read_bytes() == wanted
    if args.apply and not current:
        write_atomic(path, wanted)
    said = "unchanged" if current else "written" if args.apply else "differs from the manifest; --apply writes it"
    data: dict[str, object] = {"current": current, "written": args.apply and not current}
    return Report(root=root, lines=(f"{CROISSANT}: {said}",), data=data, pending=not current and not args.apply)


def _fresh(out: Path, args: argparse.Namespace) -> Report:
    suite = generators.mint(out, args.key, _panel(), steps)
    return Report(root=out, lines=(f"{suite} written; it is never ranked",), data={"benchmark_id": suite})


def _fresh_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--key", required=True, metavar="TAG", help="names the suite and the streams it is drawn from")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="a new or empty folder outside corpora")


def _doctor(root: Path, args: argparse.Namespace) -> Report:
    seen = isolation.diagnose()
    return Report(root=root, lines=seen.lines(), data=seen.to_dict(), findings=seen.findings())


def _doctor_options(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(out=Path("this host"))


def _generate_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--apply", action="store_true", help="replace files that exist with other bytes")


def _key_options(parser: argparse.ArgumentParser) -> None:
    _generate_options(parser)
    parser.add_argument(
        "--key-file", type=Path, metavar="KEY", help="mint a private corpus from this secret file (32 bytes, mode 0600)"
    )


DOOR = Door(
    corpus_roots=generators.corpus_roots,
    page=PAGE,
    own=(
        Command(
            name="generate",
            help="make the corpus files; missing ones are written, differing ones only with --apply",
            run=_generate,
            options=_key_options,
        ),
        Command(
            name="verify",
            help="check files, items, solvers and manifest, and that the generators make these very bytes",
            run=_public(_verify),
            options=no_options,
        ),
        Command(
            name="artefacts",
            help="print how often each shallow cue alone answers the test items of a corpus",
            run=_public(_artefacts),
            options=no_options,
        ),
        Command(
            name="croissant",
            help="describe the files of a corpus for other tools (croissant.json), from its manifest",
            run=_public(_croissant),
            options=_generate_options,
        ),
        Command(
            name="doctor",
            help="say what this host can do for isolated runs, and how to mend what it cannot",
            run=_doctor,
            options=_doctor_options,
            reads_a_corpus=False,
        ),
        Command(
            name="fresh",
            help="mint the same grammar under another key, with its own id, never ranked",
            run=_fresh,
            options=_fresh_options,
            reads_a_corpus=False,
        ),
        review_command(_verifiers, TASKS),
        contracts_command({"choice": _choice_maker, "schedule": _schedule_maker}, TASKS),
        *release_commands(TASKS),
        *governed.COMMANDS,
    ),
)
COMMANDS = DOOR.commands
main = DOOR.main

if __name__ == "__main__":
    raise SystemExit(main())
