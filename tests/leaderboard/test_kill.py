"""`kill -9` at every step of an accept: the next command completes it, or nothing had happened."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from leaderboard import build_board
from leaderboard.commands import accept, verify
from leaderboard.desk import Step

DRIVER = Path(__file__).with_name("killed_accept.py")
STEPS = (Step.CONFIRMED, Step.STORED, Step.DECIDED, Step.REBUILT, Step.MERGED, Step.READ_BACK, Step.COMPLETED)
UNDECIDED = (Step.CONFIRMED, Step.STORED)


def test_an_accept_killed_at_any_step_is_completed_or_never_was(context, queue, write, state, suite):
    sent = {step: write(step.name, right=200 + 10 * place) for place, step in enumerate(STEPS)}
    numbers = {step: queue.open(submission) for step, submission in sent.items()}
    token = queue.local.maintainer_token.read_text(encoding="ascii").strip()
    cases = [f"{numbers[step]}:{step.name}" for step in STEPS]
    root = DRIVER.parents[2]
    command = [sys.executable, str(DRIVER), queue.url, token, str(state.root), *cases]
    done = subprocess.run(
        command, cwd=root, env={"PYTHONPATH": str(root)}, check=True, stdout=subprocess.PIPE, text=True
    )
    assert done.stdout.splitlines() == [f"{numbers[step]} {step.name} killed 0" for step in STEPS]

    assert verify(context).code == 0
    listed = {entry.sha256 for entry in build_board(state, suite).entries}
    assert listed == {sent[step].sha256 for step in STEPS if step not in UNDECIDED}
    assert [queue.status(numbers[step]) for step in STEPS] == ["open", "open"] + ["merged"] * 5

    for step in UNDECIDED:
        assert accept(context, numbers[step], "once more", apply=True).code == 0
    assert verify(context).data["records"] == len(STEPS)
