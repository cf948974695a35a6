"""The consent page: which app asks, for what, and as which demo user to answer.

Invariant: the page says before anything else that it is the local hub and no account anywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from urllib.parse import urlsplit

from starlette.responses import HTMLResponse

from hub.local.consent import Ask
from hub.local.html import page, shown
from hub.local.people import Person

MEANINGS = {
    "openid": "know that it is you",
    "profile": "read your user name and picture",
    "write-discussions": "open pull requests and comments in your name",
    "write-repos": "commit to repositories that you may write to",
}


def consent_page(root: str, ask: Ask, people: Sequence[Person], ticket: str) -> HTMLResponse:
    """The form; its targets include the app's own origin, because browsers hold redirects to `form-action` too."""
    target = urlsplit(ask.redirect_uri)
    scopes = "".join(
        f"<li><code>{shown(scope)}</code> {shown(MEANINGS.get(scope, ''))}</li>" for scope in ask.scope.split()
    )
    choices = "".join(_choice(person, first=not number) for number, person in enumerate(people))
    body = (
        '<section class="card narrow"><p><span class="badge loud">LOCAL HUB</span></p><h1>Sign in to the local hub</h1>'
        "<p>These are demo accounts on this machine. There is no password, "
        "and no account on any website is involved.</p>"
        f"<p><strong>NNAI-Bench</strong> at <code>{shown(f'{target.scheme}://{target.netloc}')}</code> asks to:</p>"
        f"<ul>{scopes}</ul>"
        f'<form method="post" action="{escape(root)}/oauth/authorize">'
        f'<input type="hidden" name="ticket" value="{escape(ticket)}">'
        f"<fieldset><legend>Continue as</legend>{choices}</fieldset>"
        '<div class="actions"><button name="decision" value="cancel" type="submit">Cancel</button>'
        '<button class="primary" name="decision" value="allow" type="submit">Allow</button></div></form></section>'
    )
    return page(root, "Sign in", body, form_targets=[_form_target(target.scheme, target.netloc)])


def _form_target(scheme: str, netloc: str) -> str:
    """The origin as a policy source; policies cannot express an IPv6 address, so its scheme stands for it."""
    return f"{scheme}:" if "[" in netloc else f"{scheme}://{netloc}"


def _choice(person: Person, *, first: bool) -> str:
    note = "".join(f", maintainer of {shown(name)}" for name, role in person.organisations if role == "write")
    checked = " checked" if first else ""
    return (
        f'<label class="choice"><input type="radio" name="user" value="{escape(person.name)}"{checked}>'
        f"<span><strong>{shown(person.name)}</strong><br>"
        f'<span class="muted">{shown(person.fullname)}{note}</span></span></label>'
    )
