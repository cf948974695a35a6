"""The scheduling suite's generators: witness first, constraints derived from it, English rendered from them.

Invariant: deterministic from code alone; independent judges are handed in and must confirm every instance. Never seen
by inference: nothing here is imported by baselines or by a system under test.
"""

from generators.scheduling.check import Verdict, verify
from generators.scheduling.judges import Bench, Finder, Judge
from generators.scheduling.layout import is_schedule_corpus
from generators.scheduling.produce import corpus_files, generate

__all__ = ["Bench", "Finder", "Judge", "Verdict", "corpus_files", "generate", "is_schedule_corpus", "verify"]
