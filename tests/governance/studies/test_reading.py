"""The strict validator: whatever is altered in a stored study, or in its corpus, is found."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from governance.corpus import Governed, load_governed
from governance.studies import Options, Ran, System, read_study, run_study, studies
from governance.studies.ledger import read_ledger
from governance.studies.reading import plan_in
from governance.studies.rebuild import rebuild
from governance.studies.study import content_digest
from records import GENESIS, Rejected, canonical_bytes, canonical_line, digest

WriteSystem = Callable[..., System]
Alter = Callable[[Path], None]
ALL_C = 'answer(["C"] * len(rows))'


@pytest.fixture(scope="module")
def made() -> dict[str, tuple[Governed, Ran]]:
    """The one study that every alteration starts from."""
    return {}


@pytest.fixture
def ran(
    made: dict[str, tuple[Governed, Ran]], governed: Governed, write_system: WriteSystem, tmp_path: Path
) -> Iterator[Ran]:
    """A study of two launches, in a folder of this test's own."""
    if not made:
        made["study"] = governed, run_study(governed, write_system(ALL_C, batch=6))
    old = made["study"][1]
    folder = governed.root / "studies" / old.study.id
    if folder != old.folder:
        shutil.copytree(old.folder, folder)
        yield replace(old, folder=folder)
        return
    kept = tmp_path / "kept" / old.study.id
    shutil.copytree(folder, kept)
    made["study"] = governed, replace(old, folder=kept)
    yield old


def value(folder: Path, name: str = "study.json") -> Any:
    return json.loads((folder / name).read_bytes())


def put(folder: Path, changed: Any, name: str = "study.json") -> None:
    """Write it back as an attacker would who knows the form: with the digest of its content."""
    if name == "study.json":
        sealed = {key: part for key, part in changed.items() if key != "attestation"}
        changed["attestation"]["record_digest"] = content_digest(sealed)
    (folder / name).write_bytes(canonical_line(changed))


def chained(folder: Path, change: Callable[[list[dict[str, Any]]], None]) -> None:
    """Write the ledger again with a sound chain."""
    lines = [json.loads(line) for line in (folder / "ledger.jsonl").read_text().splitlines()]
    change(lines)
    head, out = GENESIS, b""
    for number, line in enumerate(lines, start=1):
        raw = canonical_line({**line, "seq": number, "prev": head})
        head, out = digest(raw), out + raw
    (folder / "ledger.jsonl").write_bytes(out)


def solve(folder: Path) -> None:
    changed = value(folder)
    changed["observations"][0]["criteria"]["correct"] = not changed["observations"][0]["criteria"]["correct"]
    put(folder, changed)


def count(folder: Path) -> None:
    changed = value(folder)
    changed["totals"]["solved"] += 1
    put(folder, changed)


def drop(folder: Path) -> None:
    changed = value(folder)
    del changed["observations"][-1]
    put(folder, changed)


def add_field(folder: Path) -> None:
    put(folder, {**value(folder), "note": "x"})


def reseal(folder: Path) -> None:
    changed = value(folder)
    changed["attestation"]["publishable"] = False
    put(folder, changed)


def pretty(folder: Path) -> None:
    (folder / "study.json").write_text(json.dumps(value(folder), indent=1))


def evidence(folder: Path) -> Iterator[Path]:
    for line in (folder / "ledger.jsonl").read_text().splitlines():
        if named := json.loads(line).get("evidence"):
            yield folder / "artifacts" / named.removeprefix("sha256:")


def lose_artifact(folder: Path) -> None:
    next(evidence(folder)).unlink()


def spoil_artifact(folder: Path) -> None:
    path = next(evidence(folder))
    path.write_bytes(path.read_bytes() + b" ")


def link_artifact(folder: Path) -> None:
    path = next(evidence(folder))
    path.rename(folder.parent / "kept")
    path.symlink_to(folder.parent / "kept")


def add_artifact(folder: Path) -> None:
    (folder / "artifacts" / ("0" * 64)).write_bytes(b"x")


def add_file(folder: Path) -> None:
    (folder / "notes.txt").write_bytes(b"x")


def swap_predictions(folder: Path) -> None:
    """Better predictions under a ledger that names them, with a sound chain and the original evidence."""

    def change(lines: list[dict[str, Any]]) -> None:
        line = next(line for line in lines if line.get("predictions"))
        path = folder / "artifacts" / line["predictions"].removeprefix("sha256:")
        rows = json.loads(path.read_bytes())["predictions"]
        data = canonical_line({"predictions": [{**row, "label": "D"} for row in rows]})
        path.unlink()
        line["predictions"] = digest(data)
        (folder / "artifacts" / digest(data).removeprefix("sha256:")).write_bytes(data)

    chained(folder, change)


def one_evidence_twice(folder: Path) -> None:
    """The launch of the first batch stands for the second as well."""

    def change(lines: list[dict[str, Any]]) -> None:
        ends = [line for line in lines if line["event"] == "end"]
        for name in ("evidence", "predictions"):
            ends[1][name] = ends[0][name]

    chained(folder, change)


def call_it_lost(folder: Path) -> None:
    """A launch that counted is said to have been cut off."""

    def change(lines: list[dict[str, Any]]) -> None:
        lines[-1] |= {"outcome": "lost", "validity": "incomplete", "evidence": None, "predictions": None}

    chained(folder, change)


def call_it_invalid(folder: Path) -> None:
    def change(lines: list[dict[str, Any]]) -> None:
        lines[-1] |= {"outcome": "sandbox-invalid", "validity": "invalid"}

    chained(folder, change)


def contradict_validity(folder: Path) -> None:
    chained(folder, lambda lines: lines[-1].update(outcome="crash", validity="invalid"))


def cut_ledger(folder: Path) -> None:
    chained(folder, lambda lines: lines.__delitem__(slice(3, None)))


def break_chain(folder: Path) -> None:
    path = folder / "ledger.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"number":1', b'"number":2', 1))


def tear_ledger(folder: Path) -> None:
    with (folder / "ledger.jsonl").open("ab") as stream:
        stream.write(b'{"event":')


def other_plan(field: str, wanted: object) -> Alter:
    def alter(folder: Path) -> None:
        changed = value(folder, "plan.json")
        changed["configuration"][field] = wanted
        put(folder, changed, "plan.json")

    alter.__name__ = f"plan_{field}"
    return alter


def other_order(folder: Path) -> None:
    changed = value(folder, "plan.json")
    changed["trials"][0]["order_seed"] += 1
    put(folder, changed, "plan.json")


def relabelled(folder: Path) -> None:
    """Another label is another plan, and the ledger names this one."""
    put(folder, {**value(folder, "plan.json"), "label": "Better"}, "plan.json")


def forged_evidence(folder: Path) -> None:
    """A record with other limits, attested anew by somebody else, under a sound ledger."""

    def change(lines: list[dict[str, Any]]) -> None:
        line = next(line for line in lines if line.get("evidence"))
        path = folder / "artifacts" / line["evidence"].removeprefix("sha256:")
        record = json.loads(path.read_bytes())
        record.pop("attestation")
        record["limits"] = [{**limit, "value": limit["value"] + 1} for limit in record["limits"]]
        sealed = {"by": "launcher", "record_digest": digest(canonical_bytes(record))}
        data = canonical_bytes({**record, "attestation": sealed})
        path.unlink()
        line["evidence"] = digest(data)
        (folder / "artifacts" / digest(data).removeprefix("sha256:")).write_bytes(data)

    chained(folder, change)


def moved(folder: Path) -> None:
    """The files of this study under another id; the caller reads the old folder."""
    changed = value(folder, "plan.json")
    changed["id"] = changed["id"][:-1] + ("0" if changed["id"][-1] != "0" else "1")
    put(folder, changed, "plan.json")


ALTERATIONS: list[tuple[Alter, str]] = [
    (solve, "G_STUDY at study.json:/observations/0/criteria/correct"),
    (count, "G_STUDY at study.json:/totals/solved"),
    (drop, "G_STUDY at study.json:/observations"),
    (add_field, "G_STUDY at study.json:/note"),
    (reseal, "G_STUDY at study.json:/attestation/publishable"),
    (pretty, "not in canonical form"),
    (lose_artifact, "G_STUDY_ARTIFACT .* is missing"),
    (spoil_artifact, "G_STUDY_ARTIFACT .* was altered"),
    (link_artifact, "G_STUDY_ARTIFACT .* a plain file"),
    (add_artifact, "no attempt names"),
    (add_file, "1 files in the folder belong to no study"),
    (swap_predictions, "G_STUDY_EVIDENCE at attempt 1:/outputs"),
    (one_evidence_twice, "its evidence is that of another attempt"),
    (call_it_lost, "launches are still to be made"),
    (call_it_invalid, "launches are still to be made"),
    (contradict_validity, "G_STUDY_LEDGER at ledger.jsonl:/4/validity"),
    (cut_ledger, "launches are still to be made"),
    (break_chain, "G_STUDY_LEDGER .* not in canonical form|G_STUDY_LEDGER .* does not follow"),
    (tear_ledger, "without an end"),
    (other_plan("seed", 5), "G_STUDY_PLAN"),
    (other_plan("batch", 12), "G_STUDY_PLAN at plan.json:/configuration_id"),
    (other_plan("timeout_ms", True), "whole number"),
    (other_plan("track", "any"), "G_STUDY_PLAN at plan.json:/configuration/track"),
    (other_order, "G_STUDY_PLAN at plan.json:/trials/0/order_seed"),
    (relabelled, "the first line must name the plan"),
    (forged_evidence, "G_STUDY_EVIDENCE at attempt 1:/limits"),
    (moved, "a study lies in a folder of its own id"),
    (lambda folder: (folder / "study.json").unlink(), "no finished study"),
    (lambda folder: (folder / "plan.json").unlink(), "G_STUDY at plan.json: the file is missing"),
]


@pytest.mark.parametrize(("alter", "said"), ALTERATIONS, ids=[alter.__name__ for alter, _ in ALTERATIONS])
def test_every_alteration_is_found(governed: Governed, ran: Ran, alter: Alter, said: str) -> None:
    assert read_study(ran.folder, governed) == ran.study
    alter(ran.folder)
    with pytest.raises(Rejected) as error:
        read_study(ran.folder, governed)
    assert re.search(said, "\n".join(map(str, error.value.findings)))


def test_another_corpus_digest_is_another_corpus(
    ran: Ran, governed: Governed, small_choice: Callable[..., Path], tmp_path: Path
) -> None:
    """The study is history then: refused when it is read, and left out where all studies are gathered."""
    other = load_governed(small_choice(tmp_path / "other", tasks=6))
    shutil.copytree(ran.folder.parent, other.root / "studies")
    with pytest.raises(Rejected, match="results of another are not pooled"):
        read_study(other.root / "studies" / ran.study.id, other)
    assert studies(other) == ()
    assert studies(governed) == (ran.study,)


def test_a_copy_under_another_id_is_no_second_measurement(governed: Governed, ran: Ran) -> None:
    """Each folder holds by itself; together they share their launches."""
    copy = ran.folder.with_name(ran.study.id[:-8] + "00000000")
    shutil.copytree(ran.folder, copy)
    put(copy, {**value(copy, "plan.json"), "id": copy.name}, "plan.json")
    chained(copy, lambda lines: lines[0].update(plan=digest((copy / "plan.json").read_bytes())))
    plan = plan_in(copy, governed)
    forged = rebuild(copy, governed, plan, read_ledger(copy / "ledger.jsonl", plan))
    (copy / "study.json").write_bytes(forged.to_bytes())
    assert read_study(copy, governed).id == copy.name
    with pytest.raises(Rejected, match="its launches stand in another study as well"):
        studies(governed)


def test_a_private_corpus_keeps_its_words(
    small_choice: Callable[..., Path], tmp_path: Path, write_system: WriteSystem
) -> None:
    governed = load_governed(small_choice(tmp_path / "corpus", role="private-held-out"))
    ran = run_study(governed, write_system(ALL_C))
    solve(ran.folder)
    with pytest.raises(Rejected) as error:
        read_study(ran.folder, governed)
    assert [one.where for one in error.value.findings] == ["study"]
    assert "withheld" in str(error.value)


def test_the_same_folder_gives_the_same_bytes(governed: Governed, ran: Ran) -> None:
    again = read_study(ran.folder / "study.json", governed)
    assert again.to_bytes() == (ran.folder / "study.json").read_bytes()
    assert again.digest == ran.study.digest


def test_trials_are_kept_apart(governed: Governed, write_system: WriteSystem) -> None:
    study = run_study(governed, write_system('answer([sys.argv[2].replace("0", "C").replace("1", "D")] * 12)'), TWO)
    assert [one.trial for one in study.study.observations] == [1] * 12 + [2] * 12
    assert study.study.totals.solved_by_trial == (4, 5)


TWO = Options(trials=2)
