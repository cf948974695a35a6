"""What is held fixed over a study: every controlled field, and the two ids that are made of them.

Invariant: the configuration id depends on the controlled fields and on nothing else: no label, host or date enters it.
The timing id covers the host besides. Results of different configuration ids are never pooled.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from governance.corpus import Fields, configuration_id
from isolation import DEVELOPMENT, LINUX_BWRAP_V1, Limits
from records import JsonValue, canonical_bytes, sha256_hex

CODE = "G_STUDY_PLAN"
DIGEST = r"sha256:[0-9a-f]{64}"
SLUG = r"[a-z0-9]+(?:[.-][a-z0-9]+)*"
WORD = r"[0-9A-Za-z][0-9A-Za-z._+-]{0,63}"
TRACKS = ("closed-book", "offline-retrieval")
EXPOSURES = ("unexposed", "items-seen", "template-informed", "test-adapted")
"""What those who made the system knew of the corpus: nothing, items of it, its templates, results on its test."""
PROFILES = {profile.id: profile for profile in (LINUX_BWRAP_V1, DEVELOPMENT)}
MIB = 1 << 20


@dataclass(frozen=True, kw_only=True, slots=True)
class Configuration:
    """The controlled fields. Digests are `sha256:<64 hex>`, `batch` is tasks a launch (None: all), seeds whole numbers.

    `agent_digest` covers the names and digests of the system's files, `environment_lock` the lock file of its packages
    (None: it needs none), `command_digest` the command and the variables before placeholders are filled in.
    """

    corpus_id: str
    corpus_digest: str
    scoring_schema: str
    family: str
    architecture: str
    source: str
    revision: str
    agent_digest: str
    environment_lock: str | None
    command_digest: str
    seed: int
    track: str
    exposure: str
    profile: str
    timeout_ms: int
    memory_mb: int
    batch: int | None

    @property
    def id(self) -> str:
        """`cfg-<64 hex>`."""
        return configuration_id(self.to_dict())

    @property
    def system_family(self) -> str:
        """What must differ for two configurations to be materially different: family and architecture."""
        return f"{self.family}/{self.architecture}"

    def timing_id(self, host: Host) -> str:
        """`tim-<64 hex>`: times are comparable only under one timing id."""
        covered = {"configuration": self.id, "host": host.to_dict()}
        return f"tim-{sha256_hex(canonical_bytes(covered))}"

    def limits(self) -> Limits:
        """What a launch may use: time and memory as configured, everything else follows from them."""
        seconds = -(-self.timeout_ms // 1000)
        return Limits(
            wall_ms=self.timeout_ms,
            memory_bytes=self.memory_mb * MIB,
            cpu_seconds=4 * seconds,
            address_space_bytes=max(4096, 8 * self.memory_mb) * MIB,
            processes=128,
        )

    def to_dict(self) -> dict[str, JsonValue]:
        """The fields as JSON data."""
        return asdict(self)

    @classmethod
    def read(cls, value: object, file: str, at: str) -> Configuration:
        """From JSON data. Raises Rejected naming every misfit."""
        known = frozenset(field.name for field in fields(cls))
        given = Fields(value, code=CODE, file=file, at=at, known=known)
        table = value if isinstance(value, Mapping) else {}
        made = cls(
            corpus_id=given.matching("corpus_id", SLUG, "a slug"),
            corpus_digest=given.matching("corpus_digest", DIGEST, "a digest"),
            scoring_schema=given.text("scoring_schema", longest=64),
            family=given.matching("family", SLUG, "a slug"),
            architecture=given.matching("architecture", SLUG, "a slug"),
            source=given.text("source", longest=400),
            revision=given.matching("revision", WORD, "a revision"),
            agent_digest=given.matching("agent_digest", DIGEST, "a digest"),
            environment_lock=_none_or(table, "environment_lock")
            and given.matching("environment_lock", DIGEST, "a digest"),
            command_digest=given.matching("command_digest", DIGEST, "a digest"),
            seed=given.count("seed"),
            track=given.one_of("track", TRACKS),
            exposure=given.one_of("exposure", EXPOSURES),
            profile=given.one_of("profile", tuple(PROFILES)),
            timeout_ms=given.count("timeout_ms", least=1),
            memory_mb=given.count("memory_mb", least=1),
            batch=given.count("batch", least=1) if _none_or(table, "batch") else None,
        )
        given.finish()
        return made


def _none_or(table: Mapping[str, object], name: str) -> str | None:
    return None if table.get(name, "") is None else name


@dataclass(frozen=True, kw_only=True, slots=True)
class Host:
    """Where a study ran, as far as it matters for times; `node` is a digest that names the machine to nobody else."""

    node: str
    machine: str
    kernel: str
    cpus: int
    cluster: bool

    @classmethod
    def here(cls, *, cluster: bool) -> Host:
        """The facts of this machine; on a cluster they are those of the machine that handed out the jobs."""
        named = Path("/etc/machine-id")
        name = named.read_text(encoding="ascii", errors="replace") if named.exists() else platform.node()
        return cls(
            node=sha256_hex(f"nnai-study-host {name.strip()}".encode())[:16],
            machine=platform.machine(),
            kernel=f"{platform.system()} {platform.release()}",
            cpus=os.cpu_count() or 1,
            cluster=cluster,
        )

    def to_dict(self) -> dict[str, JsonValue]:
        """The facts as JSON data."""
        return asdict(self)

    @classmethod
    def read(cls, value: object, file: str, at: str) -> Host:
        """From JSON data. Raises Rejected naming every misfit."""
        given = Fields(value, code=CODE, file=file, at=at, known=frozenset(field.name for field in fields(cls)))
        made = cls(
            node=given.matching("node", r"[0-9a-f]{16}", "16 hexadecimal digits"),
            machine=given.text("machine", longest=64),
            kernel=given.text("kernel", longest=200),
            cpus=given.count("cpus", least=1),
            cluster=given.truth("cluster"),
        )
        given.finish()
        return made
