"""All registries of a corpus together, as one change reads, checks and writes them.

Invariant: an Edit is made from the very bytes that were read, so a change computed from other bytes is refused.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar

from governance.corpus import Governed
from governance.lifecycle.calibrations import (
    CALIBRATIONS,
    Calibrations,
    calibration_findings,
    calibrations_bytes,
    read_calibrations,
    settled,
)
from governance.lifecycle.checks import lifecycle_findings
from governance.lifecycle.deprecations import (
    DEPRECATIONS,
    Deprecations,
    deprecations_bytes,
    families_of,
    read_deprecations,
)
from governance.lifecycle.edits import Edit, current
from governance.lifecycle.registry import Lifecycle, lifecycle_bytes, read_lifecycle
from governance.lifecycle.reviewers import Reviewers, read_reviewers
from governance.lifecycle.transitions import REGISTRY
from records import Finding, Rejected

T = TypeVar("T")
WRITTEN = (CALIBRATIONS, DEPRECATIONS, REGISTRY)
"""In the order in which they are written: the lifecycle last, because it is what makes a decision take effect."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Registries:
    """What the registries of `governed` hold; `base` are the bytes that they were read from."""

    governed: Governed
    lifecycle: Lifecycle
    deprecations: Deprecations
    calibrations: Calibrations
    reviewers: Reviewers
    base: dict[str, bytes | None]

    @property
    def families(self) -> dict[str, str]:
        """The family of every task that ever was part of the corpus."""
        return families_of(self.governed, self.deprecations)

    def findings(self) -> tuple[Finding, ...]:
        """Everything that does not fit in and between them."""
        return (
            *lifecycle_findings(self.governed, self.lifecycle, self.deprecations, self.reviewers),
            *calibration_findings(self.governed, self.lifecycle, self.deprecations, self.calibrations),
        )

    def edits(self) -> tuple[Edit, ...]:
        """The files that would have to be written for the corpus to hold this."""
        wanted = {
            CALIBRATIONS: calibrations_bytes(self.governed.identity.id, self.calibrations),
            DEPRECATIONS: deprecations_bytes(self.deprecations),
            REGISTRY: lifecycle_bytes(self.lifecycle),
        }
        edits = (Edit(name=name, base=self.base[name], data=wanted[name]) for name in WRITTEN)
        return tuple(edit for edit in edits if edit.changes)


def read_registries(governed: Governed) -> Registries:
    """Read all of them. Raises Rejected with the findings of every file that cannot be read."""
    found: list[Finding] = []
    base = {name: current(governed.root, name) for name in WRITTEN}
    lifecycle = _gathered(read_lifecycle, governed, found)
    deprecations = _gathered(read_deprecations, governed, found)
    calibrations = _gathered(read_calibrations, governed, found)
    reviewers = _gathered(read_reviewers, governed, found)
    if lifecycle is None or deprecations is None or calibrations is None or reviewers is None:
        raise Rejected(found)
    return Registries(
        governed=governed,
        lifecycle=lifecycle,
        deprecations=deprecations,
        calibrations=calibrations,
        reviewers=reviewers,
        base=base,
    )


def without_torn_decisions(registries: Registries) -> Registries:
    """The same without decisions at the end whose move was never written, because the writing was cut short."""
    return replace(registries, calibrations=settled(registries.calibrations, registries.lifecycle))


def _gathered(read: Callable[[Governed], T], governed: Governed, found: list[Finding]) -> T | None:
    try:
        return read(governed)
    except Rejected as error:
        found += error.findings
        return None
