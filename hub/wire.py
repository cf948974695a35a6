"""How requests travel: once, within limits, and what a failure means.

huggingface_hub shares one HTTP client in the process, without time limits, and repeats some requests by itself. This
module gives it a client that behaves differently while one of our calls is `talking`: time limits apply, nothing is
repeated behind our back, and every failure is a `HubError`. Other users of the shared client see no difference, except
that loopback addresses never go through a proxy.

Invariant: inside `talking` a request is sent exactly once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import httpx2
from huggingface_hub import get_session, set_client_factory
from huggingface_hub.errors import HfHubHTTPError, HFValidationError, OfflineModeIsEnabled, RemoteEntryNotFoundError
from huggingface_hub.utils import build_hf_headers, hf_raise_for_status, paginate  # type: ignore[attr-defined]

from hub.errors import HubError, HubUnreachable, error_for

CONNECT_SECONDS = 5.0
REPEATED = frozenset({408, 429, 500, 502, 503, 504})
DIRECT = {"all://127.0.0.1": None, "all://localhost": None, "all://[::1]": None}
MALFORMED = (KeyError, TypeError, AttributeError, ValueError, RuntimeError)

_seconds: ContextVar[float | None] = ContextVar("hub_seconds", default=None)
_hooks = {when: list(hooks) for when, hooks in get_session().event_hooks.items()}


class OneAttempt(httpx2.Client):
    """The shared client: inside `talking`, time limits apply and failures are not left for others to repeat."""

    def send(
        self,
        request: httpx2.Request,
        *,
        stream: bool = False,
        auth: httpx2._types.AuthTypes | httpx2._client.UseClientDefault | None = httpx2.USE_CLIENT_DEFAULT,
        follow_redirects: bool | httpx2._client.UseClientDefault = httpx2.USE_CLIENT_DEFAULT,
    ) -> httpx2.Response:
        """Send one request."""
        seconds = _seconds.get()
        if seconds is None:
            return super().send(request, stream=stream, auth=auth, follow_redirects=follow_redirects)
        limits = httpx2.Timeout(seconds, connect=min(seconds, CONNECT_SECONDS))
        request.extensions = {**request.extensions, "timeout": limits.as_dict()}
        try:
            response = super().send(request, stream=stream, auth=auth, follow_redirects=follow_redirects)
            if response.status_code in REPEATED:
                response.read()
        except httpx2.RequestError as error:
            raise _lost(error) from None
        if response.status_code in REPEATED:
            said = response.headers.get("X-Error-Message", "")
            raise error_for(response.status_code, said, response.headers.get("Retry-After"))
        return response


set_client_factory(
    lambda: OneAttempt(event_hooks=_hooks, follow_redirects=True, timeout=None, mounts=DIRECT),
)


@contextmanager
def talking(seconds: float) -> Iterator[None]:
    """Calls of huggingface_hub inside obey `seconds` per step and fail with `HubError` only."""
    before = _seconds.set(seconds)
    try:
        yield
    except HfHubHTTPError as error:
        said = error.response.headers.get("X-Error-Message") or error.server_message or ""
        raise error_for(error.response.status_code, said) from None
    except (httpx2.RequestError, OfflineModeIsEnabled) as error:
        raise _lost(error) from None
    except HFValidationError:
        raise
    except MALFORMED as error:
        raise HubUnreachable(f"the hub's answer cannot be read ({type(error).__name__})") from error
    finally:
        _seconds.reset(before)


def download(url: str, token: str | bool, max_bytes: int) -> bytes | None:
    """The bytes behind a `resolve` address, None when there is no such file; call it inside `talking`."""
    data = bytearray()
    with get_session().stream("GET", url, headers=build_hf_headers(token=token)) as response:
        try:
            hf_raise_for_status(response)
        except RemoteEntryNotFoundError:
            return None
        for part in response.iter_bytes():
            data += part
            if len(data) > max_bytes:
                raise HubError(f"the file is larger than {max_bytes} bytes")
    return bytes(data)


def pages(url: str, token: str | bool | None) -> Iterable[dict[str, Any]]:
    """The items of a paged answer, fetched page by page; advance it inside `talking`."""
    found: Iterable[dict[str, Any]] = paginate(url, params={}, headers=build_hf_headers(token=token))
    return found


def _lost(error: Exception) -> HubError:
    slow = isinstance(error, httpx2.TimeoutException)
    reason = "took too long to answer" if slow else f"gave no complete answer ({type(error).__name__})"
    return HubUnreachable(f"the hub {reason}")
