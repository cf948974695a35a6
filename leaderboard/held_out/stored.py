"""The bundles of a board: `<state>/held-out/<corpus>/<sha256 of the file>.json`, put there by a maintainer.

Invariant: a file that is no bundle is named and left out alone; without the folder there is nothing to show.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from leaderboard.held_out.bundle import CODE, MAX_BYTES, Bundle, read_bundle
from records import Finding, Rejected, printable, read_regular

FOLDER = "held-out"
MOST = 200


def held_out_files(state_root: Path, corpus: str) -> tuple[Path, ...]:
    """The files of a board's bundles, by name."""
    folder = state_root / FOLDER / corpus
    return tuple(sorted(folder.glob("*.json"))) if folder.is_dir() else ()


def read_bundles(state_root: Path, corpus: str) -> tuple[tuple[Bundle, ...], tuple[Finding, ...]]:
    """Every readable bundle, and what is wrong with the others."""
    bundles: dict[str, Bundle] = {}
    findings: list[Finding] = []
    files = held_out_files(state_root, corpus)
    for path in files[:MOST]:
        try:
            bundle = read_bundle(read_regular(path, max_bytes=MAX_BYTES))
            _check_name(path, bundle)
            bundles[bundle.sha256] = bundle
        except FileNotFoundError:
            continue
        except Rejected as error:
            findings += _named(path, corpus, error)
    if len(files) > MOST:
        message = f"{len(files)} bundles; the first {MOST} are read"
        findings.append(Finding(code=CODE, where=f"{FOLDER}/{corpus}", message=message))
    return tuple(bundles.values()), tuple(findings)


def _check_name(path: Path, bundle: Bundle) -> None:
    if path.stem != bundle.sha256:
        message = f"its digest is its name: {bundle.sha256}.json is expected"
        raise Rejected([Finding(code=CODE, where="", message=message)])


def _named(path: Path, corpus: str, error: Rejected) -> Iterator[Finding]:
    for item in error.findings[:5]:
        place = f"{FOLDER}/{corpus}/{printable(path.name)[1:-1]}"
        yield Finding(code=CODE, where=place, message=f"{item.where or 'the file'}: {item.message}")
