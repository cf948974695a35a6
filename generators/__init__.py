"""Generators: the public programs that make the core suite, and the check that its files are what they make.

Invariant: deterministic from code alone; independent solvers are handed in and must confirm every item. Never seen by
inference: nothing here is imported by baselines or by a system under test.
"""

from generators.check import Verdict, shallow_cues, verify
from generators.fresh import mint
from generators.layout import corpus_roots
from generators.panel import Panel, Verifier
from generators.produce import Change, corpus_files, generate

__all__ = [
    "Change",
    "Panel",
    "Verdict",
    "Verifier",
    "corpus_files",
    "corpus_roots",
    "generate",
    "mint",
    "shallow_cues",
    "verify",
]
