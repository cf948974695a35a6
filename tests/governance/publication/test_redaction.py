"""Redacted bundles: an allowlist, thresholds, and nothing that a reader could take apart."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluator import CORPORA
from governance.corpus import load_governed
from governance.lifecycle import State, read_lifecycle, writing
from governance.publication import Claim, Public, Receipt, read_claim, redact
from governance.publication.bundle import SCHEMA
from leaderboard.held_out import read_bundle, read_bundles
from records import Rejected

ROOM = Path(__file__).resolve().parents[3] / "governance" / "publication"
VALIDATOR = jsonschema.Draft202012Validator(json.loads((ROOM / "redacted-bundle-1.schema.json").read_bytes()))


@pytest.fixture(scope="module")
def claim(sealed: Any) -> Claim:
    return read_claim(sealed.root, sealed.study.name, "0.1.0")


def with_active(claim: Claim, active: set[str]) -> Claim:
    """The claim after all other tasks were quarantined."""
    states = {task: State.ACTIVE if task in active else State.QUARANTINED for task in claim.lifecycle.states}
    return replace(claim, lifecycle=replace(claim.lifecycle, states=states))


def tasks(claim: Claim, **counts: int) -> set[str]:
    """So many tasks of each category."""
    found: set[str] = set()
    for category, count in counts.items():
        found |= {task.id for task in [t for t in claim.governed.book.tasks if t.category == category][:count]}
    return found


def test_the_bundle_has_the_published_shape_and_the_board_reads_it(claim: Claim) -> None:
    redacted = redact(claim, (), None)
    VALIDATOR.validate(json.loads(redacted.data))
    read = read_bundle(redacted.data)
    assert (read.corpus, read.version, read.label) == ("sealed", "0.1.0", "The rotation answer")
    assert redacted.document["schema"] == SCHEMA


def test_sums_are_those_of_a_plain_count_and_the_small_strata_take_one_more_with_them(claim: Claim) -> None:
    """Tracking and spatial are too small; together they have six tasks, but only twelve observations."""
    outcomes: Any = redact(claim, (), None).document["outcomes"]
    category = {task.id: task.category for task in claim.governed.book.tasks}
    solved = Counter(category[one.task] for one in claim.study.observations if one.solved)
    assert outcomes["whole"] == {
        **{"tasks": 26, "observations": 52, "solved": sum(solved.values()), "timeouts": 0},
    }
    assert outcomes["strata"] == [
        {
            "dimension": "category",
            "name": "deduction",
            "counts": {"tasks": 12, "observations": 24, "solved": solved["deduction"], "timeouts": 0},
        }
    ]
    assert outcomes["suppressed"] is True
    assert outcomes["attempts"] == {"valid": 2, "invalid": 0, "incomplete": 0}


@pytest.mark.parametrize("counts", [{"deduction": 4}, {"deduction": 9}, {"tracking": 3, "spatial": 3}, {}])
def test_too_little_leaves_identity_and_method_alone(claim: Claim, counts: dict[str, int]) -> None:
    """Four tasks are too few; nine tasks in two trials are eighteen observations."""
    public = Public(governed=load_governed(CORPORA / "core-v0.1"), lifecycle=claim.lifecycle, release=None)
    redacted = redact(with_active(claim, tasks(claim, **counts)), (), public)
    VALIDATOR.validate(json.loads(redacted.data))
    assert redacted.document["insufficient_aggregation"] is True
    assert set(redacted.document) == {
        *("schema", "corpus", "release", "study", "configuration", "system", "method"),
        *("counterpart", "insufficient_aggregation"),
    }
    assert redacted.document["counterpart"] is None
    assert read_bundle(redacted.data).outcomes is None
    assert redacted.receipt.groups == ()


def test_a_quarantine_between_two_bundles_is_not_subtracted(claim: Claim) -> None:
    first = redact(claim, (), None)
    without_one = with_active(claim, set(claim.active) - {min(claim.active)})
    assert redact(without_one, (first.receipt,), None).document["insufficient_aggregation"] is True
    assert redact(claim, (first.receipt,), None).document == first.document
    without_many = with_active(claim, set(claim.active) - tasks(claim, deduction=12))
    later: Any = redact(without_many, (first.receipt,), None).document["outcomes"]
    assert later["whole"]["tasks"] == 14


@settings(max_examples=25)
@given(st.data())
def test_whatever_is_active_nothing_but_the_allowlist_is_said(sealed: Any, data: st.DataObject) -> None:
    whole = read_claim_once(sealed)
    ids = sorted(whole.lifecycle.states)
    redacted = None
    earlier: tuple[Receipt, ...] = ()
    for active in data.draw(st.lists(st.sets(st.sampled_from(ids)), min_size=1, max_size=3)):
        redacted = redact(with_active(whole, active), earlier, None)
        VALIDATOR.validate(json.loads(redacted.data))
        assert b"zqx" not in redacted.data
        assert not any(digest.encode() in redacted.data for digest in whole.governed.digests.values())
        earlier = (*earlier, redacted.receipt)


_READ: dict[Path, Claim] = {}


def read_claim_once(sealed: Any) -> Claim:
    if sealed.root not in _READ:
        _READ[sealed.root] = read_claim(sealed.root, sealed.study.name, "0.1.0")
    return _READ[sealed.root]


def test_a_counterpart_is_comparable_only_with_equal_composition_and_protocol(claim: Claim) -> None:
    public = Public(governed=claim.governed, lifecycle=claim.lifecycle, release=claim.release)
    same: Any = redact(claim, (), public).document["counterpart"]
    assert (same["same_composition"], same["same_protocol"]) == (True, True)
    unlike: Any = redact(with_active(claim, tasks(claim, deduction=12, quantity=8)), (), public).document["counterpart"]
    assert (unlike["same_composition"], unlike["same_protocol"]) == (False, True)
    unreleased: Any = redact(claim, (), replace(public, release=None)).document["counterpart"]
    assert (unreleased["same_composition"], unreleased["same_protocol"]) == (True, False)


def test_only_a_private_corpus_is_redacted_and_only_plain_names_are_published(claim: Claim) -> None:
    role = type(claim.governed.identity.role)("public-development")
    identity = replace(claim.governed.identity, role=role)
    with pytest.raises(Rejected, match="P_REDACTION"):
        redact(replace(claim, governed=replace(claim.governed, identity=identity)), (), None)
    for label in ("two\nlines", "\u0430 letter", "x" * 201):
        study = replace(claim.study, plan=replace(claim.study.plan, label=label))
        with pytest.raises(Rejected, match="/system/label"):
            redact(replace(claim, study=study), (), None)


def test_publishing_shows_first_then_writes_bundle_and_receipt(copied: Any, tmp_path: Path) -> None:
    out = tmp_path / "held-out" / "core-v0.1"
    line = ("publish-redacted", "--study", copied.study.name, "--release", "0.1.0", "--out", out)
    assert copied.run(*line) == 1
    assert "--apply writes this" in copied.last
    assert not out.exists()
    assert not (copied.root / "publications").exists()
    assert copied.run(*line, "--apply", "--public-root", str(CORPORA / "core-v0.1")) == 0
    (bundle,) = out.iterdir()
    VALIDATOR.validate(json.loads(bundle.read_bytes()))
    assert read_bundles(tmp_path, "core-v0.1") == ((read_bundle(bundle.read_bytes()),), ())
    (receipt,) = (copied.root / "publications").iterdir()
    assert copied.run(*line, "--previous", bundle) == 1
    assert "P_RECEIPT" not in copied.last
    receipt.unlink()
    assert copied.run(*line, "--previous", bundle) == 1
    assert "P_RECEIPT at --previous:/0" in copied.last
    receipt.write_text("{}")
    assert copied.run(*line) == 1
    assert "P_RECEIPT" in copied.last


def test_two_publications_do_not_pass_each_other(copied: Any, tmp_path: Path) -> None:
    line = ("publish-redacted", "--study", copied.study.name, "--release", "0.1.0", "--out", tmp_path / "out")
    with writing(copied.root):
        assert copied.run(*line, "--apply") == 2
    assert "another process" in copied.last
    assert not (tmp_path / "out").exists()
    assert copied.run(*line, "--apply") == 0


def test_a_refused_study_gives_no_bundle(copied: Any, tmp_path: Path) -> None:
    (copied.root / "plan.toml").unlink()
    out = tmp_path / "bundles"
    line = ("publish-redacted", "--study", copied.study.name, "--release", "0.1.0", "--out", out, "--apply")
    assert copied.run(*line) == 1
    assert "no bundle was made" in copied.last
    assert not out.exists()


def test_a_bundle_is_not_left_among_the_private_files(copied: Any) -> None:
    line = ("publish-redacted", "--study", copied.study.name, "--release", "0.1.0", "--apply")
    assert copied.run(*line, "--out", copied.root / "bundles") == 1
    assert "P_REDACTION at --out" in copied.last
    assert not (copied.root / "bundles").exists()
    assert read_lifecycle(load_governed(copied.root)).of(State.ACTIVE)


def test_a_system_whose_name_tells_of_the_corpus_is_not_published(copied: Any, tmp_path: Path) -> None:
    system = copied.systems / "constant.toml"
    told = copied.systems / "told.toml"
    told.write_text(system.read_text().replace("The constant answer", "Tuned on zqxid-te-ded-1-000"))
    assert copied.run("run", "--system", told, "--trials", "2") == 0
    assert "zqxid" not in copied.last
    study = next((copied.root / "studies").glob("told-*")).name
    line = ("publish-redacted", "--study", study, "--release", "0.1.0", "--out", tmp_path / "out", "--apply")
    assert copied.run(*line) == 1
    assert "P_REDACTION at bundle" in copied.last
    assert not (tmp_path / "out").exists()
    assert not (copied.root / "publications").exists()
