"""The statistics of the browser give what evaluator.statistics gives, to the last bit and digit."""

from __future__ import annotations

import json
import random
import subprocess
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from evaluator import statistics
from evaluator.statistics import Agreement

RUNNER = Path(__file__).with_name("statistics_runner.mjs")
SIZES = (25, 50, 150, 300, 900)
Call = tuple[str, list[Any]]


def node(calls: list[Call]) -> list[Any]:
    """Run all of a test's calls in one node process."""
    done = subprocess.run(
        ["node", str(RUNNER)], input=json.dumps(calls), capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    answers: list[Any] = json.loads(done.stdout)
    assert len(answers) == len(calls) > 0
    return answers


def pair(value: list[str]) -> Fraction:
    return Fraction(int(value[0]), int(value[1]))


def test_wilson_has_the_same_bits_and_text_for_every_count() -> None:
    counts = [(k, n) for n in (0, 1, *SIZES) for k in range(n + 1)]
    bits = node([("wilson", [k, n]) for k, n in counts])
    texts = node([("wilsonText", [k, n]) for k, n in counts])
    assert [tuple(ends) for ends in bits] == [statistics.wilson(k, n) for k, n in counts]
    assert texts == [[statistics.percent_of_float(end) for end in statistics.wilson(k, n)] for k, n in counts]


def test_percent_has_the_same_text_for_every_count_and_for_ties() -> None:
    values = (
        [(k, n) for n in SIZES for k in range(n + 1)]
        + [(k, 800) for k in range(801)]
        + [(k, 80_000) for k in range(99)]
    )
    draws = random.Random(3)
    values += [(draws.randrange(10**20), draws.randrange(1, 10**20)) for _ in range(500)]
    asked = [(k, n, places) for k, n in values for places in (0, 2, 3)]
    answers = node([("percent", [str(k), str(n), places]) for k, n, places in asked])
    assert answers == [statistics.percent(Fraction(k, n), places) for k, n, places in asked]


def test_percent_of_doubles_reads_the_exact_binary_fraction() -> None:
    draws = random.Random(4)
    values = [0.0, 1.0, 0.5, 0.00125, 0.00375, 0.12345, 5e-324, *(draws.random() for _ in range(500))]
    assert node([("percentOfDouble", [x]) for x in values]) == [statistics.percent_of_float(x) for x in values]


def test_p_text_rounds_alike() -> None:
    values = [(1, 1), (1, 10_000), (1, 10_001), (1, 20_000), (3, 20_000), (5, 20_000), (99_999, 100_000), (1, 2**900)]
    values += [(n, 9999) for n in range(1, 500)]
    expected = [statistics.p_text(Fraction(n, d)) for n, d in values]
    assert node([("pText", [str(n), str(d)]) for n, d in values]) == expected


def test_mcnemar_is_the_same_fraction() -> None:
    draws = random.Random(5)
    counts = [(b, c) for b in range(13) for c in range(13)]
    counts += [(draws.randrange(450), draws.randrange(450)) for _ in range(100)]
    answers = node([("mcnemar", [b, c]) for b, c in counts])
    assert [pair(answer) for answer in answers] == [statistics.mcnemar(b, c) for b, c in counts]


def test_chance_verdicts_notes_and_fractions_are_the_same() -> None:
    counts = [(k, 900, 4) for k in (0, 1, 199, 200, 201, 203, 225, 247, 248, 251, 900)]
    counts += [(k, n, options) for n in (0, 1, 10, 25) for k in range(n + 1) for options in (2, 4)]
    for (k, n, options), answer in zip(counts, node([("aboveChance", list(c)) for c in counts]), strict=True):
        test = statistics.chance_test(k, n, options)
        assert (answer["verdict"], answer["note"]) == (test.verdict, test.note)
        assert (pair(answer["pAbove"]), pair(answer["pBelow"])) == (test.p_above, test.p_below)


def answer_sheet(draws: random.Random, gold: str, rate: float) -> str:
    return "".join(g if draws.random() < rate else draws.choice("ABCD-") for g in gold)


@pytest.mark.parametrize(("rounds", "items", "entries"), [(150, 40, 6), (60, 150, 12), (1, 900, 120)])
def test_a_new_entry_gets_the_rank_interval_that_the_board_would_give(rounds: int, items: int, entries: int) -> None:
    draws = random.Random(6 + items)
    boards = []
    for _ in range(rounds):
        gold = "".join(draws.choices("ABCD", k=items))
        sheets = [answer_sheet(draws, gold, draws.random()) for _ in range(draws.randint(0, entries))]
        boards.append((answer_sheet(draws, gold, draws.random()), sheets, gold))
    separated = 0
    for (new, sheets, gold), answer in zip(boards, node([("rankAmong", list(b)) for b in boards]), strict=True):
        ranking = statistics.rank_intervals([statistics.correctness(labels, gold) for labels in (*sheets, new)])
        standing = [ranking.compare(index, len(sheets)) for index in range(len(sheets))]
        interval = ranking.intervals[-1]
        assert (answer["best"], answer["worst"]) == (interval.best, interval.worst)
        for name, verdict in (("better", 1), ("worse", -1), ("tied", 0)):
            assert answer[name] == [index for index, found in enumerate(standing) if found == verdict]
        separated += len(answer["better"]) + len(answer["worse"])
    assert separated > 0


def test_similarity_counts_z_and_p_are_the_same() -> None:
    draws = random.Random(7)
    cases = []
    for items in (1, 2, 3, 5, 8, 30, 30, 30, 120, 300, 300):
        gold = "".join(draws.choices("ABCD", k=items))
        first = answer_sheet(draws, gold, 0.2)
        second = "".join(a if draws.random() < 0.3 else draws.choice("ABCD-") for a in first)
        cases.append((first, second, gold))
    cases += [("AAAA", "AAAA", "ABCD"), ("----", "ABCD", "ABCD"), ("", "", "")]
    for case, answer in zip(cases, node([("similarity", list(c)) for c in cases]), strict=True):
        found = statistics.similarity(*case)
        for name, agreement in (("answers", found.answers), ("mistakes", found.mistakes)):
            assert _plain(answer[name]) == _own(agreement)


def _plain(answer: dict[str, Any]) -> tuple[object, ...]:
    return answer["items"], answer["equal"], pair(answer["expected"]), answer["z"], pair(answer["p"])


def _own(found: Agreement) -> tuple[object, ...]:
    return found.items, found.equal, found.expected, found.z, found.p_value()
