"""Failures of listeners in one line of the log. Invariant: no traceback, and so no value of a visitor, is printed."""

from __future__ import annotations

import logging
import sys
import traceback
from types import ModuleType

import gradio.queueing
import gradio.routes

log = logging.getLogger("space")


def report_briefly() -> None:
    """Let gradio say only what kind of error a listener raised; anybody can call one with anything."""
    brief = ModuleType("traceback")
    vars(brief).update(vars(traceback))
    vars(brief)["print_exc"] = _one_line
    for module in (gradio.queueing, gradio.routes):
        vars(module)["traceback"] = brief


def _one_line() -> None:
    error = sys.exc_info()[1]
    log.warning("a listener failed: %s", type(error).__name__)
