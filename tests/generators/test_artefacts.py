"""Acceptance tests A7.6 to A7.9: what shallow cues and learned shallow probes make of the frozen data.

Thresholds were fixed before the data was looked at. Learned probes are fitted on train and scored on test, with
fixed seeds.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.ensemble import GradientBoostingClassifier  # type: ignore[import-untyped]
from sklearn.feature_extraction.text import CountVectorizer  # type: ignore[import-untyped]
from sklearn.linear_model import LogisticRegression  # type: ignore[import-untyped]
from sklearn.naive_bayes import MultinomialNB  # type: ignore[import-untyped]
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

from generators import shallow_cues
from generators.draft import Draft
from generators.selection import FEATURES, standings

ROOT = Path(__file__).resolve().parent.parent.parent
CORPUS = ROOT / "corpora" / "core-v0.1"
CATEGORIES = ["deduction", "quantity", "tracking", "spatial", "induction", "relations"]
UPPER_900 = 29.9
"""Per cent: the 99.9 % point of a binomial with 900 tries at 1/4 is 269."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Row:
    category: str
    question: str
    options: list[str]
    gold: int


def read(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (CORPUS / name).read_bytes().splitlines()]


@cache
def splits() -> tuple[list[Row], list[Row]]:
    """Train and test."""
    gold = {row["id"]: row["label"] for row in read("test.gold.jsonl")}
    train, test = (
        [
            Row(
                category=row["category"],
                question=row["question"],
                options=row["options"],
                gold="ABCD".index(row.get("label") or gold[row["id"]]),
            )
            for row in read(name)
        ]
        for name in ("train.jsonl", "test.questions.jsonl")
    )
    return train, test


def per_cent(score: Callable[[Row], Any]) -> dict[str, float]:
    """Accuracy over the test items, per category and in all, of picking the option with the highest score."""
    hits: Counter[str] = Counter()
    for row in splits()[1]:
        right = int(np.argmax(score(row))) == row.gold
        hits.update({row.category: right, "suite": right})
    return {name: 100 * hits[name] / (900 if name == "suite" else 150) for name in [*CATEGORIES, "suite"]}


def published(name: str, found: float) -> None:
    """Hold a measured figure against the one that the data card prints, give or take a point."""
    text = (CORPUS / "README.md").read_text("utf-8")
    row = re.search(rf"^\| {re.escape(name)} \| ([0-9.]+) \|$", text, re.MULTILINE)
    assert row is not None, f"{name}: {found:.1f} is not in the data card"
    assert abs(float(row.group(1)) - found) <= 1, f"{name}: {found:.1f}"


@pytest.fixture(autouse=True)
def one_thread() -> Iterator[None]:
    with threadpool_limits(1):
        yield


@pytest.fixture(scope="module")
def report() -> dict[str, Any]:
    return dict(shallow_cues(CORPUS)[0])


def figures(report: dict[str, Any], kind: str) -> Iterator[tuple[str, str, float]]:
    for row in report["cues"][kind]:
        for place, value in {**row["categories"], "suite": row["suite"]}.items():
            yield row["cue"], place, float(value)


def test_6_no_balanced_cue_picks_the_gold(report: dict[str, Any]) -> None:
    for cue, place, value in figures(report, "balanced"):
        low, high = (22, 28) if place == "suite" else (18, 32)
        assert low <= value <= high, (cue, place)


def test_6_probes_that_the_balancer_never_saw_stay_in_the_binomial_range(report: dict[str, Any]) -> None:
    assert len(report["cues"]["unseen"]) == 4
    for cue, place, value in figures(report, "unseen"):
        assert abs(value - 25) <= (4.9 if place == "suite" else 11.3), (cue, place)


def test_the_committed_report_and_the_data_card_say_what_is_measured(report: dict[str, Any]) -> None:
    value, table = shallow_cues(CORPUS)
    assert json.loads((CORPUS / "artefacts.json").read_bytes()) == value == report
    assert "\n".join(table) in (CORPUS / "README.md").read_text("utf-8")


def test_the_features_are_the_ones_that_the_design_names() -> None:
    assert list(FEATURES) == [
        *("length", "mentions", "last word mentions", "last mention", "first mention", "lexical order"),
        *("numeric order", "closeness", "digit sum", "shared words"),
    ]


def option_probe(model: Any) -> dict[str, float]:
    train, _ = splits()
    letters = CountVectorizer(analyzer="char", ngram_range=(1, 3), lowercase=False)
    seen = letters.fit_transform([option for row in train for option in row.options])
    model.fit(seen, [number == row.gold for row in train for number in range(4)])
    return per_cent(lambda row: model.predict_proba(letters.transform(row.options))[:, 1])


@pytest.mark.parametrize(
    "model", [MultinomialNB(), LogisticRegression(max_iter=2000)], ids=["naive Bayes", "logistic regression"]
)
def test_7_options_alone_say_nothing(model: Any) -> None:
    found = option_probe(model)["suite"]
    assert found <= 30
    published(f"option text only, {type(model).__name__}", found)


def test_7_the_most_frequent_gold_of_a_category_says_nothing() -> None:
    train, _ = splits()
    golds = {name: Counter(row.options[row.gold] for row in train if row.category == name) for name in CATEGORIES}
    assert per_cent(lambda row: [golds[row.category][option] for option in row.options])["suite"] <= 30


@pytest.mark.parametrize(
    "model", [MultinomialNB(), LogisticRegression(max_iter=2000)], ids=["naive Bayes", "logistic regression"]
)
def test_8_the_question_says_nothing_of_the_letter(model: Any) -> None:
    train, test = splits()
    words = CountVectorizer(ngram_range=(1, 2), lowercase=False)
    model.fit(words.fit_transform([row.question for row in train]), [row.gold for row in train])
    guesses = model.predict(words.transform([row.question for row in test]))
    found = 100 * sum(int(guess) == row.gold for guess, row in zip(guesses, test, strict=True)) / len(test)
    assert found <= UPPER_900
    published(f"question to letter, {type(model).__name__}", found)


def ranks(row: Row) -> Any:
    """Four rows: every option's standing by every feature, and the category."""
    first, *others = row.options
    second, third, fourth = others
    draft = Draft(question=row.question, gold=first, distractors=(second, third, fourth), params={})
    columns = [[number for pair in standings(draft, f) for number in pair] for f in FEATURES.values()]
    table = np.array(columns).reshape(len(columns), 4, 2).transpose(1, 0, 2).reshape(4, -1)
    return np.hstack([table, np.tile([row.category == name for name in CATEGORIES], (4, 1))])


def test_9_boosted_trees_on_shallow_ranks_stay_near_chance() -> None:
    train, _ = splits()
    model = GradientBoostingClassifier(n_estimators=100, max_depth=4, random_state=0)
    model.fit(np.vstack([ranks(row) for row in train]), [n == row.gold for row in train for n in range(4)])
    found = per_cent(lambda row: model.predict_proba(ranks(row))[:, 1])
    assert found["suite"] <= 33
    assert max(found.values()) <= 40
    published("gradient boosting on shallow ranks", found["suite"])
