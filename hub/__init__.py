"""Hub: the only client of the Hugging Face Hub (`Hub` and its errors), and the embedded local hub (`hub.local`).

Importing the package imports no client: names are loaded at first use, because `hub.local` must be able to set the
environment before huggingface_hub and gradio read it. What it does set are defaults that keep huggingface_hub from
sending a stored token unasked, reporting its use, or drawing progress bars.
"""

from __future__ import annotations

import importlib
import os
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hub.answers import ChangedFile, Comment, Identity, Pull, PullRef, PullSummary
    from hub.client import Hub
    from hub.errors import HubBusy, HubConflict, HubError, HubExists, HubMissing, HubRefused, HubUnreachable

for _name in ("HF_HUB_DISABLE_IMPLICIT_TOKEN", "HF_HUB_DISABLE_TELEMETRY", "HF_HUB_DISABLE_PROGRESS_BARS"):
    os.environ.setdefault(_name, "1")

__all__ = [
    "ChangedFile",
    "Comment",
    "Hub",
    "HubBusy",
    "HubConflict",
    "HubError",
    "HubExists",
    "HubMissing",
    "HubRefused",
    "HubUnreachable",
    "Identity",
    "Pull",
    "PullRef",
    "PullSummary",
]


def __getattr__(name: str) -> Any:
    """The public names, loaded at first use."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = "client" if name == "Hub" else "errors" if name.startswith("Hub") else "answers"
    return getattr(importlib.import_module(f"hub.{module}"), name)
