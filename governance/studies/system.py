"""A system file: what `bench.py run` runs, as a TOML table that people write.

Invariant: unknown fields reject, and so does everything that would make a launch depend on more than is written here.
Paths are relative to the file.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from governance.corpus import Fields, read_toml
from governance.studies.command import ENVIRONMENT, CommandTemplate
from governance.studies.configuration import EXPOSURES, SLUG, TRACKS, WORD
from records import Rejected, digest, read_regular

CODE = "G_SYSTEM"
SCHEMA_VERSION = 1
MAX_LOCK = 1 << 20
REQUIRED = frozenset(
    {
        *("schema_version", "name", "family", "architecture", "source", "revision", "command", "agent", "seed"),
        *("track", "exposure", "timeout_s", "memory_mb"),
    }
)
OPTIONAL = frozenset({"batch", "trials", "variables", "environment"})
_PIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*==[A-Za-z0-9.!+-]+")
LARGEST_MEMORY, LONGEST_TIMEOUT, LARGEST_SEED = 65_536, 86_400, 10**12


@dataclass(frozen=True, kw_only=True, slots=True)
class AgentFiles:
    """Which files are the system: those at or below `include`, without `exclude`, relative to `root`."""

    root: Path
    include: tuple[str, ...]
    exclude: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Lock:
    """The packages of a system: pinned requirements (`name==version`) and the digest of the file they stand in."""

    requirements: tuple[str, ...]
    digest: str


@dataclass(frozen=True, kw_only=True, slots=True)
class System:
    """A system to run. `slug` is the file's own name, `batch` tasks a launch (None: all), `trials` how often."""

    slug: str
    name: str
    family: str
    architecture: str
    source: str
    revision: str
    command: CommandTemplate
    agent: AgentFiles
    lock: Lock | None
    seed: int
    track: str
    exposure: str
    timeout_ms: int
    memory_mb: int
    batch: int | None
    trials: int


def read_system(path: Path) -> System:
    """The system that a TOML file describes. Raises Rejected naming every misfit."""
    table = read_toml(path.parent, path.name, code=CODE)
    given = Fields(table, code=CODE, file=path.name, known=REQUIRED, optional=OPTIONAL)
    given.expect("schema_version", SCHEMA_VERSION)
    if not re.fullmatch(SLUG, path.stem):
        given.complain("name", "the file's own name names the study: small letters, digits, dots and hyphens")
    if given.count("memory_mb", least=16) > LARGEST_MEMORY:
        given.complain("memory_mb", f"at most {LARGEST_MEMORY} are expected")
    if given.count("timeout_s", least=1) > LONGEST_TIMEOUT:
        given.complain("timeout_s", f"at most {LONGEST_TIMEOUT} are expected")
    if given.count("seed") > LARGEST_SEED:
        given.complain("seed", f"at most {LARGEST_SEED} is expected")
    parts = {"command": _command, "agent": _agent, "environment": _lock}
    read: dict[str, Any] = {}
    for name, reader in parts.items():
        try:
            read[name] = reader(table, path)
        except Rejected as error:
            given.absorb(error)
    made: dict[str, Any] = {
        "name": given.text("name", longest=200),
        "family": given.matching("family", SLUG, "a slug"),
        "architecture": given.matching("architecture", SLUG, "a slug"),
        "source": given.text("source", longest=400),
        "revision": given.matching("revision", WORD, "a revision of letters, digits, dots and hyphens"),
        "seed": given.count("seed"),
        "track": given.one_of("track", TRACKS),
        "exposure": given.one_of("exposure", EXPOSURES),
        "timeout_ms": given.count("timeout_s", least=1) * 1000,
        "memory_mb": given.count("memory_mb", least=16),
        "batch": given.count("batch", least=1) if "batch" in given else None,
        "trials": given.count("trials", least=1) if "trials" in given else 1,
    }
    given.finish()
    return System(slug=path.stem, command=read["command"], agent=read["agent"], lock=read["environment"], **made)


def _command(table: dict[str, Any], path: Path) -> CommandTemplate | None:
    if "command" not in table:
        return None
    return CommandTemplate.read({"words": table["command"], "variables": table.get("variables", {})}, path.name)


def _agent(table: dict[str, Any], path: Path) -> AgentFiles | None:
    if "agent" not in table:
        return None
    optional = frozenset({"exclude"})
    given = Fields(
        table["agent"], code=CODE, file=path.name, at="/agent", known=frozenset({"root", "include"}), optional=optional
    )
    root = given.text("root", longest=400)
    include = given.texts("include")
    exclude = given.texts("exclude") if "exclude" in given else ()
    for name, values in (("include", include), ("exclude", exclude)):
        for place, value in enumerate(values):
            if value.startswith("/") or not value or {"", "..", "."} & set(value.split("/")):
                given.complain(name, "a path below the root is expected", place)
    if not include:
        given.complain("include", "at least one file or folder is expected")
    given.finish()
    return AgentFiles(root=(path.parent / root).resolve(), include=include, exclude=exclude)


def _lock(table: dict[str, Any], path: Path) -> Lock | None:
    if "environment" not in table:
        return None
    given = Fields(table["environment"], code=CODE, file=path.name, at="/environment", known=frozenset({"lock"}))
    name = given.text("lock", longest=400)
    given.finish()
    try:
        data = read_regular(path.parent / name, max_bytes=MAX_LOCK)
        lines = [line.partition("#")[0].strip() for line in data.decode("utf-8").splitlines()]
    except (FileNotFoundError, UnicodeDecodeError, Rejected):
        given.complain("lock", "a readable text file is expected")
        given.finish()
        raise
    pins = tuple(line for line in lines if line)
    if not pins or not all(map(_PIN.fullmatch, pins)):
        given.complain("lock", f"lines `name==version` are expected; the wheels stand in {ENVIRONMENT}/lib")
    given.finish()
    return Lock(requirements=pins, digest=digest(data))
