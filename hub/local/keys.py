"""The key that signs id_tokens: RSA with 2048 bits, made once, kept with mode 0600.

Invariant: the private key leaves this file only as signatures. Cryptography is imported at first use: it is slow to
import and most processes never sign.
"""

from __future__ import annotations

import os
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from joserfc.jwk import RSAKey

ALGORITHM = "RS256"


class SigningKey:
    """The key pair in `path`."""

    def __init__(self, path: Path) -> None:
        self._path, self._lock = path, threading.Lock()
        self._key: RSAKey | None = None

    def sign(self, claims: dict[str, Any]) -> str:
        """A compact JWT."""
        from joserfc import jwt

        key = self._loaded()
        return jwt.encode({"alg": ALGORITHM, "kid": key.thumbprint()}, claims, key)

    def public(self) -> dict[str, Any]:
        """The JWK set of the public key."""
        key = self._loaded()
        public = dict(key.as_dict(private=False))
        return {"keys": [public | {"kid": key.thumbprint(), "use": "sig", "alg": ALGORITHM}]}

    def _loaded(self) -> RSAKey:
        from joserfc.jwk import RSAKey

        with self._lock:
            if self._key is None:
                if not self._path.is_file():
                    self._make()
                self._key = RSAKey.import_key(self._path.read_bytes())
            return self._key

    def _make(self) -> None:
        from joserfc.jwk import RSAKey

        scratch = self._path.with_name(f".{self._path.name}.{os.getpid()}")
        scratch.unlink(missing_ok=True)
        with os.fdopen(os.open(scratch, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as stream:
            stream.write(RSAKey.generate_key(2048, private=True).as_pem(private=True))
        scratch.replace(self._path)
