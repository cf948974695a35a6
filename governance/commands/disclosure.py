"""`export-site` and `retire`: what a public corpus shows, and how a private one becomes history.

Invariant: what would be written is shown first and written only with --apply; private and retired studies are never
exported, and nothing retires without an approval.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from governance import publication
from governance.commands.report import Command, Report, UsageError
from governance.corpus import Governed, load_governed, read_identity
from governance.lifecycle import State, discreet, read_lifecycle, write_edits
from governance.studies import studies
from records import Busy, Rejected, canonical_line, digest, write_atomic


def _export(root: Path, args: argparse.Namespace) -> Report:
    governed = load_governed(root)
    publication.require_public(governed)
    lifecycle, release = publication.standing(governed), publication.newest(governed)
    files = {
        f"{governed.identity.id}/{one.id}.json": publication.summary(governed, lifecycle, release, one)
        for one in studies(governed)
    }
    index = canonical_line({"corpus": governed.identity.id, "summaries": {name: digest(files[name]) for name in files}})
    files[f"{governed.identity.id}/index.json"] = index
    changed = [name for name, data in files.items() if not _same(args.out / name, data)]
    if args.apply:
        for name in changed:
            write_atomic(args.out / name, files[name])
    verb = "written" if args.apply else "differs; --apply writes it"
    lines = [f"{name}: {verb if name in changed else 'unchanged'}" for name in files]
    data: dict[str, object] = {"files": list(files), "changed": changed, "written": args.apply}
    return Report(root=root, lines=tuple(lines), data=data, pending=bool(changed) and not args.apply)


def _retire(root: Path, args: argparse.Namespace) -> Report:
    governed = _governed(root)
    approval = publication.read_approval(args.approval, governed)
    try:
        edits = publication.retirement(governed, approval)
        archive = publication.gather_archive(governed, approval)
    except Rejected as error:
        raise Rejected(discreet(governed.identity, error.findings)) from None
    counts = read_lifecycle(governed).counts()
    active, changes = counts[State.ACTIVE], sum(edit.changes for edit in edits)
    lines = [
        f"{len(governed.digests)} tasks retire, {active} of them active; {changes} files of the corpus change",
        f"the archive has {len(archive.names)} files; {archive.left} others stay private",
    ]
    if args.apply:
        try:
            publication.require_new(args.archive)
            write_edits(governed.root, edits)
            publication.write_archive(load_governed(root), approval, archive, args.archive)
        except Busy as error:
            raise UsageError("another process changes this corpus") from error
    lines.append("the corpus is retired and its archive written" if args.apply else "--apply does it")
    data: dict[str, object] = {
        "tasks": len(governed.digests),
        "active_before": active,
        "archive_files": len(archive.names),
        "left_private": archive.left,
        "written": args.apply,
    }
    return Report(root=root, lines=tuple(lines), data=data, pending=not args.apply)


def _governed(root: Path) -> Governed:
    identity = read_identity(root)
    try:
        return load_governed(root)
    except Rejected as error:
        raise Rejected(discreet(identity, error.findings)) from None


def _same(path: Path, data: bytes) -> bool:
    return path.is_file() and path.read_bytes() == data


def _export_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="the folder of the site's data")
    parser.add_argument("--apply", action="store_true", help="write the summaries")


def _retire_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--approval", type=Path, required=True, metavar="FILE", help="who approved what, when and why")
    parser.add_argument("--archive", type=Path, required=True, metavar="DIR", help="a new or empty folder")
    parser.add_argument("--apply", action="store_true", help="retire the corpus and write the archive")


COMMANDS = (
    Command(
        name="export-site",
        help="write summaries of the studies of public corpora; private and retired corpora are refused",
        run=_export,
        options=_export_options,
    ),
    Command(
        name="retire",
        help="end the active life of a private corpus and write its full history to a public archive",
        run=_retire,
        options=_retire_options,
        epilog="The approval is a TOML file; DISCLOSURE.md of the corpus shows its fields.\n",
    ),
)
