"""Where the Space runs, decided once from the environment, and what must be set before gradio is imported.

Invariant: outside a Space everything points at this machine: the address is loopback, the Hub is the embedded local
hub, and no variable is left that could make gradio speak to another host.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping, MutableMapping
from dataclasses import dataclass
from pathlib import Path

from records import data_home

DEFAULT_PORT = 7860
LOCALHUB = "/localhub"
ENDPOINT = "https://huggingface.co"


class Misconfigured(Exception):
    """The environment holds a value that cannot be used; the message is one line for the person who set it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Settings:
    """Where the app runs: `home` is the data folder in local mode, None in a Space. `endpoint` is the Hub's address."""

    on_space: bool
    host: str
    port: int
    home: Path | None
    endpoint: str

    @property
    def address(self) -> str:
        """The address a person types in."""
        return f"http://127.0.0.1:{self.port}"


def read_settings(environ: Mapping[str, str]) -> Settings:
    """The settings that `environ` asks for. Raises Misconfigured when PORT is not a port."""
    if environ.get("SPACE_ID"):
        endpoint = environ.get("HF_ENDPOINT", ENDPOINT)
        return Settings(on_space=True, host="0.0.0.0", port=DEFAULT_PORT, home=None, endpoint=endpoint)
    port = _port(environ.get("PORT") or str(DEFAULT_PORT))
    endpoint = f"http://127.0.0.1:{port}{LOCALHUB}"
    return Settings(on_space=False, host="127.0.0.1", port=port, home=data_home(), endpoint=endpoint)


def prepare(settings: Settings, environ: MutableMapping[str, str] = os.environ) -> None:
    """Set what gradio and huggingface_hub read at import time. Call it before either is imported."""
    environ["GRADIO_ANALYTICS_ENABLED"] = "False"
    environ["GRADIO_SSR_MODE"] = "False"
    environ["GRADIO_RUN_HISTORY"] = "False"
    environ["HF_HUB_DISABLE_TELEMETRY"] = "1"
    environ["HF_HUB_DISABLE_IMPLICIT_TOKEN"] = "1"
    for name in ("GRADIO_SHARE", "GRADIO_DEBUG", "GRADIO_ROOT_PATH", "GRADIO_ALLOWED_PATHS", "GRADIO_WATCH_DIRS"):
        environ.pop(name, None)
    if settings.on_space:
        return
    for name in ("HF_TOKEN", "HUGGING_FACE_HUB_TOKEN", "SPACE_HOST", "SYSTEM"):
        environ.pop(name, None)
    environ["HF_ENDPOINT"] = settings.endpoint
    _keep_loopback_direct(environ)


def port_is_free(settings: Settings) -> bool:
    """Whether the port can be bound now; asked before the slow imports so that the answer comes at once."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.host, settings.port))
        except OSError:
            return False
    return True


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= 65535):
        raise Misconfigured(f"PORT is {text!r}; a number from 1 to 65535 is expected")
    return int(text)


def _keep_loopback_direct(environ: MutableMapping[str, str]) -> None:
    """The app talks to itself; a proxy of the environment must not stand in between."""
    direct = "127.0.0.1,localhost"
    for name in ("NO_PROXY", "no_proxy"):
        environ[name] = f"{environ[name]},{direct}" if environ.get(name) else direct
