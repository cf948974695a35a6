"""Identity of a corpus: who it is, what its tasks are, the digests of both, and how two releases of it differ.

Also how governance reads files that anybody may have written: strictly, with every misfit named (`Fields`, `read_toml`,
`read_json`).
"""

from governance.corpus.digests import configuration_id, corpus_digest, task_digest
from governance.corpus.fields import Fields
from governance.corpus.files import finding, plain, read_json, read_toml, relocated
from governance.corpus.governed import FIXTURES, Governed, fixture_lines, load_governed
from governance.corpus.identity import IDENTITY_FILE, Identity, Role, Version, identity_bytes, read_identity
from governance.corpus.version_class import Change, ChangeKind, ReleaseFacts, bump
from governance.corpus.vocabulary import VOCABULARY_FILE, read_vocabulary, vocabulary_bytes

__all__ = [
    "FIXTURES",
    "IDENTITY_FILE",
    "VOCABULARY_FILE",
    "Change",
    "ChangeKind",
    "Fields",
    "Governed",
    "Identity",
    "ReleaseFacts",
    "Role",
    "Version",
    "bump",
    "configuration_id",
    "corpus_digest",
    "finding",
    "fixture_lines",
    "identity_bytes",
    "load_governed",
    "plain",
    "read_identity",
    "read_json",
    "read_toml",
    "read_vocabulary",
    "relocated",
    "task_digest",
    "vocabulary_bytes",
]
