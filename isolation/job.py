"""What is run and what came of it: the records other rooms see.

Invariant: a job carries data and names only; where it is staged, as whom and behind which walls is the launcher's.
`publishable` is true only of a run in the sandbox whose every check held.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from isolation.limits import Limits
from isolation.profile import PREPARED, Bind
from isolation.staging import is_neutral
from isolation.tree import parts
from records import Finding

BASE_ENVIRONMENT = {"HOME": "/home/agent", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin", "TMPDIR": "/tmp"}
MAX_COMMAND_BYTES = 65_536


@dataclass(frozen=True, kw_only=True, slots=True)
class Job:
    """A command and everything it gets. Nothing else of the host is visible to it.

    `inputs` (relative path -> bytes or a file) stand writable in /workspace, its working folder. `agent` (a folder, or
    relative path -> bytes or a file) stands read-only in /agent. `outputs` are the files of /workspace to bring back.
    `environment` is added to BASE_ENVIRONMENT. `binds` show prepared environments, read-only.
    """

    command: tuple[str, ...]
    inputs: Mapping[str, bytes | Path] = field(default_factory=dict)
    outputs: tuple[str, ...] = ()
    agent: Path | Mapping[str, bytes | Path] | None = None
    environment: Mapping[str, str] = field(default_factory=dict)
    limits: Limits = field(default_factory=Limits)
    binds: tuple[Bind, ...] = ()

    def __post_init__(self) -> None:
        """ValueError for a job that cannot be run as it is said."""
        if not self.command or "=" in self.command[0] or self.command[0].startswith("-"):
            raise ValueError("the command needs a first word, without `=` and not starting with `-`")
        words = [*self.command, *self.environment, *self.environment.values()]
        if any("\0" in word for word in words) or sum(map(len, words)) > MAX_COMMAND_BYTES:
            raise ValueError(f"command and environment hold a NUL or more than {MAX_COMMAND_BYTES} characters")
        if bad := [name for name in self.environment if not name.isidentifier() or not name.isascii()]:
            raise ValueError(f"no names of variables: {bad}")
        for name in (*self.inputs, *self.outputs, *(self.agent if isinstance(self.agent, Mapping) else ())):
            parts(name)
        for bind in self.binds:
            if bind.target not in PREPARED or not is_neutral(bind.source):
                raise ValueError(f"{bind.target} cannot be bound from there; use prepared_environment(), to {PREPARED}")
        if len({bind.target for bind in self.binds}) != len(self.binds):
            raise ValueError("two binds have the same target")

    def variables(self) -> tuple[tuple[str, str], ...]:
        """The whole environment of the command, sorted."""
        return tuple(sorted({**BASE_ENVIRONMENT, **self.environment}.items()))


class Status(StrEnum):
    """How a run ended. Only `completed` has outputs that mean something."""

    COMPLETED = "completed"
    FAILED = "failed"
    """The command ended by itself, with another exit code than 0 or by a signal."""
    TIMEOUT = "timeout"
    KILLED_BY_LIMIT = "killed-by-limit"
    INVALID = "invalid"
    """No statement about the command is possible: the sandbox was not as it must be, or what came back is hostile."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Outcome:
    """What came of a job. `evidence` is the canonical record that the launcher attests."""

    status: Status
    reason: str
    """One line for people: why it is not `completed`, or ""."""
    exit_code: int | None
    signal: int | None
    outputs: Mapping[str, bytes]
    """The outputs that are there, by name; empty unless the run completed or failed."""
    stdout: bytes
    stderr: bytes
    findings: tuple[Finding, ...]
    evidence: bytes
    publishable: bool
