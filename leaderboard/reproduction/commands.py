"""How the recorded commands are run: as plain words in one working folder, without a shell.

Invariant: a command that would need a shell (pipes, redirections, variables, patterns) is refused by name and never
guessed at; the words reach the program exactly as they were recorded. Who wants a shell names one: `sh -c '…'`.
"""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from itertools import pairwise

from records import Finding, Rejected, printable
from submissions_schema import Commands

DEFAULT_OUTPUT = "predictions.json"
_NOTHING = re.compile(r"none(?:[:;,.(\s]|$)", re.IGNORECASE)
_QUOTED = re.compile(r"""'[^']*'|"(?:\\.|[^"\\])*"|\\.""", re.DOTALL)
_OPERATOR = re.compile(r"[();<>|&*]+")
_EXPANSION = re.compile(r"[$`]")


@dataclass(frozen=True, kw_only=True, slots=True)
class Plan:
    """`fit` is None where nothing is fitted beforehand; `output` is where predictions are written, a relative path."""

    fit: tuple[str, ...] | None
    predict: tuple[str, ...]
    output: str

    @property
    def command(self) -> tuple[str, ...]:
        """Both commands as one: the second starts only where the first ended with 0. Every word is quoted."""
        if self.fit is None:
            return self.predict
        return ("/bin/sh", "-c", f"{shlex.join(self.fit)} && exec {shlex.join(self.predict)}")


def plan_commands(commands: Commands) -> Plan:
    """The plan of a submission's commands. Rejected(R_COMMAND) for one that needs a shell or names no sound output."""
    fit = None if _NOTHING.match(commands.fit.strip()) else _words(commands.fit, "fit")
    predict = _words(commands.predict, "predict")
    return Plan(fit=fit, predict=predict, output=_output(predict))


def _words(text: str, name: str) -> tuple[str, ...]:
    if shell := _shell_signs(text):
        raise _refused(name, f"{printable(shell)} needs a shell; commands are run as plain words")
    try:
        words = tuple(shlex.split(text))
    except ValueError as error:
        raise _refused(name, f"it cannot be read ({error})") from error
    if not words or words[0].startswith("-") or not words[0]:
        raise _refused(name, "the name of a program is expected first")
    return ("env", *words) if "=" in words[0] else words


def _shell_signs(text: str) -> str:
    """What only a shell could carry out, outside of quotes or, for `$` and backquotes, inside of double ones; or ""."""
    bare = _QUOTED.sub(" ", text)
    doubled = "".join(part for part in _QUOTED.findall(text) if part.startswith('"'))
    found = _OPERATOR.search(bare) or _EXPANSION.search(bare + doubled)
    return found[0] if found else ""


def _output(words: tuple[str, ...]) -> str:
    """What the command names after `--out`, else DEFAULT_OUTPUT."""
    named = [word.removeprefix("--out=") for word in words if word.startswith("--out=")]
    named += [after for word, after in pairwise(words) if word == "--out"]
    if not named:
        return DEFAULT_OUTPUT
    path = named[-1].removeprefix("./")
    if any(part in ("", ".", "..", "-") for part in path.split("/")):
        raise _refused("predict", f"--out {printable(named[-1])}: a relative path of a file is expected")
    return path


def _refused(name: str, message: str) -> Rejected:
    return Rejected([Finding(code="R_COMMAND", where=f"/reproduction/commands/{name}", message=message)])
