"""Sign-in over the wire, with Authlib's own client and a browser's cookie jar."""

from __future__ import annotations

import httpx


def test_a_whole_sign_in_gives_a_token_that_speaks_for_the_chosen_user(running) -> None:
    token = running.sign_in("demo-submitter")
    assert running.api(token).whoami()["name"] == "demo-submitter"
