"""Running a study: launch after launch in the planned order, each noted as it happens, until nothing is left to do.

Invariant: whatever stops it, running the same system again takes the study up where it was, repeats no launch that
counted, and counts none twice. A finished study is never touched: running the system again makes a new one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from governance.corpus import Governed, finding
from governance.studies.agent import Agent, gather_agent
from governance.studies.artifacts import store, sweep
from governance.studies.command import OUT
from governance.studies.configuration import Configuration, Host
from governance.studies.launching import Material, ending_of, job_of, reason_of
from governance.studies.ledger import (
    LEDGER,
    Attempt,
    Begun,
    Ledger,
    open_ledger,
    read_ledger,
    write_begin,
    write_end,
)
from governance.studies.plan import MOST_TRIALS, PLAN, Plan, Trial, study_id
from governance.studies.reading import LOCK, STUDIES, plan_in
from governance.studies.rebuild import Place, pending, places_of, rebuild
from governance.studies.study import STUDY, Study
from governance.studies.system import System
from isolation import LINUX_BWRAP_V1, Job, Outcome, Profile, Status
from isolation.source import LaunchWithPackages
from isolation.spread import launch_here, spread
from records import Rejected, locked, write_atomic

TRIES = 3
"""So many invalid attempts at one batch; then the study ends incomplete."""
Progress = Callable[[int, int, str], None]
"""(launches done, launches in all, how the last one ended); called before the first launch and after each."""


def _now() -> datetime:
    return datetime.now(UTC)


def _silent(done: int, total: int, what: str) -> None:
    return None


@dataclass(frozen=True, kw_only=True, slots=True)
class Options:
    """How a study is run. None takes what the system file says; `out` is the folder of studies."""

    trials: int | None = None
    seed: int | None = None
    profile: Profile = LINUX_BWRAP_V1
    scheduler: str | None = None
    jobs: int = 1
    out: Path | None = None
    clock: Callable[[], datetime] = _now
    progress: Progress = _silent


@dataclass(frozen=True, kw_only=True, slots=True)
class Ran:
    """A study that was run to its end; `taken_up` says that an earlier run had begun it."""

    study: Study
    folder: Path
    taken_up: bool


def run_study(governed: Governed, system: System, options: Options | None = None) -> Ran:
    """Run `system` on the label-free questions of a corpus and write the study.

    Raises Rejected where the system may not be run or the study does not hold, Unavailable where this host or cluster
    cannot launch, Busy where the same study is being run by somebody else.
    """
    options = options or Options()
    if system.lock and not options.profile.sandboxed:
        message = "a system with packages needs the sandbox: without it no environment can be shown"
        raise Rejected([finding("G_SYSTEM", "system", "/environment", message)])
    agent = gather_agent(system.agent, governed)
    fresh = _plan(governed, system, agent, options)
    top = options.out or governed.root / STUDIES
    for folder, plan in _unfinished(top, governed):
        if plan.continues(fresh):
            with locked(folder / LOCK):
                if not (folder / STUDY).exists():
                    return Ran(study=_run(governed, system, agent, plan, folder, options), folder=folder, taken_up=True)
    folder = top / fresh.id
    folder.mkdir(parents=True)
    with locked(folder / LOCK):
        write_atomic(folder / PLAN, fresh.to_bytes())
        return Ran(study=_run(governed, system, agent, fresh, folder, options), folder=folder, taken_up=False)


def _unfinished(top: Path, governed: Governed) -> Iterator[tuple[Path, Plan]]:
    """The studies that were begun and not ended, by name; a folder without a sound plan is none."""
    for folder in sorted(top.iterdir()) if top.is_dir() else ():
        if (folder / PLAN).is_file() and not (folder / STUDY).exists():
            try:
                plan = plan_in(folder, governed)
            except Rejected:
                continue
            yield folder, plan


def _plan(governed: Governed, system: System, agent: Agent, options: Options) -> Plan:
    seed = system.seed if options.seed is None else options.seed
    trials = options.trials or system.trials
    if trials > MOST_TRIALS:
        raise Rejected([finding("G_SYSTEM", "system", "/trials", f"at most {MOST_TRIALS} are expected")])
    started = _stamp(options.clock())
    host = Host.here(cluster=options.scheduler is not None)
    configuration = Configuration(
        corpus_id=governed.identity.id,
        corpus_digest=governed.corpus_digest,
        scoring_schema=governed.book.scoring_schema,
        family=system.family,
        architecture=system.architecture,
        source=system.source,
        revision=system.revision,
        agent_digest=agent.digest,
        environment_lock=system.lock.digest if system.lock else None,
        command_digest=system.command.digest,
        seed=seed,
        track=system.track,
        exposure=system.exposure,
        profile=options.profile.id,
        timeout_ms=system.timeout_ms,
        memory_mb=system.memory_mb,
        batch=system.batch,
    )
    return Plan(
        id=study_id(system.slug, configuration, host, started),
        label=system.name,
        configuration=configuration,
        host=host,
        command=system.command,
        tries=TRIES,
        trials=tuple(Trial.of(number + 1, seed) for number in range(trials)),
        started=started,
    )


def _run(governed: Governed, system: System, agent: Agent, plan: Plan, folder: Path, options: Options) -> Study:
    """Make every launch that is missing, then write study.json from what the folder holds. The lock is held."""
    ledger_file = folder / LEDGER
    open_ledger(ledger_file, plan)
    launches = _Launches(
        governed=governed,
        plan=plan,
        folder=folder,
        agent=agent,
        options=options,
        ledger=read_ledger(ledger_file, plan),
        launch=LaunchWithPackages(requirements=system.lock.requirements) if system.lock else launch_here,
    )
    launches.close_open()
    while todo := launches.todo():
        launches.make(todo)
    sweep(folder, {named for attempt in launches.attempts for named in attempt.artifacts})
    study = rebuild(folder, governed, plan, read_ledger(ledger_file, plan))
    write_atomic(folder / STUDY, study.to_bytes())
    return study


@dataclass(kw_only=True, slots=True)
class _Launches:
    """The launches of one study, from the ledger as it stood on."""

    governed: Governed
    plan: Plan
    folder: Path
    agent: Agent
    options: Options
    ledger: Ledger
    launch: Callable[[Job, Profile], Outcome]
    attempts: list[Attempt] = field(init=False)
    begun: int = field(init=False)
    places: dict[Place, tuple[str, ...]] = field(init=False)
    material: Material = field(init=False)

    def __post_init__(self) -> None:
        self.attempts, self.begun = list(self.ledger.attempts), len(self.ledger.begun)
        self.places = dict(places_of(self.plan, self.governed))
        self.material = Material.of(self.governed)

    def todo(self) -> tuple[Place, ...]:
        """The launches that must still be made."""
        return pending(self.plan, self.attempts, self.places)

    def close_open(self) -> None:
        """End what an earlier run left without an end: it is incomplete, and says nothing about the system."""
        for one in self.ledger.open:
            self._end(one.lost(_stamp(self.options.clock())))

    def make(self, todo: tuple[Place, ...]) -> None:
        """Launch each place once."""
        running: dict[int, Begun] = {}

        def jobs() -> Iterator[Job]:
            for number, place in enumerate(todo):
                self.begun += 1
                running[number] = Begun(
                    number=self.begun, trial=place[0], batch=place[1], started=_stamp(self.options.clock())
                )
                write_begin(self.folder / LEDGER, running[number])
                trial = self.plan.trials[place[0] - 1]
                yield job_of(self.plan, trial, self.places[place], self.material, self.agent)

        self._tell("")
        for number, outcome in spread(
            jobs(),
            profile=self.options.profile,
            scheduler=self.options.scheduler,
            workers=self.options.jobs,
            launch=self.launch,
        ):
            attempt = self._judge(running.pop(number), outcome)
            self._end(attempt)
            self._tell(attempt.outcome)

    def _judge(self, begun: Begun, outcome: Outcome) -> Attempt:
        """Keep the raw artifacts of a launch and say how it ended."""
        ids = self.places[begun.trial, begun.batch]
        predictions = outcome.outputs.get(OUT)
        ending, said = ending_of(outcome.status, predictions, self.governed.book, ids)
        failed = outcome.status is not Status.COMPLETED
        return Attempt(
            number=begun.number,
            trial=begun.trial,
            batch=begun.batch,
            outcome=ending,
            reason=reason_of(outcome, said),
            evidence=store(self.folder, outcome.evidence),
            predictions=None if predictions is None else store(self.folder, predictions),
            stderr=store(self.folder, outcome.stderr) if failed and outcome.stderr else None,
            started=begun.started,
            ended=_stamp(self.options.clock()),
        )

    def _end(self, attempt: Attempt) -> None:
        write_end(self.folder / LEDGER, attempt)
        self.attempts.append(attempt)

    def _tell(self, what: str) -> None:
        left = len(self.todo())
        self.options.progress(len(self.places) - left, len(self.places), what)


def _stamp(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
