"""Records: strict JSON in, canonical bytes out, findings, atomic files, a hash-chained log, a keyed stream."""

from records.canonical import JsonValue, canonical_bytes, canonical_line, digest, sha256_hex
from records.chain import GENESIS, Busy, Chain, append, locked, read_chain
from records.environment import data_home, require
from records.files import read_regular, sync_folder, write_atomic
from records.findings import SHOWN, Finding, Rejected, pointer, printable
from records.stream import PREFIX, Stream
from records.strict_json import LARGEST_INTEGER, MAX_DEPTH, decode, parse

__all__ = [
    "GENESIS",
    "LARGEST_INTEGER",
    "MAX_DEPTH",
    "PREFIX",
    "SHOWN",
    "Busy",
    "Chain",
    "Finding",
    "JsonValue",
    "Rejected",
    "Stream",
    "append",
    "canonical_bytes",
    "canonical_line",
    "data_home",
    "decode",
    "digest",
    "locked",
    "parse",
    "pointer",
    "printable",
    "read_chain",
    "read_regular",
    "require",
    "sha256_hex",
    "sync_folder",
    "write_atomic",
]
