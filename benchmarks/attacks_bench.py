"""How long the whole attack suite takes as whoever runs this, against its half of the issue's minute."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from benchmarks.ratio import Ratio, report, seconds

ROOT = Path(__file__).resolve().parent.parent
HALF_A_MINUTE = 30.0
"""The issue gives both identities a minute; this runs the suite once."""


def suite() -> None:
    """One run of the suite, bombs and all."""
    script = ROOT / "tests" / "isolation" / "attacks" / "suite.py"
    subprocess.run([sys.executable, "-B", str(script), str(ROOT)], check=True, stdout=subprocess.DEVNULL)


def main() -> int:
    """The share of one identity in the limit of the issue."""
    return report(Ratio(name="attack suite", against="half a minute", value=seconds(suite) / HALF_A_MINUTE, limit=1))


if __name__ == "__main__":
    sys.exit(main())
