"""A redacted bundle (schema nnai-redacted-bundle/1) as an operator handed it over, read strictly.

The shape is the published one, governance/publication/redacted-bundle-1.schema.json: a test holds both against each
other. Invariant: nothing but the fields of that allowlist is ever read, and a bundle with too little behind it has no
outcome of any kind.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from typing import Any

from leaderboard.fields import Fields
from records import Finding, Rejected, parse, sha256_hex

SCHEMA = "nnai-redacted-bundle/1"
CODE = "B_HELD_OUT"
MAX_BYTES = 1 << 18
LEAST_TASKS, LEAST_OBSERVATIONS = 5, 20
_MOST = 1_000_000_000
_MOST_STRATA = 200
_DIGEST = re.compile(r"sha256:[0-9a-f]{64}")
_CONFIGURATION = re.compile(r"cfg-[0-9a-f]{64}")
_SLUG = re.compile(r"(?=.{1,64}\Z)[a-z0-9]+(?:[.-][a-z0-9]+)*")
_SEMVER = re.compile(r"(?:0|[1-9][0-9]{0,5})(?:\.(?:0|[1-9][0-9]{0,5})){2}")
_LINE = re.compile(r"[ -~]{1,200}")


@dataclass(frozen=True, kw_only=True, slots=True)
class Counts:
    """Active tasks, valid task-trial observations of them, how many were solved and how many timed out."""

    tasks: int
    observations: int
    solved: int
    timeouts: int

    @property
    def rate(self) -> Fraction:
        """Solved of all observations."""
        return Fraction(self.solved, self.observations)


@dataclass(frozen=True, kw_only=True, slots=True)
class Stratum:
    """The counts of one category or tier (`dimension`)."""

    dimension: str
    name: str
    counts: Counts


@dataclass(frozen=True, kw_only=True, slots=True)
class Outcomes:
    """What may be said: the whole corpus, strata that reach the thresholds, attempts, whether a stratum was left out.

    `valid`, `invalid` and `incomplete` count attempts; only valid ones are observations.
    """

    whole: Counts
    strata: tuple[Stratum, ...]
    valid: int
    invalid: int
    incomplete: int
    suppressed: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Counterpart:
    """The public corpus that the result may stand beside, and whether composition and protocol are the same."""

    corpus: str
    version: str
    digest: str
    same_composition: bool
    same_protocol: bool

    @property
    def comparable(self) -> bool:
        """ "Only when category composition and protocols match" may a difference be reported."""
        return self.same_composition and self.same_protocol


@dataclass(frozen=True, kw_only=True, slots=True)
class Bundle:
    """One system on one private corpus. `sha256` is that of the file; `outcomes` is None where too little is behind it.

    `counterpart` is None where no public corpus may stand beside it.
    """

    corpus: str
    version: str
    label: str
    source: str
    revision: str
    track: str
    exposure: str
    profile: str
    trials: int
    configuration: str
    study: str
    counterpart: Counterpart | None
    outcomes: Outcomes | None
    sha256: str
    document: Mapping[str, Any] = field(repr=False, compare=False)


def read_bundle(data: bytes) -> Bundle:
    """The bundle in `data`, whoever wrote it. Raises Rejected with everything that is wrong in the first bad object."""
    fields = _Line(parse(data, max_bytes=MAX_BYTES), "", _TOP | {"outcomes"})
    fields.expect("schema", SCHEMA)
    short = fields.flag("insufficient_aggregation")
    if short == ("outcomes" in fields.value):
        fields.complain("outcomes", "stands there exactly where aggregation is sufficient")
    if short and fields.value.get("counterpart") is not None:
        fields.complain("counterpart", "null is expected where aggregation is insufficient")
    study, configuration = fields.line("study", _DIGEST), fields.line("configuration", _CONFIGURATION)
    fields.finish()
    value = fields.value
    corpus, system, method = _corpus(value["corpus"]), _system(value["system"]), _method(value["method"])
    _release(value["release"])
    return Bundle(
        **corpus,
        **system,
        **method,
        configuration=configuration,
        study=study,
        counterpart=None if value["counterpart"] is None else _counterpart(value["counterpart"]),
        outcomes=None if short else _outcomes(value["outcomes"]),
        sha256=sha256_hex(data),
        document=value,
    )


_TOP = frozenset(
    {
        *("schema", "corpus", "release", "study", "configuration", "system", "method", "counterpart"),
        "insufficient_aggregation",
    }
)


class _Line(Fields):
    """Fields that must all be there, with texts of a given form."""

    def __init__(self, value: object, where: str, known: frozenset[str] | set[str]) -> None:
        super().__init__(value, where, known, CODE)
        self.value: Mapping[str, Any] = value if isinstance(value, Mapping) else {}
        for name in sorted(known - self.value.keys() - {"outcomes"}):
            self.complain(name, "the field is missing")

    def line(self, name: str, form: re.Pattern[str] = _LINE) -> str:
        """A text of one form."""
        text = self.text(name)
        if not form.fullmatch(text):
            self.complain(name, f"a text of the form {form.pattern} is expected")
        return text

    def number(self, name: str, least: int = 0, most: int = _MOST) -> int:
        """A whole number within bounds."""
        count = self.count(name)
        if not least <= count <= most:
            self.complain(name, f"a number from {least} to {most} is expected")
        return count


def _corpus(value: object) -> dict[str, Any]:
    fields = _Line(value, "/corpus", {"id", "version", "role", "kind", "digest"})
    found = {"corpus": fields.line("id", _SLUG), "version": fields.line("version", _SEMVER)}
    fields.expect("role", "private-held-out")
    fields.line("digest", _DIGEST)
    fields.one_of("kind", ("choice", "schedule"))
    fields.finish()
    return found


def _release(value: object) -> None:
    fields = _Line(value, "/release", {"scoring_schema", "protocol_schema"})
    fields.expect("scoring_schema", "criteria-v2")
    fields.finish()
    protocol = _Line(fields.value["protocol_schema"], "/release/protocol_schema", {"name", "version", "digest"})
    protocol.line("name")
    protocol.line("version")
    protocol.line("digest", _DIGEST)
    protocol.finish()


def _system(value: object) -> dict[str, Any]:
    fields = _Line(value, "/system", {"label", "family", "source", "revision"})
    fields.line("family")
    found = {name: fields.line(name) for name in ("label", "source", "revision")}
    fields.finish()
    return found


def _method(value: object) -> dict[str, Any]:
    known = {"track", "exposure", "profile", "adapter_digest", "timeout_ms", "trials"}
    fields = _Line(value, "/method", known)
    fields.expect("profile", "linux-bwrap-v1")
    fields.line("adapter_digest", _DIGEST)
    fields.number("timeout_ms", 1)
    found: dict[str, Any] = {name: fields.line(name) for name in ("track", "exposure", "profile")}
    found["trials"] = fields.number("trials", 1)
    fields.finish()
    return found


def _counterpart(value: object) -> Counterpart:
    known = {"corpus", "version", "digest", "same_composition", "same_protocol"}
    fields = _Line(value, "/counterpart", known)
    made = Counterpart(
        corpus=fields.line("corpus", _SLUG),
        version=fields.line("version", _SEMVER),
        digest=fields.line("digest", _DIGEST),
        same_composition=fields.flag("same_composition"),
        same_protocol=fields.flag("same_protocol"),
    )
    fields.finish()
    return made


def _outcomes(value: object) -> Outcomes:
    fields = _Line(value, "/outcomes", {"whole", "strata", "attempts", "suppressed"})
    strata, suppressed = fields.items("strata"), fields.flag("suppressed")
    if len(strata) > _MOST_STRATA:
        fields.complain("strata", f"at most {_MOST_STRATA} are expected")
    fields.finish()
    attempts = _Line(fields.value["attempts"], "/outcomes/attempts", {"valid", "invalid", "incomplete"})
    counted = {name: attempts.number(name) for name in ("valid", "invalid", "incomplete")}
    attempts.finish()
    whole = _counts(fields.value["whole"], "/outcomes/whole")
    parts = tuple(_stratum(part, f"/outcomes/strata/{number}", whole) for number, part in enumerate(strata))
    if len({(part.dimension, part.name) for part in parts}) != len(parts):
        raise Rejected([Finding(code=CODE, where="/outcomes/strata", message="a stratum stands there twice")])
    return Outcomes(whole=whole, strata=parts, suppressed=suppressed, **counted)


def _stratum(value: object, where: str, whole: Counts) -> Stratum:
    fields = _Line(value, where, {"dimension", "name", "counts"})
    name, dimension = fields.line("name", _SLUG), fields.one_of("dimension", ("category", "tier"))
    fields.finish()
    counts = _counts(fields.value["counts"], f"{where}/counts")
    if any(part > all_ for part, all_ in zip(asdict(counts).values(), asdict(whole).values(), strict=True)):
        raise Rejected([Finding(code=CODE, where=where, message="a stratum holds more than the whole corpus")])
    return Stratum(dimension=dimension, name=name, counts=counts)


def _counts(value: object, where: str) -> Counts:
    fields = _Line(value, where, {"tasks", "observations", "solved", "timeouts"})
    counts = Counts(
        tasks=fields.number("tasks", LEAST_TASKS, 1_000_000),
        observations=fields.number("observations", LEAST_OBSERVATIONS),
        solved=fields.number("solved"),
        timeouts=fields.number("timeouts"),
    )
    if counts.solved + counts.timeouts > counts.observations:
        fields.complain("solved", "solved and timed out observations are no more than all observations")
    fields.finish()
    return counts
