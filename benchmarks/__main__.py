"""`make bench`: run every `*_bench.py` of this folder; exit 1 when any limit is broken or a benchmark fails."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent


def main() -> int:
    """Each benchmark is its own process, so that one cannot warm up or slow down another."""
    broken = []
    for script in sorted(FOLDER.glob("*_bench.py")):
        sys.stdout.write(f"\n{script.stem}\n")
        sys.stdout.flush()
        if subprocess.run(
            [sys.executable, "-m", f"benchmarks.{script.stem}"], cwd=FOLDER.parent, check=False
        ).returncode:
            broken.append(script.stem)
    if broken:
        sys.stdout.write(f"\nover the limit or failed: {', '.join(broken)}\n")
    return 1 if broken else 0


if __name__ == "__main__":
    raise SystemExit(main())
