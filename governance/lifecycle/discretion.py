"""What may be said of a private corpus: how many findings of which kind, and nothing that names a task.

Invariant: no text of a finding about a private corpus passes, because any of it may quote a task's id or content.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from governance.corpus import Identity
from records import Finding

SHOWN = 10


def discreet(identity: Identity, findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """The findings as they may be printed: unchanged for a public corpus, counted by code for a private one."""
    return counted(findings, private=identity.is_private)


def counted(findings: Iterable[Finding], *, private: bool) -> tuple[Finding, ...]:
    """As `discreet`, where no identity could be read and only the role is known."""
    if not private:
        return tuple(findings)
    numbers = Counter(one.code for one in findings)
    return tuple(
        Finding(code=code, where="", message=f"{number} of this kind; what they say stays in the corpus")
        for code, number in sorted(numbers.items())
    )


def named(identity: Identity, tasks: Sequence[str]) -> str:
    """Tasks in words: the first few ids, or only how many for a private corpus."""
    if identity.is_private or not tasks:
        return f"{len(tasks)} task{'s' * (len(tasks) != 1)}"
    more = f" and {len(tasks) - SHOWN} more" if len(tasks) > SHOWN else ""
    return ", ".join(tasks[:SHOWN]) + more
