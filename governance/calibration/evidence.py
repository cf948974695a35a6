"""From valid studies to what each configuration showed of each task.

Invariant: only studies of one corpus digest are taken together, and each configuration keeps its own counts. What is
invalid or incomplete is counted beside the observations and never among them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from governance.calibration.independence import not_counted
from governance.corpus import Governed, finding
from governance.lifecycle import Seen
from governance.studies import Klass, Study, Validity
from governance.studies.rebuild import places_of
from records import Rejected

TaskId = str


@dataclass(frozen=True, kw_only=True, slots=True)
class Evidence:
    """One configuration over the whole corpus.

    `seen` gives its counts for each task, in suite order; `total` is the sum of its solve rates over the `observed`
    tasks with a valid observation.
    """

    configuration: str
    system_family: str
    not_counted: str
    seen: Mapping[TaskId, Seen]
    total: Fraction
    observed: int

    def rest(self, task: TaskId) -> Fraction | None:
        """The mean solve rate over the other tasks; None where there is none."""
        seen = self.seen[task]
        own, others = (seen.rate, self.observed - 1) if seen.valid else (Fraction(0), self.observed)
        return (self.total - own) / others if others else None


def gather(governed: Governed, studies: Sequence[Study]) -> tuple[Evidence, ...]:
    """What every configuration showed, by configuration id.

    Raises Rejected G_POOL where a study is of another corpus, corpus digest or scoring schema, or stands twice.
    """
    _refuse(governed, studies)
    runs: dict[str, list[Study]] = defaultdict(list)
    for study in sorted(studies, key=lambda each: each.id):
        runs[study.configuration.id].append(study)
    reasons = not_counted(governed, [group[0].configuration for group in runs.values()], _outcomes(runs))
    return tuple(_evidence(governed, name, runs[name], reasons.get(name, "")) for name in sorted(runs))


def _refuse(governed: Governed, studies: Sequence[Study]) -> None:
    found = []
    for place, study in enumerate(studies):
        of = study.configuration
        if (of.corpus_id, of.corpus_digest) != (governed.identity.id, governed.corpus_digest):
            found.append(finding("G_POOL", f"study {place}", "", "it is of another corpus digest; nothing is pooled"))
        elif of.scoring_schema != governed.book.scoring_schema:
            found.append(finding("G_POOL", f"study {place}", "", "it has another scoring schema; nothing is pooled"))
    if len({study.id for study in studies}) != len(studies):
        found.append(finding("G_POOL", "studies", "", "a study stands there twice"))
    if found:
        raise Rejected(found)


def _outcomes(runs: Mapping[str, Sequence[Study]]) -> dict[str, frozenset[tuple[object, ...]]]:
    """Everything that was observed of each configuration, however often: two that did the same can be told."""
    return {
        name: frozenset(
            (one.task, one.klass, tuple(one.criteria.items()) if one.criteria is not None else None)
            for study in group
            for one in study.observations
        )
        for name, group in runs.items()
    }


def _evidence(governed: Governed, name: str, runs: Sequence[Study], reason: str) -> Evidence:
    valid, solved, timeouts = Counter[str](), Counter[str](), Counter[str]()
    failed = {Validity.INVALID: Counter[str](), Validity.INCOMPLETE: Counter[str]()}
    for study in runs:
        for one in study.observations:
            valid[one.task] += 1
            solved[one.task] += one.solved
            timeouts[one.task] += one.klass is Klass.TIMEOUT
        places = places_of(study.plan, governed)
        for attempt in study.attempts:
            if attempt.validity in failed:
                failed[attempt.validity].update(places[attempt.trial, attempt.batch])
    family = runs[0].configuration.system_family
    ids, digests = tuple(study.id for study in runs), tuple(study.digest for study in runs)
    seen = {
        task: Seen(
            configuration=name,
            system_family=family,
            runs=ids,
            studies=digests,
            valid=valid[task],
            solved=solved[task],
            timeouts=timeouts[task],
            invalid=failed[Validity.INVALID][task],
            incomplete=failed[Validity.INCOMPLETE][task],
            not_counted=reason,
        )
        for task in governed.digests
    }
    rates = [one.rate for one in seen.values() if one.valid]
    return Evidence(
        configuration=name,
        system_family=family,
        not_counted=reason,
        seen=seen,
        total=sum(rates, Fraction(0)),
        observed=len(rates),
    )
