"""What a sign-in asks for, and the ticket that ties the consent page to the browser that was shown it.

Invariant: the consent form carries the whole question in a ticket that is signed with a key of this process, expires,
and is good only together with the cookie that was set with it; so no other site can answer the question.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import secrets
from dataclasses import asdict, dataclass
from urllib.parse import urlsplit

from hub.local.call import Call, Problem
from hub.local.people import SCOPES

COOKIE = "nnai_localhub_consent"
TICKET_SECONDS = 900
MAX_VALUE = 1500


@dataclass(frozen=True, kw_only=True, slots=True)
class Ask:
    """A checked authorization request; `challenge` is the PKCE S256 challenge or empty."""

    redirect_uri: str
    scope: str
    state: str
    nonce: str
    challenge: str


class Refused(Exception):
    """An authorization request that is answered by a redirect with `error`, as OAuth wants it."""

    def __init__(self, redirect_uri: str, state: str, error: str, description: str) -> None:
        super().__init__(description)
        self.redirect_uri, self.state, self.error, self.description = redirect_uri, state, error, description


def read_ask(call: Call, client_id: str, redirects: frozenset[str]) -> Ask:
    """The request of the authorize endpoint.

    Raises:
        Problem: the client or the redirect address is not the app's own; the visitor is not sent anywhere.
        Refused: the rest is wrong; the app is told.
    """
    value = {name: call.asked(name) for name in ("redirect_uri", "state", "nonce", "code_challenge", "scope")}
    if not hmac.compare_digest(call.asked("client_id").encode(), client_id.encode()):
        raise Problem(400, "This sign-in was started by an app that this hub does not know. Start again from the app.")
    if not is_own_redirect(value["redirect_uri"], redirects) or any(len(one) > MAX_VALUE for one in value.values()):
        raise Problem(400, "This sign-in would lead to an address that is not the app's own.")
    back = (value["redirect_uri"], value["state"])
    if call.asked("response_type") != "code":
        raise Refused(*back, "unsupported_response_type", "only the code flow is spoken here")
    if value["code_challenge"] and call.asked("code_challenge_method") != "S256":
        raise Refused(*back, "invalid_request", "the code challenge method must be S256")
    scopes = value["scope"].split()
    if "openid" not in scopes or not set(scopes) <= set(SCOPES):
        raise Refused(*back, "invalid_scope", f"known scopes are {' '.join(SCOPES)}, and openid is needed")
    return Ask(
        redirect_uri=value["redirect_uri"],
        scope=" ".join(dict.fromkeys(scopes)),
        state=value["state"],
        nonce=value["nonce"],
        challenge=value["code_challenge"],
    )


def is_own_redirect(uri: str, redirects: frozenset[str]) -> bool:
    """Whether `uri`, its query aside, is one of the app's own callback addresses."""
    try:
        parts = urlsplit(uri)
    except ValueError:
        return False
    plain = not parts.fragment and "@" not in parts.netloc and uri.isascii() and uri.isprintable() and "\\" not in uri
    return plain and f"{parts.scheme}://{parts.netloc}{parts.path}" in redirects


class Tickets:
    """Signs and reads tickets; a restart invalidates them all."""

    def __init__(self) -> None:
        self._key = secrets.token_bytes(32)

    def write(self, ask: Ask, browser: str, now: float) -> str:
        """The ticket for `ask` in the browser that holds cookie value `browser`."""
        payload = base64.urlsafe_b64encode(json.dumps([now + TICKET_SECONDS, asdict(ask)]).encode()).decode()
        return f"{payload}.{self._signature(payload, browser)}"

    def read(self, ticket: str, browser: str, now: float) -> Ask:
        """The question of a ticket; a foreign, changed or old one is a 403."""
        payload, _, signature = ticket.partition(".")
        if browser and hmac.compare_digest(signature.encode(), self._signature(payload, browser).encode()):
            expires, ask = json.loads(base64.urlsafe_b64decode(payload))
            if now < expires:
                return Ask(**ask)
        raise Problem(403, "This consent page is no longer valid in this browser. Start again from the app.")

    def _signature(self, payload: str, browser: str) -> str:
        return hmac.new(self._key, f"{browser}.{payload}".encode(), hashlib.sha256).hexdigest()
