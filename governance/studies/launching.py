"""One launch of a study: what is handed to the system, and what its end means.

Invariant: a system gets its own files, the files to learn from, and the label-free questions of its batch, nothing
else of the corpus. Only a completed launch with a sound predictions file has answers; every other end has a class.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from evaluator.tasks import TaskBook
from governance.corpus import Governed, finding
from governance.studies.agent import Agent
from governance.studies.command import INPUTS, LEARNABLE, OUT, QUESTIONS, agent_folder
from governance.studies.ledger import LONGEST_REASON, Ending
from governance.studies.plan import Plan, Trial
from isolation import LINUX_BWRAP_V1, Job, Outcome, Status
from records import Rejected, digest, printable, read_regular, sha256_hex

CODE = "G_STUDY_CORPUS"
MAX_FILE = 64 << 20
ASKED = f"{INPUTS}/{QUESTIONS}"
_ENDINGS = {
    Status.INVALID: Ending.SANDBOX,
    Status.TIMEOUT: Ending.TIMEOUT,
    Status.KILLED_BY_LIMIT: Ending.KILLED,
    Status.FAILED: Ending.CRASH,
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Material:
    """What of a corpus a system may see: the files to learn from, and the question line of every task."""

    learnable: Mapping[str, bytes]
    questions: Mapping[str, bytes]
    listed: Mapping[str, str]
    """The digest of every file to learn from, by its name in a launch."""

    @classmethod
    def of(cls, governed: Governed) -> Material:
        """Read it. Raises Rejected where a file is not the one that the corpus was loaded with."""
        book, root = governed.book, governed.root
        digests = {name: book.inputs[name] for name in LEARNABLE.values() if name in book.inputs}
        digests[QUESTIONS] = book.suite.test_sha256
        files = {}
        for name, sha256 in digests.items():
            files[name] = read_regular(root / name, max_bytes=MAX_FILE)
            if sha256_hex(files[name]) != sha256:
                raise Rejected([finding(CODE, name, "", "the file changed since the corpus was loaded")])
        lines = files.pop(QUESTIONS).splitlines()
        return cls(
            learnable={f"{INPUTS}/{name}": data for name, data in files.items()},
            questions=dict(zip(book.ids, lines, strict=True)),
            listed={f"{INPUTS}/{name}": digest(data) for name, data in files.items()},
        )

    def inputs(self, ids: Sequence[str]) -> dict[str, bytes]:
        """The files of one launch, relative to its working folder; the questions in the order of `ids`."""
        return {**self.learnable, ASKED: self._asked(ids)}

    def digests(self, ids: Sequence[str]) -> dict[str, str]:
        """The digest of each of these files, as evidence lists them."""
        return {**self.listed, ASKED: digest(self._asked(ids))}

    def _asked(self, ids: Sequence[str]) -> bytes:
        return b"".join(self.questions[name] + b"\n" for name in ids)


def job_of(plan: Plan, trial: Trial, ids: Sequence[str], material: Material, agent: Agent) -> Job:
    """The job that asks the system of `plan` these tasks."""
    configuration = plan.configuration
    filled = plan.command.filled(trial.seed, configuration.profile)
    inputs: dict[str, bytes | Path] = dict(material.inputs(ids))
    sandboxed = configuration.profile == LINUX_BWRAP_V1.id
    if not sandboxed:
        inputs |= {f"{agent_folder(configuration.profile)}/{name}": file for name, file in agent.files.items()}
    return Job(
        command=filled.words,
        inputs=inputs,
        agent=agent.files if sandboxed else None,
        outputs=(OUT,),
        environment=dict(filled.variables),
        limits=configuration.limits(),
    )


def ending_of(status: Status, predictions: bytes | None, book: TaskBook, ids: Sequence[str]) -> tuple[Ending, str]:
    """How a launch that ended so, and left this predictions file, ended; and in codes what is wrong with the file."""
    if status is not Status.COMPLETED:
        return _ENDINGS[status], ""
    if predictions is None:
        return Ending.BROKEN, "no predictions file"
    try:
        book.read_answers(predictions, ids)
    except Rejected as error:
        return Ending.BROKEN, f"the predictions file has {', '.join(sorted({one.code for one in error.findings}))}"
    return Ending.COMPLETED, ""


def reason_of(outcome: Outcome, said: str) -> str:
    """One line for the operator."""
    text = said or outcome.reason
    return printable(text, LONGEST_REASON)[1:-1] if text else ""
