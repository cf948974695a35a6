"""`app.py` listening, against a bare gradio page of one Markdown line, both as fresh processes."""

from __future__ import annotations

import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.ratio import Ratio, report

ROOT = Path(__file__).resolve().parent.parent
BARE = """
import os
os.environ["GRADIO_ANALYTICS_ENABLED"] = "False"
import gradio as gr
with gr.Blocks() as demo:
    gr.Markdown("hello")
demo.launch(server_name="127.0.0.1", server_port=int(os.environ["PORT"]), ssr_mode=False, quiet=True)
"""


def free_port() -> int:
    """A port that was free a moment ago."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def listening_after(command: list[str], home: str) -> float:
    """Seconds from starting the process until its port accepts a connection."""
    port = free_port()
    environment = {**os.environ, "PORT": str(port), "NNAI_HOME": home}
    start = time.perf_counter()
    process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        while process.poll() is None and time.perf_counter() - start < 60:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=0.2).close()
                return time.perf_counter() - start
            except OSError:
                time.sleep(0.01)
        raise RuntimeError(f"{command} did not listen (exit code {process.poll()})")
    finally:
        process.kill()
        process.wait()


def main() -> int:
    """Three pairs in turn after one untimed pair (byte-compilation, data folder)."""
    with tempfile.TemporaryDirectory() as home:
        app, bare = [sys.executable, "app.py"], [sys.executable, "-c", BARE]
        listening_after(app, home), listening_after(bare, home)
        pairs = [(listening_after(app, home), listening_after(bare, home)) for _ in range(5)]
    value = statistics.median(a for a, _ in pairs) / statistics.median(b for _, b in pairs)
    return report(Ratio(name="app.py listening", against="a bare gradio page", value=value, limit=1.5))


if __name__ == "__main__":
    raise SystemExit(main())
