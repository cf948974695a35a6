"""What a publication is about: one study of a corpus, and the release that it is published under.

Invariant: a Claim exists only for a study that the strict validator accepts and a manifest that could be read.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from governance.corpus import Governed, load_governed
from governance.lifecycle import Calibrations, Lifecycle, State, read_calibrations, read_lifecycle
from governance.release import ReleaseManifest, read_release
from governance.studies import STUDIES, Observation, Study, read_study
from records import Finding, Rejected

T = TypeVar("T")


@dataclass(frozen=True, kw_only=True, slots=True)
class Claim:
    """A study of `governed`, to be published under `release`; the registries are those of the corpus now."""

    governed: Governed = field(repr=False)
    study: Study = field(repr=False)
    release: ReleaseManifest = field(repr=False)
    lifecycle: Lifecycle = field(repr=False)
    calibrations: Calibrations = field(repr=False)

    @property
    def active(self) -> frozenset[str]:
        """The tasks that contribute to scores."""
        return frozenset(self.lifecycle.of(State.ACTIVE))

    @property
    def counted(self) -> tuple[Observation, ...]:
        """The study's observations of active tasks."""
        active = self.active
        return tuple(one for one in self.study.observations if one.task in active)


def read_claim(root: Path, study: str, release: str) -> Claim:
    """Read both with the corpus. `study` is an id in its `studies` or a folder, `release` a version or its manifest.

    Raises Rejected with the findings of everything that cannot be read.
    """
    governed = load_governed(root)
    faults: list[Finding] = []
    folder = Path(study) if "/" in study else governed.root / STUDIES / study
    version = Path(release).name.removesuffix(".json")
    found = _gathered(lambda: read_study(folder, governed), faults)
    manifest = _gathered(lambda: read_release(governed.root, version), faults)
    lifecycle = _gathered(lambda: read_lifecycle(governed), faults)
    calibrations = _gathered(lambda: read_calibrations(governed), faults)
    if found is None or manifest is None or lifecycle is None or calibrations is None:
        raise Rejected(faults)
    return Claim(governed=governed, study=found, release=manifest, lifecycle=lifecycle, calibrations=calibrations)


def _gathered(read: Callable[[], T], faults: list[Finding]) -> T | None:
    try:
        return read()
    except Rejected as error:
        faults += error.findings
        return None
