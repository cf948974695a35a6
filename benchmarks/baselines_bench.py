"""The BM25 control against the library rank_bm25: index the 600 train questions, look up the 900 test questions.

One round: the library takes several seconds a run.
"""

from __future__ import annotations

from pathlib import Path

from rank_bm25 import BM25Okapi  # type: ignore[import-untyped]

from baselines import load
from baselines.bm25 import Index, tokens
from benchmarks.ratio import Ratio, alternate, report

CORPUS = Path(__file__).resolve().parent.parent / "corpora" / "core-v0.1"
LIMIT = 2.0


def main() -> int:
    """Measure and print; 1 when the limit is broken."""
    inputs = load(CORPUS)
    documents = [example.question.text for example in inputs.train]
    queries = [question.text for question in inputs.test]

    def own() -> list[int]:
        index = Index(documents)
        return [index.nearest(query) for query in queries]

    def library() -> list[int]:
        index = BM25Okapi([tokens(document) for document in documents])
        return [int(index.get_scores(tokens(query)).argmax()) for query in queries]

    value = alternate(own, library, rounds=1)
    return report(Ratio(name="BM25 control, 900 look-ups", against="rank_bm25", value=value, limit=LIMIT))


if __name__ == "__main__":
    raise SystemExit(main())
