"""What the maintainers say about their own runs besides what the records say: the only part that is written by hand.

Invariant: a remark is printed because of what the entry is or scored; no figure is written here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from leaderboard.entry import Entry

RETRACTED = "It was retracted and has no score; the notes in the block say why."


@dataclass(frozen=True, kw_only=True, slots=True)
class Remark:
    """A sentence or two, and which entries they belong to."""

    of: Callable[[Entry], bool]
    text: str


REMARKS = (
    Remark(
        of=lambda entry: _runs(entry, "induced"),
        text="It holds no template of any family; sentence patterns and what they do are found from train. But its"
        " library of operators was written with knowledge of `docs/TEMPLATES.md`, so it holds the kinds of "
        "reasoning that the suite asks for. Its score shows that such a library is enough for this suite, not"
        " that a learner would come by it alone. How the score grows with the number of train items is not in"
        " the record.",
    ),
    Remark(
        of=lambda entry: _runs(entry, "template"),
        text="A ceiling, not a competitor: template-informed and test-adapted. Its solvers were written from "
        "`docs/TEMPLATES.md` and had to agree with every label before the suite was published. No answer is "
        "stored or hard-coded.",
    ),
    Remark(
        of=lambda entry: _runs(entry, "trees"),
        text="This is the artefact meter: it reads no sentence, so whatever it gets beyond guessing is what "
        "surface cues buy.",
    ),
    Remark(
        of=lambda entry: _schedules(entry, "cp-sat"),
        text="A reference line, not a competitor: exact search solves every instance, which says what the suite can "
        "measure.",
    ),
    Remark(
        of=lambda entry: _schedules(entry, "restarts"),
        text="Test-adapted: the size of its noise was chosen by results on test instances, so its score is no estimate "
        "of what it gets on new ones.",
    ),
    Remark(
        of=lambda entry: entry.competes and entry.score.headline == 1,
        text="**A perfect narrow solver is no evidence of general intelligence.**",
    ),
)


def _runs(entry: Entry, name: str, module: str = "baselines") -> bool:
    """Whether the record's own predict command runs this program of `baselines`."""
    return entry.submission.reproduction.commands.predict.split()[:4] == ["python3", "-m", module, name]


def _schedules(entry: Entry, name: str) -> bool:
    return _runs(entry, name, "baselines.scheduling")
