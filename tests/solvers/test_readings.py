"""Small texts written by hand from docs/TEMPLATES.md: what is true of them, and texts that are not in the document."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from solvers import SOLVERS, Unreadable, solver_for
from solvers.parallel import PARALLEL

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
CLASS = (
    "Every dax is a wug. Ada is a dax. No fep is a wug. Every mib is a fep. Ben is a mib. Every wug is a zorb. "
    "Which statement is certainly true?"
)
WEEK = "Ada arrives 9 days before Ben. Cy arrives on a Monday. Ben arrives 3 days after Cy. "
WEEKDAY = "On which day of the week does Ada arrive?"
DAY = (
    "All of this is on one day. Ada ends at 10:05. Ben starts 1 minute after Ada ends. Ben works for 1 hour and 10 "
    "minutes. Ada works for 2 hours. "
)
SWAPS = "Cy holds the map. Ada holds the key. Ben holds the coin. Ada swaps things with Ben. Ben swaps things with Cy. "
MAP = (
    "The bank is 1 block north of the zoo. The cafe is 3 blocks west of the bank. "
    "The inn is 2 blocks east of the cafe. "
)
TOWN = MAP.replace("inn", "zoo")
LISTS = "The red list has Ada, Ben and Cy. The blue list has Ben and Cy. The green list has Cy and Dan. "


def numbers(listed: str) -> str:
    return f"A list of numbers follows one fixed rule: {listed}. Which number comes next?"


def judge(question: str, option: str) -> bool:
    """What both solvers of the family say; a disagreement is a failure of the test, Unreadable needs both."""
    family = solver_for(question).family
    verdicts: list[bool | Unreadable] = []
    for solver in (*SOLVERS, *PARALLEL):
        if solver.family == family:
            try:
                verdicts.append(solver.decide(question, option))
            except Unreadable as error:
                verdicts.append(error)
    first, second = verdicts
    assert type(first) is type(second), verdicts
    if isinstance(first, Unreadable):
        raise first
    assert first is second, verdicts
    return bool(first)


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
        (CLASS, ["Ada is a zorb", "Ada is not a fep", "Ada is not a mib", "Ben is not a dax"], [True] * 4),
        (CLASS, ["Ben is a zorb", "Ben is not a zorb", "Ada is not a zorb", "Ada is a fep"], [False] * 4),
        (WEEK + WEEKDAY, ["Tuesday", "Monday", "Wednesday"], [True, False, False]),
        (DAY + "At what time does Ben end?", ["11:16", "11:15"], [True, False]),
        (DAY + "At what time does Ada start?", ["8:05", "12:05"], [True, False]),
        (SWAPS + "What does Cy hold now?", ["key", "coin", "map"], [True, False, False]),
        (SWAPS + "What does Ada hold now?", ["coin", "key"], [True, False]),
        (MAP + "Where is the cafe, relative to the zoo?", ["3 west and 1 north", "3 east and 1 south"], [True, False]),
        (MAP + "Where is the zoo, relative to the inn?", ["1 east and 1 south", "1 west and 1 south"], [True, False]),
        (numbers("3, 7, 11, 15"), ["19", "31"], [True, False]),
        (numbers("40, 20, 60, 80, 140"), ["220", "200"], [True, False]),
        (numbers("2, 5, 11, 23, 47"), ["95", "94"], [True, False]),
        (numbers("1, 3, 8, 16, 27"), ["41", "40"], [True, False]),
        (numbers("4, 9, 6, 11, 8, 13"), ["10", "18"], [True, False]),
        (numbers("5, 10, 7, 14, 11, 22, 19"), ["38", "16"], [True, False]),
        (numbers("30, 4, 27, 8, 24, 16, 21"), ["32", "18"], [True, False]),
        (numbers("1, 5, 9, 17, 29, 49, 81"), ["133", "130"], [True, False]),
        (
            LISTS + "Which name is on the red list but not on the blue list?",
            ["Ada", "Ben", "Dan"],
            [True, False, False],
        ),
        (LISTS + "Which name is on the green list and on the red list?", ["Cy", "Dan"], [True, False]),
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
        (CLASS.replace("Ada is a dax.", "Ada is a dax. Ada is a mib."), "Ada is a zorb"),
        (CLASS.replace("No fep", "Some fep"), "Ada is a zorb"),
        (WEEK + "Ada arrives 3 days after Cy. " + WEEKDAY, "Tuesday"),
        (WEEK.replace("Cy arrives on a Monday. ", "") + WEEKDAY, "Tuesday"),
        (WEEK.replace("Monday", "Someday") + WEEKDAY, "Tuesday"),
        (DAY.replace("All of this is on one day. ", "") + "At what time does Ben end?", "11:16"),
        (DAY.replace("10:05", "23:05") + "At what time does Ben end?", "0:16"),
        (DAY.replace("Ada works", "Cy works") + "At what time does Ada start?", "8:05"),
        (SWAPS.replace("holds the map", "holds the key") + "What does Cy hold now?", "key"),
        (SWAPS.replace("with Cy", "with Dan") + "What does Cy hold now?", "key"),
        (SWAPS + "Dan holds the lamp. What does Cy hold now?", "key"),
        (TOWN + "Where is the cafe, relative to the zoo?", "3 west and 1 north"),
        (MAP.replace("1 block", "1 blocks") + "Where is the cafe, relative to the zoo?", "3 west and 1 north"),
        (MAP + "Where is the cafe, relative to the park?", "3 west and 1 north"),
        (numbers("3, 7, 52, 14"), "19"),
        (numbers("3, 7, 11"), "15"),
        (numbers("3, 20, 37, 54"), "71"),
        (numbers("3, 07, 11, 15"), "19"),
        (LISTS + "Which name is on the red list and on the blue list?", "Ben"),
        (LISTS + "Which name is on the white list but not on the blue list?", "Ada"),
        (LISTS.replace("blue", "red") + "Which name is on the red list but not on the green list?", "Ada"),
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
        (CLASS, "Zoe is a zorb"),
        (CLASS, "Ada is zorb"),
        (WEEK + WEEKDAY, "tuesday"),
        (DAY + "At what time does Ben end?", "11.16"),
        (SWAPS + "What does Cy hold now?", "the key"),
        (MAP + "Where is the cafe, relative to the zoo?", "3 left and 1 north"),
        (numbers("3, 7, 11, 15"), "nineteen"),
        (LISTS + "Which name is on the red list but not on the blue list?", "Zoe"),
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
