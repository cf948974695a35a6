"""Where the preview is timed: one page in Chromium, one node process.

Invariant: both run the same `preview_timing.mjs`; the page is served from this machine and asks for nothing else.
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

ROOT = Path(__file__).resolve().parent.parent
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


def in_node(work: dict[str, Any]) -> dict[str, float]:
    """Milliseconds {first, fastest, preview, parse} of `work` {contract, text, rounds} in node."""
    command = ["node", "--input-type=module", "--eval", NODE]
    done = subprocess.run(command, input=json.dumps(work).encode(), capture_output=True, cwd=ROOT, check=True)
    answer: dict[str, float] = json.loads(done.stdout)
    return answer


def in_chromium(work: dict[str, Any]) -> dict[str, float]:
    """The same in a page of Chromium."""
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
