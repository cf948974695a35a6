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
    if not identity.is_private:
        return tuple(findings)
    counted = Counter(one.code for one in findings)
    return tuple(
        Finding(code=code, where="", message=f"{number} of this kind; the tasks of a private corpus are not named")
        for code, number in sorted(counted.items())
    )


def named(identity: Identity, tasks: Sequence[str]) -> str:
    """Tasks in words: the first few ids, or only how many for a private corpus."""
    if identity.is_private or not tasks:
        return f"{len(tasks)} task{'s' * (len(tasks) != 1)}"
    more = f" and {len(tasks) - SHOWN} more" if len(tasks) > SHOWN else ""
    return ", ".join(tasks[:SHOWN]) + more
