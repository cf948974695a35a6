"""The browser-side preview of 900 predictions on a board of 20 entries, in Chromium and in node.

The limit is one frame: 16 ms in the median, in Chromium. JSON.parse of the same bytes is the yardstick of the machine.
"""

from __future__ import annotations

import json
import subprocess
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from benchmarks.ratio import Ratio, report
from evaluator import Suite, browser_suite, suite_for
from records import Stream

ROOT = Path(__file__).resolve().parent.parent
FRAME_MS = 16.0
ROUNDS, ENTRIES = 61, 20
TIMINGS = 'async (work) => (await import("/benchmarks/preview_timing.mjs")).timings(work)'
NODE = """
import { readFileSync, writeFileSync } from "node:fs";
import { timings } from "./benchmarks/preview_timing.mjs";
writeFileSync(1, JSON.stringify(await timings(JSON.parse(readFileSync(0, "utf-8")))));
"""
QUIET = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
)
TABLES = {
    "schema": "submission-core-0.1.schema.json",
    "codes": "codes.json",
    "hosts": "hosts.json",
    "licences": "spdx-licences.json",
    "secrets": "secret-patterns.json",
}


def main() -> int:
    """Print the ratios; 1 when the preview needs more than a frame."""
    suite = suite_for("nnai-bench-0.1")
    work = {"contract": _contract(suite), "text": _predictions(suite), "rounds": ROUNDS}
    page, node = _in_chromium(work), _in_node(work)
    return report(
        Ratio(name="preview in Chromium", against="one frame (16 ms)", value=page["preview"] / FRAME_MS, limit=1),
        Ratio(name="fastest preview in Chromium", against="one frame (16 ms)", value=page["fastest"] / FRAME_MS),
        Ratio(name="first preview in Chromium", against="one frame (16 ms)", value=page["first"] / FRAME_MS),
        Ratio(name="preview in Chromium", against="JSON.parse of the bytes", value=page["preview"] / page["parse"]),
        Ratio(name="preview in node", against="JSON.parse of the bytes", value=node["preview"] / node["parse"]),
    )


def _contract(suite: Suite) -> dict[str, Any]:
    folder = ROOT / "submissions_schema"
    tables = {part: json.loads((folder / name).read_text(encoding="utf-8")) for part, name in TABLES.items()}
    return {"suite": json.loads(browser_suite(suite)), "board": {"entries": _entries(suite)}, **tables}


def _entries(suite: Suite) -> list[dict[str, Any]]:
    """Invented entries of rising skill: each knows a growing share of the answers and guesses the rest."""
    entries: list[dict[str, Any]] = []
    for place in range(ENTRIES):
        stream = Stream("bench", "preview", place)
        known = [stream.below(ENTRIES) < place for _ in suite.items]
        pairs = zip(suite.items, known, strict=True)
        labels = "".join(item.label if sure else stream.choice("ABCD") for item, sure in pairs)
        entries.append(
            {
                "record_sha256": f"{place:064x}",
                "submission": {"system": {"name": f"entry {place}"}},
                "status": "self-reported",
                "state": "listed",
                "labels": labels,
            }
        )
    return entries


def _predictions(suite: Suite) -> str:
    stream = Stream("bench", "preview", "file")
    return json.dumps([{"id": item.id, "label": stream.choice("ABCD")} for item in stream.shuffled(suite.items)])


def _in_node(work: dict[str, Any]) -> dict[str, float]:
    command = ["node", "--input-type=module", "--eval", NODE]
    done = subprocess.run(command, input=json.dumps(work).encode(), capture_output=True, cwd=ROOT, check=True)
    answer: dict[str, float] = json.loads(done.stdout)
    return answer


def _in_chromium(work: dict[str, Any]) -> dict[str, float]:
    handler = partial(_Silent, directory=str(ROOT))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server, sync_playwright() as playwright:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=QUIET.split())
        page = browser.new_page()
        page.goto(f"http://127.0.0.1:{server.server_port}/assets/preview/index.mjs")
        answer: dict[str, float] = page.evaluate(TIMINGS, work)
        browser.close()
        server.shutdown()
    return answer


class _Silent(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Requests of a benchmark are not news."""


if __name__ == "__main__":
    raise SystemExit(main())
