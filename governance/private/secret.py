"""The secret key of a private corpus: how it is read, and the only thing that is ever made of it.

Invariant: its bytes stay inside `Secret`, which shows nothing of them; streams start from a one-way image of the key,
one for each kind of corpus, so that neither the items nor one image tell the key or the other image.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import stat
from dataclasses import dataclass, field
from pathlib import Path

from governance.private.place import REPOSITORY, inside
from records import Finding, Rejected

SHORTEST, LONGEST, DIFFERENT = 32, 4096, 8
WHERE = "--key-file"
DOMAIN = "nnai-private-corpus/1"


@dataclass(frozen=True, slots=True, eq=False)
class Secret:
    """A key that cannot be shown. Make it with `read_secret`."""

    _data: bytes = field(repr=False)

    def prefix(self, kind: str) -> str:
        """Where the streams of a corpus of this kind start: 64 hex digits, HMAC-SHA256 of the kind under the key."""
        return hmac.new(self._data, f"{DOMAIN}/{kind}".encode("ascii"), hashlib.sha256).hexdigest()


def read_secret(path: Path, corpus_root: Path) -> Secret:
    """Read the key file. Raises Rejected (E_KEY) with everything that is wrong with it, never naming path or content.

    It must be a regular file of this user that nobody else may use (0600), outside the repository and outside the
    corpus, which is published when it retires, with 32 to 4,096 bytes that are not all alike.
    """
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        raise Rejected([_fault(f"cannot be opened ({error.strerror}); a plain file of yours is expected")]) from None
    facts = os.fstat(handle)
    if not stat.S_ISREG(facts.st_mode):
        os.close(handle)
        raise Rejected([_fault("is not a regular file; a plain file of yours is expected")])
    with os.fdopen(handle, "rb") as stream:
        data = stream.read(LONGEST + 1)
    faults = [*_file_faults(facts), *_content_faults(data)]
    if inside(path, corpus_root):
        faults.append("lies inside the corpus, which is published when it retires; keep it elsewhere")
    if inside(path, REPOSITORY):
        faults.append("lies inside the public repository; keep it elsewhere")
    if faults:
        raise Rejected(map(_fault, faults))
    return Secret(data)


def _file_faults(facts: os.stat_result) -> list[str]:
    faults = []
    if facts.st_uid != os.geteuid():
        faults.append("belongs to another user; a file of yours is expected")
    if facts.st_mode & 0o077:
        faults.append(f"can be used by others (mode {stat.S_IMODE(facts.st_mode):04o}); 0600 is expected")
    if facts.st_nlink != 1:
        faults.append("has a second name (a hard link); one name is expected")
    return faults


def _content_faults(data: bytes) -> list[str]:
    if not SHORTEST <= len(data) <= LONGEST:
        return [f"does not hold {SHORTEST} to {LONGEST} bytes; `head -c 32 /dev/urandom` makes a good key"]
    if len(set(data)) < DIFFERENT:
        return ["repeats a few bytes and can be guessed; `head -c 32 /dev/urandom` makes a good key"]
    return []


def _fault(message: str) -> Finding:
    return Finding(code="E_KEY", where=WHERE, message=f"the key file {message}")
