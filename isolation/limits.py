"""What a run may use, and how it is told that a limit fired.

Invariant: every limit has a value and a verdict in the evidence. `UNSEEN` is said where the kernel refuses a single
request without telling anybody (a failed mmap or open): the limit held, and nothing proves that it was reached.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import StrEnum

MIB = 1024 * 1024


@dataclass(frozen=True, kw_only=True, slots=True)
class Limits:
    """Bounds of one run. Node needs an address space of 1 GiB or more, Java 4 GiB."""

    address_space_bytes: int = 4096 * MIB
    """Of each process."""
    cpu_seconds: int = 60
    """Of all processes together. The kernel's own limit of each process stands behind it."""
    file_bytes: int = 64 * MIB
    open_files: int = 256
    """Of each process."""
    core_bytes: int = 0
    processes: int = 64
    """Inside the namespace, threads included."""
    wall_ms: int = 60_000
    output_bytes: int = 8 * MIB
    """Standard output and standard error together: more kills the run."""
    kept_output_bytes: int = 65_536
    """What is kept of each; the rest is read and thrown away."""
    workspace_bytes: int = 256 * MIB
    workspace_entries: int = 20_000
    memory_bytes: int = 1024 * MIB
    """Resident memory of all processes together."""

    def __post_init__(self) -> None:
        """ValueError for a limit that is no positive number: nothing here means "unlimited"."""
        for field in fields(self):
            value = getattr(self, field.name)
            if type(value) is not int or value < (0 if field.name == "core_bytes" else 1):
                raise ValueError(f"{field.name} is {value!r}; a positive number was expected")
        if self.core_bytes:
            raise ValueError("core_bytes is 0: a core file would leave the sandbox")

    @property
    def kernel_cpu_seconds(self) -> int:
        """A quarter more than the launcher allows: the kernel counts in ticks, and on a busy machine too many."""
        return self.cpu_seconds + self.cpu_seconds // 4 + 1


class Fired(StrEnum):
    """Whether a limit stopped something."""

    YES = "yes"
    NO = "no"
    UNSEEN = "unseen"


@dataclass(frozen=True, kw_only=True, slots=True)
class LimitRecord:
    """One limit in the evidence: value, whether it fired, the highest use that was seen (None: not measured)."""

    name: str
    value: int
    fired: Fired
    seen: int | None = None

    def to_dict(self) -> dict[str, object]:
        """The record as JSON data."""
        return {"name": self.name, "value": self.value, "fired": str(self.fired), "seen": self.seen}


@dataclass(frozen=True, kw_only=True, slots=True)
class Usage:
    """What one run was seen to use, at its highest; `signal` is the one that ended the command, or None."""

    cpu_ms: int = 0
    wall_ms: int = 0
    processes: int = 0
    memory_bytes: int = 0
    address_space_bytes: int = 0
    workspace_bytes: int = 0
    workspace_entries: int = 0
    largest_file: int = 0
    output_bytes: int = 0
    signal: int | None = None


_FILE_SIGNAL = 25
_CPU_SIGNAL = 24


def judge(limits: Limits, used: Usage) -> tuple[LimitRecord, ...]:
    """Every limit with its verdict, from what was measured. Pure."""
    cpu = used.cpu_ms >= limits.cpu_seconds * 1000 or used.signal == _CPU_SIGNAL
    file = used.signal == _FILE_SIGNAL or used.largest_file >= limits.file_bytes
    quiet = {
        "address_space_bytes": (used.address_space_bytes, limits.address_space_bytes),
        "processes": (used.processes, limits.processes),
    }
    counted = {
        "wall_ms": (used.wall_ms, limits.wall_ms),
        "output_bytes": (used.output_bytes, limits.output_bytes),
        "workspace_bytes": (used.workspace_bytes, limits.workspace_bytes),
        "workspace_entries": (used.workspace_entries, limits.workspace_entries),
        "memory_bytes": (used.memory_bytes, limits.memory_bytes),
    }
    records = [
        LimitRecord(name="cpu_seconds", value=limits.cpu_seconds, fired=_said(cpu), seen=used.cpu_ms // 1000),
        LimitRecord(name="file_bytes", value=limits.file_bytes, fired=_said(file), seen=used.largest_file),
        LimitRecord(name="open_files", value=limits.open_files, fired=Fired.UNSEEN),
        LimitRecord(name="core_bytes", value=0, fired=Fired.UNSEEN),
        LimitRecord(name="kept_output_bytes", value=limits.kept_output_bytes, fired=Fired.NO),
    ]
    for name, (seen, most) in quiet.items():
        fired = Fired.YES if seen >= most else Fired.UNSEEN
        records.append(LimitRecord(name=name, value=most, fired=fired, seen=seen))
    for name, (seen, most) in counted.items():
        records.append(LimitRecord(name=name, value=most, fired=_said(seen >= most), seen=seen))
    return tuple(sorted(records, key=lambda record: record.name))


LETHAL = (
    "cpu_seconds",
    "file_bytes",
    "memory_bytes",
    "output_bytes",
    "wall_ms",
    "workspace_bytes",
    "workspace_entries",
)
"""Limits that end a run. The others make one request of the command fail, and the command goes on."""


def fatal(records: tuple[LimitRecord, ...]) -> tuple[str, ...]:
    """The limits that ended the run."""
    return tuple(record.name for record in records if record.fired is Fired.YES and record.name in LETHAL)


def _said(fired: bool) -> Fired:
    return Fired.YES if fired else Fired.NO
