"""The submit handler: one document of a signed-in visitor becomes one open pull request.

It believes nothing. In order: (1) identity from the signed cookie, token, scope, expiry; (2) size and rates; (3) the
document is parsed, scored again, compared with its receipt, and must be the canonical bytes under the visitor's name;
(4) an accepted record or an open pull request with these bytes is linked instead; (5) the hub says once whose token
it is; (6) the pull request is opened; after an error the handler looks before it says that it failed.

Invariant: calls with equal bytes are handled one after the other, so a double click opens one pull request; no token
reaches a log, a message or an outcome.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from evaluator import AnyScore, AnySuite, score_submission
from hub import Hub, HubBusy, HubConflict, HubError, HubExists, HubMissing, HubRefused, PullRef
from leaderboard import QUEUE, Action, submission_path
from leaderboard import State as BoardState
from records import Finding, Rejected
from space.submit_identity import SCOPE, Visitor
from space.submit_limits import Limits
from space.submit_outcome import Outcome, State
from space.submit_receipt import receipt_findings
from space.submit_text import description, title
from submissions_schema import Submission, read_submission

LOCKS = 64
EVERYBODY = "everybody"


class SubmitDesk:
    """Takes submissions of one suite. `hub_of(token)` makes a client; `board` holds the accepted records;
    `limits` are shared by the desks of a page, so that two suites are not twice as many calls."""

    def __init__(
        self,
        *,
        suite: AnySuite,
        board: BoardState,
        hub_of: Callable[[str], Hub],
        clock: Callable[[], float] = time.monotonic,
        limits: Limits | None = None,
    ) -> None:
        self.suite = suite
        self.board = board
        self.hub_of = hub_of
        self.limits = limits or Limits(clock)
        self._locks = tuple(threading.Lock() for _ in range(LOCKS))

    def submit(self, document: object, visitor: Visitor) -> Outcome:
        """Steps 2 to 6 for a visitor whose cookie was read. Never raises for what a caller or a hub can cause."""
        wait = self.limits.attempts.take(visitor.name) or self.limits.everybody.take(EVERYBODY)
        if wait:
            return Outcome(state=State.RATE_LIMITED, message="That was often in a short time.", retry_after=wait)
        try:
            submission, result = self._judge(_bytes_of(document), visitor)
        except Rejected as refusal:
            return Outcome(state=State.INVALID, findings=refusal.findings)
        with self._locks[int(submission.sha256[:8], 16) % LOCKS]:
            return self._accepted(submission) or self._deliver(submission, result, visitor)

    def _judge(self, data: bytes, visitor: Visitor) -> tuple[Submission, AnyScore]:
        """Read and score again. Raises Rejected; size is the reader's first check."""
        submission = read_submission(data, self.suite.contract)
        if submission.canonical() != data:
            raise Rejected([Finding(code="E_CANONICAL", where="", message="these are not the canonical bytes")])
        if submission.submitted_by != visitor.name:
            message = "this is not the name you are signed in with"
            raise Rejected([Finding(code="E_IDENTITY", where="/submitted_by", message=message)])
        result = score_submission(submission, self.suite)
        differences = receipt_findings(submission.preview, result)
        if differences:
            raise Rejected(differences)
        return submission, result

    def _accepted(self, submission: Submission) -> Outcome | None:
        """The entry that these bytes already are, listed or retracted."""
        try:
            decisions = self.board.log().decisions
        except Rejected:
            return None  # a damaged log is the maintainer's to mend, and review looks for duplicates again
        subject = (self.suite.corpus, submission.sha256)
        actions = [one.action for one in decisions if (one.corpus, one.record) == subject]
        if Action.ACCEPT not in actions or actions[-1] is Action.VOID:
            return None
        message = "The entry was retracted." if Action.RETRACT in actions else "The entry is listed."
        return Outcome(state=State.ALREADY_ACCEPTED, message=message, url=f"/#entry={submission.sha256}")

    def _deliver(self, submission: Submission, result: AnyScore, visitor: Visitor) -> Outcome:
        """Prove whose token it is, then open the pull request or find the one that is open."""
        wait = self.limits.opened.wait(visitor.name)
        if wait:
            return Outcome(state=State.RATE_LIMITED, message="You opened many pull requests.", retry_after=wait)
        hub = self.hub_of(visitor.token)
        try:
            if hub.whoami().name != visitor.name:
                return Outcome(state=State.WRONG_IDENTITY, message="The hub knows this sign-in by another name.")
            path = submission_path(self.suite.id, submission.sha256)
            words = title(submission), description(submission, result)
            pull = hub.open_pull(QUEUE, path, submission.canonical(), *words, author=visitor.name)
        except HubError as error:
            return outcome_of(error)
        if not pull.existed:
            self.limits.opened.take(visitor.name)
        return _outcome_of_pull(pull)


def outcome_of(error: HubError) -> Outcome:
    """The face of a hub's failure; the client has looked already whether the work was done."""
    match error:
        case HubExists():
            return Outcome(state=State.ALREADY_ACCEPTED, message="The file stands in the queue's main.", url=error.url)
        case HubRefused(missing="sign-in"):
            return Outcome(state=State.SIGNED_OUT, message="The hub does not know this sign-in any more.")
        case HubRefused(missing=missing) if missing == SCOPE:
            return Outcome(state=State.MISSING_SCOPE, message=f"The sign-in does not include {SCOPE}.")
        case HubRefused():
            return Outcome(state=State.HUB_REFUSED, message=str(error))
        case HubBusy():
            return Outcome(state=State.HUB_BUSY, retry_after=error.retry_after)
        case HubMissing():
            return Outcome(state=State.HUB_REFUSED, message="The queue repository was not found.")
        case HubConflict(landed=False):
            return Outcome(state=State.HUB_REFUSED, message="The queue changed at that moment; submit again.")
        case HubError(landed=False):
            return Outcome(state=State.HUB_UNREACHABLE)
        case _:
            return Outcome(state=State.UNCERTAIN)


def _outcome_of_pull(pull: PullRef) -> Outcome:
    state = State.ALREADY_OPEN if pull.existed else State.SENT
    return Outcome(state=state, message=f"Pull request {pull.number} in {QUEUE}.", url=pull.url)


def _bytes_of(document: object) -> bytes:
    """The bytes of the text that was sent; what is no text, or has lone surrogates, is refused by the reader."""
    return document.encode("utf-8", "surrogatepass") if isinstance(document, str) else b""
