"""publication-check: what must hold of a study before anything of it is published, as a table of named conditions.

Invariant: all conditions are looked at and every reason is told; none prints a task. An invalid attempt is no reason:
"invalid attempts do not block a publication; they are published as counts".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from evaluator.tasks import SCORING_SCHEMA
from governance.corpus import finding
from governance.lifecycle import State, active_findings
from governance.private import plan_findings
from governance.publication.claim import Claim
from governance.release import PROTOCOLS, Status, fits, manifest_name
from governance.studies import STUDIES
from isolation import LINUX_BWRAP_V1
from records import Finding

MOVING = ("head", "latest", "main", "master", "none", "tip", "trunk", "unknown")
"""Names of revisions that mean something else tomorrow."""
Reasons = Iterator[tuple[str, str]]
"""(pointer into the study or the manifest, what was expected)."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Condition:
    """One condition: the sentence it enforces, and its check. `manifest` says that reasons point into the manifest."""

    name: str
    code: str
    sentence: str
    check: Callable[[Claim], Reasons]
    private_only: bool = False
    manifest: bool = False

    def reasons(self, claim: Claim) -> tuple[Finding, ...]:
        """Why it does not hold; empty where it does or where it is not asked of this corpus."""
        if self.private_only and not claim.governed.identity.is_private:
            return ()
        name = manifest_name(claim.release.version) if self.manifest else STUDIES
        return tuple(finding(self.code, name, at, message) for at, message in self.check(claim))


def check_publication(claim: Claim) -> tuple[Finding, ...]:
    """Every reason against a publication, in the order of the table."""
    return tuple(reason for condition in CONDITIONS for reason in condition.reasons(claim))


def _identity(claim: Claim) -> Reasons:
    configuration = claim.study.configuration
    if configuration.revision.casefold() in MOVING:
        yield "/configuration/revision", "a revision that always means the same is expected, not a moving name"
    if configuration.corpus_id != claim.governed.identity.id:
        yield "/configuration/corpus_id", "the study is about another corpus"


def _attestation(claim: Claim) -> Reasons:
    stated = claim.study.attestation
    if not stated.complete:
        yield "/attestation/complete", "the launcher attests no completion"
    if stated.adapter_digest is None or not stated.checks:
        yield "/attestation/adapter_digest", "completion evidence of one launcher on every valid attempt is expected"


def _scoring(claim: Claim) -> Reasons:
    for name, value in (("study", claim.study.configuration.scoring_schema), ("release", claim.release.scoring_schema)):
        if value != SCORING_SCHEMA:
            yield "/configuration/scoring_schema", f"{SCORING_SCHEMA} is expected of the {name}"


def _trials(claim: Claim) -> Reasons:
    study = claim.study
    seen = Counter(one.trial for one in study.observations)
    short = [trial.number for trial in study.trials if seen[trial.number] != len(claim.governed.digests)]
    if short or not study.complete:
        yield "/totals/missing", f"{len(short)} of {len(study.trials)} trials lack valid observations of tasks"


def _protocol(claim: Claim) -> Reasons:
    stated = claim.release.protocol_schema
    known = PROTOCOLS.get((stated.name, stated.version))
    if known is None or known.schema != stated:
        yield "/protocol_schema", "the manifest names no published protocol schema"
        return
    study = claim.study
    facts = {
        "study_schema": study.schema,
        "scoring_schema": study.configuration.scoring_schema,
        "profile": study.attestation.profile,
    }
    for name, value in facts.items():
        if name in known.terms and known.terms[name] != value:
            yield f"/protocol_schema/{name}", f"the protocol asks for {known.terms[name]}, the study has {value}"


def _active(claim: Claim) -> Reasons:
    if claim.release.status is not Status.ACTIVE:
        yield "/status", f"the release is {claim.release.status.value}; only an active one may be claimed with"


def _digests(claim: Claim) -> Reasons:
    release, governed = claim.release, claim.governed
    identity = governed.identity
    facts = {
        "corpus": (release.corpus, identity.id),
        "role": (release.role, identity.role),
        "kind": (release.kind, identity.kind),
        "corpus_digest": (release.corpus_digest, governed.corpus_digest),
        "evaluator": (release.evaluator, governed.book.evaluator),
    }
    for name, (stated, found) in facts.items():
        if stated != found:
            yield f"/{name}", "the manifest describes another corpus than the one that is here"
    if release.digests != governed.digests:
        yield "/digests", "the task digests are not those of the corpus that is here"
    if claim.study.configuration.corpus_digest != release.corpus_digest:
        yield "/corpus_digest", "the study measured another corpus digest"
    if not fits(identity.version, release.version):
        yield "/version", "the release belongs to another version of the data"


def _claims(claim: Claim) -> Reasons:
    counts = claim.lifecycle.counts()
    if {state.value: counts[state] for state in State} != dict(claim.release.states):
        yield "/states", "the lifecycle moved on since; build a release that says so"
    if unfounded := active_findings(claim.governed, claim.lifecycle, claim.calibrations):
        yield "/states/active", f"{len(unfounded)} findings against the calibration of active tasks"


def _profile(claim: Claim) -> Reasons:
    stated = claim.study.attestation
    if not stated.profile == claim.release.profile == LINUX_BWRAP_V1.id:
        yield "/attestation/profile", f"the profile {LINUX_BWRAP_V1.id} is expected of study and release"
    if not stated.publishable:
        yield "/attestation/publishable", "the launcher attests no publishable isolation"


def _adapter(claim: Claim) -> Reasons:
    if claim.study.attestation.adapter_digest != claim.release.adapter_digest:
        yield "/attestation/adapter_digest", "the launcher of every trial is not the one that the release fixes"


def _preflight(claim: Claim) -> Reasons:
    stated, fixed = claim.study.attestation, claim.release
    if stated.preflight_digest != fixed.preflight_digest:
        yield "/attestation/preflight_digest", "the preflight of every trial is not the one that the release fixes"
    if stated.checks != fixed.preflight_checks:
        yield "/attestation/checks", "the preflight evidence of every trial is not what the release expects"


def _plan(claim: Claim) -> Reasons:
    if gaps := plan_findings(claim.governed.root):
        yield "", f"the private plan has {len(gaps)} gaps; release-check names them"


ASKED = "publication-check requires a complete configuration identity, completion attestation, criteria-v2 scoring, "
ASKED += "complete valid trials, and the protocol schema named by the release manifest."
PROFILE = "A private held-out study also requires the approved linux-bwrap-v1 profile."
FIXED = "The release manifest fixes the adapter digest and expected namespace preflight evidence."
CALIBRATING = (
    "A calibrating corpus is not eligible for active leaderboard claims; publication checks reject its manifest."
)
UNPOOLED = "Reports never rewrite historical trials or silently pool different corpus digests or configuration IDs."
PLANNED = "The first private corpus cannot activate until its private plan is complete."

CONDITIONS = (
    Condition(name="configuration-identity", code="P_IDENTITY", sentence=ASKED, check=_identity),
    Condition(name="completion-attestation", code="P_ATTESTATION", sentence=ASKED, check=_attestation),
    Condition(name="criteria-v2", code="P_SCORING", sentence=ASKED, check=_scoring),
    Condition(name="complete-valid-trials", code="P_TRIALS", sentence=ASKED, check=_trials),
    Condition(name="protocol-schema", code="P_PROTOCOL", sentence=ASKED, check=_protocol, manifest=True),
    Condition(name="active-manifest", code="P_CALIBRATING", sentence=CALIBRATING, check=_active, manifest=True),
    Condition(name="digests", code="P_DIGEST", sentence=UNPOOLED, check=_digests, manifest=True),
    Condition(name="current-claims", code="P_CLAIM", sentence=CALIBRATING, check=_claims, manifest=True),
    Condition(name="approved-profile", code="P_PROFILE", sentence=PROFILE, check=_profile, private_only=True),
    Condition(name="adapter-digest", code="P_ADAPTER", sentence=FIXED, check=_adapter, private_only=True),
    Condition(name="preflight-evidence", code="P_PREFLIGHT", sentence=FIXED, check=_preflight, private_only=True),
    Condition(name="private-plan", code="P_PLAN", sentence=PLANNED, check=_plan, private_only=True, manifest=True),
)
