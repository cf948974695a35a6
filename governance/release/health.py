"""The health report: evidence in a file, for those who do not want to wait for it again.

"A cached health report is allowed only outside CI and only when its corpus digest, scoring schema, reporting versions,
release-tool digest, and canonical evidence digest match." Invariant: a report that differs in any of them is refused.
"""

from __future__ import annotations

from pathlib import Path

from governance.contracts import Coverage
from governance.corpus import Fields, Governed, finding, read_json
from governance.release.evidence import Evidence
from governance.release.manifest import DIGEST
from governance.release.tool import reporting_versions, tool_digest
from records import Finding, JsonValue, Rejected, canonical_bytes, canonical_line, digest

SCHEMA_VERSION = 1
CODE = "G_HEALTH"
_FIELDS = frozenset(
    {
        *("schema_version", "corpus", "version", "corpus_digest", "scoring_schema"),
        *("reporting", "tool_digest", "evidence", "evidence_digest", "report_digest"),
    }
)
_EVIDENCE = frozenset(
    {
        *("corpus_digest", "scoring_schema", "contracts", "cases", "coverage"),
        *("timeout_ms", "slowest_ms", "findings"),
    }
)


def health_bytes(governed: Governed, evidence: Evidence) -> bytes:
    """The report in canonical JSON; its last digest covers everything else in it."""
    report: dict[str, JsonValue] = {
        "schema_version": SCHEMA_VERSION,
        **_expected(governed),
        "evidence": evidence.to_dict(),
        "evidence_digest": evidence.digest,
    }
    return canonical_line({**report, "report_digest": digest(canonical_bytes(report))})


def read_health(path: Path, governed: Governed) -> Evidence:
    """The evidence of a report about this very corpus and tool. Raises Rejected G_HEALTH with all that differs."""
    value = read_json(path.parent, path.name, code=CODE)
    fields = Fields(value, code=CODE, file=path.name, known=_FIELDS)
    fields.expect("schema_version", SCHEMA_VERSION)
    for name, expected in _expected(governed).items():
        fields.expect(name, expected)
    rest = {name: part for name, part in value.items() if name != "report_digest"} if isinstance(value, dict) else {}
    fields.expect("report_digest", digest(canonical_bytes(rest)))
    fields.finish()
    evidence = _evidence(fields.raw("evidence"), path.name)
    fields.expect("evidence_digest", evidence.digest)
    if evidence.corpus_digest != governed.corpus_digest or evidence.scoring_schema != governed.book.scoring_schema:
        fields.complain("evidence", "evidence of this corpus is expected")
    fields.finish()
    return evidence


def _expected(governed: Governed) -> dict[str, JsonValue]:
    return {
        "corpus": governed.identity.id,
        "version": governed.identity.version,
        "corpus_digest": governed.corpus_digest,
        "scoring_schema": governed.book.scoring_schema,
        "reporting": dict(reporting_versions()),
        "tool_digest": tool_digest(),
    }


def _evidence(value: object, name: str) -> Evidence:
    fields = Fields(value, code=CODE, file=name, at="/evidence", known=_EVIDENCE)
    coverage = {}
    for criterion, counts in fields.table("coverage").items():
        try:
            coverage[criterion] = _coverage(counts, name, f"/evidence/coverage/{criterion}")
        except Rejected as error:
            fields.absorb(error)
    findings = []
    for number, one in enumerate(fields.items("findings")):
        try:
            findings.append(_finding(one, name, f"/evidence/findings/{number}"))
        except Rejected as error:
            fields.absorb(error)
    fields.finish()
    return Evidence(
        corpus_digest=fields.matching("corpus_digest", DIGEST, "a digest"),
        scoring_schema=fields.text("scoring_schema"),
        contracts=fields.matching("contracts", DIGEST, "a digest"),
        cases=fields.count("cases"),
        coverage=coverage,
        timeout_ms=fields.count("timeout_ms", least=1),
        slowest_ms=fields.count("slowest_ms"),
        findings=tuple(findings),
    )


def _coverage(value: object, name: str, at: str) -> Coverage:
    fields = Fields(value, code=CODE, file=name, at=at, known=frozenset({"required", "covered"}))
    made = Coverage(required=fields.count("required"), covered=fields.count("covered"))
    fields.finish()
    return made


def _finding(value: object, name: str, at: str) -> Finding:
    fields = Fields(value, code=CODE, file=name, at=at, known=frozenset({"code", "where", "message"}))
    if any(not isinstance(fields.raw(part), str) for part in ("code", "where", "message")):
        raise Rejected([finding(CODE, name, at, "code, where and message are texts")])
    return Finding(code=str(fields.raw("code")), where=str(fields.raw("where")), message=str(fields.raw("message")))
