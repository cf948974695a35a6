"""publication-check: every reason at once, each condition broken alone, and no invalid attempt among the reasons."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from governance.lifecycle import State
from governance.publication import CONDITIONS, Claim, check_publication, read_claim
from governance.release import Status

Change = Callable[[Claim], Claim]
OTHER = "sha256:" + 64 * "0"


def configured(**fields: Any) -> Change:
    """The claim with other fields of the study's configuration."""

    def change(claim: Claim) -> Claim:
        plan = claim.study.plan
        return replace(
            claim, study=replace(claim.study, plan=replace(plan, configuration=replace(plan.configuration, **fields)))
        )

    return change


def attested(**fields: Any) -> Change:
    return lambda claim: replace(
        claim, study=replace(claim.study, attestation=replace(claim.study.attestation, **fields))
    )


def released(**fields: Any) -> Change:
    return lambda claim: replace(claim, release=replace(claim.release, **fields))


def one_observation_short(claim: Claim) -> Claim:
    totals = replace(claim.study.totals, missing=1)
    return replace(claim, study=replace(claim.study, observations=claim.study.observations[:-1], totals=totals))


def another_protocol(claim: Claim) -> Claim:
    return replace(
        claim, release=replace(claim.release, protocol_schema=replace(claim.release.protocol_schema, digest=OTHER))
    )


def moved_on(claim: Claim) -> Claim:
    first = next(iter(claim.lifecycle.states))
    states = {**claim.lifecycle.states, first: State.QUARANTINED}
    return replace(claim, lifecycle=replace(claim.lifecycle, states=states))


BREAKS: list[tuple[str, Change]] = [
    ("configuration-identity", configured(revision="main")),
    ("configuration-identity", configured(corpus_id="another")),
    ("completion-attestation", attested(complete=False)),
    ("criteria-v2", released(scoring_schema="criteria-v1")),
    ("complete-valid-trials", one_observation_short),
    ("protocol-schema", another_protocol),
    ("active-manifest", released(status=Status.CALIBRATING)),
    ("digests", configured(corpus_digest=OTHER)),
    ("digests", released(corpus_digest=OTHER, digests={})),
    ("digests", released(version="0.2.0")),
    ("current-claims", moved_on),
    ("approved-profile", attested(publishable=False)),
    ("approved-profile", released(profile="development")),
    ("adapter-digest", released(adapter_digest=OTHER)),
    ("preflight-evidence", released(preflight_digest=OTHER)),
    ("preflight-evidence", attested(checks=("workspace",))),
]


@pytest.fixture(scope="module")
def claim(sealed: Any) -> Claim:
    return read_claim(sealed.root, sealed.study.name, "0.1.0")


def broken(claim: Claim) -> set[str]:
    return {condition.name for condition in CONDITIONS if condition.reasons(claim)}


def test_a_sound_study_of_an_active_release_may_be_published(claim: Claim) -> None:
    assert check_publication(claim) == ()


@pytest.mark.parametrize(("name", "change"), BREAKS, ids=[f"{n}-{name}" for n, (name, _) in enumerate(BREAKS)])
def test_each_condition_breaks_alone(claim: Claim, name: str, change: Change) -> None:
    assert broken(change(claim)) == {name}


def test_every_condition_has_a_test_that_breaks_it(claim: Claim) -> None:
    assert {name for name, _ in BREAKS} | {"private-plan"} == {condition.name for condition in CONDITIONS}


def test_every_reason_is_told_at_once(claim: Claim) -> None:
    changed = claim
    for _, change in (BREAKS[0], BREAKS[2], BREAKS[5], BREAKS[6], BREAKS[13]):
        changed = change(changed)
    assert {finding.code for finding in check_publication(changed)} == {
        *("P_IDENTITY", "P_ATTESTATION", "P_PROTOCOL", "P_CALIBRATING", "P_ADAPTER")
    }


def test_invalid_attempts_are_no_reason(claim: Claim) -> None:
    attempts = {**claim.study.totals.attempts, "invalid": 3, "incomplete": 1}
    study = replace(claim.study, totals=replace(claim.study.totals, attempts=attempts))
    assert check_publication(replace(claim, study=study)) == ()


def test_the_conditions_of_private_corpora_are_not_asked_of_public_ones(claim: Claim) -> None:
    identity = replace(claim.governed.identity, role=type(claim.governed.identity.role)("public-development"))
    public = replace(
        claim,
        governed=replace(claim.governed, identity=identity),
        release=replace(claim.release, role=identity.role, adapter_digest=OTHER, preflight_digest=OTHER),
    )
    assert check_publication(public) == ()


def test_the_command_names_conditions_and_counts_and_refuses_a_plan_with_gaps(copied: Any) -> None:
    line = ("publication-check", "--study", copied.study.name, "--release", "releases/0.1.0.json")
    assert copied.run(*line) == 0
    assert "preflight-evidence: holds" in copied.last
    assert "attempts published as counts: 2 valid, 0 invalid, 0 incomplete" in copied.last
    (copied.root / "plan.toml").unlink()
    assert copied.run(*line, "--json") == 1
    assert "P_PLAN" in copied.last


def test_a_study_that_was_altered_cannot_be_claimed_with(copied: Any) -> None:
    study = copied.study / "study.json"
    study.write_bytes(study.read_bytes().replace(b'"solved":', b'"solved" :', 1))
    assert copied.run("publication-check", "--study", str(copied.study), "--release", "0.1.0") == 1
    assert "G_STUDY" in copied.last


def test_an_unknown_release_or_study_is_a_finding(copied: Any) -> None:
    assert copied.run("publication-check", "--study", "nothing", "--release", "9.9.9") == 1
    assert "G_RELEASE" in copied.last
