"""Where the app runs is settled before gradio is imported, and said in one line."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from space.environment import Misconfigured, prepare, read_settings

ROOT = Path(__file__).resolve().parents[2]
SPACE = {"SPACE_ID": "vynly/nnai-bench", "SPACE_HOST": "vynly-nnai-bench.hf.space", "SYSTEM": "spaces"}


def run(*command: str, **environ: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *command],
        check=False,
        cwd=ROOT,
        env=os.environ | environ,
        capture_output=True,
        text=True,
        timeout=120,
    )


def test_outside_a_space_only_loopback_is_bound() -> None:
    settings = read_settings({"PORT": "7999"})
    assert (settings.host, settings.port, settings.on_space) == ("127.0.0.1", 7999, False)
    assert settings.endpoint == "http://127.0.0.1:7999/localhub"


def test_a_space_listens_where_the_hub_looks_and_uses_the_real_hub() -> None:
    settings = read_settings(SPACE | {"PORT": "1"})
    assert (settings.host, settings.port, settings.home) == ("0.0.0.0", 7860, None)
    assert settings.endpoint == "https://huggingface.co"


def test_preparing_silences_whatever_would_speak_to_another_host() -> None:
    environ = {"PORT": "7999", "HF_TOKEN": "secret", "GRADIO_SHARE": "True", "NO_PROXY": "example.org"}
    prepare(read_settings(environ), environ)
    assert environ["GRADIO_ANALYTICS_ENABLED"] == "False"
    assert environ["HF_HUB_DISABLE_TELEMETRY"] == "1"
    assert environ["NO_PROXY"] == "example.org,127.0.0.1,localhost"
    assert not {"HF_TOKEN", "GRADIO_SHARE"} & environ.keys()


@pytest.mark.parametrize("port", ["0", "65536", "http", "-1", "７８６０"])
def test_an_impossible_port_is_a_usage_error(port: str) -> None:
    with pytest.raises(Misconfigured, match="1 to 65535"):
        read_settings({"PORT": port})


def test_the_door_says_in_one_line_that_a_setting_is_unusable() -> None:
    done = run("app.py", PORT="many")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "PORT is 'many'; a number from 1 to 65535 is expected\n"


def test_the_door_says_in_one_line_that_the_port_is_taken(tmp_path: Path) -> None:
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        port = holder.getsockname()[1]
        done = run("app.py", PORT=str(port), NNAI_HOME=str(tmp_path))
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.startswith(f"Port {port} is taken on 127.0.0.1.")
    assert done.stderr.count("\n") == 1


def test_a_running_app_prints_exactly_one_line(app_server: Any) -> None:
    assert app_server.output().startswith(f"NNAI-Bench: open {app_server.base} (local hub")


def test_a_space_never_imports_the_local_hub() -> None:
    script = (
        "import os, sys; from pathlib import Path; from space.environment import *\n"
        "settings = read_settings(os.environ); prepare(settings)\n"
        "from space.serve import *; from space.page import build_page; from space.board_source import BoardSource\n"
        "sites = [Site(corpus=name, corpora=ROOT / 'corpora', state=ROOT / 'leaderboard') for name in SUITES]\n"
        "build_page(settings, [BoardSource(site) for site in sites])\n"
        "assert not [name for name in sys.modules if name.startswith('hub.local')], 'hub.local was imported'\n"
    )
    oauth = {"OAUTH_CLIENT_ID": "i", "OAUTH_CLIENT_SECRET": "s", "OAUTH_SCOPES": "openid"}
    done = run("-c", script, **SPACE, **oauth, OPENID_PROVIDER_URL="https://huggingface.co")
    assert done.returncode == 0, done.stderr
