"""Who may call the submit handler: cookie, token, scope and time must all agree."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from space.submit_identity import Visitor, identify
from space.submit_outcome import Outcome, State

NOW = 1000.0
PROFILE = {"preferred_username": "demo-submitter", "name": "Demo"}


@dataclass
class Given:
    """A token as gradio injects it."""

    token: str = "hf_oauth_x"
    scope: str = "openid profile write-discussions"
    expires_at: int = 2000


def test_a_signed_in_visitor_is_known_by_the_name_of_the_cookie() -> None:
    assert identify(PROFILE, Given(), NOW) == Visitor(name="demo-submitter", token="hf_oauth_x")


@pytest.mark.parametrize(
    ("profile", "token"),
    [
        (None, None),
        (None, Given()),  # a token that the caller supplied
        (PROFILE, None),
        (PROFILE, Given(token="")),
        ({"name": "Demo"}, Given()),
        ({"preferred_username": ""}, Given()),
        (PROFILE, Given(expires_at=1000)),
        (PROFILE, Given(expires_at=0)),
    ],
)
def test_anything_less_is_signed_out(profile: dict[str, str] | None, token: Given | None) -> None:
    outcome = identify(profile, token, NOW)
    assert isinstance(outcome, Outcome)
    assert outcome.state is State.SIGNED_OUT


@pytest.mark.parametrize("scope", ["", "openid profile", "write-discussions-not openid"])
def test_a_missing_scope_is_named_before_the_hub_is_asked(scope: str) -> None:
    outcome = identify(PROFILE, Given(scope=scope), NOW)
    assert isinstance(outcome, Outcome)
    assert outcome.state is State.MISSING_SCOPE
