"""Run by test_kill.py as its own process: accept pull requests, each killed (SIGKILL) right after one step.

    killed_accept.py URL TOKEN STATE PULL:STEP …

The real command runs in a child process with a hook that kills it; exit 0 when every child died of it.
"""

from __future__ import annotations

import os
import signal
import sys
from datetime import UTC, datetime
from pathlib import Path

from evaluator import suite_for
from hub import Hub
from leaderboard import State
from leaderboard.commands import Context, accept, rebuild
from leaderboard.desk import Step

SUITE = suite_for("nnai-bench-0.1")


def context(url: str, token: str, state: str, fatal: str) -> Context:
    """A maintainer at the desk who dies at the step `fatal`."""

    def reached(step: Step) -> None:
        if step.name == fatal:
            os.kill(os.getpid(), signal.SIGKILL)

    return Context(
        state=State(Path(state)),
        suites=(SUITE,),
        hub=Hub(url, token, looks=(0.0,)),
        now=datetime(2026, 11, 29, 12, 0, tzinfo=UTC),
        actor="demo-maintainer",
        probe=None,
        blames_data=lambda error: False,
        reached=reached,
    )


def main() -> int:
    """Kill each accept, then let one command finish what it left; one line for each."""
    url, token, state, *cases = sys.argv[1:]
    for case in cases:
        number, fatal = case.split(":")
        child = os.fork()
        if child == 0:
            accept(context(url, token, state, fatal), int(number), "killed on purpose", apply=True)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        died = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
        result = rebuild(context(url, token, state, ""), apply=True)
        sys.stdout.write(f"{number} {fatal} {'killed' if died else 'SURVIVED'} {result.code}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
