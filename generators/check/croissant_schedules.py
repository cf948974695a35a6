"""The columns of the scheduling corpus as its croissant.json describes them.

Invariant: every number is declared a number. A precedence is a list of two texts and a number, which has no type as a
column, so its three places are declared one by one; so are the keys of tasks, workers and resources.
"""

from __future__ import annotations

from generators.check.columns import INTEGER, TEXT, Column, Part, Records, Subject
from generators.scheduling.layout import read_identity, read_written

_ID = Column(name="id", type=TEXT, text="Names the instance in every file; join by it, never by line.")


def _key(name: str, kind: str, text: str, *, many: bool = False) -> Part:
    return Part(name=name, type=kind, text=text, path=name, many=many)


_TASKS = (
    _key("id", TEXT, "T1, T2, … in natural order."),
    _key("duration", INTEGER, "Steps that it runs, without a break."),
    _key("release", INTEGER, "Earliest start."),
    _key("deadline", INTEGER, "Latest end."),
    _key("skill", TEXT, "What its worker must know."),
    Part(name="demand_R1", type=INTEGER, text="Units of resource R1 while it runs; none: no key.", path="demand.R1"),
    Part(name="demand_R2", type=INTEGER, text="Units of resource R2 while it runs; none: no key.", path="demand.R2"),
)
_WORKERS = (
    _key("id", TEXT, "W1, W2, …"),
    _key("skills", TEXT, "What the worker knows.", many=True),
    _key("windows", INTEGER, "Pairs [from, to): the worker is there; a task fits inside one of them.", many=True),
    _key("max_load", INTEGER, "Steps that the worker may work in all."),
)
_RESOURCES = (
    _key("id", TEXT, "R1, R2."),
    _key("capacity", INTEGER, "Units that running tasks may use together at any time."),
)
_PRECEDENCE = (
    Part(name="before", type=TEXT, text="The task that must have ended.", path="$[0]"),
    Part(name="after", type=TEXT, text="The task that waits for it.", path="$[1]"),
    Part(name="lag", type=INTEGER, text="Steps between that end and this start, at least.", path="$[2]"),
)
_SEPARATE = (
    Part(name="one", type=TEXT, text="A task.", path="$[0]"),
    Part(name="other", type=TEXT, text="A task that needs a different worker.", path="$[1]"),
)
_WITNESS = (
    _key("task", TEXT, "The task."),
    _key("worker", TEXT, "Who does it."),
    _key("start", INTEGER, "Its first step."),
)
_INSTANCE = (
    _ID,
    Column(name="tier", type=INTEGER, text="Size and tightness: 1, 2 or 3."),
    Column(name="horizon", type=INTEGER, text="Time runs in whole steps from 0 to this."),
    Column(name="tasks", text="What is to be scheduled.", many=True, parts=_TASKS),
    Column(name="workers", text="Who can do it, and when.", many=True, parts=_WORKERS),
    Column(name="resources", text="What running tasks share; none in tier 1.", many=True, parts=_RESOURCES),
    Column(name="precedence", text="Which task waits for which.", many=True, parts=_PRECEDENCE),
    Column(name="separate", text="Pairs that need different workers; none in tier 1.", many=True, parts=_SEPARATE),
    Column(name="text", type=TEXT, text="The same facts in English."),
)
_PROVENANCE = (
    _ID,
    Column(name="stream", type=TEXT, text="The stream of digests that the instance was drawn from."),
    Column(name="candidate", type=INTEGER, text="Its number in that stream."),
    Column(name="text_sha256", type=TEXT, text="SHA-256 of the text."),
    Column(name="verified_by", type=TEXT, text="The judges that had nothing to object.", many=True),
)
SCHEDULES = Subject(
    identify=read_identity,
    read=read_written,
    about=(
        "Scheduling instances for systems without a neural network, as fields and as the same facts in English: tasks "
        "with windows, skills, shared resources and precedences, to be given a worker and a start each; three tiers; "
        "every instance has a schedule; answers are checked, so there is no gold file."
    ),
    keywords=("benchmark", "constraint satisfaction", "non-neural", "scheduling", "synthetic"),
    records=(
        Records(
            name="train",
            file="train.jsonl",
            text="Instances to fit on, each with one feasible schedule, which is not the answer.",
            columns=(*_INSTANCE, Column(name="witness", text="One feasible schedule.", many=True, parts=_WITNESS)),
        ),
        Records(name="validation", file="validation.jsonl", text="Instances to choose by.", columns=_INSTANCE),
        Records(
            name="test",
            file="test.questions.jsonl",
            text="Test instances: the only file that a system may see when it is tested.",
            columns=_INSTANCE,
        ),
        Records(
            name="provenance",
            file="provenance.jsonl",
            text="Where each instance comes from. `params` (work, work allowed, breaks) stands in the file alone.",
            columns=_PROVENANCE,
        ),
    ),
)
