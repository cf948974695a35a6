"""Redacted results on private held-out corpora, shown beside the public score of the same system."""

from leaderboard.held_out.beside import Beside, beside, compared
from leaderboard.held_out.bundle import MAX_BYTES, SCHEMA, Bundle, Counterpart, Counts, Outcomes, Stratum, read_bundle
from leaderboard.held_out.stored import FOLDER, held_out_files, read_bundles
from leaderboard.held_out.words import CAVEATS

__all__ = [
    "CAVEATS",
    "FOLDER",
    "MAX_BYTES",
    "SCHEMA",
    "Beside",
    "Bundle",
    "Counterpart",
    "Counts",
    "Outcomes",
    "Stratum",
    "beside",
    "compared",
    "held_out_files",
    "read_bundle",
    "read_bundles",
]
