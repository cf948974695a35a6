"""The Submit tab: an empty container that the browser modules of assets/submit fill, and the endpoint they call.

Invariant: gradio only hosts; no text of a visitor passes through a template, and nothing is uploaded when a file is
chosen. The endpoint is as public as every gradio listener, so all its checks are in `submit_handler`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import gradio as gr
from gradio.events import api

from evaluator import load_scored, nothing_scored
from hub import Hub
from leaderboard import State as BoardState
from records import Rejected
from space.environment import Settings
from space.site import Site
from space.submit_handler import SubmitDesk
from space.submit_identity import identify
from space.submit_limits import Limits
from space.submit_outcome import Outcome

ENDPOINTS = {"core-v0.1": "submit_core", "scheduling-v0.2": "submit_scheduling"}
"""Each suite has an endpoint of its own, so that a document is only read by the contract it was made for (ADR 7)."""
AT_ONCE = 4

_TEMPLATE = """
<link rel="stylesheet" href="/nnai/assets/submit/submit.css">
<div class="nnai-submit" data-nns="root"><p class="nns-lead" role="status">Loading the form …</p></div>
"""
_ON_LOAD = """
import('/nnai/assets/submit/main.mjs').then((tab) => tab.mount(element.querySelector('[data-nns=root]')));
"""


def open_desk(settings: Settings, site: Site, limits: Limits | None = None) -> SubmitDesk:
    """The desk of one suite. Raises Rejected when the corpus does not fit its manifest, or no task of it is scored."""
    suite = load_scored(site.corpora / site.corpus)
    if not suite.scored:
        raise Rejected([nothing_scored(suite.id)])
    return SubmitDesk(
        suite=suite,
        board=BoardState(site.state),
        hub_of=lambda token: Hub(settings.endpoint, token),
        limits=limits,
    )


def build_submit_tab(settings: Settings, sites: Sequence[Site]) -> None:
    """Draw the container and register one endpoint a suite. Raises Rejected when no suite can be read.

    A suite that cannot be read has no endpoint; its form says what is missing, and the other suites work on.
    """
    desks = _desks(settings, sites)
    gr.HTML(html_template=_TEMPLATE, js_on_load=_ON_LOAD, apply_default_css=False, elem_id="nn-submit")
    for corpus, desk in desks.items():
        name = ENDPOINTS[corpus]
        api(_endpoint(desk), api_name=name, concurrency_limit=AT_ONCE, api_visibility="undocumented")


def _desks(settings: Settings, sites: Sequence[Site]) -> dict[str, SubmitDesk]:
    limits = Limits(time.monotonic)
    desks: dict[str, SubmitDesk] = {}
    refused: list[Rejected] = []
    for site in sites:
        try:
            desks[site.corpus] = open_desk(settings, site, limits)
        except Rejected as error:
            refused.append(error)
    if not desks:
        raise refused[0]
    return desks


def _endpoint(desk: SubmitDesk) -> Callable[[str, gr.OAuthProfile | None, gr.OAuthToken | None], str]:
    def submit(document: str, profile: gr.OAuthProfile | None, token: gr.OAuthToken | None) -> str:
        """Open a pull request with this submission document; the answer is an outcome as JSON."""
        visitor = identify(profile, token, time.time())
        outcome = visitor if isinstance(visitor, Outcome) else desk.submit(document, visitor)
        return outcome.to_json()

    return submit
