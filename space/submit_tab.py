"""The Submit tab: an empty container that the browser modules of assets/submit fill, and the endpoint they call.

Invariant: gradio only hosts; no text of a visitor passes through a template, and nothing is uploaded when a file is
chosen. The endpoint is as public as every gradio listener, so all its checks are in `submit_handler`.
"""

from __future__ import annotations

import time

import gradio as gr
from gradio.events import api

from evaluator import load_suite
from hub import Hub
from leaderboard import State as BoardState
from space.environment import Settings
from space.site import Site
from space.submit_handler import SubmitDesk
from space.submit_identity import identify
from space.submit_outcome import Outcome

ENDPOINT = "submit_core"
AT_ONCE = 4

_TEMPLATE = """
<link rel="stylesheet" href="/nnai/assets/submit/submit.css">
<div class="nnai-submit" data-nns="root"><p class="nns-lead" role="status">Loading the form …</p></div>
"""
_ON_LOAD = """
import('/nnai/assets/submit/main.mjs').then((tab) => tab.mount(element.querySelector('[data-nns=root]')));
"""


def open_desk(settings: Settings, site: Site) -> SubmitDesk:
    """The desk of the page's suite. Raises Rejected when the corpus does not fit its manifest."""
    return SubmitDesk(
        suite=load_suite(site.corpora / site.corpus),
        board=BoardState(site.state),
        hub_of=lambda token: Hub(settings.endpoint, token),
    )


def build_submit_tab(settings: Settings, site: Site) -> None:
    """Draw the container and register the endpoint `submit_core`."""
    desk = open_desk(settings, site)
    gr.HTML(html_template=_TEMPLATE, js_on_load=_ON_LOAD, apply_default_css=False, elem_id="nn-submit")

    def submit_core(document: str, profile: gr.OAuthProfile | None, token: gr.OAuthToken | None) -> str:
        """Open a pull request with this submission document; the answer is an outcome as JSON."""
        visitor = identify(profile, token, time.time())
        outcome = visitor if isinstance(visitor, Outcome) else desk.submit(document, visitor)
        return outcome.to_json()

    api(submit_core, api_name=ENDPOINT, concurrency_limit=AT_ONCE, api_visibility="undocumented")
