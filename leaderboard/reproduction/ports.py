"""What a reproduction needs of the machine, as protocols: the room may not import `isolation`, so the door passes a
workshop in.

Invariant: only plain values cross; what the workshop raises (Rejected for data, its own errors for the machine) passes
through untouched to the door.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Protocol


class SourceFileView(Protocol):
    """One file of the pinned commit."""

    @property
    def path(self) -> str: ...
    @property
    def data(self) -> bytes: ...
    @property
    def executable(self) -> bool: ...


class LeftOutView(Protocol):
    """A name of the commit that is no file: a link or a submodule."""

    @property
    def path(self) -> str: ...
    @property
    def what(self) -> str: ...


class SourceView(Protocol):
    """Everything the pinned commit holds; `tree` is git's id of its content."""

    @property
    def commit(self) -> str: ...
    @property
    def tree(self) -> str: ...
    @property
    def files(self) -> Sequence[SourceFileView]: ...
    @property
    def left_out(self) -> Sequence[LeftOutView]: ...


class WheelView(Protocol):
    """One package of the environment."""

    @property
    def file(self) -> str: ...
    @property
    def sha256(self) -> str: ...


class OutcomeView(Protocol):
    """How one run ended: `status` is completed, failed, timeout, killed-by-limit or invalid."""

    @property
    def status(self) -> str: ...
    @property
    def reason(self) -> str: ...
    @property
    def outputs(self) -> Mapping[str, bytes]: ...
    @property
    def stderr(self) -> bytes: ...
    @property
    def evidence(self) -> bytes: ...
    @property
    def publishable(self) -> bool: ...


class Bench(Protocol):
    """A prepared environment, and runs in it."""

    @property
    def wheels(self) -> Sequence[WheelView]: ...
    def runs(
        self,
        command: Sequence[str],
        files: Mapping[str, bytes],
        executable: Collection[str],
        outputs: Sequence[str],
        count: int,
    ) -> Iterator[OutcomeView]: ...


class Workshop(Protocol):
    """Where the source comes from and where it runs; `mirrored` where it comes from another place than recorded."""

    @property
    def mirrored(self) -> bool: ...
    def fetch(self, url: str, revision: str) -> SourceView: ...
    def prepare(self, requirements: Sequence[str], *, hashed: bool) -> AbstractContextManager[Bench]: ...
