"""Checking a corpus folder from its files. Apart from what makes the bytes: the manifest does not list this source."""

from generators.check.croissant import CROISSANT, croissant, description_findings
from generators.check.cues import shallow_cues
from generators.check.verify import Verdict, verify

__all__ = ["CROISSANT", "Verdict", "croissant", "description_findings", "shallow_cues", "verify"]
