"""One external program (git, pip) under limits, with nothing of the maintainer's configuration but what is named.

Invariant: no terminal, no credential helper, no prompt; every file that the program writes has a largest size, what it
prints included; it ends in time.
"""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from isolation.bubblewrap import Unavailable

MEMORY_BYTES = 8 << 30
_LIMITED = 'ulimit -c 0; ulimit -f "$1"; ulimit -v "$2"; shift 2; exec "$@"'
_PASSED = ("PATH", "HTTPS_PROXY", "https_proxy", "NO_PROXY", "no_proxy", "SSL_CERT_FILE", "SSL_CERT_DIR")
_TOO_LARGE = (153, -25)
"""How a shell and a child say that SIGXFSZ ended the program."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Done:
    """A program that ended: exit code, what it printed, and whether a file grew over the limit."""

    code: int
    output: bytes
    errors: str
    too_large: bool

    @property
    def complaint(self) -> str:
        """The most telling line of standard error."""
        lines = [line.strip() for line in self.errors.splitlines() if line.strip()]
        loud = [line for line in lines if line.lower().startswith(("fatal:", "error:", "remote:"))]
        return (loud or lines or [f"exit code {self.code}"])[0][:300]


def start(
    command: Sequence[str],
    *,
    seconds: int,
    largest: int,
    data: bytes = b"",
    variables: Mapping[str, str] | None = None,
    cwd: Path | None = None,
) -> Done:
    """Run `command` to its end. `largest` bounds every file in bytes. Unavailable when it is missing or too slow."""
    limited = ["/bin/sh", "-c", _LIMITED, "sh", str(-(-largest // 512)), str(MEMORY_BYTES // 1024), *command]
    passed = {name: value for name in _PASSED if (value := os.environ.get(name))}
    environment = {"PATH": os.defpath, **passed, "LC_ALL": "C", **(variables or {})}
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(
            limited,
            stdin=subprocess.PIPE,
            stdout=output,
            stderr=errors,
            env=environment,
            cwd=cwd or Path("/"),
            start_new_session=True,
        )
        try:
            process.communicate(data, timeout=seconds)
        except subprocess.TimeoutExpired as error:
            raise Unavailable(f"{Path(command[0]).name} took more than {seconds} s") from error
        finally:
            _end(process)
        output.seek(0)
        errors.seek(0)
        said = errors.read(65_536).decode("utf-8", "replace")
        too_large = process.returncode in _TOO_LARGE
        return Done(code=process.returncode, output=output.read(), errors=said, too_large=too_large)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Nothing of the program's own session outlives it, on any way out."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    if process.stdin:
        with suppress(OSError):
            process.stdin.close()
