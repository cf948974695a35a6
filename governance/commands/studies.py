"""`bench.py run`: a system over the label-free questions of a corpus, as a study.

Invariant: says counts, ids of study and configuration, and the profile; nothing of a task.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from governance.commands.report import Command, Report, UsageError
from governance.commands.ticker import Ticker
from governance.corpus import Governed, load_governed
from governance.studies import STUDIES, Options, Ran, Study, System, read_system, run_study
from isolation import DEVELOPMENT, LINUX_BWRAP_V1
from records import Busy

EPILOG = """\
The system gets its own files, train and validation, and the test questions without answers, behind linux-bwrap-v1.
A study that was interrupted is taken up again by the same command; a finished one never changes, running the same
system again makes another. A crash, timeout or broken output of the system is a valid failure of its tasks; a
sandbox that was not as it must be is an invalid attempt, made again twice at most. On a cluster, scheduler and workers
must be able to import this repository, and dask moves pickles: use one that only you can reach.
"""


def _run(root: Path, args: argparse.Namespace) -> Report:
    governed = load_governed(root)
    system = _system(args)
    options = Options(
        trials=args.trials,
        seed=args.seed,
        profile=DEVELOPMENT if args.development else LINUX_BWRAP_V1,
        scheduler=args.scheduler,
        jobs=args.jobs,
        out=_out(governed, args.out),
        progress=Ticker(unit="launches"),
    )
    try:
        return _told(root, governed, run_study(governed, system, options))
    except Busy as error:
        raise UsageError("the same study is being run by another process") from error
    except OSError as error:
        if governed.identity.is_private:
            raise OSError(f"the study stopped: {error.strerror or type(error).__name__}") from None
        raise


def _system(args: argparse.Namespace) -> System:
    if not args.system.is_file():
        raise UsageError(f"--system {args.system}: there is no such file")
    system = read_system(args.system)
    return replace(system, batch=args.batch) if args.batch else system


def _out(governed: Governed, out: Path | None) -> Path | None:
    """The folder of studies. What was measured on a private corpus stays inside its root."""
    if out and governed.identity.is_private and not out.resolve().is_relative_to(governed.root):
        raise UsageError("--out: studies of a private corpus stay inside its root")
    return out


def _told(root: Path, governed: Governed, ran: Ran) -> Report:
    study = ran.study
    totals, attestation = study.totals, study.attestation
    public = {} if governed.identity.is_private else {"solved": totals.solved, "classes": dict(totals.classes)}
    data: dict[str, object] = {
        "study": study.id,
        "study_digest": study.digest,
        "configuration_id": study.configuration.id,
        "timing_id": study.configuration.timing_id(study.plan.host),
        "taken_up": ran.taken_up,
        "complete": study.complete,
        "publishable": attestation.publishable,
        "profile": attestation.profile,
        "tasks": totals.tasks,
        "trials": totals.trials,
        "observations": totals.observations,
        "attempts": dict(totals.attempts),
        **public,
    }
    return Report(root=root, lines=tuple(_lines(governed, study, ran)), data=data, pending=not study.complete)


def _lines(governed: Governed, study: Study, ran: Ran) -> list[str]:
    totals = study.totals
    attempts = ", ".join(f"{count} {name}" for name, count in totals.attempts.items())
    lines = [
        f"{study.id}: {study.label}" + (", taken up where it had stopped" if ran.taken_up else ""),
        f"configuration {study.configuration.id}",
        f"{totals.observations} of {totals.tasks * totals.trials} task-trials observed; attempts: {attempts}",
    ]
    if not governed.identity.is_private:
        lines.append(f"solved {totals.solved} of {totals.observations}")
        failed = {name: n for name, n in totals.classes.items() if n and name not in ("answered", "abstained")}
        if failed:
            said = ", ".join(f"{count} {name}" for name, count in failed.items())
            lines.append(f"look at the ledger: {said} (valid failures of the system, not wrong answers)")
    if not study.complete:
        lines.append("incomplete: a launch was invalid as often as is allowed; nothing of it counts as a failure")
    if study.attestation.profile == DEVELOPMENT.id:
        lines.append("development profile, no sandbox: never publishable")
    elif not study.attestation.publishable:
        lines.append("not publishable")
    return lines


def _options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--system", type=Path, required=True, metavar="FILE", help="the system file (TOML)")
    parser.add_argument("--trials", type=_positive, metavar="N", help="repetitions (default: the file's, else 1)")
    parser.add_argument("--seed", type=_natural, metavar="S", help="the system's seed; trial 2 gets S+1, and so on")
    parser.add_argument("--batch", type=_positive, metavar="N", help="tasks a launch (default: the file's, else all)")
    parser.add_argument("--jobs", type=_positive, default=1, metavar="N", help="launches side by side (default 1)")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="spread the launches over this dask.distributed cluster")
    parser.add_argument("--development", action="store_true", help="without a sandbox; the study is never publishable")
    parser.add_argument("--out", type=Path, metavar="DIR", help=f"the folder of studies (default: ROOT/{STUDIES})")


def _positive(text: str) -> int:
    number = _natural(text)
    if not number:
        raise argparse.ArgumentTypeError("1 or more is expected")
    return number


def _natural(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 12:
        raise argparse.ArgumentTypeError("a whole number is expected")
    return int(text)


COMMANDS = (
    Command(
        name="run",
        help="run a system on the label-free questions in isolation, and write what came of it as a study",
        run=_run,
        options=_options,
        epilog=EPILOG,
    ),
)
