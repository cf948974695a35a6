"""The command of a system as a template: words and variables with placeholders that each launch fills in.

Invariant: a launch's command follows from the template, the seed of its trial and the profile; its paths are the same
for every task, corpus and run.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from governance.corpus import Fields
from isolation import LINUX_BWRAP_V1
from records import JsonValue, canonical_bytes, digest

CODE = "G_STUDY_COMMAND"
INPUTS, QUESTIONS, OUT = "inputs", "test.questions.jsonl", "predictions.json"
LEARNABLE = {"train": "train.jsonl", "validation": "validation.jsonl"}
"""The files of a corpus that hold answers and may be seen all the same, by their placeholder."""
ENVIRONMENT = "/environment"
LONGEST, MOST = 2_000, 100
_PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")
_NAME = re.compile(r"[A-Z_][A-Z0-9_]{0,63}")


@dataclass(frozen=True, kw_only=True, slots=True)
class CommandTemplate:
    """`words` is the command, `variables` are added to its environment, sorted by name."""

    words: tuple[str, ...]
    variables: tuple[tuple[str, str], ...]

    @property
    def digest(self) -> str:
        """Of words and variables as they stand here."""
        return digest(canonical_bytes(self.to_dict()))

    def filled(self, seed: int, profile: str) -> CommandTemplate:
        """The command and variables of one launch."""
        values = placeholders(seed, profile)

        def fill(text: str) -> str:
            return _PLACEHOLDER.sub(lambda found: values[found[1]], text)

        return CommandTemplate(
            words=tuple(map(fill, self.words)),
            variables=tuple((name, fill(value)) for name, value in self.variables),
        )

    def to_dict(self) -> dict[str, JsonValue]:
        """As JSON data."""
        return {"words": list(self.words), "variables": dict(self.variables)}

    @classmethod
    def read(cls, value: object, file: str, at: str = "") -> CommandTemplate:
        """From {"words", "variables"}. Raises Rejected naming every misfit."""
        given = Fields(value, code=CODE, file=file, at=at, known=frozenset({"words", "variables"}))
        words = given.items("words")
        if not 1 <= len(words) <= MOST:
            given.complain("words", f"1 to {MOST} words are expected")
        for place, word in enumerate(words):
            _check(given, "words", place, word)
        if words and isinstance(words[0], str) and (words[0].startswith("-") or "=" in words[0]):
            given.complain("words", "the first word is a program: no `=` in it, no `-` before it", 0)
        variables = given.table("variables")
        for name, text in variables.items():
            if not _NAME.fullmatch(name):
                given.complain("variables", "a variable is called in capital letters, digits and _", name)
            _check(given, "variables", name, text)
        given.finish()
        return cls(words=tuple(words), variables=tuple(sorted(variables.items())))


def placeholders(seed: int, profile: str) -> Mapping[str, str]:
    """What the placeholders stand for; paths are relative to the working folder where there is no sandbox."""
    learnable = {name: f"{INPUTS}/{file}" for name, file in LEARNABLE.items()}
    return {
        "agent": agent_folder(profile),
        "inputs": INPUTS,
        "out": OUT,
        "questions": f"{INPUTS}/{QUESTIONS}",
        "seed": str(seed),
        **learnable,
    }


def agent_folder(profile: str) -> str:
    """Where a launch finds the system's files."""
    return "/agent" if profile == LINUX_BWRAP_V1.id else "agent"


def _check(given: Fields, name: str, place: str | int, value: object) -> None:
    if not isinstance(value, str) or not value or len(value) > LONGEST or not value.isprintable():
        given.complain(name, f"printable text of 1 to {LONGEST} characters is expected", place)
        return
    known = placeholders(0, LINUX_BWRAP_V1.id)
    for word in sorted(set(_PLACEHOLDER.findall(value)) - known.keys()):
        known_words = ", ".join(f"{{{one}}}" for one in sorted(known))
        given.complain(name, f"{{{word}}} is no placeholder; known are {known_words}", place)
