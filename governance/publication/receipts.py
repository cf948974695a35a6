"""Receipts of redacted publications, kept inside the private root: which tasks stand behind which published number.

Invariant: a receipt is on disk before its bundle is, so whatever was published is known to the arithmetic of the next
publication; a bundle of this corpus without a receipt stops it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from governance.corpus import Fields, finding, read_json
from governance.publication.suppression import Group
from records import JsonValue, Rejected, canonical_line, parse, read_regular, sha256_hex, write_atomic

FOLDER = "publications"
SCHEMA_VERSION = 1
CODE = "P_RECEIPT"
MAX_BUNDLE = 1 << 18
_KNOWN = frozenset({"schema_version", "bundle_sha256", "system", "trials", "groups"})


@dataclass(frozen=True, kw_only=True, slots=True)
class System:
    """A system as bundles name it.

    Its numbers are weighed together over all versions of the corpus, all its configurations and all its studies, since
    a system that decides the same way solves the same tasks each time.
    """

    family: str
    source: str
    revision: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Receipt:
    """One publication: SHA-256 of the bundle, its system, its trials, and the groups behind its numbers."""

    bundle_sha256: str
    system: System
    trials: int
    groups: tuple[Group, ...]

    def to_bytes(self) -> bytes:
        """The receipt as its file."""
        groups: list[JsonValue] = [
            {"dimension": one.dimension, "name": one.name, "tasks": list[JsonValue](sorted(one.tasks))}
            for one in self.groups
        ]
        value: dict[str, JsonValue] = {
            "schema_version": SCHEMA_VERSION,
            "bundle_sha256": self.bundle_sha256,
            "system": asdict(self.system),
            "trials": self.trials,
            "groups": groups,
        }
        return canonical_line(value)


def keep(root: Path, receipt: Receipt) -> None:
    """Write the receipt into the private root."""
    write_atomic(root / FOLDER / f"{receipt.bundle_sha256}.json", receipt.to_bytes())


def receipts(root: Path) -> tuple[Receipt, ...]:
    """Every receipt of a private root. Raises Rejected P_RECEIPT for a file that is none, since it may hide one."""
    top = root / FOLDER
    return tuple(_read(root, path) for path in sorted(top.iterdir())) if top.is_dir() else ()


def of_system(known: Iterable[Receipt], system: System, bundles: Iterable[Path]) -> tuple[Receipt, ...]:
    """The receipts about one system. Raises Rejected P_RECEIPT for a bundle that may be about it and has none."""
    have = {one.bundle_sha256 for one in known}
    faults = []
    for number, path in enumerate(bundles):
        data = _bundle(path)
        if sha256_hex(data) not in have and not _of_another(data, system):
            message = "no receipt of this bundle is here, so nobody can say what it lets a reader subtract"
            faults.append(finding(CODE, "--previous", f"/{number}", message))
    if faults:
        raise Rejected(faults)
    return tuple(one for one in known if one.system == system)


def _of_another(bundle: bytes, system: System) -> bool:
    stated = parse(bundle, max_bytes=MAX_BUNDLE)
    about = stated.get("system") if isinstance(stated, Mapping) else None
    return isinstance(about, Mapping) and any(about.get(name) != value for name, value in asdict(system).items())


def _bundle(path: Path) -> bytes:
    try:
        return read_regular(path, max_bytes=MAX_BUNDLE)
    except FileNotFoundError:
        raise Rejected([finding(CODE, "--previous", "", "there is no such file")]) from None


def _read(root: Path, path: Path) -> Receipt:
    name = f"{FOLDER}/receipt"
    try:
        fields = Fields(read_json(root, f"{FOLDER}/{path.name}", code=CODE), code=CODE, file=name, known=_KNOWN)
        fields.expect("schema_version", SCHEMA_VERSION)
        made = Receipt(
            bundle_sha256=fields.matching("bundle_sha256", r"[0-9a-f]{64}", "a SHA-256"),
            system=_system(fields.table("system"), name),
            trials=fields.count("trials", least=1),
            groups=tuple(_group(value, number, name) for number, value in enumerate(fields.items("groups"))),
        )
        fields.finish()
    except Rejected:
        message = "a file of this folder is no receipt of a publication; nothing can be published beside it"
        raise Rejected([finding(CODE, name, "", message)]) from None
    if path.name != f"{made.bundle_sha256}.json":
        raise Rejected([finding(CODE, name, "", "a receipt lies in a file named after its bundle")])
    return made


def _system(value: object, name: str) -> System:
    known = frozenset({"family", "source", "revision"})
    fields = Fields(value, code=CODE, file=name, at="/system", known=known)
    made = System(family=fields.text("family"), source=fields.text("source"), revision=fields.text("revision"))
    fields.finish()
    return made


def _group(value: object, number: int, name: str) -> Group:
    known = frozenset({"dimension", "name", "tasks"})
    fields = Fields(value, code=CODE, file=name, at=f"/groups/{number}", known=known)
    made = Group(dimension=fields.text("dimension"), name=fields.text("name"), tasks=frozenset(fields.texts("tasks")))
    fields.finish()
    return made
