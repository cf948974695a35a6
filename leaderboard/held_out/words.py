"""What stands beside every held-out number.

Invariant: these are the cautions of the governance text, never left out.
"""

from __future__ import annotations

CAVEATS = (
    "A difference between a public and a held-out result is a possible contamination signal only where category "
    "composition and protocols match. It is not proof of memorization.",
    "Public results are neither uncontaminated nor held out.",
    "Secrecy reduces direct exposure; it does not prove that task ideas or equivalent material never appeared in "
    "training data.",
)
TOO_LITTLE = "Run, but fewer than five active tasks or twenty valid observations: no outcome is published."
WITHDRAWN = "Tasks were withdrawn from the public score, so its composition is another and no difference is stated."
NO_COUNTERPART = "No public corpus may stand beside it, so no difference is stated."
UNLIKE = "{} that of the public corpus, so no difference is stated."
