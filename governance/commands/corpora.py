"""Commands about what a corpus is: list, corpus-id. And how findings about a private corpus are told.

Invariant: of a private corpus no task is named and no task digest shown, also where its files cannot be read.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from governance.commands.report import Command, Report, no_options
from governance.corpus import load_governed, plain, read_identity
from governance.lifecycle import REGISTRY, counted, read_lifecycle
from governance.private import is_private
from governance.release import ReleaseManifest, read_release, releases
from records import Rejected

Run = Callable[[Path, argparse.Namespace], Report]


def _list(root: Path, _: argparse.Namespace) -> Report:
    identity = read_identity(root)
    governed = load_governed(root)
    known = read_lifecycle(governed).counts() if (root / REGISTRY).exists() else {}
    states = {state.value: count for state, count in known.items() if count}
    newest = _newest(root)
    verdict = "not released" if newest is None else newest.status.value
    if newest is not None and newest.corpus_digest != governed.corpus_digest:
        verdict = "changed since its release"
    said = ", ".join(f"{count} {state}" for state, count in states.items()) or "no states yet"
    release = f"release {newest.version}" if newest else "no release"
    line = (
        f"{identity.id} {identity.version}: {identity.role.value}, {identity.kind}, {len(governed.digests)} tasks "
        f"({said}), {release}, {verdict}"
    )
    data: dict[str, object] = {
        "id": identity.id,
        "version": identity.version,
        "role": identity.role.value,
        "kind": identity.kind,
        "tasks": len(governed.digests),
        "states": states,
        "release": newest.version if newest else None,
        "verdict": verdict,
    }
    return Report(root=root, lines=(line,), data=data)


def _newest(root: Path) -> ReleaseManifest | None:
    return read_release(root) if releases(root) else None


def _corpus_id(root: Path, args: argparse.Namespace) -> Report:
    governed = load_governed(root)
    identity = governed.identity
    lines = [
        f"{identity.id} {identity.version}, {identity.role.value}, {identity.kind}, {len(governed.digests)} tasks",
        f"corpus digest {governed.corpus_digest}",
    ]
    data: dict[str, object] = {
        "id": identity.id,
        "version": identity.version,
        "role": identity.role.value,
        "kind": identity.kind,
        "tasks": len(governed.digests),
        "scoring_schema": governed.book.scoring_schema,
        "evaluator": governed.book.evaluator,
        "corpus_digest": governed.corpus_digest,
    }
    if args.tasks and identity.is_private:
        lines.append("task digests of a private corpus are not shown")
    elif args.tasks:
        lines += [f"{plain(task)} {value}" for task, value in governed.digests.items()]
        data["task_digests"] = dict(governed.digests)
    return Report(root=root, lines=tuple(lines), data=data)


def discreetly(run: Run) -> Run:
    """The command, whose refusals say of a private corpus how many findings of each kind there are."""

    def runs(root: Path, args: argparse.Namespace) -> Report:
        try:
            return run(root, args)
        except Rejected as error:
            raise Rejected(counted(error.findings, private=is_private(root))) from None

    return runs


def _id_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--tasks", action="store_true", help="also the digest of every task (not of a private corpus)")


COMMANDS = (
    Command(
        name="list",
        help="say of each corpus its version, role, kind, tasks by state, newest release and verdict",
        run=discreetly(_list),
        options=no_options,
    ),
    Command(
        name="corpus-id",
        help="print the identity and the content digest of a corpus",
        run=discreetly(_corpus_id),
        options=_id_options,
    ),
)
