"""Every kind of suite behind one face: how a corpus of a kind is found, loaded, scored and served to a browser.

Invariant: who ranks, reviews or shows suites asks the kind's adapter here and never for the kind's name, so that a
further kind is one more row of KINDS. Scores of different suites are never added, averaged or compared.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evaluator.browser_data import browser_suite
from evaluator.corpus_files import fault
from evaluator.schedule import SCORER as SCHEDULE_SCORER
from evaluator.schedule import (
    ScheduleScore,
    ScheduleSuite,
    browser_schedule_suite,
    known_schedule_suites,
    load_schedule_suite,
    load_scored_schedule_suite,
    score_schedules,
)
from evaluator.scoring import SCORER, Score, score
from evaluator.suite import CORPORA, Suite, known_suites, load_scored_suite, load_suite
from records import Rejected, printable, read_regular
from submissions_schema import Submission

AnySuite = Suite | ScheduleSuite
AnyScore = Score | ScheduleScore
"""Both have: suite, test_sha256, suite_digest, predictions_sha256, scorer, headline, interval, coverage, withdrawn,
whole, tally(), cells(), to_dict()."""

CORPUS = "corpus.toml"
_MAX_CORPUS = 1 << 16


@dataclass(frozen=True, kw_only=True, slots=True)
class Kind:
    """One kind of suite: its name in corpus.toml, its scorer, and what is done with a suite of it."""

    name: str
    scorer: str
    known: Callable[[Path], dict[str, Path]]
    load: Callable[[Path], Any]
    load_scored: Callable[[Path], Any]
    score: Callable[[Submission, Any], Any]
    browser: Callable[[Any], bytes]


CHOICE = Kind(
    name="choice",
    scorer=SCORER,
    known=known_suites,
    load=load_suite,
    load_scored=load_scored_suite,
    score=lambda submission, suite: score(submission.predictions, suite),
    browser=browser_suite,
)
SCHEDULE = Kind(
    name="schedule",
    scorer=SCHEDULE_SCORER,
    known=known_schedule_suites,
    load=load_schedule_suite,
    load_scored=load_scored_schedule_suite,
    score=lambda submission, suite: score_schedules(submission.schedules, suite),
    browser=browser_schedule_suite,
)
KINDS: dict[str, Kind] = {kind.name: kind for kind in (CHOICE, SCHEDULE)}
_OF: dict[type[AnySuite], Kind] = {Suite: CHOICE, ScheduleSuite: SCHEDULE}


def kind_of(suite: AnySuite) -> Kind:
    """The adapter of a suite."""
    return _OF[type(suite)]


def known_corpora(corpora_root: Path = CORPORA) -> dict[str, Path]:
    """Suite id to corpus folder over all kinds, sorted by id. A folder without a readable manifest is no suite."""
    found = {suite: folder for kind in KINDS.values() for suite, folder in kind.known(corpora_root).items()}
    return dict(sorted(found.items()))


def load_corpus(corpus_root: Path) -> AnySuite:
    """The suite of a corpus folder of any kind, whatever the states of its tasks: governance judges all of them.

    Raises Rejected naming what does not fit.
    """
    loaded: AnySuite = _kind_named_in(corpus_root).load(corpus_root)
    return loaded


def load_scored(corpus_root: Path) -> AnySuite:
    """The suite of a corpus folder of any kind with the states of its tasks: what boards and scores are made from.

    Raises Rejected naming what does not fit in the data or in the lifecycle registry.
    """
    loaded: AnySuite = _kind_named_in(corpus_root).load_scored(corpus_root)
    return loaded


def load_known(corpora_root: Path = CORPORA) -> tuple[AnySuite, ...]:
    """Every suite of a folder of corpora as it is scored, by suite id. Raises Rejected naming what does not fit."""
    return tuple(load_scored(folder) for folder in known_corpora(corpora_root).values())


def score_submission(submission: Submission, suite: AnySuite) -> AnyScore:
    """The score of a submission that was read for this suite."""
    scored: AnyScore = kind_of(suite).score(submission, suite)
    return scored


def browser_data(suite: AnySuite) -> bytes:
    """The facts of a suite as the browser's preview reads them, in canonical JSON."""
    return kind_of(suite).browser(suite)


def _kind_named_in(corpus_root: Path) -> Kind:
    where = f"/{CORPUS}"
    try:
        stated = tomllib.loads(read_regular(corpus_root / CORPUS, max_bytes=_MAX_CORPUS).decode("utf-8")).get("kind")
    except FileNotFoundError as error:
        raise Rejected([fault("C_FILE", where, f"{corpus_root.name} has no {CORPUS}")]) from error
    except ValueError as error:
        raise Rejected([fault("C_MANIFEST", where, f"{CORPUS} cannot be read: {printable(str(error))}")]) from error
    if not isinstance(stated, str) or stated not in KINDS:
        message = f"kind is {printable(str(stated))}; one of {', '.join(KINDS)} is expected"
        raise Rejected([fault("C_MANIFEST", where, message)])
    return KINDS[stated]
