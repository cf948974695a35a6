"""The columns of the core corpus, multiple choice, as its croissant.json describes them."""

from __future__ import annotations

from generators.artefacts import REPORT
from generators.check.columns import INTEGER, TEXT, Column, Records, Subject
from generators.layout import read_identity, read_written

_ID = Column(name="id", type=TEXT, text="Names the item in every file; join by it, never by line.")
_LABEL = Column(name="label", type=TEXT, text="A, B, C or D: which option is true.")
_QUESTION = (
    _ID,
    Column(name="category", type=TEXT, text="One of six kinds of reasoning."),
    Column(name="tier", type=INTEGER, text="Complexity: 1, 2 or 3."),
    Column(name="question", type=TEXT, text="The text; its last sentence is the question."),
    Column(name="options", type=TEXT, text="Four distinct options in the order A, B, C, D.", many=True),
)
_PROVENANCE = (
    _ID,
    Column(name="family", type=TEXT, text="Which template the item was made from."),
    Column(name="stream", type=TEXT, text="The stream of digests that the item was drawn from."),
    Column(name="candidate", type=INTEGER, text="Its number in that stream."),
    Column(name="text_sha256", type=TEXT, text="SHA-256 of the question and its options."),
    Column(name="verified_by", type=TEXT, text="The solvers that found exactly the gold option true.", many=True),
)
CHOICES = Subject(
    identify=read_identity,
    read=read_written,
    about=(
        "Multiple-choice questions in English for systems without a neural network: deduction, quantity, tracking, "
        "spatial, induction, relations; three tiers; made by programs and checked by independent solvers."
    ),
    keywords=("benchmark", "non-neural", "reasoning", "synthetic"),
    reported=(("artefact_report", REPORT),),
    records=(
        Records(name="train", file="train.jsonl", text="Items to fit on.", columns=(*_QUESTION, _LABEL)),
        Records(name="validation", file="validation.jsonl", text="Items to choose by.", columns=(*_QUESTION, _LABEL)),
        Records(
            name="test",
            file="test.questions.jsonl",
            text="Test items without labels: the only file that a system may see when it is tested.",
            columns=_QUESTION,
        ),
        Records(
            name="test-gold",
            file="test.gold.jsonl",
            text="Labels of the test items, only to score with.",
            columns=(_ID, _LABEL),
        ),
        Records(
            name="provenance",
            file="provenance.jsonl",
            text=(
                "Where each item comes from. `params`, an object whose keys differ by family, stands in the file alone."
            ),
            columns=_PROVENANCE,
        ),
    ),
)
