"""The last door before anything is shown of a private corpus: reports, errors, streams and faults of the program.

Invariant: while a private corpus is handled, everything a command says passes here, and an error of the program itself
is told by its place in the source alone.
"""

from __future__ import annotations

import contextlib
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from governance.commands.report import Report, UsageError
from governance.private import Discretion, Muffled, is_private
from records import Finding

SOURCE = Path(__file__).resolve().parents[2]
Discreet = Callable[[Report], Report]


@contextlib.contextmanager
def quietly(roots: Sequence[Path]) -> Iterator[Discreet]:
    """Run commands over these corpus roots inside; what is handed out makes a report fit to be shown.

    Where none of them is private nothing changes. Otherwise UsageError and OSError lose what they tell of it, and any
    other error becomes an OSError that names its place in the source.
    """
    known = {root: Discretion.of(root) for root in roots if is_private(root)}
    if not known:
        yield lambda report: report
        return
    whole = Discretion.together(known.values())
    out, err = Muffled(sys.stdout, whole), Muffled(sys.stderr, whole)
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            yield lambda report: discreet(report, whole, known[report.root].name if report.root in known else None)
        except UsageError as error:
            raise UsageError(whole.clean(str(error))) from None
        except OSError as error:
            raise OSError(whole.clean(str(error))) from None
        except Exception as error:
            raise OSError(_place(error)) from None


def discreet(report: Report, discretion: Discretion, name: str | None) -> Report:
    """The report without a word of private corpora, under `name` instead of its folder where it is about one."""
    clean = discretion.clean
    return replace(
        report,
        root=Path(name or clean(str(report.root))),
        lines=tuple(map(clean, report.lines)),
        data={clean(key): _clean(value, discretion) for key, value in report.data.items()},
        findings=tuple(
            Finding(code=one.code, where=clean(one.where), message=clean(one.message)) for one in report.findings
        ),
    )


def _clean(value: object, discretion: Discretion) -> object:
    if isinstance(value, str | Path):
        return discretion.clean(str(value))
    if isinstance(value, dict):
        return {discretion.clean(str(key)): _clean(part, discretion) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_clean(part, discretion) for part in value]
    return value


def _place(error: Exception) -> str:
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename.startswith(str(SOURCE))]
    last = frames[-1] if frames else None
    place = f"{Path(last.filename).relative_to(SOURCE)}, line {last.lineno}" if last else "outside the source"
    return f"an error of the program ({type(error).__name__} at {place}); its text may tell of the corpus: withheld"
