"""Small texts written by hand from docs/TEMPLATES.md: what is true of them, and texts that are not in the document."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from solvers import Unreadable, judge

TEMPLATES = Path(__file__).resolve().parent.parent.parent / "docs" / "TEMPLATES.md"
CHAIN = (
    "If someone is calm and bold, then they are wise. Ada is calm. If someone is wise, then they are shy. "
    "Ben is bold. Ada is bold. Ben is wise. Which statement must be true?"
)
LEDGER = (
    "Cy has half as many beads as Ben. Ben has 4 more beads than Ada. Dan has three times as many beads as Cy. "
    "Ada has 6 beads. Eve has 5 fewer beads than Dan. Then Ben gives 3 beads to Eve. "
    "How many beads do Eve and Ada have together now?"
)
STORY = (
    "The key is in the attic. The lamp is in the barn. The coin is in the attic. The jar is in the attic. "
    "The box is in the shed. Ada puts the key into the jar. Ben moves the jar to the garden. "
    "Ada swaps the positions of the lamp and the coin. Ben moves the lamp to the shed. "
)
ROW = (
    "Five people stand in a row: Eve, Ada, Cy, Ben and Dan. Left and right are meant as you, the reader, see the row. "
    "Ada is immediately to the left of Ben. Exactly one person stands between Ben and Cy. Dan is somewhere to the left "
    "of Ada. Dan is not at either end of the row. Eve and Cy are not next to each other. "
)
OFFSET = "Where is it now, relative to its start?"
WALK = "A robot faces north. It moves 3 steps forward. It turns left. It moves 1 step backward. It turns around. "
MACHINE = "A machine rewrites words by one fixed rule. "


@pytest.mark.parametrize(
    ("question", "options", "true"),
    [
        (CHAIN, ["Ada is wise", "Ada is shy", "Ben is shy", "Ada is calm"], [True, True, True, True]),
        (CHAIN, ["Ben is calm", "Ben is brave", "Ada is brave"], [False, False, False]),
        (LEDGER, ["19", "16", "22"], [True, False, False]),
        ("Ada has 9 cards. Ben has 2 fewer cards than Ada. How many cards does Ben have?", ["7", "11"], [True, False]),
        (STORY + "Where is the key now?", ["garden", "attic"], [True, False]),
        (STORY + "Where is the coin now?", ["barn", "attic"], [True, False]),
        (STORY + "Where is the lamp now?", ["shed", "attic", "barn"], [True, False, False]),
        (ROW + "Who is in position 2 from the left?", ["Dan", "Ada", "Eve"], [True, False, False]),
        (
            WALK + "It moves 2 steps forward. " + OFFSET,
            ["3 east and 3 north", "3 west and 3 north", "1 west and 3 north"],
            [True, False, False],
        ),
        (
            "A robot stands on a flat floor. It moves 2 steps south. It moves 1 step west. " + OFFSET,
            ["1 west and 2 south", "2 west and 1 south"],
            [True, False],
        ),
        (MACHINE + "It turns abcde into bcdea. What does it turn vwxyz into?", ["wxyzv", "wxyza"], [True, False]),
    ],
)
def test_a_text_means_what_the_template_document_says(question: str, options: list[str], true: list[bool]) -> None:
    assert [judge(question, option) for option in options] == true


KEY, SECOND, QUERY = "Where is the key now?", "Who is in position 2 from the left?", "What does it turn vwxyz into?"


@pytest.mark.parametrize(
    ("question", "option"),
    [
        (CHAIN.replace("Ada is bold.", "Ada is not bold."), "Ada is wise"),
        (CHAIN.replace("Ada is bold.", "Ada is  bold."), "Ada is wise"),
        (LEDGER.replace(" now?", "?"), "19"),
        (LEDGER.replace("Ada has 6 beads.", "Ada has 6 cards."), "19"),
        (LEDGER.replace("Ada has 6 beads. ", ""), "19"),
        (LEDGER.replace("Ben gives 3", "Ben gives 30"), "19"),
        (LEDGER.replace("Ada has 6", "Ada has 7"), "19"),
        (STORY.replace("puts the key into the jar", "puts the key into the box") + KEY, "garden"),
        (STORY.replace("the lamp and the coin", "the lamp and the key") + KEY, "garden"),
        (STORY + "Where is the map now?", "garden"),
        (ROW.replace("Five", "Six") + SECOND, "Dan"),
        (ROW + "Zoe is not at either end of the row. " + SECOND, "Dan"),
        (ROW + "Ben is immediately to the left of Ada. " + SECOND, "Dan"),
        (ROW + "Who is in position 6 from the left?", "Dan"),
        (WALK.replace("1 step ", "1 steps ") + OFFSET, "1 east and 3 north"),
        (WALK.replace("3 steps ", "3 step ") + OFFSET, "1 east and 3 north"),
        (WALK.replace("forward", "east") + OFFSET, "1 east and 3 north"),
        (MACHINE + "It turns abcde into edcba. It turns bcdef into cdefb. " + QUERY, "wxyzv"),
        (MACHINE + "It turns ab into ba. " + QUERY, "wxyzv"),
        (MACHINE + QUERY, "wxyzv"),
    ],
)
def test_a_text_outside_the_document_or_without_one_meaning_is_unreadable(question: str, option: str) -> None:
    with pytest.raises(Unreadable):
        judge(question, option)


def test_examples_that_leave_the_rule_open_have_no_answer() -> None:
    # "swap first two" and "sort" both turn bacde into abcde, but differ on vwxyz.
    with pytest.raises(Unreadable, match="disagree"):
        judge(MACHINE + "It turns bacde into abcde. " + QUERY, "vwxyz")


@pytest.mark.parametrize(
    ("question", "option"),
    [
        (CHAIN, "Zoe is wise"),
        (CHAIN, "Ada is wise."),
        (LEDGER, "nineteen"),
        (LEDGER, "019"),
        (STORY + "Where is the key now?", "the garden"),
        (STORY + "Where is the key now?", "kitchen"),
        (ROW + "Who is in position 2 from the left?", "Zoe"),
        (WALK + OFFSET, "0 east and 3 north"),
        (WALK + OFFSET, "3 north and 1 east"),
    ],
)
def test_an_option_of_another_form_is_unreadable(question: str, option: str) -> None:
    with pytest.raises(Unreadable):
        judge(question, option)


def rows(heading: str) -> list[tuple[str, str, str]]:
    section = TEMPLATES.read_text("utf-8").split(f"## {heading}")[1].split("\n## ")[0]
    found = re.findall(r"^\| ([a-z ]+) \| [^|]+ \| ([a-z]{5}) \| ([a-z]{6}) \|$", section, re.MULTILINE)
    return [(step, five, six) for step, five, six in found if step != "step"]


def test_the_table_of_steps_in_the_document_is_what_the_solver_does() -> None:
    from solvers.induction_string import STEPS, run

    table = rows("I-string")
    assert [step for step, _, _ in table] == list(STEPS)
    for step, five, six in table:
        assert (run((step,), "abcde"), run((step,), "abcdef")) == (five, six), step
