"""Checking a corpus folder from its files. Apart from what makes the bytes: the manifest does not list this source."""

from generators.check.croissant import CROISSANT, croissant
from generators.check.cues import shallow_cues
from generators.check.verify import Verdict, verify

__all__ = ["CROISSANT", "Verdict", "croissant", "shallow_cues", "verify"]
