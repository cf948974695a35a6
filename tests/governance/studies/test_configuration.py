"""Ids of configurations and studies: what is in them, and what never is."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import fields, replace
from datetime import UTC, datetime
from typing import Any

import pytest

from governance.corpus import Governed
from governance.studies import Configuration, Host, Options, Ran, System, pool, run_study
from records import Rejected

WriteSystem = Callable[..., System]
ALL_C = 'answer(["C"] * len(rows))'
HERE = Host(node="0" * 16, machine="x86_64", kernel="Linux 6", cpus=2, cluster=False)
CONFIGURATION = Configuration(
    corpus_id="small",
    corpus_digest="sha256:" + "a" * 64,
    scoring_schema="criteria-v2",
    family="tiny",
    architecture="script",
    source="somewhere",
    revision="1.0",
    agent_digest="sha256:" + "b" * 64,
    environment_lock=None,
    command_digest="sha256:" + "c" * 64,
    seed=0,
    track="closed-book",
    exposure="unexposed",
    profile="linux-bwrap-v1",
    timeout_ms=1000,
    memory_mb=64,
    batch=None,
)


@pytest.mark.parametrize("name", [field.name for field in fields(Configuration)])
def test_every_controlled_field_changes_the_id(name: str) -> None:
    old = getattr(CONFIGURATION, name)
    new: Any = 7 if old is None or isinstance(old, int) else f"{old}x"
    assert replace(CONFIGURATION, **{name: new}).id != CONFIGURATION.id


def test_the_id_has_one_form() -> None:
    assert re.fullmatch("cfg-[0-9a-f]{64}", CONFIGURATION.id)
    assert re.fullmatch("tim-[0-9a-f]{64}", CONFIGURATION.timing_id(HERE))


@pytest.mark.parametrize("name", [field.name for field in fields(Host)])
def test_the_host_changes_the_timing_id_and_nothing_else(name: str) -> None:
    old = getattr(HERE, name)
    new: Any = not old if isinstance(old, bool) else old * 2
    other = replace(HERE, **{name: new})
    assert CONFIGURATION.timing_id(other) != CONFIGURATION.timing_id(HERE)


def test_label_host_and_date_never_enter_the_configuration(governed: Governed, write_system: WriteSystem) -> None:
    """Two runs on two days, under two names, under two names of the file."""
    system = write_system(ALL_C)
    first = run_study(governed, system, Options(clock=lambda: datetime(2026, 12, 1, tzinfo=UTC))).study
    renamed = replace(system, name="Another label", slug="another")
    second = run_study(governed, renamed, Options(clock=lambda: datetime(2026, 12, 2, tzinfo=UTC))).study
    assert first.configuration.id == second.configuration.id
    assert first.label != second.label
    assert first.id != second.id
    assert replace(first.plan, host=HERE).to_dict()["configuration_id"] == first.configuration.id


@pytest.fixture
def twice(governed: Governed, write_system: WriteSystem) -> tuple[Ran, Ran]:
    """The same system, run twice."""
    return run_study(governed, write_system(ALL_C)), run_study(governed, write_system(ALL_C))


def test_studies_of_one_configuration_are_pooled(twice: tuple[Ran, Ran]) -> None:
    pooled = pool([ran.study for ran in twice])
    assert pooled.configuration_id == twice[0].study.configuration.id
    assert len(pooled.observations) == 24
    assert {name for name, _ in pooled.observations} == {ran.study.id for ran in twice}


def test_nothing_else_is_ever_pooled(twice: tuple[Ran, Ran], governed: Governed, write_system: WriteSystem) -> None:
    first, second = (ran.study for ran in twice)
    other = run_study(governed, write_system(ALL_C), Options(seed=1)).study
    with pytest.raises(Rejected, match="another configuration"):
        pool([first, other])
    changed = replace(second.configuration, corpus_digest="sha256:" + "0" * 64)
    with pytest.raises(Rejected, match="another corpus digest"):
        pool([first, replace(second, plan=replace(second.plan, configuration=changed))])
    with pytest.raises(Rejected, match="in another study as well"):
        pool([first, first])
    with pytest.raises(ValueError, match="no study"):
        pool([])
