"""Typed records keep every field; canonical bytes depend on content alone."""

from __future__ import annotations

import hashlib
import json
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from records import canonical_bytes, sha256_hex
from submissions_schema import (
    Answer,
    Prediction,
    ResourceKind,
    Submission,
    SuiteContract,
    Track,
    predictions_sha256,
    read_submission,
)

shared = settings(max_examples=10)


def turned(value: Any, random: Random) -> Any:
    """The same JSON with the keys of every object in another order."""
    if isinstance(value, dict):
        names = list(value)
        random.shuffle(names)
        return {name: turned(value[name], random) for name in names}
    return [turned(item, random) for item in value] if isinstance(value, list) else value


def test_records_are_typed(valid: dict[str, Any]) -> None:
    submission = Submission.from_dict(valid)
    assert submission.track is Track.CLOSED_BOOK
    assert submission.resources[0].kind is ResourceKind.SYMBOLIC_LIBRARY
    assert submission.test_exposure.tuning_across_test_runs.status is Answer.UNKNOWN
    assert submission.provenance.authored_code.files[0].lines == 240
    assert submission.predictions[0] == Prediction("nb1-te-ded-1-000", "A")


def test_every_field_survives(valid: dict[str, Any]) -> None:
    rows = sorted(valid["predictions"], key=lambda row: row["id"])
    assert Submission.from_dict(valid).to_dict() == {**valid, "predictions": rows}


def test_reading_what_was_written_gives_the_same_record(valid: dict[str, Any], contract: SuiteContract) -> None:
    submission = Submission.from_dict(valid)
    assert read_submission(submission.canonical(), contract) == submission


def test_optional_fields_stay_away_when_not_given(document: dict[str, Any]) -> None:
    del document["system"]["homepage"]
    written = Submission.from_dict(document).to_dict()
    assert "homepage" not in written["system"]
    assert "preview" not in written


@shared
@given(seed=st.integers(0, 2**32))
def test_order_of_keys_and_rows_never_changes_the_digest(
    valid: dict[str, Any], contract: SuiteContract, seed: int
) -> None:
    random = Random(seed)
    other = turned(valid, random)
    random.shuffle(other["predictions"])
    read = read_submission(json.dumps(other, indent=random.choice([None, 1])).encode(), contract)
    assert read.sha256 == Submission.from_dict(valid).sha256


def test_the_digest_is_that_of_the_canonical_bytes(valid: dict[str, Any]) -> None:
    submission = Submission.from_dict(valid)
    assert submission.sha256 == hashlib.sha256(submission.canonical()).hexdigest()


@given(st.lists(st.tuples(st.text(), st.text()), unique_by=lambda row: row[0]))
def test_the_digest_of_predictions_is_that_of_their_canonical_rows(rows: list[tuple[str, str]]) -> None:
    predictions = [Prediction(*row) for row in rows]
    expected = canonical_bytes([row.to_dict() for row in sorted(predictions, key=lambda row: row.id)])
    assert predictions_sha256(reversed(predictions)) == sha256_hex(expected)


def test_a_changed_label_changes_both_digests(document: dict[str, Any], valid: dict[str, Any]) -> None:
    document["predictions"][17]["label"] = "ABSTAIN"
    before, after = Submission.from_dict(valid), Submission.from_dict(document)
    assert before.sha256 != after.sha256
    assert predictions_sha256(before.predictions) != predictions_sha256(after.predictions)
