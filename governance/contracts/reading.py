"""Reading contracts/: strictly, with every misfit named, from files that anybody may have written.

Invariant: what is handed out has the shape of the model and canonical bytes; whether it is right is for `checking`.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from governance.contracts.model import (
    FOLDER,
    SCHEMA_VERSION,
    TERMS,
    Contract,
    Contracts,
    Fixture,
    FixtureRole,
    Origin,
    Terms,
)
from governance.corpus import FIXTURES, Fields, finding, fixture_lines, read_json
from records import Finding, Rejected, canonical_bytes, digest, parse, printable

CODE = "G_CONTRACTS"
MAX_TERMS = 1 << 16
MAX_LINE = 1 << 20
MOST_FIXTURES = 64
LONGEST = 200
_NAME = r"[A-Za-z0-9][A-Za-z0-9_/.+-]{0,79}"


def read_contracts(root: Path) -> Contracts:
    """The contracts of a corpus root. Raises Rejected G_CONTRACTS (and what `fixture_lines` finds) with all misfits."""
    faults: list[Finding] = list(_strays(root))
    try:
        terms = _terms(read_json(root, TERMS, code=CODE, max_bytes=MAX_TERMS))
    except Rejected as error:
        raise Rejected([*faults, *error.findings]) from error
    lines = fixture_lines(root)
    if not lines:
        faults.append(finding(CODE, FIXTURES, "", "the file is missing or empty; one line a task is expected"))
    contracts: dict[str, Contract] = {}
    for number, (task, line) in enumerate(lines.items(), start=1):
        try:
            contracts[task] = _contract(line, f"/{number}")
        except Rejected as error:
            faults += error.findings
    if lines and terms.digest != digest(b"".join(line + b"\n" for line in lines.values())):
        faults.append(finding(CODE, TERMS, "/digest", f"not that of {FIXTURES}"))
    if faults:
        raise Rejected(faults)
    return Contracts(terms=terms, lines=lines, contracts=contracts)


def _strays(root: Path) -> list[Finding]:
    folder = root / FOLDER
    known = {TERMS, FIXTURES}
    names = sorted(f"{FOLDER}/{path.name}" for path in folder.iterdir()) if folder.is_dir() else []
    message = f"not a file of the contracts; only {TERMS} and {FIXTURES} are"
    return [finding(CODE, printable(name).strip("'"), "", message) for name in names if name not in known]


def _terms(value: object) -> Terms:
    known = {"schema_version", "timeout_ms", "reference", "origins", "digest"}
    fields = Fields(value, code=CODE, file=TERMS, known=known)
    fields.expect("schema_version", SCHEMA_VERSION)
    terms = Terms(
        timeout_ms=fields.count("timeout_ms", least=1),
        reference=fields.text("reference", longest=LONGEST),
        origins=_origins(fields.table("origins"), fields),
        digest=fields.matching("digest", r"sha256:[0-9a-f]{64}", "a digest"),
    )
    if "reference" in fields and terms.reference not in terms.origins:
        fields.complain("reference", "one of the origins is expected")
    fields.finish()
    return terms


def _origins(rows: Mapping[str, Any], fields: Fields) -> dict[str, Origin]:
    origins: dict[str, Origin] = {}
    for name, row in rows.items():
        try:
            part = Fields(row, code=CODE, file=TERMS, at=f"/origins/{printable(name)}", known={"version", "paradigm"})
            origins[name] = Origin(
                id=name,
                version=part.text("version", longest=LONGEST),
                paradigm=part.text("paradigm", longest=LONGEST),
            )
            part.finish()
        except Rejected as error:
            fields.absorb(error)
    return origins


def _contract(line: bytes, at: str) -> Contract:
    try:
        value = parse(line, max_bytes=MAX_LINE)
    except Rejected as error:
        raise Rejected([finding(CODE, FIXTURES, at, one.message) for one in error.findings]) from error
    fields = Fields(value, code=CODE, file=FIXTURES, at=at, known={"task", "reference", "starter", "fixtures"})
    fixtures: list[Fixture] = []
    rows = fields.items("fixtures")
    if len(rows) > MOST_FIXTURES:
        fields.complain("fixtures", f"{len(rows)} fixtures; at most {MOST_FIXTURES} are expected")
    for place, row in enumerate(rows[:MOST_FIXTURES]):
        try:
            fixtures.append(_fixture(row, f"{at}/fixtures/{place}"))
        except Rejected as error:
            fields.absorb(error)
    names = [fixture.name for fixture in fixtures]
    for place, name in enumerate(names):
        if name in names[:place]:
            fields.complain("fixtures", f"{printable(name)} stands twice", place, "name")
    if canonical_bytes(value) != line:
        fields.complain("task", "the line is not in canonical form")
    fields.finish()
    table: Mapping[str, Any] = value if isinstance(value, dict) else {}
    return Contract(
        task=table["task"], reference=table["reference"], starter=table["starter"], fixtures=tuple(fixtures)
    )


def _fixture(value: object, at: str) -> Fixture:
    known = {"name", "role", "origin", "answer", "criteria", "names", "coupled"}
    fields = Fields(value, code=CODE, file=FIXTURES, at=at, known=known, optional={"twin"})
    criteria = fields.table("criteria")
    for name, verdict in criteria.items():
        if type(verdict) is not bool:
            fields.complain("criteria", f"true or false is expected, not {printable(verdict)}", name)
    coupled = fields.table("coupled")
    for name, reason in coupled.items():
        if not isinstance(reason, str) or not 0 < len(reason.strip()) <= LONGEST or not reason.isprintable():
            fields.complain("coupled", f"a reason of 1 to {LONGEST} printable characters is expected", name)
    fixture = Fixture(
        name=fields.matching("name", _NAME, "a name of letters, digits and -_/.+"),
        role=FixtureRole(fields.one_of("role", [role.value for role in FixtureRole])),
        origin=fields.text("origin", longest=LONGEST),
        answer=value.get("answer") if isinstance(value, dict) else None,
        criteria=dict(criteria),
        names=fields.texts("names"),
        coupled=dict(coupled),
        twin=fields.text("twin", longest=LONGEST) if "twin" in fields else None,
    )
    fields.finish()
    return fixture
