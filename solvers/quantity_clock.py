"""Q-clock by walking: from the one date that is stated, along the distances, to the date asked for."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from solvers.text import Solver, Unreadable, match_one, pattern, sentences, slots

TIME = r"([1-9][0-9]?):([0-5][0-9])"
HOURS, MINUTES = "(?:[1-9][0-9]* hours?)", "(?:[1-9][0-9]* minutes?)"
SPAN = rf"({HOURS}(?: and {MINUTES})?|{MINUTES})"
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
DAY = rf"({'|'.join(DAYS)})"
ONE_DAY = "All of this is on one day."
TIMES = (
    ("at", pattern(rf"NAME (start|end)s at {TIME}\.")),
    ("works", pattern(rf"NAME works for {SPAN}\.")),
    ("waits", pattern(rf"NAME starts {SPAN} after NAME ends\.")),
)
WEEK = (
    ("on", pattern(rf"NAME arrives on a {DAY}\.")),
    ("gap", pattern(r"NAME arrives NUMBER days (after|before) NAME\.")),
)
QUESTION = pattern(r"(?:At what time does NAME (start|end)|On which day of the week does NAME arrive)\?")
Event = tuple[str, str]
"""(person, "start", "end" or "arrive")."""


def _minutes(span: str) -> int:
    words = span.split()
    total = 0
    for number, unit in pairwise(words):
        if number.isdecimal():
            if (number == "1") == unit.endswith("s"):
                raise Unreadable(f"{span!r} is not English")
            total += int(number) * (60 if unit.startswith("hour") else 1)
    return total


def _clock(hours: str, minutes: str) -> int:
    if int(hours) > 23:
        raise Unreadable(f"{hours}:{minutes} is not a time of the day")
    return 60 * int(hours) + int(minutes)


@lru_cache(maxsize=1)
def _read(question: str) -> tuple[dict[Event, int], list[tuple[Event, Event, int]], Event]:
    """What is known, the distances (from, to, size), and what is asked."""
    *given, last = sentences(question)
    worker, edge, visitor = slots(last, QUESTION)
    about_times = bool(worker)
    if (given[0] == ONE_DAY) != about_times:
        raise Unreadable(f"{ONE_DAY!r} comes first exactly in texts about times")
    known: dict[Event, int] = {}
    distances: list[tuple[Event, Event, int]] = []
    for sentence in given[1:] if about_times else given:
        kind, parts = match_one(sentence, TIMES if about_times else WEEK)
        if kind == "at":
            known[parts[0], parts[1]] = _clock(parts[2], parts[3])
        elif kind == "on":
            known[parts[0], "arrive"] = DAYS.index(parts[1])
        elif kind == "works":
            distances.append(((parts[0], "start"), (parts[0], "end"), _minutes(parts[1])))
        elif kind == "waits":
            distances.append(((parts[2], "end"), (parts[0], "start"), _minutes(parts[1])))
        else:
            size = int(parts[1]) * (1 if parts[2] == "after" else -1)
            distances.append(((parts[3], "arrive"), (parts[0], "arrive"), size))
    if len(known) != 1:
        raise Unreadable("one stated date is expected")
    return known, distances, (worker, edge) if about_times else (visitor, "arrive")


@lru_cache(maxsize=1)
def _answer(question: str) -> int:
    known, distances, asked = _read(question)
    dates = dict(known)
    while True:
        new = {b: dates[a] + size for a, b, size in distances if a in dates and b not in dates}
        new |= {a: dates[b] - size for a, b, size in distances if b in dates and a not in dates}
        if not new:
            break
        dates |= new
    if any(a not in dates or b not in dates or dates[b] - dates[a] != size for a, b, size in distances):
        raise Unreadable("the distances do not hang together")
    if asked not in dates:
        raise Unreadable("nothing leads to the date asked for")
    if asked[1] != "arrive" and not all(0 <= date < 24 * 60 for date in dates.values()):
        raise Unreadable("not everything happens on one day")
    return dates[asked]


def decide(question: str, option: str) -> bool:
    """Whether `option` is the time or weekday asked for."""
    answer = _answer(question)
    if slots(sentences(question)[-1], QUESTION)[0]:
        return answer == _clock(*slots(option, pattern(TIME)))
    return answer % 7 == DAYS.index(slots(option, pattern(DAY))[0])


SOLVER = Solver(
    id="V2/Q-clock", family="Q-clock", paradigm="walk along distances", version=1, opening=QUESTION, decide=decide
)
