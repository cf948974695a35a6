"""The evidence of a release: what every contract case showed, run anew, and its one digest.

Invariant: the digest covers what is the same on every machine (outcomes, counts, the declared timeout) and never how
long it took; findings of the contracts are part of the evidence, so unsound evidence has another digest.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from governance.contracts import ContractHealth, Contracts, Coverage, check_contracts, read_contracts
from governance.corpus import Governed
from records import Finding, JsonValue, canonical_bytes, digest

RUNTIME = "G_CONTRACT_RUNTIME"
"""The one finding about time."""
Progress = Callable[[int, int, str], None]
"""(done, total, what): called before each step of long work."""


def silent(done: int, total: int, what: str) -> None:
    """Progress that nobody is shown."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Evidence:
    """What the contracts of a corpus showed.

    `contracts` is the digest of the fixtures, `cases` how many answers were judged, each twice; `coverage` says of each
    criterion how many tasks require it and how many have it covered; times are milliseconds of one judgement,
    `slowest_ms` measured, `timeout_ms` declared.
    """

    corpus_digest: str
    scoring_schema: str
    contracts: str
    cases: int
    coverage: Mapping[str, Coverage] = field(repr=False)
    timeout_ms: int
    slowest_ms: int
    findings: tuple[Finding, ...] = ()

    @property
    def digest(self) -> str:
        """Of everything that does not depend on the machine's speed."""
        told = [dict(one.to_dict()) for one in self.findings if one.code != RUNTIME]
        return digest(canonical_bytes({**self.to_dict(), "slowest_ms": None, "findings": told}))

    def to_dict(self) -> dict[str, JsonValue]:
        """The evidence as JSON data."""
        return {
            "corpus_digest": self.corpus_digest,
            "scoring_schema": self.scoring_schema,
            "contracts": self.contracts,
            "cases": self.cases,
            "coverage": {
                name: {"required": one.required, "covered": one.covered} for name, one in self.coverage.items()
            },
            "timeout_ms": self.timeout_ms,
            "slowest_ms": self.slowest_ms,
            "findings": [dict(finding.to_dict()) for finding in self.findings],
        }


def gather(governed: Governed, progress: Progress = silent) -> Evidence:
    """Run every contract case of a corpus twice. Raises Rejected where its contracts cannot be read."""
    if not governed.digests:
        return nothing(governed)
    contracts = read_contracts(governed.root)
    return evidence_of(governed, contracts, check_contracts(governed, contracts, progress))


def evidence_of(governed: Governed, contracts: Contracts, health: ContractHealth) -> Evidence:
    """The evidence that a check of the contracts gave."""
    return Evidence(
        corpus_digest=governed.corpus_digest,
        scoring_schema=governed.book.scoring_schema,
        contracts=contracts.terms.digest,
        cases=health.cases,
        coverage=health.coverage,
        timeout_ms=health.timeout_ms,
        slowest_ms=health.slowest_ms,
        findings=health.findings,
    )


def nothing(governed: Governed) -> Evidence:
    """The evidence of a corpus without tasks."""
    return Evidence(
        corpus_digest=governed.corpus_digest,
        scoring_schema=governed.book.scoring_schema,
        contracts=digest(b""),
        cases=0,
        coverage={},
        timeout_ms=1,
        slowest_ms=0,
    )
