"""Checking a corpus folder from its files. Apart from what makes the bytes: the manifest does not list this source."""

from generators.check.cues import shallow_cues
from generators.check.verify import Verdict, verify

__all__ = ["Verdict", "shallow_cues", "verify"]
