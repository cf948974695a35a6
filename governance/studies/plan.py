"""The plan of a study: what is run, in which order, and where; frozen before the first launch.

Invariant: everything that a launch may depend on follows from the plan and the corpus: the order of the tasks from the
recorded seed, the batches from the order, each command from the template. A plan never changes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields

from governance.corpus import Fields
from governance.studies.command import CommandTemplate
from governance.studies.configuration import CODE, SLUG, Configuration, Host
from records import JsonValue, Rejected, Stream, canonical_bytes, canonical_line, digest

PLAN = "plan.json"
SCHEMA_VERSION = 3
MOMENT = r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z"
STUDY_ID = SLUG + r"-[0-9]{8}t[0-9]{6}z-[0-9a-f]{8}"
MOST_TRIALS, MOST_TRIES = 1_000, 10
_KNOWN = frozenset(
    {
        *("schema_version", "id", "label", "configuration", "configuration_id", "timing_id", "host", "command"),
        *("tries", "trials", "started"),
    }
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Trial:
    """One repetition over all tasks: its number from 1, the seed the system gets, the seed its order is drawn from."""

    number: int
    seed: int
    order_seed: int

    @classmethod
    def of(cls, number: int, seed: int) -> Trial:
        """The trial `number` of a configuration with this seed: trials count the seed up from it."""
        order_seed = Stream("study", "order", seed, number).u64() >> 16
        return cls(number=number, seed=seed + number - 1, order_seed=order_seed)

    def order(self, ids: Sequence[str]) -> tuple[str, ...]:
        """The task ids of a corpus (in suite order) in the order of this trial."""
        return tuple(Stream("study", "shuffle", self.order_seed).shuffled(ids))

    def batches(self, ids: Sequence[str], size: int | None) -> tuple[tuple[str, ...], ...]:
        """The order cut into launches of `size` tasks; None is one launch of all."""
        order = self.order(ids)
        step = size or max(1, len(order))
        return tuple(order[start : start + step] for start in range(0, len(order), step))


@dataclass(frozen=True, kw_only=True, slots=True)
class Plan:
    """`label` is for people, `started` is UTC with milliseconds, `tries` bounds invalid attempts at one batch."""

    id: str
    label: str
    configuration: Configuration
    host: Host
    command: CommandTemplate
    tries: int
    trials: tuple[Trial, ...]
    started: str

    def to_bytes(self) -> bytes:
        """plan.json."""
        return canonical_line(self.to_dict())

    def to_dict(self) -> dict[str, JsonValue]:
        """The plan as JSON data, with the ids that follow from it."""
        return {
            "schema_version": SCHEMA_VERSION,
            "id": self.id,
            "label": self.label,
            "configuration": self.configuration.to_dict(),
            "configuration_id": self.configuration.id,
            "timing_id": self.configuration.timing_id(self.host),
            "host": self.host.to_dict(),
            "command": self.command.to_dict(),
            "tries": self.tries,
            "trials": [asdict(trial) for trial in self.trials],
            "started": self.started,
        }

    def continues(self, other: Plan) -> bool:
        """Whether a run of `other` would measure what this plan began: an interrupted study is taken up again."""
        return (self.configuration, self.trials, self.command) == (other.configuration, other.trials, other.command)


def study_id(slug: str, configuration: Configuration, host: Host, started: str) -> str:
    """A name for people to sort and type, unique by what it is made of."""
    moment = started[:19].replace("-", "").replace(":", "").lower() + "z"
    made = digest(canonical_bytes([configuration.id, host.to_dict(), started]))
    return f"{slug}-{moment}-{made.removeprefix('sha256:')[:8]}"


def read_plan(value: object, file: str = PLAN) -> Plan:
    """From JSON data. Raises Rejected naming every misfit, also ids and seeds that do not follow from the rest."""
    given = Fields(value, code=CODE, file=file, known=_KNOWN)
    given.expect("schema_version", SCHEMA_VERSION)
    name = given.matching("id", STUDY_ID, "a study id")
    label = given.text("label", longest=200)
    tries = given.count("tries", least=1)
    if tries > MOST_TRIES:
        given.complain("tries", f"at most {MOST_TRIES} are expected")
    started = given.matching("started", MOMENT, "a moment like 2026-11-30T12:00:00.000Z")
    table = value if isinstance(value, Mapping) else {}
    try:
        configuration = Configuration.read(table.get("configuration"), file, "/configuration")
        host = Host.read(table.get("host"), file, "/host")
        command = CommandTemplate.read(table.get("command"), file, "/command")
    except Rejected as error:
        given.absorb(error)
        given.finish()
        raise
    trials = _trials(given, configuration.seed, file)
    given.expect("configuration_id", configuration.id)
    given.expect("timing_id", configuration.timing_id(host))
    if command.digest != configuration.command_digest:
        given.complain("command", "this is not the command whose digest the configuration states")
    given.finish()
    return Plan(
        id=name,
        label=label,
        configuration=configuration,
        host=host,
        command=command,
        tries=tries,
        trials=trials,
        started=started,
    )


def _trials(given: Fields, seed: int, file: str) -> tuple[Trial, ...]:
    """The trials, each of which must be the one that its number and the configuration's seed give."""
    rows = given.items("trials")
    if not 1 <= len(rows) <= MOST_TRIALS:
        given.complain("trials", f"1 to {MOST_TRIALS} trials are expected")
        return ()
    expected = tuple(Trial.of(number, seed) for number in range(1, len(rows) + 1))
    for place, (row, trial) in enumerate(zip(rows, expected, strict=True)):
        try:
            one = Fields(
                row, code=CODE, file=file, at=f"/trials/{place}", known=frozenset(f.name for f in fields(Trial))
            )
            for field, wanted in asdict(trial).items():
                one.expect(field, wanted)
            one.finish()
        except Rejected as error:
            given.absorb(error)
    return expected
