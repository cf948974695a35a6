"""Template: the authored V2 solvers as a model. They accept or refuse each option; the one accepted option is the
answer.

Nothing is fitted. None or several accepted options, or a text that no solver reads, give ABSTAIN.
"""

from __future__ import annotations

from baselines.questions import LABELS, Inputs, Question
from baselines.systems.contract import ABSTAIN, Fit
from solvers import SOLVERS, Unreadable, judge


def fit(inputs: Inputs, seed: int) -> Fit:
    """There is nothing to fit; train and validation are not read, the seed is not used."""
    return Fit(
        choose=choose,
        settings={"solvers": [f"{solver.id} version {solver.version}" for solver in SOLVERS]},
        configurations=1,
        features=0,
        parameters=0,
        explain=lambda: [f"{solver.id}: {solver.paradigm}" for solver in SOLVERS],
    )


def choose(question: Question) -> str:
    """The letter of the one option that a solver accepts."""
    accepted = [
        letter for letter, option in zip(LABELS, question.options, strict=True) if _accepts(question.text, option)
    ]
    return accepted[0] if len(accepted) == 1 else ABSTAIN


def _accepts(text: str, option: str) -> bool:
    try:
        return judge(text, option)
    except Unreadable:
        return False
