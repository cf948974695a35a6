"""Steps 1, 3 and 11: where the file stands, who sent it, and whether the board has it already."""

from __future__ import annotations

from collections.abc import Iterator

from leaderboard.admission.case import Case
from leaderboard.admission.report import Remark, Weight
from leaderboard.ports import submission_path
from leaderboard.status import Standing
from records import Finding, printable, sha256_hex


def one_file(case: Case) -> Iterator[Remark]:
    """(1) Exactly one added file, path equal to the content digest's, nothing else touched."""
    if case.status != "open":
        yield _block("A_STATUS", "", f"the pull request is {case.status}; an open one can be merged")
    if not case.files:
        yield _block("A_EMPTY", "", "the pull request changes nothing; one added file is expected")
        return
    for file in case.files:
        if file.path != case.path:
            message = f"{printable(file.path, 100)} is {file.kind}; nothing but the submission may be touched"
            yield _block("A_FILES", file.path, message)
        elif file.kind != "added":
            yield _block("A_KIND", file.path, f"the submission is {file.kind}; an added file is expected")
    if case.path is None or case.data is None:
        yield _block("A_NO_FILE", "", f"no added file under submissions/{case.suite.id}/ could be read")
        return
    yield from _named_by_content(case, case.path, case.data)


def _named_by_content(case: Case, path: str, data: bytes) -> Iterator[Remark]:
    names = [case.submission.sha256] if case.submission else []
    if sha256_hex(data) not in names:
        names.append(sha256_hex(data))
    expected = [submission_path(case.suite.id, name) for name in names]
    if path not in expected:
        message = f"{printable(path, 120)}: the name must be the digest of the content, {expected[0]}"
        yield _block("A_PATH", path, message)
    if case.on_main is not None and case.on_main != data:
        yield _block("A_TAKEN", path, "main holds other bytes under this name; the pull request would conflict")
    if case.submission and case.submission.canonical() != data:
        message = "the file is formatted differently from the canonical form; the record stores the canonical form"
        yield Remark(weight=Weight.NOTE, finding=Finding(code="A_FORM", where=path, message=message))


def author(case: Case) -> Iterator[Remark]:
    """(3) The author of the pull request is `submitted_by`."""
    if case.submission and case.submission.submitted_by != case.author:
        claimed = printable(case.submission.submitted_by)
        message = f"the pull request was opened by {printable(case.author)}, the submission says {claimed}"
        yield _block("A_AUTHOR", "/submitted_by", message)


def duplicate(case: Case) -> Iterator[Remark]:
    """(11) Not a duplicate of an accepted record; a retracted one does not come back under the same bytes."""
    known = case.known
    if known is None or known.standing is Standing.VOIDED:
        return
    if not known.complete and known.accept.pull and known.accept.pull.number == case.number:
        yield _block("A_WAITING", "", "an accept of this pull request is incomplete; `review.py rebuild --apply`")
    elif known.standing is Standing.RETRACTED:
        last = known.decisions[-1]
        yield _block("A_RETRACTED", "", f"this record was retracted on {last.date}: {last.note}")
    else:
        yield _block("A_DUPLICATE", "", f"this record is on the board since {known.accept.date} as {known.status}")


def _block(code: str, where: str, message: str) -> Remark:
    return Remark(weight=Weight.BLOCKING, finding=Finding(code=code, where=where, message=message))
