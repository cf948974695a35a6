"""The embedded local hub of the local mode. Invariant: a Space never imports this module."""

from __future__ import annotations

import os
from collections.abc import MutableMapping

from starlette.routing import Mount

from hub.local import LocalHub
from space.environment import Settings

FAULTS = "NNAI_LOCALHUB_FAULTS"
"""Names the secret with which tests may make the local hub misbehave; unset, it cannot be made to."""


def open_local_hub(settings: Settings, environ: MutableMapping[str, str] = os.environ) -> Mount:
    """Open the hub in the data folder and set what gradio reads of it at import. Raises ValueError in a Space."""
    if settings.home is None:
        raise ValueError("a Space uses the real Hub")
    hub = LocalHub(settings.home, settings.endpoint, fault_secret=environ.get(FAULTS) or None)
    environ.update(hub.oauth_environment())
    return hub.mount()
