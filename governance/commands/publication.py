"""`publication-check` and `publish-redacted`: what stands against a publication, and the one form of a private one.

Invariant: what would be written is shown first and written only with --apply; of a private corpus nothing is shown
that its redacted bundle does not say.
"""

from __future__ import annotations

import argparse
from contextlib import nullcontext
from pathlib import Path

from governance import publication
from governance.commands.report import Command, Report, UsageError
from governance.corpus import load_governed, read_identity
from governance.lifecycle import discreet, writing
from governance.private import Discretion
from governance.publication import Claim, Public, Redacted
from records import Busy, Finding, JsonValue, Rejected, digest, write_atomic


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


def _claim(root: Path, args: argparse.Namespace) -> Claim:
    identity = read_identity(root)
    try:
        return publication.read_claim(root, args.study, args.release)
    except Rejected as error:
        raise Rejected(discreet(identity, error.findings)) from None


def _public(root: Path | None) -> Public | None:
    if root is None:
        return None
    governed = load_governed(root)
    publication.require_public(governed)
    return Public(governed=governed, lifecycle=publication.standing(governed), release=publication.newest(governed))


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
)
