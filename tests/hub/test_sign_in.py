"""Sign-in over the wire, with Authlib's own client and a browser's cookie jar."""

from __future__ import annotations

import base64
import json
import stat

import httpx
import pytest
from authlib.integrations.httpx_client import OAuth2Client
from huggingface_hub.errors import HfHubHTTPError
from joserfc import jwt
from joserfc.jwk import KeySet


def authorize(running, client: OAuth2Client, **extra: str) -> tuple[str, str]:
    return client.create_authorization_url(f"{running.url}/oauth/authorize", **extra)


def test_a_whole_sign_in_gives_a_token_that_speaks_for_the_chosen_user(standing) -> None:
    token = standing.sign_in("demo-second-submitter")
    answer = standing.api(token).whoami()
    assert (answer["name"], answer["orgs"], answer["auth"]["type"]) == ("demo-second-submitter", [], "oauth")


def test_the_maintainer_is_a_member_of_vynly_who_may_write(standing) -> None:
    assert standing.review().whoami().organisations == (("vynly", "write"),)


def test_discovery_names_addresses_below_the_hub(standing) -> None:
    found = httpx.get(f"{standing.url}/.well-known/openid-configuration").json()
    assert found["issuer"] == standing.url
    assert all(found[name].startswith(standing.url) for name in found if name.endswith(("_endpoint", "_uri")))


def test_the_id_token_is_signed_and_carries_the_claims_of_the_hub(standing) -> None:
    with standing.client() as client, httpx.Client() as browser:
        url, state = authorize(standing, client, nonce="nonce-1")
        landed = standing.consent(browser, url, "demo-submitter")
        token = client.fetch_token(f"{standing.url}/oauth/token", authorization_response=landed, state=state)
    keys = KeySet.import_key_set(httpx.get(f"{standing.url}/oauth/jwks").json())
    claims = jwt.decode(token["id_token"], keys, algorithms=["RS256"]).claims
    assert claims["nonce"] == "nonce-1"
    assert (claims["iss"], claims["aud"]) == (standing.url, "nnai-bench-local")
    assert claims["preferred_username"] == "demo-submitter"
    assert {"sub", "name", "profile", "picture", "exp", "iat"} <= set(claims)
    assert "email" not in claims


def test_what_gradio_keeps_of_a_sign_in_fits_into_its_cookie(standing) -> None:
    with standing.client() as client, httpx.Client() as browser:
        url, state = authorize(standing, client, nonce="n" * 20)
        landed = standing.consent(browser, url, "demo-maintainer")
        token = client.fetch_token(f"{standing.url}/oauth/token", authorization_response=landed, state=state)
    claims = json.loads(base64.urlsafe_b64decode(token["id_token"].split(".")[1] + "=="))
    session = {"oauth_info": {**token, "userinfo": claims}}
    assert len(base64.b64encode(json.dumps(session).encode())) < 3800


def test_the_state_comes_back_and_cancel_is_access_denied(standing) -> None:
    with standing.client() as client, httpx.Client() as browser:
        url, state = authorize(standing, client)
        answer = standing.query(standing.consent(browser, url, "demo-submitter", decision="cancel"))
    assert (answer["error"], answer["state"], "code" in answer) == ("access_denied", state, False)


def test_a_code_works_once_and_using_it_twice_ends_its_token(standing) -> None:
    with standing.client() as client, httpx.Client() as browser:
        url, state = authorize(standing, client)
        landed = standing.consent(browser, url, "demo-submitter")
        where = f"{standing.url}/oauth/token"
        token = client.fetch_token(where, authorization_response=landed, state=state)
        with pytest.raises(Exception, match="invalid_grant"):
            client.fetch_token(where, authorization_response=landed, state=state)
    with pytest.raises(HfHubHTTPError):
        standing.api(token["access_token"]).whoami()


def test_a_code_expires_within_minutes(running) -> None:
    with running.client() as client, httpx.Client() as browser:
        url, state = authorize(running, client)
        landed = running.consent(browser, url, "demo-submitter")
        running.clock.now += 121
        with pytest.raises(Exception, match="invalid_grant"):
            client.fetch_token(f"{running.url}/oauth/token", authorization_response=landed, state=state)


@pytest.mark.parametrize(
    "change",
    [
        {"redirect_uri": "http://evil.example/login/callback"},
        {"redirect_uri": "http://127.0.0.1:1/login/callback"},
        {"redirect_uri": "CALLBACK/../../elsewhere"},
        {"redirect_uri": "CALLBACK#fragment"},
        {"redirect_uri": "CALLBACK\\@evil.example"},
        {"client_id": "somebody-else"},
    ],
)
def test_an_address_or_app_that_is_not_its_own_is_shown_and_never_followed(standing, change: dict[str, str]) -> None:
    asked = {"response_type": "code", "client_id": "nnai-bench-local", "scope": "openid", "redirect_uri": "CALLBACK"}
    asked |= change
    asked["redirect_uri"] = asked["redirect_uri"].replace("CALLBACK", standing.callback)
    answer = httpx.get(f"{standing.url}/oauth/authorize", params=asked)
    assert answer.status_code == 400
    assert "location" not in answer.headers


def test_a_code_is_bound_to_its_redirect_address(standing) -> None:
    with standing.client() as client, httpx.Client() as browser:
        url, _ = authorize(standing, client)
        code = standing.query(standing.consent(browser, url, "demo-submitter"))["code"]
        with pytest.raises(Exception, match="invalid_grant"):
            client.fetch_token(f"{standing.url}/oauth/token", code=code, redirect_uri=standing.callback)


def test_a_wrong_client_secret_is_refused(standing) -> None:
    stranger = OAuth2Client("nnai-bench-local", "guessed", redirect_uri=standing.callback)
    with stranger as client, pytest.raises(Exception, match="invalid_client"):
        client.fetch_token(f"{standing.url}/oauth/token", code="any")


@pytest.mark.parametrize("verifier", ["v" * 48, "w" * 48])
def test_a_pkce_challenge_that_was_sent_must_be_answered(standing, verifier: str) -> None:
    with standing.client(code_challenge_method="S256") as client, httpx.Client() as browser:
        url, state = authorize(standing, client, code_verifier="v" * 48)
        landed = standing.consent(browser, url, "demo-submitter")
        exchange = {"authorization_response": landed, "state": state, "code_verifier": verifier}
        if verifier.startswith("v"):
            assert client.fetch_token(f"{standing.url}/oauth/token", **exchange)["access_token"]
        else:
            with pytest.raises(Exception, match="invalid_grant"):
                client.fetch_token(f"{standing.url}/oauth/token", **exchange)


def test_an_unknown_scope_is_told_to_the_app(standing) -> None:
    with standing.client("openid admin") as client:
        url, _ = authorize(standing, client)
        answer = httpx.get(url)
    assert standing.query(answer.headers["location"])["error"] == "invalid_scope"


def test_a_token_expires(running) -> None:
    token = running.sign_in("demo-submitter")
    running.clock.now += 8 * 3600 + 1
    with pytest.raises(HfHubHTTPError) as caught:
        running.api(token).whoami()
    assert caught.value.response.status_code == 401


def test_consent_cannot_be_given_from_another_site_or_browser(running) -> None:
    with running.client() as client, httpx.Client() as browser:
        url, _ = authorize(running, client)
        form = {"ticket": running.ticket(browser, url), "user": "demo-maintainer", "decision": "allow"}
        where = f"{running.url}/oauth/authorize"
        assert browser.post(where, data=form, headers={"Origin": "http://evil.example"}).status_code == 403
        assert browser.post(where, data=form, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
        assert httpx.post(where, data=form).status_code == 403
        running.clock.now += 901
        assert browser.post(where, data=form).status_code == 403


def test_the_consent_page_is_labelled_and_lets_no_script_run(standing) -> None:
    with standing.client() as client:
        url, _ = authorize(standing, client, state="<script>alert(1)</script>${1}")
        page = httpx.get(url)
    assert "LOCAL HUB" in page.text
    assert "Demo accounts only" in page.text
    assert "<script" not in page.text
    policy = page.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src" not in policy
    assert "frame-ancestors 'none'" in policy
    assert standing.callback.removesuffix("/login/callback") in policy


def test_the_consent_form_may_lead_back_under_an_ipv6_name_too(standing) -> None:
    port = standing.callback.split(":")[2]
    asked = {"response_type": "code", "client_id": "nnai-bench-local", "scope": "openid"}
    page = httpx.get(f"{standing.url}/oauth/authorize", params=asked | {"redirect_uri": f"http://[::1]:{port}"})
    assert page.status_code == 200
    assert page.headers["content-security-policy"].endswith("form-action 'self' http:")


def test_secrets_are_stored_hashed_and_files_are_private(standing) -> None:
    token = standing.sign_in("demo-submitter")
    stored = b"".join(path.read_bytes() for path in standing.hub.folder.glob("hub.sqlite3*"))
    assert token.encode() not in stored
    assert standing.maintainer().encode() not in stored
    for name in ("maintainer.token", "signing-key.pem"):
        path = standing.hub.folder / name
        if path.exists():
            assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_restart_ends_no_session_and_keeps_the_maintainers_token(start, tmp_path) -> None:
    first = start(tmp_path)
    token, maintainer = first.sign_in("demo-submitter"), first.maintainer()
    second = start(tmp_path)
    assert second.api(token).whoami()["name"] == "demo-submitter"
    assert second.maintainer() == maintainer


def test_a_lost_maintainer_token_is_made_anew(start, tmp_path) -> None:
    first = start(tmp_path)
    first.hub.maintainer_token.write_bytes(b"\xff garbage\n")
    assert start(tmp_path).review().whoami().name == "demo-maintainer"
