"""Which configurations are evidence about a task, and which are not, with the reason.

"Different means a different system family (source and architecture class), not merely a different hash; a reference or
an answer key replayed as a system does not count." Declarations are not believed alone: the same program under another
label, or another program that did exactly the same on every task, counts once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

from governance.corpus import Governed
from governance.studies import Configuration
from isolation import DEVELOPMENT

REPLAYS = ("answer-key", "gold", "oracle", "reference", "starter")
"""Architecture classes and families of what only replays something of the corpus itself."""
TELLING = 20
"""So many equal observations are no coincidence."""

Outcomes = Mapping[str, Set[tuple[object, ...]]]
"""Configuration id to everything that was observed of it."""


def not_counted(governed: Governed, configurations: Sequence[Configuration], outcomes: Outcomes) -> dict[str, str]:
    """Configuration id to the reason why it is no evidence; those that count are not in it.

    Of configurations that are the same system, the one with the smallest id counts.
    """
    reasons: dict[str, str] = {}
    kept: list[Configuration] = []
    for each in sorted(configurations, key=lambda one: one.id):
        reason = _alone(governed, each) or next(filter(None, (_same(each, one, outcomes) for one in kept)), "")
        if reason:
            reasons[each.id] = reason
        else:
            kept.append(each)
    return reasons


def _alone(governed: Governed, each: Configuration) -> str:
    """Why this configuration can be no evidence, whatever the others are."""
    words = (each.family, each.architecture)
    if any(word in REPLAYS for word in words):
        return "a reference or an answer key replayed as a system"
    if governed.identity.is_private and each.profile == DEVELOPMENT.id:
        return "not run in isolation, which a private corpus demands"
    return ""


def _same(each: Configuration, other: Configuration, outcomes: Outcomes) -> str:
    """Why `each` adds nothing to `other`, although it is called another family."""
    if each.system_family == other.system_family:
        return ""
    if (each.agent_digest, each.command_digest) == (other.agent_digest, other.command_digest):
        return f"the same program as {other.id} under another name"
    if outcomes[each.id] == outcomes[other.id] and len(outcomes[each.id]) >= TELLING:
        return f"did exactly what {other.id} did on every task"
    return ""
