"""The evidence of a reproduction (schema nnai-reproduction/1): what ran, on what, behind which walls, what came out.

The launcher's own records are kept whole: `inputs`, which all runs share, stands once, and each run's record is put
together again before its attestation is checked.
Invariant: canonical bytes; the mark of a decision is computed from these bytes by `mark_of` and from nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from leaderboard.fields import Fields
from leaderboard.reproduction_mark import ReproductionMark
from records import Finding, Rejected, canonical_bytes, digest, parse, sha256_hex

SCHEMA = "nnai-reproduction/1"
MAX_BYTES, MAX_DEPTH = 16 << 20, 12
PUBLISHABLE = "linux-bwrap-v1"
_WALLS = ("profile", "launcher_digest", "preflight_digest", "filter_digest", "bubblewrap", "machine")
Json = dict[str, Any]


@dataclass(frozen=True, kw_only=True, slots=True)
class RunEvidence:
    """One run. `differing` and `predictions_sha256` are None where its output was no predictions file."""

    status: str
    reason: str
    predictions_sha256: str | None
    differing: tuple[str, ...] | None
    findings: tuple[Finding, ...]
    isolation: Json
    """The launcher's record without `inputs`."""

    @property
    def compared(self) -> bool:
        """Whether the run ended well and its predictions could be compared."""
        return self.status == "completed" and self.differing is not None

    def to_dict(self) -> Json:
        """The run as JSON."""
        return {
            "status": self.status,
            "reason": self.reason,
            "predictions_sha256": self.predictions_sha256,
            "differing": None if self.differing is None else list(self.differing),
            "findings": [finding.to_dict() for finding in self.findings],
            "isolation": self.isolation,
        }

    @classmethod
    def from_dict(cls, value: object, where: str) -> RunEvidence:
        """Inverse of `to_dict`. Raises Rejected."""
        names = {"status", "reason", "predictions_sha256", "differing", "findings", "isolation"}
        fields = Fields(value, where, names, CODE)
        whole: Json = value if isinstance(value, dict) else {}
        differing, digest_ = whole.get("differing"), whole.get("predictions_sha256")
        isolation = whole.get("isolation")
        if not isinstance(isolation, dict):
            fields.complain("isolation", "the launcher's record is expected")
        run = cls(
            status=fields.text("status"),
            reason=fields.text("reason"),
            predictions_sha256=None if digest_ is None else fields.text("predictions_sha256"),
            differing=None if differing is None else tuple(map(str, fields.items("differing"))),
            findings=tuple(_finding(one) for one in fields.items("findings")),
            isolation=isolation if isinstance(isolation, dict) else {},
        )
        fields.finish()
        return run


@dataclass(frozen=True, kw_only=True, slots=True)
class Evidence:
    """Everything about one reproduction. Digests are 64 hex digits; `parts` holds the sections that are only shown:
    source, environment, commands, withheld, left_out and scan."""

    corpus: str
    record: str
    suite: str
    test_sha256: str
    predictions_sha256: str
    revision: str
    total: int
    inputs: Json
    runs: tuple[RunEvidence, ...]
    parts: Json = field(repr=False)

    def to_dict(self) -> Json:
        """The evidence as JSON."""
        return {
            "schema": SCHEMA,
            "corpus": self.corpus,
            "record": self.record,
            "suite": self.suite,
            "test_sha256": self.test_sha256,
            "predictions_sha256": self.predictions_sha256,
            "revision": self.revision,
            "total": self.total,
            "inputs": self.inputs,
            "runs": [run.to_dict() for run in self.runs],
            "parts": self.parts,
        }

    def canonical(self) -> bytes:
        """The bytes that are stored."""
        return canonical_bytes(self.to_dict())

    @property
    def compared(self) -> bool:
        """Whether every run ended well and could be compared."""
        return bool(self.runs) and all(run.compared for run in self.runs)

    @property
    def equal(self) -> int:
        """Items whose prediction is the recorded one in every run: the lowest count of any run."""
        return min((self.total - len(run.differing or ()) if run.compared else 0 for run in self.runs), default=0)

    @property
    def deterministic(self) -> bool:
        """Whether two or more runs gave the same predictions."""
        digests = {run.predictions_sha256 for run in self.runs}
        return self.compared and len(self.runs) > 1 and len(digests) == 1


CODE = "V_EVIDENCE"
_NAMES = frozenset(
    {
        *("schema", "corpus", "record", "suite", "test_sha256", "predictions_sha256", "revision", "total"),
        *("inputs", "runs", "parts"),
    }
)


def read_evidence(data: bytes) -> Evidence:
    """Inverse of `canonical`. Raises Rejected(V_EVIDENCE …) for bytes that are something else."""
    value: Any = parse(data, max_bytes=MAX_BYTES, max_depth=MAX_DEPTH)
    fields = Fields(value, "", _NAMES, CODE)
    fields.expect("schema", SCHEMA)
    for name in ("inputs", "parts"):
        if not isinstance(value.get(name), dict):
            fields.complain(name, "an object is expected")
    evidence = Evidence(
        corpus=fields.text("corpus"),
        record=fields.text("record"),
        suite=fields.text("suite"),
        test_sha256=fields.text("test_sha256"),
        predictions_sha256=fields.text("predictions_sha256"),
        revision=fields.text("revision"),
        total=fields.count("total"),
        inputs=value.get("inputs", {}),
        runs=tuple(RunEvidence.from_dict(run, f"/runs/{n}") for n, run in enumerate(fields.items("runs"))),
        parts=value.get("parts", {}),
    )
    fields.finish()
    return evidence


def mark_of(evidence: Evidence) -> ReproductionMark:
    """What the log says of this evidence. ValueError where the runs could not be compared."""
    if not evidence.compared:
        raise ValueError("runs that could not be compared have no mark")
    first = evidence.runs[0].isolation
    return ReproductionMark(
        evidence=sha256_hex(evidence.canonical()),
        revision=evidence.revision,
        equal=evidence.equal,
        total=evidence.total,
        runs=len(evidence.runs),
        deterministic=evidence.deterministic,
        profile=str(first.get("profile")),
        profile_digest=digest(canonical_bytes({name: first.get(name) for name in _WALLS})),
    )


def objections(evidence: Evidence) -> tuple[str, ...]:
    """Why this evidence cannot carry a decision; () where it can. Altered records of the launcher are found."""
    found = []
    for number, run in enumerate(evidence.runs, 1):
        record = {**run.isolation, "inputs": evidence.inputs}
        stated = record.pop("attestation", None)
        if not isinstance(stated, dict) or stated.get("record_digest") != digest(canonical_bytes(record)):
            found.append(f"the launcher's record of run {number} was altered")
        if record.get("profile") != PUBLISHABLE or record.get("publishable") is not True:
            found.append(f"run {number} is not publishable")
        if record.get("status") != run.status:
            found.append(f"run {number} says {run.status}, its launcher {record.get('status')}")
        if run.differing == () and run.predictions_sha256 != evidence.predictions_sha256:
            found.append(f"run {number} claims equal predictions with another digest")
    if not evidence.compared:
        found.append("a run did not end well, or its output could not be compared")
    return tuple(found)


def isolation_record(data: bytes) -> Json:
    """The launcher's evidence as JSON data. Raises Rejected where it is none."""
    value = parse(data, max_bytes=MAX_BYTES, max_depth=MAX_DEPTH)
    if not isinstance(value, dict):
        raise Rejected([Finding(code=CODE, where="/isolation", message="the launcher's record is no object")])
    return value


def _finding(value: Any) -> Finding:
    fields = Fields(value, "/findings", {"code", "where", "message"}, CODE)
    finding = Finding(code=fields.text("code"), where=fields.text("where"), message=fields.text("message"))
    fields.finish()
    return finding
