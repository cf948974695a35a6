"""The pure verdict over limits: what fired, what did not, and what cannot be known."""

from __future__ import annotations

from dataclasses import fields

import pytest

from isolation.limits import LETHAL, Fired, Limits, Usage, fatal, judge


def fired(used: Usage, limits: Limits | None = None) -> dict[str, Fired]:
    return {record.name: record.fired for record in judge(limits or Limits(), used)}


def test_every_limit_stands_in_the_evidence_with_its_value() -> None:
    limits = Limits()
    records = {record.name: record.value for record in judge(limits, Usage())}
    assert records == {field.name: getattr(limits, field.name) for field in fields(limits)}


def test_nothing_fires_in_a_quiet_run() -> None:
    assert Fired.YES not in fired(Usage()).values()
    assert fatal(judge(Limits(), Usage())) == ()


def test_what_the_kernel_does_not_tell_is_called_unseen() -> None:
    unseen = {name for name, verdict in fired(Usage()).items() if verdict is Fired.UNSEEN}
    assert unseen == {"address_space_bytes", "processes", "open_files", "core_bytes"}
    assert fired(Usage(processes=64))["processes"] is Fired.YES


@pytest.mark.parametrize(
    ("used", "name"),
    [
        (Usage(cpu_ms=60_000), "cpu_seconds"),
        (Usage(cpu_ms=1000, signal=24), "cpu_seconds"),
        (Usage(signal=25), "file_bytes"),
        (Usage(memory_bytes=1 << 30), "memory_bytes"),
        (Usage(output_bytes=8 << 20), "output_bytes"),
        (Usage(wall_ms=60_000), "wall_ms"),
        (Usage(workspace_bytes=256 << 20), "workspace_bytes"),
        (Usage(workspace_entries=20_000), "workspace_entries"),
    ],
)
def test_what_ends_a_run_is_named(used: Usage, name: str) -> None:
    assert fatal(judge(Limits(), used)) == (name,)
    assert name in LETHAL


def test_a_kill_long_before_the_limit_is_not_the_limits() -> None:
    """A CPU-limit kill is told from any other by what was spent, not by the signal."""
    assert fired(Usage(cpu_ms=1000, signal=9))["cpu_seconds"] is Fired.NO


@pytest.mark.parametrize("wrong", [{"wall_ms": 0}, {"processes": -1}, {"core_bytes": 1}, {"cpu_seconds": True}])
def test_nothing_means_unlimited(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        Limits(**wrong)
