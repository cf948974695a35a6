"""Q-clock: people work one after another, or arrive some days apart; when does one of them start, end or arrive?

Half of the items are about times of one day, half about days of the week. No time zone, no noon or midnight, no day
counted twice: every distance is "after" or "before".
"""

from __future__ import annotations

from generators.draft import Draft, Family, Params, Reject
from generators.lexicon import NAMES, WEEKDAYS, counted
from generators.options import draw_signs, parallelogram
from records import Stream

TIERS: tuple[Params, Params, Params] = (
    {"steps": 2, "direction": "forward", "order": "as it happens"},
    {"steps": 3, "direction": "forward", "order": "shuffled"},
    {"steps": 5, "direction": "backward", "order": "shuffled"},
)
EARLIEST, LATEST = 60, 23 * 60
"""Minutes of the day between which every time and every option lies."""
COMMON_SLIPS = (5, 10, 30, 60)


def draft(stream: Stream, tier: int) -> Draft | Reject:
    """A schedule and one question about it; rejects days that are too short for its times and options."""
    about_times, signs = stream.below(2) == 0, draw_signs(stream)
    return _times(stream, tier, signs) if about_times else _weekdays(stream, tier, signs)


def _times(stream: Stream, tier: int, signs: tuple[int, int]) -> Draft | Reject:
    steps = int(TIERS[tier - 1]["steps"])
    people = stream.sample(NAMES, 2 if tier < 3 else 3)
    spans = [5 * stream.between(3, 30) if step % 2 == 0 else 5 * stream.between(1, 9) for step in range(steps)]
    first = 5 * stream.between(EARLIEST // 5, LATEST // 5)
    last = first + sum(spans)
    told = []
    for step, span in enumerate(spans):
        if step % 2 == 0:
            told.append(f"{people[step // 2]} works for {_duration(span)}.")
        else:
            told.append(f"{people[step // 2 + 1]} starts {_duration(span)} after {people[step // 2]} ends.")
    known = f"{people[0]} starts at {_clock(first)}." if tier < 3 else f"{people[2]} ends at {_clock(last)}."
    asked = {1: f"{people[1]} start", 2: f"{people[1]} end", 3: f"{people[0]} start"}[tier]
    gold = last if tier < 3 else first
    slip = stream.choice(spans)
    slips = (slip, stream.choice([other for other in COMMON_SLIPS if other != slip]))
    options = (gold, *parallelogram(gold, slips, signs))
    if not all(EARLIEST <= time <= LATEST for time in (first, last, *options)):
        return Reject(reason="outside the day")
    sentences = [known, *told] if tier == 1 else stream.shuffled([known, *told])
    texts = [_clock(option) for option in options]
    return Draft(
        question=" ".join(["All of this is on one day.", *sentences, f"At what time does {asked}?"]),
        gold=texts[0],
        distractors=(texts[1], texts[2], texts[3]),
        params={"about": "times", "steps": steps, "minutes": sum(spans)},
        stratum="times",
    )


def _weekdays(stream: Stream, tier: int, signs: tuple[int, int]) -> Draft | Reject:
    steps = int(TIERS[tier - 1]["steps"])
    people, first = stream.sample(NAMES, steps + 1), stream.below(7)
    day, days, told = first, [first], []
    for step in range(steps):
        gap, later = stream.choice((2, 3, 4, 5, 6, 8, 9, 10, 11, 12)), stream.below(2) == 0
        day += gap if later else -gap
        days.append(day)
        told.append(f"{people[step + 1]} arrives {gap} days {'after' if later else 'before'} {people[step]}.")
    given, asked = (0, steps) if tier < 3 else (steps, 0)
    known = f"{people[given]} arrives on a {WEEKDAYS[days[given] % 7]}."
    sentences = [known, *told] if tier == 1 else stream.shuffled([known, *told])
    slips = stream.choice(((1, 2), (1, 3), (2, 1), (2, 3), (3, 1), (3, 2)))
    texts = [WEEKDAYS[option % 7] for option in (days[asked], *parallelogram(days[asked], slips, signs))]
    return Draft(
        question=" ".join([*sentences, f"On which day of the week does {people[asked]} arrive?"]),
        gold=texts[0],
        distractors=(texts[1], texts[2], texts[3]),
        params={"about": "weekdays", "steps": steps, "days": abs(days[-1] - days[0])},
        stratum="weekdays",
    )


def _clock(minutes: int) -> str:
    return f"{minutes // 60}:{minutes % 60:02d}"


def _duration(minutes: int) -> str:
    hours, rest = divmod(minutes, 60)
    parts = [counted(hours, "hour")] if hours else []
    return " and ".join([*parts, *([counted(rest, "minute")] if rest else [])])


FAMILY = Family(id="Q-clock", category="quantity", tier_params=TIERS, reasons=("outside the day",), draft=draft)
