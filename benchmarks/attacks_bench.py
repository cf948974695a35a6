"""How long the whole attack suite takes as whoever runs this, against the minute that the issue gives it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from benchmarks.ratio import Ratio, report, seconds

ROOT = Path(__file__).resolve().parent.parent
MINUTE = 60.0
IDENTITIES = 2
"""Started as root, the tests run the suite a second time as an ordinary user."""


def suite() -> None:
    """One run of the suite, bombs and all."""
    script = ROOT / "tests" / "isolation" / "attacks" / "suite.py"
    subprocess.run([sys.executable, "-B", str(script), str(ROOT)], check=True, stdout=subprocess.DEVNULL)


def main() -> int:
    """The limit of the issue: the suites of both identities in a minute."""
    value = IDENTITIES * seconds(suite) / MINUTE
    return report(Ratio(name="attack suite of both identities", against="a minute", value=value, limit=1))


if __name__ == "__main__":
    sys.exit(main())
