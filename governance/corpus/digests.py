"""The digests that identity rests on: of a task, of a corpus, of a configuration.

A digest is SHA-256 over a domain string and length-prefixed entries, so that no two different contents share a stream:

    stream = domain, then for each entry: uint64_be(len(name)) name uint64_be(len(content)) content

Invariant: equal digests mean equal content in every part that can change an outcome; labels, hosts, dates, versions
and roles never enter, so that a patch release or a retirement keeps the identity that results were reported under.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping

from evaluator.tasks import Task
from governance.corpus.identity import Identity
from records import JsonValue, canonical_bytes, sha256_hex

TASK_DOMAIN = b"nnai-governance/task/1"
CORPUS_DOMAIN = b"nnai-governance/corpus/1"


def task_digest(task: Task, fixtures: bytes = b"") -> str:
    """Of everything that decides a task: its entries, and the line of its contract fixtures (empty: there is none)."""
    return _digest(TASK_DOMAIN, [*task.entries, ("fixtures", fixtures)])


def corpus_digest(identity: Identity, digests: Mapping[str, str], inputs: Mapping[str, str] | None = None) -> str:
    """Of a corpus: its id and kind, the sorted (task id, task digest) pairs, and the files a system may learn from.

    `inputs` maps the names of these files to SHA-256 (64 hex digits): another training file makes other results.
    """
    entries = [("id", identity.id), ("kind", identity.kind)]
    entries += [(f"input/{name}", value) for name, value in sorted((inputs or {}).items())]
    entries += [(f"task/{name}", value) for name, value in sorted(digests.items())]
    return _digest(CORPUS_DOMAIN, [(name, value.encode("utf-8")) for name, value in entries])


def configuration_id(fields: Mapping[str, JsonValue]) -> str:
    """`cfg-` and the SHA-256 of the canonical JSON of every controlled field of a configuration."""
    return f"cfg-{sha256_hex(canonical_bytes(dict(fields)))}"


def _digest(domain: bytes, entries: Iterable[tuple[str, bytes]]) -> str:
    summed = hashlib.sha256(domain)
    for name, content in entries:
        for part in (name.encode("utf-8"), content):
            summed.update(len(part).to_bytes(8, "big") + part)
    return f"sha256:{summed.hexdigest()}"
