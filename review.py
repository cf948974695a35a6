"""The maintainer's commands: the only way onto a board.

A door: it parses, calls one command of `leaderboard.commands`, prints, exits. Exit codes: 0 clean, 1 findings, 2 usage,
3 environment (hub, token, corpus, somebody else at work).
Invariant: no rule lives here; the token is never printed, and a real one is never sent to a local hub.
"""

# ruff: noqa: E402 - `require` may have to continue in .venv before anything that is installed there is imported
from __future__ import annotations

from records import Busy, Rejected, data_home, read_regular, require, sha256_hex, write_atomic

require("jsonschema_rs", "huggingface_hub")

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit

from evaluator import load_known
from hub import Hub, HubError, HubMissing, HubRefused, HubUnreachable
from isolation import Unavailable
from isolation.source import Origin, Workshop
from leaderboard import Action, Seeding, State, Status, seed_state
from leaderboard import commands as run
from leaderboard.admission import probe_source
from leaderboard.model_runs import write_pages

ROOT = Path(__file__).resolve().parent
USAGE, ENVIRONMENT = 2, 3
MAX_FILE = 4 << 20
LOOPBACK = ("127.0.0.1", "localhost", "::1")
MAINTAINERS = {True: "demo-maintainer", False: "vynly"}

Asked = argparse.Namespace
Command = Callable[[run.Context, Asked], run.Result]


@dataclass(frozen=True, kw_only=True, slots=True)
class Place:
    """Where a command works: the hub's address, whether it is this machine's own, the state folder."""

    endpoint: str
    local: bool
    state: State

    def __str__(self) -> str:
        kind = "local hub" if self.local else "Hub"
        return f"{kind} {self.endpoint}, state {_short(self.state.root)}"


COMMANDS: dict[str, Command] = {
    "list": lambda context, asked: run.list_pulls(context),
    "show": lambda context, asked: run.show(context, asked.pull),
    "check": lambda context, asked: run.check_pull(context, asked.pull),
    "accept": lambda context, asked: run.accept(context, asked.pull, asked.note, apply=asked.apply),
    "reject": lambda context, asked: run.reject(context, asked.pull, asked.note, apply=asked.apply),
    "admit": lambda context, asked: run.admit(
        context, read_regular(asked.file, max_bytes=MAX_FILE), Status(asked.status), asked.note, apply=asked.apply
    ),
    **{
        str(action): lambda context, asked: run.amend(
            context, asked.entry, Action(asked.command), asked.note, apply=asked.apply
        )
        for action in (Action.CORRECT, Action.DISPUTE, Action.RESOLVE, Action.RETRACT)
    },
    "reproduce": lambda context, asked: run.reproduce(
        context, asked.entry, asked.note, _reproduction(asked), apply=asked.apply
    ),
    "rebuild": lambda context, asked: run.rebuild(context, apply=asked.apply),
    "verify": lambda context, asked: run.verify(context),
    "publish": lambda context, asked: run.publish(context, apply=asked.apply),
    "disclose": lambda context, asked: write_pages(State(ROOT / "leaderboard"), load_known(), ROOT, apply=asked.apply),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line; the exit code."""
    asked = parser().parse_args(arguments)
    place = _place(asked)
    if isinstance(place, str):
        return _fail(asked, USAGE, place)
    try:
        if not asked.json:
            sys.stderr.write(f"{place}\n")
        _seed(asked, place)
        context = _context(asked, place)
        result = COMMANDS[asked.command](context, asked)
    except Rejected as error:
        data = {"findings": [item.to_dict() for item in error.findings]}
        return _print(asked, place, run.Result(lines=tuple(run.finding_lines(error.findings)), data=data, code=1))
    except FileNotFoundError as error:
        return _fail(asked, USAGE, f"there is no file {error.filename}")
    except Unavailable as error:
        return _fail(asked, ENVIRONMENT, f"{error}. `python3 bench.py doctor` says what this machine can do")
    except (Busy, HubError) as error:
        return _fail(asked, ENVIRONMENT, f"{_advice(error, place)}{_cut_off(place)}")
    if asked.command not in ("rebuild", "verify") and not asked.json:
        for notice in run.notices(context):
            sys.stderr.write(f"Unfinished: {notice}\n")
    return _print(asked, place, result)


def parser() -> argparse.ArgumentParser:
    """The command line. `docs` and tests read it from here."""
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--json", action="store_true", help="print the report as one JSON object")
    common.add_argument("--endpoint", help="the hub (default NNAI_ENDPOINT, else the local hub on PORT, 7860)")
    common.add_argument(
        "--state", type=Path, help="state folder (default NNAI_HOME/leaderboard, or leaderboard/ for the Hub)"
    )
    writing = argparse.ArgumentParser(add_help=False, parents=[common])
    writing.add_argument("--apply", action="store_true", help="do it; without this the change is only shown")
    noted = argparse.ArgumentParser(add_help=False, parents=[writing])
    noted.add_argument("--note", required=True, help="the reason, one paragraph; it is public")
    own = argparse.ArgumentParser(add_help=False, parents=[noted])
    own.add_argument("--actor", help="who decides (default: the project's maintainer)")

    root = argparse.ArgumentParser(prog="review.py", description=(__doc__ or "").split("\n")[0])
    commands = root.add_subparsers(dest="command", required=True, metavar="COMMAND")
    commands.add_parser("list", parents=[common], help="open pull requests and how they stand")
    for name, parents, text in (
        ("show", [common], "the submission of a pull request, readable; weak disclosures stand out"),
        ("check", [common], "the numbered steps of review at the head commit"),
        ("accept", [noted], "decide, store, rebuild, merge at the checked commit, read back"),
        ("reject", [noted], "comment with the findings and close"),
    ):
        commands.add_parser(name, parents=parents, help=text).add_argument("pull", type=int, metavar="N")
    admit = commands.add_parser("admit", parents=[own], help="put a control or maintainer-run system on the board")
    admit.add_argument("file", type=Path, metavar="FILE")
    admit.add_argument("--status", required=True, choices=[str(Status.CONTROL), str(Status.MAINTAINER_RUN)])
    for name, text in (
        ("correct", "append the recomputed score, old and new, with a reason"),
        ("dispute", "mark an entry as disputed"),
        ("resolve", "end a dispute"),
        ("retract", "take an entry off the ranking; a tombstone with the reason stays"),
    ):
        entry = commands.add_parser(name, parents=[own], help=text)
        entry.add_argument("entry", metavar="ENTRY", help="first digits (6 or more) of the record's digest")
    again = commands.add_parser("reproduce", parents=[own], help="run the pinned source again offline, and compare")
    again.add_argument("entry", metavar="ENTRY", help="first digits (6 or more) of the record's digest")
    again.add_argument(
        "--source", type=_origin, metavar="PATH_OR_URL", help="a mirror of the source: a commit id names its content"
    )
    again.add_argument("--scheduler", metavar="ADDRESS", help="spread the runs over this dask.distributed cluster")
    again.add_argument("--runs", type=int, default=2, choices=range(2, 10), metavar="N", help="runs (default 2)")
    commands.add_parser("rebuild", parents=[writing], help="boards from records and log; finish what was cut off")
    commands.add_parser("verify", parents=[common], help="replay chain, records, scores and boards")
    commands.add_parser("publish", parents=[writing], help="push records, log and boards to the Space repository")
    page = "write docs/MODEL_RUNS*.md from the published records, whatever the state folder"
    commands.add_parser("disclose", parents=[writing], help=page)
    return root


def _origin(text: str) -> Origin:
    try:
        return Origin.of(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _reproduction(asked: Asked) -> run.ReproductionAsked:
    """Progress goes to standard error; evidence is laid into the data folder for a look, whatever is decided."""

    def keep(data: bytes, name: str) -> str:
        path = data_home() / "reproductions" / f"{name}-{sha256_hex(data)[:12]}.json"
        write_atomic(path, data)
        return _short(path)

    def say(text: str) -> None:
        sys.stderr.write(f"{run.harmless(text)}\n")
        sys.stderr.flush()

    workshop = Workshop(mirror=asked.source, scheduler=asked.scheduler)
    return run.ReproductionAsked(workshop=workshop, runs=asked.runs, say=say, keep=keep)


def _place(asked: Asked) -> Place | str:
    port = os.environ.get("PORT") or "7860"
    endpoint = asked.endpoint or os.environ.get("NNAI_ENDPOINT") or f"http://127.0.0.1:{port}/localhub"
    parts = urlsplit(endpoint)
    local = parts.hostname in LOOPBACK
    if parts.username or not parts.hostname or (parts.scheme, local) not in (("http", True), ("https", False)):
        return "the endpoint must be https, or http on this machine, without a name or password in it"
    default = data_home() / "leaderboard" if local else ROOT / "leaderboard"
    return Place(endpoint=endpoint.rstrip("/"), local=local, state=State((asked.state or default).absolute()))


def _seed(asked: Asked, place: Place) -> None:
    """The local mode's own state follows the published one; one that was named with --state is left alone."""
    if not place.local or asked.state is not None:
        return
    try:
        with place.state.locked(f"`review.py {asked.command}`, copying the published state"):
            done = seed_state(State(ROOT / "leaderboard"), place.state)
    except Busy:
        return
    if done in (Seeding.FORWARD, Seeding.DIVERGED) and not asked.json:
        sys.stderr.write(f"The local state is {done}.\n")


def _context(asked: Asked, place: Place) -> run.Context:
    return run.Context(
        state=place.state,
        suites=load_known(),
        hub=Hub(place.endpoint, _token(place)),
        now=datetime.now(UTC),
        actor=getattr(asked, "actor", None) or MAINTAINERS[place.local and asked.state is None],
        probe=None if place.local else probe_source,
        blames_data=lambda error: type(error) is HubError or isinstance(error, HubMissing),
    )


def _token(place: Place) -> str | None:
    """The local hub gets the token that it wrote itself; a Hugging Face token never goes there."""
    if place.local:
        path = data_home() / "localhub" / "maintainer.token"
        stored = path.read_text(encoding="ascii").strip() if path.exists() else None
        return os.environ.get("NNAI_TOKEN") or stored
    return os.environ.get("NNAI_TOKEN") or os.environ.get("HF_TOKEN")


def _advice(error: Exception, place: Place) -> str:
    if isinstance(error, HubUnreachable) and place.local:
        return f"{error}. Is it running at {place.endpoint}? Start it with `make run` in another terminal"
    if isinstance(error, HubRefused):
        hint = "NNAI_HOME names its data folder" if place.local else "set NNAI_TOKEN to a maintainer's token"
        return f"{error} (missing: {error.missing}; {hint})"
    return str(error)


def _cut_off(place: Place) -> str:
    """After an error: whether a decision waits to be completed."""
    try:
        log = place.state.log()
    except Rejected:
        return ""
    waiting = run.waiting(log)
    return "\nA decision waits to be completed: `python3 review.py rebuild --apply`" if waiting else ""


def _fail(asked: Asked, code: int, message: str) -> int:
    if asked.json:
        sys.stdout.write(json.dumps({"command": asked.command, "exit": code, "error": message}, indent=1) + "\n")
    else:
        sys.stderr.write("".join(f"{run.harmless(line)}\n" for line in message.split("\n")))
    return code


def _print(asked: Asked, place: Place, result: run.Result) -> int:
    if asked.json:
        head = {"command": asked.command, "endpoint": place.endpoint, "state": str(place.state.root)}
        sys.stdout.write(json.dumps({**head, "exit": result.code, **result.data}, indent=1) + "\n")
    else:
        sys.stdout.write("".join(f"{run.harmless(line)}\n" for line in result.lines))
    return result.code


def _short(path: Path) -> str:
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)


if __name__ == "__main__":
    raise SystemExit(main())
