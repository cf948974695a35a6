"""Corpora minted under a secret key: the published grammar, items that nobody outside has seen.

Beside the generators' frozen source, which the manifests of the published corpora list file by file: nothing here makes
a byte of a published corpus. Invariant: where the streams start (`start`, the image of a key) is in no item, id,
manifest or message.
"""

from generators.check.keyed.choice import choice_files
from generators.check.keyed.mint import MINTED, mint
from generators.check.keyed.schedules import schedule_files

__all__ = ["MINTED", "choice_files", "mint", "schedule_files"]
