"""A system that searches everything it can see for gold, generation programs and records finds none of them."""

from __future__ import annotations

import gzip
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
CORPUS = "corpora/core-v0.1"
SEARCH = """
import os, re, answer
NAMES = re.compile(r"(gold|provenance|decisions)\\.jsonl|manifest\\.json$|generators|(^|/)records?/core", re.I)
found = []
for top, folders, files in os.walk("/"):
    if top in ("/proc", "/sys"):
        folders[:] = []
    for name in folders + files:
        path = os.path.join(top, name)
        if NAMES.search(path) and not path.startswith("/usr/"):
            found.append(path)
    for name in files:
        path = os.path.join(top, name)
        if path.startswith(("/usr/", "/proc/")) or path == "/workspace/corpora/core-v0.1/test.questions.jsonl":
            continue
        try:
            with open(path, "rb") as stream:
                data = stream.read(1 << 22) if os.path.isfile(path) else b""
        except OSError:
            continue
        if len(set(re.findall(rb"nb1-te-[a-z]{3}-\\d-\\d{3}", data))) >= 50 and not path.endswith("predictions.json"):
            found.append(path)
        if b"def " + b"draft(" in data or b"Str" + b"eam(" in data:
            found.append(path)
for ours in ("/work", "/corpora", "/home/agent/corpora", os.path.expanduser("~/.nnai")):
    if os.path.exists(ours):
        found.append(ours)
if found:
    raise SystemExit("FOUND " + " ".join(found[:20]))
"""


def test_nothing_is_found_by_a_system_that_brings_all_of_it_along(stand):
    gold = (ROOT / CORPUS / "test.gold.jsonl").read_bytes()
    program = (ROOT / "generators" / "families" / "q_clock.py").read_bytes()
    record = next((ROOT / "leaderboard" / "records" / "core-v0.1").glob("*.json")).read_bytes()
    brought = {
        "search.py": SEARCH,
        f"{CORPUS}/test.gold.jsonl": gold,
        f"{CORPUS}/provenance.jsonl": (ROOT / CORPUS / "provenance.jsonl").read_bytes(),
        f"{CORPUS}/manifest.json": (ROOT / CORPUS / "manifest.json").read_bytes(),
        f"vendor/bench/{CORPUS}/test.gold.jsonl": gold,
        "vendor/bench/generators/families/q_clock.py": program,
        "hidden/innocent.txt": gold,
        "hidden/program.txt": program,
        "hidden/archive.gz": gzip.compress(gold),
        "leaderboard/records/core-v0.1/a.json": record,
    }
    entry = stand.accept(brought, predict="python3 search.py --out predictions.json")
    done = stand.reproduce(entry, apply=False)
    assert done.code == 0, done.data["runs"]
    withheld = {one["path"] for one in done.data["withheld"]}
    assert withheld == set(brought) - {"search.py"}


def test_the_search_does_find_what_is_there(stand):
    """Without this the test above would prove nothing."""
    search = SEARCH.replace('"/proc", "/sys"', '"/proc", "/sys", "/usr"')
    brought = {"search.py": search, "seen/gold.jsonl": "a discussion", "seen/program.txt": "x = Stream()"}
    entry = stand.accept(brought, predict="python3 search.py --out predictions.json")
    done = stand.reproduce(entry, apply=False)
    assert done.code == 1
    said = done.data["runs"][0]["findings"][0]["message"]
    assert all(f"/workspace/{name}" in said for name in ("seen/gold.jsonl", "seen/program.txt"))
    assert "search.py" not in said
