"""`publication-check`, `publish-redacted`, `export-site` and `retire`: what may leave a corpus, and in which form.

Invariant: what would be written is shown first and written only with --apply; of a private corpus nothing is shown
that its redacted bundle does not say.
"""

from __future__ import annotations

import argparse
from contextlib import nullcontext
from pathlib import Path

from governance import publication
from governance.commands.report import Command, Report, UsageError
from governance.corpus import Governed, load_governed, read_identity
from governance.lifecycle import State, discreet, read_lifecycle, write_edits, writing
from governance.private import Discretion
from governance.publication import Claim, Public, Redacted
from governance.release import ReleaseManifest, read_release, releases
from governance.studies import studies
from records import Busy, Finding, JsonValue, Rejected, canonical_line, digest, write_atomic


def _check(root: Path, args: argparse.Namespace) -> Report:
    claim = _claim(root, args)
    reasons = {one.name: one.reasons(claim) for one in publication.CONDITIONS if _asked(one, claim)}
    lines = [f"{name}: {'broken' if found else 'holds'}" for name, found in reasons.items()]
    attempts = claim.study.totals.attempts
    lines.append(f"attempts published as counts: {', '.join(f'{count} {name}' for name, count in attempts.items())}")
    findings = tuple(reason for found in reasons.values() for reason in found)
    lines.append("publication is refused" if findings else "nothing stands against a publication")
    data: dict[str, object] = {
        "study": claim.study.id,
        "release": claim.release.version,
        "conditions": [
            {"name": one.name, "sentence": one.sentence, "holds": not reasons[one.name]}
            for one in publication.CONDITIONS
            if one.name in reasons
        ],
        "attempts": dict(attempts),
        "publishable": not findings,
    }
    return Report(root=root, lines=tuple(lines), data=data, findings=findings)


def _redact(root: Path, args: argparse.Namespace) -> Report:
    claim = _claim(root, args)
    if reasons := publication.check_publication(claim):
        lines = ("publication-check refuses this study; no bundle was made",)
        return Report(root=root, lines=lines, data={"written": False}, findings=reasons)
    try:
        with writing(claim.governed.root) if args.apply else nullcontext():
            return _bundled(claim, root, args)
    except Busy as error:
        raise UsageError("another process changes or publishes of this corpus") from error


def _bundled(claim: Claim, root: Path, args: argparse.Namespace) -> Report:
    """Make the bundle beside everything that is out already, and write it; one process at a time."""
    known = publication.receipts(claim.governed.root)
    earlier = publication.of_system(known, publication.system_of(claim), args.previous)
    redacted = publication.redact(claim, earlier, _public(args.public_root))
    if found := _untold(redacted, claim, args.out):
        return Report(root=root, lines=("the bundle was not written",), data={"written": False}, findings=found)
    if args.apply:
        publication.keep(claim.governed.root, redacted.receipt)
        try:
            write_atomic(args.out / f"{redacted.receipt.bundle_sha256}.json", redacted.data)
        except OSError as error:
            raise OSError(f"--out cannot be written: {error.strerror}") from None
    said = "the bundle was written, its receipt kept inside the private root" if args.apply else "--apply writes this"
    data: dict[str, object] = {"bundle": dict(redacted.document), "written": args.apply}
    return Report(root=root, lines=(*_told(redacted), said), data=data, pending=not args.apply)


def _untold(redacted: Redacted, claim: Claim, out: Path) -> tuple[Finding, ...]:
    """Why the bundle may not be written: it tells of the corpus after all, or would lie among the private files."""
    found = []
    if Discretion.of(claim.governed.root).tells(redacted.data.decode("ascii")):
        message = "a name of the system or study tells of the private corpus; rename it and measure again"
        found.append(Finding(code="P_REDACTION", where="bundle", message=message))
    if out.resolve().is_relative_to(claim.governed.root):
        found.append(Finding(code="P_REDACTION", where="--out", message="a place outside the private root is expected"))
    return tuple(found)


def _told(redacted: Redacted) -> list[str]:
    lines = [f"bundle {digest(redacted.data)}, configuration {redacted.document['configuration']}"]
    outcomes = redacted.document.get("outcomes")
    if not isinstance(outcomes, dict):
        return [*lines, "insufficient aggregation: identity and method only, no outcome of any kind"]
    lines.append(f"whole: {_counted(outcomes['whole'])}")
    strata = outcomes["strata"]
    for one in strata if isinstance(strata, list) else ():
        if isinstance(one, dict):
            lines.append(f"{one['dimension']} {one['name']}: {_counted(one['counts'])}")
    if outcomes["suppressed"]:
        lines.append("strata were left out: they are too small, or would let a reader subtract")
    return lines


def _counted(counts: JsonValue) -> str:
    return ", ".join(f"{value} {name}" for name, value in counts.items()) if isinstance(counts, dict) else ""


def _export(root: Path, args: argparse.Namespace) -> Report:
    governed = load_governed(root)
    publication.require_public(governed)
    lifecycle, release = publication.standing(governed), _newest(governed)
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


def _claim(root: Path, args: argparse.Namespace) -> Claim:
    identity = read_identity(root)
    try:
        return publication.read_claim(root, args.study, args.release)
    except Rejected as error:
        raise Rejected(discreet(identity, error.findings)) from None


def _governed(root: Path) -> Governed:
    identity = read_identity(root)
    try:
        return load_governed(root)
    except Rejected as error:
        raise Rejected(discreet(identity, error.findings)) from None


def _public(root: Path | None) -> Public | None:
    if root is None:
        return None
    governed = load_governed(root)
    publication.require_public(governed)
    return Public(governed=governed, lifecycle=publication.standing(governed), release=_newest(governed))


def _newest(governed: Governed) -> ReleaseManifest | None:
    return read_release(governed.root) if releases(governed.root) else None


def _same(path: Path, data: bytes) -> bool:
    return path.is_file() and path.read_bytes() == data


def _asked(condition: publication.Condition, claim: Claim) -> bool:
    return claim.governed.identity.is_private or not condition.private_only


def _study_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--study", required=True, metavar="S", help="a study: its id, or its folder")
    parser.add_argument("--release", required=True, metavar="R", help="a release: its version, or its manifest")


def _redact_options(parser: argparse.ArgumentParser) -> None:
    _study_options(parser)
    parser.add_argument(
        "--out", type=Path, required=True, metavar="DIR", help="where <SHA-256>.json goes, outside the private root"
    )
    parser.add_argument(
        "--public-root", type=Path, metavar="DIR", help="the public corpus that the result may stand beside"
    )
    parser.add_argument(
        "--previous", type=Path, nargs="*", default=[], metavar="BUNDLE", help="bundles of this system that are out"
    )
    parser.add_argument("--apply", action="store_true", help="write the bundle and its receipt")


def _export_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="the folder of the site's data")
    parser.add_argument("--apply", action="store_true", help="write the summaries")


def _retire_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--approval", type=Path, required=True, metavar="FILE", help="who approved what, when and why")
    parser.add_argument("--archive", type=Path, required=True, metavar="DIR", help="a new or empty folder")
    parser.add_argument("--apply", action="store_true", help="retire the corpus and write the archive")


COMMANDS = (
    Command(
        name="publication-check",
        help="gather every reason against publishing a study under a release",
        run=_check,
        options=_study_options,
        epilog="Invalid attempts are no reason: they are published as counts.\n",
    ),
    Command(
        name="publish-redacted",
        help="make the redacted bundle of a study of an active private corpus, and nothing else of it",
        run=_redact,
        options=_redact_options,
        epilog=(
            "Outcomes need five active tasks and twenty valid observations; strata that a reader could subtract, also\n"
            "with the help of bundles published earlier, are left out.\n"
        ),
    ),
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
