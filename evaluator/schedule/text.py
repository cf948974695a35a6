"""A schedule score, and one instance, as text for a terminal. Nothing is computed here."""

from __future__ import annotations

from typing import Any

from evaluator.schedule.scoring import ScheduleScore
from evaluator.schedule.summary import Summary
from evaluator.statistics import percent
from evaluator.text import interval_text, note_lines


def schedule_text(score: ScheduleScore, note: str = "") -> str:
    """The score: headline, a table of tiers, a table of constraints. `note` says which instances are not scored."""
    total = score.total
    lines = [
        f"{score.suite}: read and scored, {len(score.outcomes)} schedules",
        *note_lines(note),
        "",
        f"  full feasibility {percent(score.feasibility):>6} %   95 % interval {interval_text(score.interval)}",
        f"  partial credit   {percent(score.partial_credit):>6} %   clean tasks over all tasks",
        f"  answered         {total.answered} of {total.total} instances, {total.scheduled} of {total.tasks} tasks",
        "",
        f"  {'tier':<6}{'feasible':>12}{'per cent':>10}{'partial':>10}{'violations':>12}",
        *(_row(str(tier), part) for tier, part in score.tiers.items()),
        _row("all", total),
        "",
        f"  {'constraint':<14}{'satisfied':>10}{'violated':>10}{'not evaluated':>15}{'per cent':>10}",
        *(_constraint(row.to_dict()) for row in total.constraints),
        "",
        f"  predictions sha256 {score.predictions_sha256}",
    ]
    return "\n".join(lines) + "\n"


def explanation_text(facts: dict[str, Any]) -> str:
    """One instance: the verdict, then each violation with the constraint and the time."""
    verdict = "feasible" if facts["feasible"] else "not feasible"
    counts = f"{facts['scheduled']} of {facts['tasks']} tasks scheduled, {facts['clean']} clean"
    lines = [f"{facts['id']}: {verdict}; {counts if facts['answered'] else 'null, no schedule was given'}"]
    if facts["answered"] and facts["unscheduled"]:
        lines.append(f"  not scheduled: {', '.join(facts['unscheduled'])}")
    for row in facts["violations"]:
        lines.append(f"  {row['constraint']:<14}{row['words']}")
    if facts["violations_total"] > len(facts["violations"]):
        lines.append(f"  and {facts['violations_total'] - len(facts['violations'])} more")
    return "\n".join(lines) + "\n"


def _row(name: str, part: Summary) -> str:
    counts = f"{part.feasible}/{part.total}"
    if part.feasibility is None or part.partial_credit is None:
        return f"  {name:<6}{counts:>12}{'none':>10}   no instance of it is scored"
    rates = f"{percent(part.feasibility):>10}{percent(part.partial_credit):>10}"
    remark = "   descriptive only" if part.descriptive_only else ""
    return f"  {name:<6}{counts:>12}{rates}{part.violations:>12}{remark}"


def _constraint(row: dict[str, Any]) -> str:
    micro = row["micro_percent"] or "none"
    return f"  {row['constraint']:<14}{row['satisfied']:>10}{row['violated']:>10}{row['not_evaluated']:>15}{micro:>10}"
