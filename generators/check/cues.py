"""The artefact table of a corpus folder, measured from its files alone."""

from __future__ import annotations

from pathlib import Path

from generators.artefacts import report, table
from generators.check.rows import read_rows
from generators.draft import Draft
from generators.layout import read_written
from generators.shape import LETTERS
from records import Rejected


def shallow_cues(root: Path) -> tuple[dict[str, object], list[str]]:
    """The report and its table over the test items of `root`. Raises Rejected for files that cannot be read."""
    files, unreadable = read_written(root)
    corpus, faults = read_rows(files)
    if findings := [*unreadable, *faults]:
        raise Rejected(findings)
    gold = {id_: LETTERS.index(label) for _, id_, label in corpus.gold}
    graded = []
    for row in (row for row in corpus.questions if row.id in gold):
        first, second, third = (row.options[i] for i in range(4) if i != gold[row.id])
        draft = Draft(
            question=row.question,
            gold=row.options[gold[row.id]],
            distractors=(first, second, third),
            params={},
        )
        graded.append((row.category, draft))
    value = report(graded)
    return value, table(value)
