"""The Space's door: settle where it runs, then compose the page and listen.

Exit codes: 0 stopped by a signal, 2 an unusable setting, 3 the port is taken.
"""

from __future__ import annotations

import os
import sys

from records import require


def main() -> int:
    """Run until a signal comes. Prints one line when the app listens, or one line that says why it cannot."""
    require("gradio", "authlib", "huggingface_hub")
    from space.environment import Misconfigured, port_is_free, prepare, read_settings

    try:
        settings = read_settings(os.environ)
    except Misconfigured as problem:
        sys.stderr.write(f"{problem}\n")
        return 2
    taken = f"Port {settings.port} is taken on {settings.host}. Stop what uses it, or choose another: PORT=7861\n"
    if not port_is_free(settings):
        sys.stderr.write(taken)
        return 3
    prepare(settings)
    local = None
    if not settings.on_space:
        from space.local_hub import open_local_hub

        local = open_local_hub(settings)
    from space.serve import PortTaken, serve

    try:
        running = serve(settings, local)
    except PortTaken:
        sys.stderr.write(taken)
        return 3
    print(running.welcome, flush=True)
    running.wait()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
