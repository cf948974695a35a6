"""What solvers offer to test an evaluator with: answers that must pass, and answers that must be rejected and for what.

Invariant: an offer is made from a question as a system sees it (and, for a choice, the gold to contradict); what the
evaluator says of it takes no part, so that a disagreement of the two shows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from solvers.text import Solver, Unreadable

LABELS = ("A", "B", "C", "D")
ABSTAIN = "ABSTAIN"
CORRECT = "correct"
WRONG = "distractors"
WRONG_VERSION = 1


@dataclass(frozen=True, kw_only=True, slots=True)
class Offer:
    """An answer under a name. `breaks` are the criteria that it is there to break; none: it must pass.

    `others` says why further criteria may fall with them; "" claims that none does. `twin` says why it may equal
    another answer; "" claims that it does not. `origin` names who made it.
    """

    name: str
    origin: str
    answer: Any
    breaks: tuple[str, ...] = ()
    others: str = ""
    twin: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Offers:
    """Everything offered for one task; `objections` say why it is not enough."""

    reference: Any
    offers: tuple[Offer, ...]
    objections: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Source:
    """Who makes offers: name, version, and how it works in a few words."""

    id: str
    version: str
    paradigm: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ChoiceOffers:
    """Offers for multiple choice: what each solver of the panel says of the text, every distractor, and ABSTAIN.

    `panels` are sets of solvers of different paradigms; each must hold one solver for a question.
    """

    panels: tuple[tuple[Solver, ...], ...]
    reference_origin: str = "gold"

    @property
    def sources(self) -> tuple[Source, ...]:
        """Everybody who may stand as an origin."""
        solvers = (solver for panel in self.panels for solver in panel)
        return (
            Source(id="gold", version="1", paradigm="the label that the corpus states"),
            Source(id=WRONG, version=str(WRONG_VERSION), paradigm="every label but the gold one, and no answer"),
            *(Source(id=one.id, version=str(one.version), paradigm=one.paradigm) for one in solvers),
        )

    def offers(self, row: Mapping[str, Any], criteria: tuple[str, ...], gold: Any) -> Offers:
        """Offers for one question row; `gold` is its label."""
        passing, objections = [], []
        for panel in self.panels:
            found = [solver for solver in panel if _asks(solver, row["question"])]
            if len(found) != 1:
                objections.append(f"{len(found)} solvers of a panel read this question; exactly one is expected")
                continue
            solver = found[0]
            try:
                labels = holding(solver, row)
            except Unreadable as error:
                objections.append(f"{solver.id} cannot read it: {error}")
                continue
            if len(labels) != 1:
                objections.append(f"{solver.id} finds {len(labels)} options true; exactly one is expected")
            passing += [
                Offer(name=solver.id, origin=solver.id, answer=label, twin="found from the text without the gold")
                for label in labels[:1]
            ]
        wrong = [
            Offer(name=f"distractor-{label}", origin=WRONG, answer=label, breaks=(CORRECT,))
            for label in LABELS
            if label != gold
        ]
        abstain = Offer(
            name="abstain", origin=WRONG, answer=ABSTAIN, breaks=(CORRECT,), twin="no answer is what the starter says"
        )
        return Offers(reference=gold, offers=(*passing, *wrong, abstain), objections=tuple(objections))


def holding(solver: Solver, row: Mapping[str, Any]) -> tuple[str, ...]:
    """The labels of the options that the solver finds true. Raises Unreadable."""
    pairs = zip(LABELS, row["options"], strict=True)
    return tuple(label for label, option in pairs if solver.decide(row["question"], option))


def _asks(solver: Solver, question: str) -> bool:
    found = list(solver.opening.finditer(question))
    return bool(found) and found[-1].end() == len(question)
