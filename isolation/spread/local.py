"""Launches on this machine: one after the other, or side by side on threads that live as long as the launches.

Invariant: bubblewrap dies with the thread that started it, so a thread launches until there is nothing left to launch.
The threads end with the process: who interrupts it leaves no command running.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterable, Iterator

from isolation.job import Job, Outcome
from isolation.launcher import run
from isolation.profile import Profile

Launch = Callable[[Job, Profile], Outcome]
"""Runs one job to its end, where it is called."""

_Inbox = queue.SimpleQueue[tuple[int, Job] | None]
_Outbox = queue.SimpleQueue[tuple[int, Outcome | BaseException]]


def launch_here(job: Job, profile: Profile) -> Outcome:
    """The plain launch."""
    return run(job, profile)


def on_threads(
    jobs: Iterable[Job], launch: Launch, profile: Profile, workers: int = 1
) -> Iterator[tuple[int, Outcome]]:
    """Launch with `workers` threads; one means the calling thread. An error of a launch is raised here."""
    if workers <= 1:
        for number, job in enumerate(jobs):
            yield number, launch(job, profile)
        return
    inbox, outbox = _Inbox(), _Outbox()
    for _ in range(workers):
        threading.Thread(target=_work, args=(inbox, outbox, launch, profile), daemon=True).start()
    numbered = enumerate(jobs)
    running = 0
    try:
        while True:
            while running < workers and (entry := next(numbered, None)) is not None:
                inbox.put(entry)
                running += 1
            if not running:
                return
            number, outcome = outbox.get()
            running -= 1
            if isinstance(outcome, BaseException):
                raise outcome
            yield number, outcome
    finally:
        for _ in range(workers):
            inbox.put(None)


def _work(inbox: _Inbox, outbox: _Outbox, launch: Launch, profile: Profile) -> None:
    while (entry := inbox.get()) is not None:
        number, job = entry
        try:
            outbox.put((number, launch(job, profile)))
        except BaseException as error:
            outbox.put((number, error))
