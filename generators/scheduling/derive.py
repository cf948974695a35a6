"""The constraints of an instance, derived from its witness so that the witness keeps every one of them.

Invariant: nothing written here names the witness; slack on both sides of every bound is drawn, never constant.
"""

from __future__ import annotations

from generators.scheduling.instance import Assignment, Instance, Task, Worker, number_of
from generators.scheduling.shape import DEMANDS, SKILLS, SMALLEST_CAPACITY, TierParams
from generators.scheduling.witness import Reject, Witness
from records import Stream

Skills = dict[str, tuple[str, ...]]
Demands = dict[str, tuple[tuple[str, int], ...]]


def derive(stream: Stream, params: TierParams, witness: Witness) -> Instance | Reject:
    """The instance, or why this witness cannot have the tables that the tier needs."""
    names = [f"W{number}" for number in range(1, params.workers + 1)]
    skills = _skills(stream, params, names)
    demands = _demands(stream, params, witness)
    resources = tuple((name, _capacity(name, demands, witness, params.horizon)) for name in _resource_names(params))
    if any(not _users(name, demands) for name, _ in resources):
        return Reject("unused-resource")
    arcs = _arcs(stream, params, witness)
    separate = _separate(stream, params, witness)
    if isinstance(arcs, Reject):
        return arcs
    if isinstance(separate, Reject):
        return separate
    tasks = tuple(_task(stream, params, witness, item, skills, demands[item.task]) for item in witness.assignments)
    workers = tuple(
        Worker(
            id=name,
            skills=skills[name],
            windows=_windows(stream, params.horizon, witness, name),
            max_load=witness.load(name) + stream.between(0, params.spare_load),
        )
        for name in names
    )
    return Instance(
        horizon=params.horizon,
        tasks=tasks,
        workers=workers,
        resources=resources,
        precedence=arcs,
        separate=separate,
    )


def _skills(stream: Stream, params: TierParams, workers: list[str]) -> Skills:
    """Two skills a worker, or three, of those that the instance knows."""
    known = sorted(stream.sample(SKILLS, params.skills))
    return {name: tuple(sorted(stream.sample(known, stream.between(2, 3)))) for name in workers}


def _task(
    stream: Stream,
    params: TierParams,
    witness: Witness,
    item: Assignment,
    skills: Skills,
    demand: tuple[tuple[str, int], ...],
) -> Task:
    room = 2 * params.slack
    return Task(
        id=item.task,
        duration=witness.duration[item.task],
        release=max(0, item.start - stream.between(0, room)),
        deadline=min(params.horizon, witness.end(item) + stream.between(0, room)),
        skill=stream.choice(skills[item.worker]),
        demand=demand,
    )


def _windows(stream: Stream, horizon: int, witness: Witness, worker: str) -> tuple[tuple[int, int], ...]:
    """The whole horizon without breaks; a break lies in a gap of the witness, in half of the gaps."""
    items = witness.of(worker)
    edges = [0, *(edge for item in items for edge in (item.start, witness.end(item))), horizon]
    windows: list[tuple[int, int]] = []
    opened = 0
    for low, high in zip(edges[::2], edges[1::2], strict=True):
        if low == high or not stream.below(2):
            continue
        start = stream.between(low, high - 1)
        end = stream.between(start + 1, high)
        if start > opened:
            windows.append((opened, start))
        opened = end
    if opened < horizon:
        windows.append((opened, horizon))
    return tuple(windows)


def _resource_names(params: TierParams) -> list[str]:
    return [f"R{number}" for number in range(1, params.resources + 1)]


def _demands(stream: Stream, params: TierParams, witness: Witness) -> Demands:
    """Half of the tasks use a resource, one or two units of it."""
    return {
        item.task: tuple((name, stream.between(*DEMANDS)) for name in _resource_names(params) if stream.below(2))
        for item in witness.assignments
    }


def _users(resource: str, demands: Demands) -> list[tuple[str, int]]:
    return [(task, units) for task, wanted in demands.items() for name, units in wanted if name == resource]


def _capacity(resource: str, demands: Demands, witness: Witness, horizon: int) -> int:
    """The peak use of the witness, at least two units."""
    units = dict(_users(resource, demands))
    running = [item for item in witness.assignments if item.task in units]
    peak = max(
        sum(units[item.task] for item in running if item.start <= step < witness.end(item)) for step in range(horizon)
    )
    return max(SMALLEST_CAPACITY, peak)


def _arcs(stream: Stream, params: TierParams, witness: Witness) -> tuple[tuple[str, str, int], ...] | Reject:
    """Pairs that are ordered in the witness, with a lag that its gap allows."""
    pairs = [
        (first, second)
        for first in witness.assignments
        for second in witness.assignments
        if first.task != second.task and witness.end(first) <= second.start
    ]
    if len(pairs) < params.arcs:
        return Reject("few-ordered-pairs")
    arcs = [
        (first.task, second.task, stream.between(0, min(params.lag, second.start - witness.end(first))))
        for first, second in stream.sample(pairs, params.arcs)
    ]
    return tuple(sorted(arcs, key=lambda arc: (number_of(arc[0]), number_of(arc[1]))))


def _separate(stream: Stream, params: TierParams, witness: Witness) -> tuple[tuple[str, str], ...] | Reject:
    """Pairs that different workers do in the witness."""
    items = witness.assignments
    pairs = [
        (first.task, second.task)
        for place, first in enumerate(items)
        for second in items[place + 1 :]
        if first.worker != second.worker
    ]
    if len(pairs) < params.separate:
        return Reject("few-separate-pairs")
    chosen = stream.sample(pairs, params.separate)
    return tuple(sorted(chosen, key=lambda pair: (number_of(pair[0]), number_of(pair[1]))))
