"""Contracts are made from what real solvers offer, always the same, and only where the evaluator agrees with them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest

import solvers
from evaluator.tasks import load_tasks
from governance.contracts import Contracts, Made, Maker, make_contracts, read_questions
from records import Rejected
from solvers.parallel import PARALLEL
from solvers.scheduling import ExactFinder, ScheduleOffers

Offered = Any


@dataclass(frozen=True)
class Altered:
    """A maker whose offers for every task go through `change`."""

    maker: Any
    change: Callable[[Offered], Offered]

    @property
    def reference_origin(self) -> str:
        return str(self.maker.reference_origin)

    @property
    def sources(self) -> Sequence[Any]:
        return tuple(self.maker.sources)

    def offers(self, row: Mapping[str, Any], criteria: tuple[str, ...], gold: Any) -> Offered:
        return self.change(self.maker.offers(row, criteria, gold))


def choice_maker() -> Any:
    return solvers.ChoiceOffers(panels=(solvers.SOLVERS, PARALLEL))


def schedule_maker(contracts: Contracts) -> Any:
    """Its exact solver gives the committed references, so that any machine can make the rest again."""
    references = {task: contracts.of(task).reference for task in contracts.lines}

    def find(row: Mapping[str, Any]) -> Any:
        return references[row["id"]]

    origin = contracts.terms.origins[contracts.terms.reference]
    return ScheduleOffers(exact=ExactFinder(name=f"{origin.id} {origin.version}", find=find))


def made(bench: Any, maker: Maker, kept: Contracts | None = None) -> Made:
    book = load_tasks(bench.root)
    return make_contracts(book, read_questions(bench.root, book), maker, kept)


def disagreements(bench: Any, maker: Maker) -> set[str]:
    """The messages of the refusal, each once."""
    with pytest.raises(Rejected) as caught:
        made(bench, maker)
    return {one.message for one in caught.value.findings}


def test_the_committed_choice_contracts_are_made_again_byte_for_byte(choice: Any) -> None:
    again = made(choice, choice_maker())
    assert again.fixtures == (choice.root / "contracts" / "fixtures.jsonl").read_bytes()
    assert again.terms == choice.read().terms
    assert again.new == 12


def test_the_committed_schedule_contracts_are_made_again_byte_for_byte(schedule: Any) -> None:
    again = made(schedule, schedule_maker(schedule.read()))
    assert again.fixtures == (schedule.root / "contracts" / "fixtures.jsonl").read_bytes()
    assert again.terms == schedule.read().terms


def test_a_sound_line_is_kept_and_an_unsound_one_is_made_again(choice: Any) -> None:
    """The kept line has one fixture fewer than the solvers offer: still sound, so still the same bytes."""
    sound = (choice.root / "contracts" / "fixtures.jsonl").read_bytes().splitlines()
    rows = choice.rows()
    rows[3]["fixtures"] = [one for one in rows[3]["fixtures"] if one["name"] != "abstain"]
    rows[5]["reference"] = "ABSTAIN"
    choice.write([row for row in rows if row is not rows[8]])
    kept = choice.read()
    again = made(choice, choice_maker(), kept)
    lines = again.fixtures.splitlines()
    assert again.new == 2
    assert lines[3] == kept.line(rows[3]["task"]) != sound[3]
    assert lines[:3] + lines[4:] == sound[:3] + sound[4:]


def test_lines_of_other_versions_are_not_mixed(choice: Any) -> None:
    rows = choice.rows()
    origins = {name: one.to_dict() for name, one in choice.read().terms.origins.items()}
    origins["V2/D-chain"]["version"] = "0"
    choice.write(rows[1:], origins=origins)
    with pytest.raises(Rejected, match="other origins or versions"):
        made(choice, choice_maker(), choice.read())
    assert made(choice, choice_maker(), None).new == 12


def altered(name: str, **fields: Any) -> Callable[[Offered], Offered]:
    """The offer of that name with other fields."""

    def change(offered: Offered) -> Offered:
        offers = tuple(replace(one, **fields) if one.name == name else one for one in offered.offers)
        return replace(offered, offers=offers)

    return change


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (altered("slot-search", answer=[]), "slot-search says that it passes"),
        (altered("breaks-release", breaks=("deadline",)), "says that it breaks deadline; the evaluator does not"),
        (altered("leaves-out", others=""), "says that it breaks nothing else"),
        (altered("empty", twin=""), "an earlier answer is equal"),
        (altered("breaks-release", answer=[{"task": "T99"}]), "no answer to this task"),
        (altered("breaks-release", origin="nobody"), "an origin that contracts/contracts.json declares"),
        (lambda offered: replace(offered, offers=offered.offers[1:]), "a passing fixture of another origin"),
        (lambda offered: replace(offered, objections=("the solver gave up",)), "the solver gave up"),
    ],
    ids=["passing", "breaks", "others", "twin", "malformed", "origin", "no second schedule", "objection"],
)
def test_nothing_is_made_where_solver_and_evaluator_disagree(
    few: Any, change: Callable[[Offered], Offered], said: str
) -> None:
    found = disagreements(few, Altered(schedule_maker(few.read()), change))
    assert any(said in message for message in found), found


def test_exactly_one_option_may_be_true_to_each_verifier(choice: Any) -> None:
    def generous(solver: Any) -> Any:
        return replace(solver, decide=lambda question, option: True)

    maker = solvers.ChoiceOffers(panels=(tuple(map(generous, solvers.SOLVERS)), PARALLEL))
    found = disagreements(choice, maker)
    assert "V2/D-chain finds 4 options true; exactly one is expected" in found
    blind = solvers.ChoiceOffers(panels=(solvers.SOLVERS[2:], PARALLEL))
    assert "0 solvers of a panel read this question; exactly one is expected" in disagreements(choice, blind)


def test_questions_that_are_not_the_tasks_are_refused(choice: Any) -> None:
    book = load_tasks(choice.root)
    with (choice.root / "test.questions.jsonl").open("ab") as stream:
        stream.write(b"{}\n")
    with pytest.raises(Rejected, match="not the questions"):
        read_questions(choice.root, book)
