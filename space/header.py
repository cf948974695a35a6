"""The head of every tab: name, tagline, downloads, who is signed in, and where the app runs.

Invariant: the markup is constant text; who is signed in is drawn by the browser from /nnai/session with textContent.
"""

from __future__ import annotations

import gradio as gr

from space.sign_in_button import SignInButton

LOCAL_BANNER = "Local hub: nothing leaves this machine. Demo accounts only."
TAGLINE = "the open leaderboard for non-neural AI"

_TEMPLATE = """
<header class="nn-head">
  <div class="nn-brand"><h1>NNAI-Bench</h1><p>{tagline}</p></div>
  <div class="nn-actions">
    <a class="nn-button" href="/nnai/board/core-v0.1.csv" download>Download CSV</a>
  </div>
</header>
@children
{banner}
<div id="nn-notice" class="nn-notice" role="status" aria-live="polite" hidden></div>
"""


def build_header(*, local: bool) -> SignInButton:
    """Draw the header; `local` adds the banner that says nothing leaves this machine."""
    banner = f'<p class="nn-banner">{LOCAL_BANNER}</p>' if local else ""
    with gr.HTML(
        html_template=_TEMPLATE.format(tagline=TAGLINE, banner=banner),
        js_on_load="import('/nnai/assets/board/shell.mjs').then((shell) => shell.attach(element));",
        apply_default_css=False,
        elem_id="nn-header",
    ):
        return SignInButton(
            value="Sign in with Hugging Face",
            logout_value="{} · sign out",
            variant="primary",
            size="md",
            icon=None,
            elem_id="nn-sign-in",
        )
