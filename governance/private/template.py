"""The empty template of a private corpus: every file that a fresh one needs, and nothing that is already an answer.

Invariant: written only into a new or empty folder outside the public repository, readable by its owner alone; it holds
no task brief and no task, and makes no Git repository, remote or publication.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from governance.corpus import (
    IDENTITY_FILE,
    VOCABULARY_FILE,
    Identity,
    Role,
    identity_bytes,
    read_identity,
    read_vocabulary,
    vocabulary_bytes,
)
from governance.corpus.identity import LONGEST_ID, SLUG
from governance.lifecycle import (
    CALIBRATIONS,
    DEPRECATIONS,
    REGISTRY,
    REVIEWERS,
    Calibrations,
    Deprecations,
    Reviewers,
    calibrations_bytes,
    deprecations_bytes,
    lifecycle_bytes,
    reviewers_bytes,
    start,
)
from governance.private.place import require_outside
from records import Finding, Rejected, write_atomic

TEMPLATE = Path(__file__).resolve().parent / "template"
FOLDERS = ("contracts", "releases", "studies")
FIRST_VERSION = "0.1.0"
OPTION = "--destination"


def create(destination: Path, repository: Path, *, corpus: str, kind: str) -> tuple[str, ...]:
    """Write the template of a corpus with this id and kind; returns the names of its files.

    `repository` is the public one: its categories of the kind are taken over. Raises Rejected for a destination inside
    it or not empty (G_PLACE) and for a repository without a public corpus of the kind (G_REPOSITORY).
    """
    if not re.fullmatch(SLUG, corpus) or len(corpus) > LONGEST_ID:
        message = f"a slug of up to {LONGEST_ID} small letters, digits, dots and hyphens is expected"
        raise Rejected([Finding(code="G_IDENTITY", where="--id", message=message)])
    require_outside(destination, repository, option=OPTION)
    _require_empty(destination)
    identity = Identity(id=corpus, version=FIRST_VERSION, role=Role.PRIVATE_HELD_OUT, kind=kind)
    files = {
        IDENTITY_FILE: identity_bytes(identity),
        VOCABULARY_FILE: vocabulary_bytes(read_vocabulary(_public_corpus(repository, kind))),
        REGISTRY: lifecycle_bytes(start(())),
        DEPRECATIONS: deprecations_bytes(Deprecations(entries=())),
        CALIBRATIONS: calibrations_bytes(corpus, Calibrations()),
        REVIEWERS: reviewers_bytes(Reviewers(people=())),
        **{path.relative_to(TEMPLATE).as_posix(): path.read_bytes() for path in sorted(TEMPLATE.iterdir())},
    }
    root = destination.resolve()
    root.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.chmod(root, 0o700)
    for name in FOLDERS:
        (root / name).mkdir()
    for name, data in files.items():
        write_atomic(root / name, data)
    return tuple(sorted(files))


def _require_empty(destination: Path) -> None:
    if not destination.is_symlink() and not destination.exists():
        return
    if destination.is_symlink() or not destination.is_dir():
        message = "exists and is not a plain folder; a new or empty folder is expected"
    elif any(destination.iterdir()):
        message = "is not empty; a new or empty folder is expected"
    else:
        return
    raise Rejected([Finding(code="G_PLACE", where=OPTION, message=message)])


def _public_corpus(repository: Path, kind: str) -> Path:
    for path in sorted(repository.glob("corpora/*/corpus.toml")):
        try:
            identity = read_identity(path.parent)
        except Rejected:
            continue
        if identity.kind == kind and identity.role is Role.PUBLIC_DEVELOPMENT:
            return path.parent
    message = f"holds no public corpus of the kind {kind}; the root of the public repository is expected"
    raise Rejected([Finding(code="G_REPOSITORY", where="--public-repo-root", message=message)])
