"""A redacted result on a private held-out corpus, beside the public score of the same system.

Invariant: no number of it is drawn without what it may and may not mean; everything a bundle holds passes `text`.
"""

from __future__ import annotations

from collections.abc import Iterable

from evaluator import percent
from leaderboard import Entry
from leaderboard.held_out import CAVEATS, Beside, Bundle, Counts
from space.markup import pairs, panel, short, text


def held_out_mark(entry: Entry) -> str:
    """What stands under the score in the row: "held-out 61.30 %" for each result, or ""."""
    rates = [one.bundle.outcomes.whole.rate for one in entry.held_out if one.bundle.outcomes is not None]
    return " · ".join(f"held-out {percent(rate)} %" for rate in rates)


def draw_held_out(entry: Entry) -> str:
    """The panel of an entry's details; empty where there is no bundle."""
    if not entry.held_out:
        return ""
    results = "".join(map(_result, entry.held_out))
    return panel("Held-out results, redacted", f"{results}{draw_caveats()}", wide=True)


def draw_caveats() -> str:
    """The sentences that belong to every held-out number."""
    return f'<div class="nn-caveats">{"".join(f"<p>{text(line)}</p>" for line in CAVEATS)}</div>'


def _result(one: Beside) -> str:
    bundle = one.bundle
    facts = pairs((*_outcome(bundle), ("Read as", text(one.words)), *_method(bundle)))
    return f'<div class="nn-score">{facts}{_strata(bundle)}</div>'


def _outcome(bundle: Bundle) -> Iterable[tuple[str, str]]:
    yield "Corpus", f"{text(bundle.corpus)} {text(bundle.version)}, private"
    if bundle.outcomes is None:
        return
    whole, outcomes = bundle.outcomes.whole, bundle.outcomes
    yield "Solved", f"<b>{percent(whole.rate)} %</b> {_of(whole)}"
    yield "Tasks", f"{whole.tasks:,} active, {bundle.trials} trial{'s' if bundle.trials != 1 else ''}"
    yield "Timed out", f"{whole.timeouts:,} observations"
    yield "Attempts", f"{outcomes.valid:,} valid, {outcomes.invalid:,} invalid, {outcomes.incomplete:,} incomplete"


def _method(bundle: Bundle) -> Iterable[tuple[str, str]]:
    yield "Method", text(f"{bundle.profile}, {bundle.track}, exposure {bundle.exposure}")
    yield "Configuration", f'<code title="{text(bundle.configuration)}">{text(bundle.configuration[:16])}…</code>'
    yield "Bundle", f'<code title="{text(bundle.sha256)}">{text(short(bundle.sha256))}</code>'


def _strata(bundle: Bundle) -> str:
    if bundle.outcomes is None or not bundle.outcomes.strata:
        return ""
    rows = "".join(
        f'<tr><th scope="row">{text(part.dimension)} {text(part.name)}</th><td>{percent(part.counts.rate)}</td>'
        f"<td>{part.counts.tasks:,}</td></tr>"
        for part in bundle.outcomes.strata
    )
    left_out = "<p>Strata below the thresholds are left out.</p>" if bundle.outcomes.suppressed else ""
    return (
        '<div><table class="nn-tiers"><caption class="nn-sr">Held-out result by stratum, per cent solved</caption>'
        '<thead><tr><th scope="col">Stratum</th><th scope="col">Solved %</th><th scope="col">Tasks</th></tr></thead>'
        f"<tbody>{rows}</tbody></table>{left_out}</div>"
    )


def _of(counts: Counts) -> str:
    return f"({counts.solved:,} of {counts.observations:,} observations)"
