"""What to do with a sentence pattern that was seen rarely or never: treat it as the pattern that is spelt most like it.

Invariant: an operator is only borrowed where the slots allow it, and for a pattern of train only where the credit does
not fall.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from difflib import SequenceMatcher

from baselines.systems.induced.programs import SKIP, Engine, Key, Op, keys
from baselines.systems.induced.search import Search
from baselines.systems.induced.templates import Problem

RARE = 5
"""Problems below which a pattern's own evidence yields to that of its neighbour."""
CLOSE = 0.8
"""Similarity of spelling (0 to 1) that a neighbour must have, except for queries, which must be read somehow."""


def neighbour(key: Key, known: Mapping[Key, Op]) -> Key | None:
    """The known key of the same role that is spelt most like `key`."""
    role, pattern = key
    likeness = {
        other: SequenceMatcher(None, pattern, other[1], autojunk=False).ratio()
        for other in known
        if other[0] == role and other != key
    }
    best = max(sorted(likeness), key=lambda other: likeness[other], default=None)
    return best if best is not None and (role == "query" or likeness[best] >= CLOSE) else None


def completed(problem: Problem, program: Mapping[Key, Op], engine: Engine) -> dict[Key, Op]:
    """The program with operators borrowed for the patterns of this problem that it does not know."""
    found = dict(program)
    for key, statement in keys(problem):
        if key not in program:
            near = neighbour(key, program)
            op = program[near] if near is not None else SKIP
            found[key] = op if op in engine.operators(key[0], statement) else SKIP
    return found


def smoothed(search: Search, program: Mapping[Key, Op]) -> dict[Key, Op]:
    """The program with the operators of rare patterns replaced by their neighbours' where train allows it."""
    found = dict(program)
    seen = Counter(key for problem in search.problems for key, _ in keys(problem))
    for key in sorted(key for key, n in seen.items() if n < RARE and key[0] == "fact"):
        well_known = {other: op for other, op in found.items() if seen[other] >= RARE}
        near = neighbour(key, well_known)
        if near is not None and found[near] in search.choices[key]:
            changed = found | {key: found[near]}
            if search.total(changed) >= search.total(found):
                found = changed
    return found
