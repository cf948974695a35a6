"""Corpora minted under a secret key: the published grammar, items that nobody outside has seen.

Beside the generators' frozen source, which the manifests of the published corpora list file by file: nothing here makes
a byte of a published corpus. Invariant: the key itself reaches no item, id, manifest, message or `repr`.
"""

from generators.check.keyed.choice import choice_files
from generators.check.keyed.mint import MINTED, mint
from generators.check.keyed.schedules import schedule_files
from generators.check.keyed.secret import Secret, read_secret

__all__ = ["MINTED", "Secret", "choice_files", "mint", "read_secret", "schedule_files"]
