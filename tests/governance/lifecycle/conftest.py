"""A small governed corpus with sound registries, and the registries as files that tests can break."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from pathlib import Path

import pytest

from governance.corpus import Governed, load_governed
from governance.lifecycle import (
    Calibrations,
    Deprecations,
    Reviewer,
    ReviewerRole,
    Reviewers,
    calibrations_bytes,
    deprecations_bytes,
    lifecycle_bytes,
    reviewers_bytes,
    start,
)

SINCE = datetime.date(2026, 10, 18)


@pytest.fixture
def reviewers() -> Reviewers:
    """Two people: one who still may decide, one whose time is over."""
    return Reviewers(
        people=(
            Reviewer(id="ada", role=ReviewerRole.MAINTAINER, since=SINCE),
            Reviewer(id="ben", role=ReviewerRole.OPERATOR, since=SINCE, until=datetime.date(2026, 11, 1)),
        )
    )


@pytest.fixture
def governed(tmp_path: Path, small: Callable[..., Path], reviewers: Reviewers) -> Governed:
    """A corpus of twelve drafts of either kind."""
    corpus = load_governed(small(tmp_path / "corpus-under-test"))
    folder = corpus.root / "corpus"
    (folder / "task-lifecycle.toml").write_bytes(lifecycle_bytes(start(list(corpus.digests))))
    (folder / "task-deprecations.toml").write_bytes(deprecations_bytes(Deprecations(entries=())))
    (folder / "task-calibrations.json").write_bytes(calibrations_bytes(corpus.identity.id, Calibrations()))
    (folder / "reviewers.toml").write_bytes(reviewers_bytes(reviewers))
    return corpus
