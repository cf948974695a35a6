"""The one sign-in button. Invariant: it leads to gradio's own sign-in and back to exactly where the visitor was."""

from __future__ import annotations

import gradio as gr

_JS_REDIRECT = """
(label) => {
  const here = window.location;
  const target = encodeURIComponent(here.pathname + here.search + here.hash);
  const path = label === SIGNED_OUT ? '/login/huggingface' : '/logout';
  const address = path + '?_target_url=' + target;
  if (window.top !== window.self) { window.open(address, '_blank', 'noopener'); } else { here.assign(address); }
}
"""


class SignInButton(gr.LoginButton):
    """gradio's LoginButton, except that inside a frame it opens a top-level tab.

    Inside the Hub's iframe a browser that blocks third-party cookies never keeps the session: signing in there
    redirects for ever.
    """

    def get_block_name(self) -> str:
        """The front end's component: a plain button."""
        return "button"

    def activate(self) -> None:
        """Redirect on click; ask at every load who is signed in."""
        script = _JS_REDIRECT.replace("SIGNED_OUT", repr(self.value))
        self.click(fn=None, inputs=[self], outputs=None, js=script)
        self.attach_load_event(self._check_login_status, None)
