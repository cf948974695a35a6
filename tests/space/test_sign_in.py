"""Sign-in on the wire: the real flow of gradio and Authlib against the embedded hub, and the ways it fails."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from authlib.integrations.base_client.errors import OAuthError  # type: ignore[import-untyped]

from records import canonical_bytes
from space.sign_in import COOKIE_ROOM, reason, session_view, trim_session

CLAIMS = {"preferred_username": "demo-submitter", "name": "Demo", "profile": "https://x/demo", "picture": "p" * 200}
INFO = {"access_token": "t" * 60, "scope": "openid profile write-discussions", "expires_at": 2_000, "userinfo": CLAIMS}


class Visitor:
    """A browser reduced to its cookie jar: the session cookie is Secure, which Python clients drop on loopback."""

    def __init__(self, base: str) -> None:
        self.client = httpx.Client(base_url=base, timeout=120)
        self.cookies: dict[str, str] = {}

    def go(self, method: str, address: str, **options: Any) -> httpx.Response:
        """One request; cookies in and out."""
        jar = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        answer = self.client.request(method, address, headers={"cookie": jar}, **options)
        for header in answer.headers.get_list("set-cookie"):
            name, _, value = header.split(";")[0].partition("=")
            self.cookies[name] = value
        return answer

    def consent(self, user: str = "demo-submitter", decision: str = "allow", start: str = "/?tab=submit") -> str:
        """From the button to the callback's address."""
        asked = self.go("GET", "/login/huggingface", params={"_target_url": start}).headers["location"]
        ticket = re.search(r'name="ticket" value="([^"]+)"', self.go("GET", asked).text)
        assert ticket is not None
        form = {"ticket": ticket[1], "user": user, "decision": decision}
        return str(self.go("POST", "/localhub/oauth/authorize", data=form).headers["location"])

    def session(self) -> dict[str, Any]:
        """What the page knows of itself."""
        return dict(self.go("GET", "/nnai/session").json())


@pytest.fixture
def visitor(app_server: Any) -> Iterator[Visitor]:
    one = Visitor(app_server.base)
    yield one
    one.client.close()


def test_a_whole_sign_in_returns_to_where_it_began(visitor: Visitor) -> None:
    landed = visitor.go("GET", visitor.consent())
    assert landed.headers["location"] == "/?tab=submit"
    session = visitor.session()
    assert session["user"] == "demo-submitter"
    assert "write-discussions" in session["scopes"]
    assert session.keys() == {"user", "scopes", "expires_at"}


def test_signing_out_ends_the_session(visitor: Visitor) -> None:
    visitor.go("GET", visitor.consent())
    visitor.go("GET", "/logout")
    assert visitor.session()["user"] is None


def test_cancel_comes_back_with_the_reason(visitor: Visitor) -> None:
    landed = visitor.go("GET", visitor.consent(decision="cancel"))
    assert (landed.status_code, landed.headers["location"]) == (303, "/?tab=submit&sign_in=cancelled")
    assert visitor.session()["user"] is None


@pytest.mark.parametrize("kind", ["error-before", "cut-before", "forbidden"])
def test_a_provider_that_fails_comes_back_with_a_reason(app_server: Any, visitor: Visitor, kind: str) -> None:
    callback = visitor.consent()
    _arm(app_server, "token", kind)
    landed = visitor.go("GET", callback)
    assert landed.status_code == 303
    assert re.fullmatch(r"/\?tab=submit&sign_in=(unreachable|refused)", landed.headers["location"])


def _arm(app: Any, endpoint: str, kind: str) -> None:
    answer = httpx.post(
        f"{app.base}/localhub/-/faults",
        headers={"x-fault-secret": app.fault_secret},
        json={"endpoint": endpoint, "kind": kind, "times": 1},
    )
    assert answer.status_code < 300, answer.text


@pytest.mark.parametrize("count", ["3", "x", "", "-1", "999999"])
def test_a_browser_without_cookies_is_told_instead_of_going_round(visitor: Visitor, count: str) -> None:
    landed = visitor.go("GET", "/login/callback", params={"code": "c", "state": "s", "_nb_redirects": count})
    assert landed.headers["location"] == "/?sign_in=cookies"


def test_a_stale_link_starts_again(visitor: Visitor) -> None:
    landed = visitor.go("GET", "/login/callback", params={"code": "c", "state": "s"})
    assert landed.headers["location"].startswith("/login/huggingface?_nb_redirects=1")


@pytest.mark.parametrize("target", ["https://evil.example/x", "//evil.example", "/\\evil.example", "////evil.example"])
def test_a_failed_sign_in_never_leads_to_another_host(visitor: Visitor, target: str) -> None:
    query = {"error": "access_denied", "_nb_redirects": "9", "_target_url": target}
    location = visitor.go("GET", "/login/callback", params=query).headers["location"]
    assert re.match(r"/(?![/\\])", location)


def test_no_token_reaches_the_log_or_the_page(app_server: Any, visitor: Visitor) -> None:
    visitor.go("GET", visitor.consent())
    page = visitor.go("GET", "/").text + visitor.go("GET", "/config").text
    assert not re.search(r"access_token|hf_[A-Za-z0-9_]{10,}", page + app_server.output())
    assert "Traceback" not in app_server.output()


def test_a_long_profile_still_fits_the_cookie() -> None:
    organisations = [{"name": "o" * 40, "picture": "p" * 200} for _ in range(40)]
    session: dict[str, Any] = {
        "oauth_info": INFO | {"id_token": "i" * 5_000, "userinfo": CLAIMS | {"orgs": organisations}}
    }
    trim_session(session)
    assert len(canonical_bytes(session)) <= COOKIE_ROOM
    assert session_view(session, now=0).user == "demo-submitter"
    assert session["oauth_info"]["userinfo"]["picture"] == "p" * 200


def test_a_long_token_costs_the_picture_and_not_the_sign_in() -> None:
    session: dict[str, Any] = {"oauth_info": INFO | {"access_token": "t" * 2_700}}
    trim_session(session)
    assert session["oauth_info"]["access_token"] == "t" * 2_700
    assert session["oauth_info"]["userinfo"].keys() == CLAIMS.keys()
    assert len(canonical_bytes(session)) <= COOKIE_ROOM


def test_an_expired_session_is_signed_out() -> None:
    assert session_view({"oauth_info": INFO}, now=1_999).user == "demo-submitter"
    assert session_view({"oauth_info": INFO}, now=2_001).user is None


@pytest.mark.parametrize("info", [None, [], {}, {"userinfo": None}, {"userinfo": {"preferred_username": 7}}])
def test_an_odd_session_is_signed_out(info: object) -> None:
    assert session_view({"oauth_info": info}, now=0).to_dict() == {"user": None, "scopes": [], "expires_at": None}


def test_only_a_denied_consent_is_called_cancelled() -> None:
    assert reason(OAuthError(error="access_denied")) == "cancelled"
    assert reason(OAuthError(error="invalid_scope")) == "refused"
    assert reason(ValueError("no JSON")) == "refused"
