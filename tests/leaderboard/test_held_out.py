"""A redacted bundle is read strictly, stands beside its own system only, and claims no more than it may."""

from __future__ import annotations

import copy
import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import jsonschema_rs
import pytest

from evaluator import TaskStates, Withdrawal
from leaderboard import State, board_csv, board_json, build_board, publication, seed_state
from leaderboard.held_out import CAVEATS, read_bundle, read_bundles
from records import Rejected, canonical_bytes, parse, sha256_hex

SHAPE = Path(__file__).resolve().parents[2] / "governance" / "publication" / "redacted-bundle-1.schema.json"
DEMO = "sha256:" + "ab" * 32


def counts(tasks=900, observations=1800, solved=900, timeouts=3):
    return {"tasks": tasks, "observations": observations, "solved": solved, "timeouts": timeouts}


def demo(submission, **changes):
    """An obviously made up bundle of the system of a submission."""
    system = {"label": submission.system.name, "family": "demo", "source": submission.source.url}
    document = {
        "schema": "nnai-redacted-bundle/1",
        "corpus": {
            "id": "demo-no-real-corpus",
            "version": "1.0.0",
            "role": "private-held-out",
            "kind": "choice",
            "digest": DEMO,
        },
        "release": {
            "scoring_schema": "criteria-v2",
            "protocol_schema": {"name": "demo", "version": "1", "digest": DEMO},
        },
        "study": DEMO,
        "configuration": "cfg-" + "cd" * 32,
        "system": {**system, "revision": submission.source.revision},
        "method": {
            "track": "closed-book",
            "exposure": "none",
            "profile": "linux-bwrap-v1",
            "adapter_digest": DEMO,
            "timeout_ms": 600_000,
            "trials": 2,
        },
        "counterpart": {
            "corpus": "core-v0.1",
            "version": "0.1.0",
            "digest": DEMO,
            "same_composition": True,
            "same_protocol": True,
        },
        "insufficient_aggregation": False,
        "outcomes": {
            "whole": counts(),
            "strata": [{"dimension": "category", "name": "deduction", "counts": counts(150, 300, 100, 1)}],
            "attempts": {"valid": 2, "invalid": 1, "incomplete": 0},
            "suppressed": True,
        },
    }
    return {**document, **changes}


def short(submission):
    document = demo(submission, insufficient_aggregation=True, counterpart=None)
    del document["outcomes"]
    return document


def keep(state, document):
    data = canonical_bytes(document)
    path = state.root / "held-out" / "core-v0.1" / f"{sha256_hex(data)}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def mutations(document):
    """The document with one thing changed, everywhere: dropped, of another type, out of bounds, added."""
    places = [()]
    for path in places:
        value = document
        for step in path:
            value = value[step]
        for step in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
            places.append((*path, step))
    values = (None, True, -1, 1.5, "", "x\n", "é", [], {}, 10**12, "A" * 300)
    for path in places[1:]:
        for value in (*values, KeyError):
            made = copy.deepcopy(document)
            parent = made
            for step in path[:-1]:
                parent = parent[step]
            if value is KeyError:
                del parent[path[-1]]
            else:
                parent[path[-1]] = value
            yield path, made
        made = copy.deepcopy(document)
        parent = made
        for step in path:
            parent = parent[step]
        if isinstance(parent, dict):
            parent["task_ids"] = ["demo"]
            yield path, made


def accepted(document):
    try:
        read_bundle(json.dumps(document).encode())
    except Rejected:
        return False
    return True


@pytest.mark.parametrize("make", [demo, short])
def test_reader_and_published_schema_agree_on_every_change(write, make):
    schema = jsonschema_rs.validator_for(json.loads(SHAPE.read_bytes()))
    document = make(write())
    assert accepted(document)
    assert schema.is_valid(document)
    tried = 0
    for path, changed in mutations(document):
        assert accepted(changed) == schema.is_valid(changed), (path, changed)
        tried += 1
    assert tried > 300


def test_counts_that_cannot_be_are_refused(write):
    for whole in (counts(solved=1801), counts(solved=1000, timeouts=801)):
        document = demo(write())
        document["outcomes"]["whole"] = whole
        assert not accepted(document)
    document = demo(write())
    document["outcomes"]["strata"][0]["counts"]["tasks"] = 901
    assert not accepted(document)
    document = demo(write())
    document["outcomes"]["strata"] *= 2
    assert not accepted(document)


@pytest.mark.parametrize("data", [b"", b"[]", b"{", b"[" * 10_000, b'{"a":1,"a":1}', b" " * (1 << 19), b"\xff"])
def test_a_hostile_file_is_refused_with_findings(data):
    with pytest.raises(Rejected):
        read_bundle(data)


def test_a_bundle_stands_beside_its_own_system_and_changes_no_score_rank_or_csv(shelf, write, state, suite):
    one, other = write("one", right=450), write("other", right=400)
    shelf.put(one)
    shelf.put(other)
    before = build_board(state, suite)
    keep(state, demo(one))
    board = build_board(state, suite)
    assert (board_csv(board), board.digest, board.damaged) == (board_csv(before), before.digest, ())
    assert [[beside.bundle.corpus for beside in entry.held_out] for entry in board.entries] == [
        ["demo-no-real-corpus"],
        [],
    ]
    document = parse(board_json(board), max_bytes=1 << 22, max_depth=16)
    assert document["entries"][0]["held_out"][0]["bundle"] == demo(one)
    assert "held_out" not in document["entries"][1]


@pytest.mark.parametrize("part", ["label", "source", "revision"])
def test_another_name_source_or_revision_is_another_system(shelf, write, state, suite, part):
    one = write("one")
    shelf.put(one)
    document = demo(one)
    document["system"][part] += "0"
    keep(state, document)
    assert build_board(state, suite).entries[0].held_out == ()


def test_a_difference_is_stated_with_equal_composition_and_protocol_alone(shelf, write, state, suite):
    one = write("one", right=630)
    shelf.put(one)
    places = {
        (True, True): ("20.00 points: a possible contamination signal, not proof of memorization.", Fraction(1, 5)),
        (True, False): ("Protocol does not match that of the public corpus, so no difference is stated.", None),
        (False, True): ("Category composition does not match", None),
        (False, False): ("Neither category composition nor protocol matches", None),
    }
    for (composition, protocol), (words, difference) in places.items():
        document = demo(one)
        document["counterpart"] |= {"same_composition": composition, "same_protocol": protocol}
        path = keep(state, document)
        (found,) = build_board(state, suite).entries[0].held_out
        assert words in found.words
        assert found.difference == difference
        path.unlink()


def test_no_difference_is_stated_for_another_corpus_version_or_after_a_withdrawal(shelf, write, state, suite):
    one = write("one", right=630)
    shelf.put(one)
    for change in ({"corpus": "scheduling-v0.2"}, {"version": "0.1.1"}):
        document = demo(one)
        document["counterpart"] |= change
        path = keep(state, document)
        assert build_board(state, suite).entries[0].held_out[0].difference is None
        path.unlink()
    keep(state, demo(one))
    gone = Withdrawal(state="quarantined", since="", reason="", tasks=(suite.items[0].id,))
    less = replace(suite, task_states=TaskStates(withdrawals=(gone,)))
    assert build_board(state, less).entries[0].held_out[0].difference is None
    assert build_board(state, suite).entries[0].held_out[0].difference is not None


def test_too_little_behind_it_shows_no_outcome(shelf, write, state, suite):
    one = write("one")
    shelf.put(one)
    keep(state, short(one))
    (found,) = build_board(state, suite).entries[0].held_out
    assert (found.bundle.outcomes, found.difference) == (None, None)
    assert "no outcome is published" in found.words


def test_a_retracted_entry_shows_no_held_out_result(shelf, write, state, suite):
    one = write("one")
    sha256 = shelf.put(one)
    keep(state, demo(one))
    shelf.say("retract", sha256)
    assert build_board(state, suite).entries[0].held_out == ()


def test_a_damaged_bundle_is_named_and_stops_nothing_else(shelf, write, state, suite, tmp_path):
    one = write("one")
    shelf.put(one)
    good = keep(state, demo(one))
    (good.parent / "renamed.json").write_bytes(good.read_bytes())
    (good.parent / "a.json").write_bytes(b"{}")
    (good.parent / "link.json").symlink_to(tmp_path / "elsewhere")
    board = build_board(state, suite)
    assert {item.where.rpartition("/")[2] for item in board.damaged} == {"renamed.json", "a.json", "link.json"}
    assert {item.code for item in board.damaged} == {"B_HELD_OUT"}
    assert len(board.entries[0].held_out) == 1


def test_bundles_follow_the_published_state_into_a_local_one(shelf, write, state, tmp_path):
    one = write("one")
    shelf.put(one)
    keep(state, demo(one))
    target = State(tmp_path / "local")
    seed_state(state, target)
    assert read_bundles(target.root, "core-v0.1") == read_bundles(state.root, "core-v0.1")


def test_the_cautions_are_those_of_the_governance_text():
    words = " ".join(CAVEATS)
    for said in (
        "possible contamination signal only where category composition and protocols match",
        "not proof of memorization",
        "neither uncontaminated nor held out",
        "does not prove that task ideas or equivalent material never appeared in training data",
    ):
        assert said in words


def test_a_bundle_is_published_with_the_records(queue, shelf, write, state, suite):
    one = write("one")
    shelf.put(one)
    path = keep(state, demo(one))
    plan = publication.plan(state, [suite], queue.maintainer)
    assert plan.files[f"leaderboard/held-out/core-v0.1/{path.name}"] == path.read_bytes()
