"""Releases: what must hold before anybody claims anything with a corpus, and the documents that fix it.

`check_release` judges a `Subject` by the table RULES; `build` makes the manifest and the facts of the note;
`read_release` is what publication checks read.
"""

from governance.release.build import Built, build
from governance.release.check import BEFORE_DOCUMENTS, RULES, Verdict, check_release
from governance.release.current import change_since, fits, manifest_of
from governance.release.evidence import Evidence, Progress, evidence_of, gather, silent
from governance.release.health import health_bytes, read_health
from governance.release.issues import ISSUES, Issue, read_issues
from governance.release.manifest import (
    FEWEST,
    FOLDER,
    VERSION,
    CategoryCount,
    ReleaseManifest,
    Status,
    manifest_bytes,
    manifest_name,
    read_release,
    releases,
)
from governance.release.note import Note, note_bytes, note_facts, note_name, note_of, read_note, skeleton
from governance.release.protocol import PROTOCOLS, RUN_PROTOCOL, Protocol, ProtocolSchema
from governance.release.rule import Group, Rule, RuleResult, judge
from governance.release.subject import Loaded, Subject, Unjudged, read_subject
from governance.release.tool import reporting_versions, tool_digest

__all__ = [
    "BEFORE_DOCUMENTS",
    "FEWEST",
    "FOLDER",
    "ISSUES",
    "PROTOCOLS",
    "RULES",
    "RUN_PROTOCOL",
    "VERSION",
    "Built",
    "CategoryCount",
    "Evidence",
    "Group",
    "Issue",
    "Loaded",
    "Note",
    "Progress",
    "Protocol",
    "ProtocolSchema",
    "ReleaseManifest",
    "Rule",
    "RuleResult",
    "Status",
    "Subject",
    "Unjudged",
    "Verdict",
    "build",
    "change_since",
    "check_release",
    "evidence_of",
    "fits",
    "gather",
    "health_bytes",
    "judge",
    "manifest_bytes",
    "manifest_name",
    "manifest_of",
    "note_bytes",
    "note_facts",
    "note_name",
    "note_of",
    "read_health",
    "read_issues",
    "read_note",
    "read_release",
    "read_subject",
    "releases",
    "reporting_versions",
    "silent",
    "skeleton",
    "tool_digest",
]
