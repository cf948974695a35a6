"""Sign-in: OpenID discovery, the consent page, the code exchange, the keys.

Invariant: a code is used once, within minutes, by the app that holds the client secret, with the redirect address and
the PKCE verifier that it was made for; using it twice also ends the tokens of the first use. Only a person's own click
on the consent page makes a code.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote_plus, urlencode, urlsplit

from starlette.responses import JSONResponse, RedirectResponse, Response

from hub.local.call import Call, Problem
from hub.local.consent import COOKIE, TICKET_SECONDS, Ask, Refused, Tickets, read_ask
from hub.local.consent_page import consent_page
from hub.local.desk import Desk, Endpoint
from hub.local.keys import ALGORITHM, SigningKey
from hub.local.people import SCOPES, Person
from hub.local.store import hashed

DISCOVERY = "/.well-known/openid-configuration"
NO_STORE = {"Cache-Control": "no-store"}


@dataclass(frozen=True, kw_only=True, slots=True)
class Client:
    """The one app that may sign people in; times in seconds."""

    id: str
    secret: str
    redirects: frozenset[str]
    code_seconds: float
    token_seconds: float


class SignIn:
    """The OAuth endpoints of one hub."""

    def __init__(self, client: Client, key: SigningKey) -> None:
        self._client, self._key, self._tickets = client, key, Tickets()
        self.endpoints = (
            Endpoint(
                name="well-known",
                methods=("GET",),
                path="/.well-known/openid-configuration",
                handler=self.configuration,
            ),
            Endpoint(name="jwks", methods=("GET",), path="/oauth/jwks", handler=self.jwks),
            Endpoint(name="authorize", methods=("GET",), path="/oauth/authorize", handler=self.ask),
            Endpoint(name="consent", methods=("POST",), path="/oauth/authorize", handler=self.answer),
            Endpoint(name="token", methods=("POST",), path="/oauth/token", handler=self.token),
            Endpoint(name="userinfo", methods=("GET",), path="/oauth/userinfo", handler=self.userinfo),
        )

    def configuration(self, desk: Desk, call: Call) -> Response:
        """OpenID discovery."""
        base = desk.base_url
        return JSONResponse(
            {
                "issuer": base,
                "authorization_endpoint": f"{base}/oauth/authorize",
                "token_endpoint": f"{base}/oauth/token",
                "userinfo_endpoint": f"{base}/oauth/userinfo",
                "jwks_uri": f"{base}/oauth/jwks",
                "scopes_supported": list(SCOPES),
                "response_types_supported": ["code"],
                "grant_types_supported": ["authorization_code"],
                "subject_types_supported": ["public"],
                "id_token_signing_alg_values_supported": [ALGORITHM],
                "token_endpoint_auth_methods_supported": ["client_secret_basic"],
                "code_challenge_methods_supported": ["S256"],
            }
        )

    def jwks(self, desk: Desk, call: Call) -> Response:
        """The public key."""
        return JSONResponse(self._key.public())

    def ask(self, desk: Desk, call: Call) -> Response:
        """The consent page."""
        try:
            ask = read_ask(call, self._client.id, self._client.redirects)
        except Refused as refused:
            return _back(
                refused.redirect_uri, error=refused.error, error_description=refused.description, state=refused.state
            )
        browser = call.cookie(COOKIE)
        if not re.fullmatch(r"[A-Za-z0-9_-]{43}", browser):
            browser = secrets.token_urlsafe(32)
        ticket = self._tickets.write(ask, browser, desk.clock())
        page = consent_page(desk.root, ask, desk.people.all(), ticket)
        where = f"{desk.root}/oauth"
        page.set_cookie(COOKIE, browser, max_age=TICKET_SECONDS, path=where, httponly=True, samesite="lax")
        return page

    def answer(self, desk: Desk, call: Call) -> Response:
        """The click on Allow or Cancel."""
        same_site = call.headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
        if not same_site or call.headers.get("origin", call.origin) != call.origin:
            raise Problem(403, "Only the consent page itself may answer it.")
        form = call.form()
        ask = self._tickets.read(form.get("ticket", [""])[0], call.cookie(COOKIE), desk.clock())
        if form.get("decision") != ["allow"]:
            return _back(
                ask.redirect_uri, error="access_denied", error_description="The sign-in was cancelled.", state=ask.state
            )
        person = desk.people.person(form.get("user", [""])[0])
        if person is None:
            raise Problem(400, "Choose one of the demo users.")
        return _back(ask.redirect_uri, code=self._code(desk, ask, person), state=ask.state)

    def token(self, desk: Desk, call: Call) -> Response:
        """The code exchange, authenticated with HTTP Basic."""
        if not self._is_client(call.headers.get("authorization", "")):
            challenge = {"WWW-Authenticate": 'Basic realm="local hub"'} | NO_STORE
            return JSONResponse({"error": "invalid_client"}, 401, challenge)
        form = {name: values[0] for name, values in call.form().items()}
        if form.get("grant_type") != "authorization_code":
            return JSONResponse({"error": "unsupported_grant_type"}, 400, NO_STORE)
        code = form.get("code", "")
        row = self._redeem(desk, code, form)
        if row is None:
            reason = "the code is unknown, used, expired, or made for another redirect address or verifier"
            return JSONResponse({"error": "invalid_grant", "error_description": reason}, 400, NO_STORE)
        seconds = self._client.token_seconds
        token = desk.people.issue(row["user"], row["scope"], kind="oauth", seconds=seconds, code=hashed(code))
        answer = {"access_token": token, "token_type": "bearer", "expires_in": int(seconds), "scope": row["scope"]}
        person = desk.people.person(row["user"])
        if person is not None:
            answer["id_token"] = self._id_token(desk, person, row["nonce"])
        return JSONResponse(answer, headers=NO_STORE)

    def userinfo(self, desk: Desk, call: Call) -> Response:
        """The profile of the caller."""
        return JSONResponse(_profile(desk, desk.people.required(call).person), headers=NO_STORE)

    def _code(self, desk: Desk, ask: Ask, person: Person) -> str:
        code = secrets.token_urlsafe(32)
        expires = desk.clock() + self._client.code_seconds
        row = (hashed(code), person.name, ask.redirect_uri, ask.scope, ask.nonce, ask.challenge, expires)
        with desk.store.writing() as db:
            db.execute("INSERT INTO codes VALUES (?, ?, ?, ?, ?, ?, ?, 0)", row)
        return code

    def _redeem(self, desk: Desk, code: str, form: dict[str, str]) -> dict[str, Any] | None:
        with desk.store.writing() as db:
            row = db.execute("SELECT * FROM codes WHERE hash = ?", (hashed(code),)).fetchone()
            if row is None:
                return None
            if row["used"]:
                db.execute("DELETE FROM tokens WHERE code = ?", (row["hash"],))
                return None
            db.execute("UPDATE codes SET used = 1 WHERE hash = ?", (row["hash"],))
        fits = row["expires"] > desk.clock() and row["redirect_uri"] == form.get("redirect_uri")
        return dict(row) if fits and _verifies(form.get("code_verifier", ""), row["challenge"]) else None

    def _is_client(self, header: str) -> bool:
        scheme, _, encoded = header.partition(" ")
        try:
            name, _, secret = base64.b64decode(encoded, validate=True).decode().partition(":")
        except ValueError:
            return False
        given = f"{unquote_plus(name)}:{unquote_plus(secret)}".encode()
        return scheme.lower() == "basic" and hmac.compare_digest(
            given, f"{self._client.id}:{self._client.secret}".encode()
        )

    def _id_token(self, desk: Desk, person: Person, nonce: str) -> str:
        now = int(desk.clock())
        claims: dict[str, Any] = _profile(desk, person) | {
            "iss": desk.base_url,
            "aud": self._client.id,
            "iat": now,
            "exp": now + max(60, int(self._client.token_seconds)),
        }
        return self._key.sign(claims | ({"nonce": nonce} if nonce else {}))


def _profile(desk: Desk, person: Person) -> dict[str, Any]:
    return {
        "sub": person.subject,
        "name": person.fullname,
        "preferred_username": person.name,
        "profile": f"{desk.base_url}/{person.name}",
        "picture": f"{desk.base_url}/-/avatar/{person.name}.svg",
    }


def _verifies(verifier: str, challenge: str) -> bool:
    made = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).decode().rstrip("=")
    return not challenge or hmac.compare_digest(made.encode(), challenge.encode())


def _back(redirect_uri: str, **answer: str) -> Response:
    joint = "&" if urlsplit(redirect_uri).query else "?"
    wanted = {name: value for name, value in answer.items() if value}
    return RedirectResponse(f"{redirect_uri}{joint}{urlencode(wanted)}", 303, NO_STORE)
