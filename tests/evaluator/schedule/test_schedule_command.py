"""`python3 -m evaluator score --suite nnai-sched-0.2 FILE`: score, explanation, refusal, and what is not there."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path

from evaluator.command import Outcome, ScoreRequest, run_score

ROOT = Path(__file__).resolve().parents[3]
EXACT = ROOT / "baselines" / "scheduling" / "cpsat-predictions.json"
Run = Callable[..., Outcome]


def run(
    *,
    data: bytes = b"",
    file: str = str(EXACT),
    suite: str = "nnai-sched-0.2",
    explain: str = "",
    as_json: bool = False,
) -> Outcome:
    request = ScoreRequest(suite=suite, file="-" if data else file, json=as_json, explain=explain or None)
    return run_score(request, ROOT / "corpora", io.BytesIO(data))


def test_a_file_is_scored_for_people_and_as_data() -> None:
    assert "full feasibility 100.00 %" in run().output
    record = json.loads(run(as_json=True).output)
    assert (record["schema"], record["total"]["feasibility"]) == ("nnai-schedule-score/1", "1/1")


def test_an_instance_is_explained() -> None:
    document = json.loads(EXACT.read_bytes())
    document["predictions"][0]["schedule"][0]["start"] = 9999
    item = document["predictions"][0]["id"]
    data = json.dumps(document).encode()
    words = run(data=data, explain=item).output
    assert words.startswith(f"{item}: not feasible; 6 of 6 tasks scheduled")
    assert "deadline" in words
    facts = json.loads(run(data=data, explain=item, as_json=True).output)
    assert facts["violations"][0]["constraint"] in ("deadline", "availability")


def test_findings_and_usage_have_their_exit_codes() -> None:
    assert run(data=b"[]").code == 1
    assert run(file="no-such-file.json").code == 2
    assert run(explain="sch-te-9-999").code == 2
    unknown = run(suite="nnai-other-1")
    assert unknown.code == 2
    assert "nnai-bench-0.1, nnai-sched-0.2" in unknown.complaint
