"""Q-clock by elimination of candidates: every possible answer is assumed, and the one that leads to what is told stays.

For times all minutes of the day are tried, for weekdays all seven days. The assumption is carried from sentence to
sentence; it falls if two values for one event meet or an event leaves the day.
"""

from __future__ import annotations

import re
from functools import lru_cache

from solvers.text import NAME, NUMBER, Solver, Unreadable, sentences

DAYS = {"Monday": 1, "Tuesday": 2, "Wednesday": 3, "Thursday": 4, "Friday": 5, "Saturday": 6, "Sunday": 0}
OPENING = re.compile(rf"(?:At what time does {NAME} (?:start|end)|On which day of the week does {NAME} arrive)\?")
LENGTH = r"(?:(?P<h>[1-9][0-9]*) hours?)?(?: and )?(?:(?P<m>[1-9][0-9]*) minutes?)?"
WHO, OTHER = NAME.replace("(", "(?P<who>"), NAME.replace("(", "(?P<other>")
FORMS = {
    "clock": re.compile(rf"{WHO} (?P<what>start|end)s at (?P<hour>[1-9][0-9]?):(?P<minute>[0-5][0-9])\."),
    "work": re.compile(rf"{WHO} works for {LENGTH}\."),
    "wait": re.compile(rf"{WHO} starts {LENGTH} after {OTHER} ends\."),
    "weekday": re.compile(rf"{WHO} arrives on a (?P<day>{'|'.join(DAYS)})\."),
    "days": re.compile(rf"{WHO} arrives (?P<n>{NUMBER[1:-1]}) days (?P<way>after|before) {OTHER}\."),
}
Link = tuple[str, str, int]
"""The second event is so much later than the first; the event "" is the zero of the scale."""


def _link(sentence: str) -> tuple[Link, bool]:
    """What a sentence says, and whether it is about times of the day."""
    for form, expression in FORMS.items():
        if found := expression.fullmatch(sentence):
            part = {key: text or "" for key, text in found.groupdict().items()}
            who, other = part["who"], part.get("other", "")
            if form == "clock":
                return ("", f"{who} {part['what']}", int(part["hour"]) * 60 + int(part["minute"])), True
            if form == "weekday":
                return ("", f"{who} arrive", DAYS[part["day"]]), False
            if form == "days":
                days = int(part["n"]) * (1 if part["way"] == "after" else -1)
                return (f"{other} arrive", f"{who} arrive", days), False
            size = int(part["h"] or 0) * 60 + int(part["m"] or 0)
            if not size or (part["h"] != "" and part["m"] != "") != (" and " in sentence):
                break
            before = f"{who} start" if form == "work" else f"{other} end"
            return (before, f"{who} {'end' if form == 'work' else 'start'}", size), True
    raise Unreadable(f"not a sentence of the template document: {sentence!r}")


def _stands(candidate: int, asked: str, links: list[Link], modulus: int) -> bool:
    """Whether the assumption that `asked` is at `candidate` leads to the zero of the scale without a contradiction."""
    dates = {asked: candidate}
    for _ in links:
        for before, after, size in links:
            for known, other, distance in ((before, after, size), (after, before, -size)):
                if known not in dates:
                    continue
                date = dates[known] + distance
                date = date % 7 if modulus == 7 else date
                if not 0 <= date < modulus or dates.setdefault(other, date) != date:
                    return False
    return dates.get("") == 0


@lru_cache(maxsize=1)
def _possible(question: str) -> tuple[int, ...]:
    *given, last = sentences(question)
    times = last.startswith("At")
    if OPENING.fullmatch(last) is None or (given[0] == "All of this is on one day.") != times:
        raise Unreadable("the question does not fit its first sentence")
    read = [_link(sentence) for sentence in given[times:]]
    if any(about_times != times for _, about_times in read) or sum(not link[0] for link, _ in read) != 1:
        raise Unreadable("one stated date and sentences of one kind are expected")
    words = last[:-1].split()
    asked, modulus = f"{words[-2]} {words[-1]}", 24 * 60 if times else 7
    links = [link for link, _ in read]
    possible = tuple(candidate for candidate in range(modulus) if _stands(candidate, asked, links, modulus))
    if len(possible) != 1:
        raise Unreadable(f"{len(possible)} answers are possible")
    return possible


def decide(question: str, option: str) -> bool:
    """Whether `option` is the only answer that leads to what is told."""
    possible = _possible(question)
    if found := re.fullmatch(r"([1-9][0-9]?):([0-5][0-9])", option):
        return possible == (int(found[1]) * 60 + int(found[2]),) and "On which day" not in question
    if option not in DAYS:
        raise Unreadable(f"{option!r} is neither a time nor a weekday")
    return possible == (DAYS[option],) and "On which day" in question


SOLVER = Solver(
    id="V3/Q-clock",
    family="Q-clock",
    paradigm="elimination of all candidates",
    version=1,
    opening=OPENING,
    decide=decide,
)
