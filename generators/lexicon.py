"""The words that items are made of. A change here is a change of the suite.

Invariant (tested): all are ASCII and, in lower case, none is a substring of another, so that mentions can be
counted. Names carry no gender and are never taken up by a pronoun.
"""

from __future__ import annotations

NAMES = (
    *("Arlo", "Bryn", "Cato", "Dell", "Ezra", "Fenn", "Gale", "Hollis", "Indy", "Jules", "Kiran", "Lorne", "Mika"),
    *("Noor", "Oakley", "Perry", "Quin", "Remy", "Sasha", "Tatum", "Umber", "Vesper", "Wynn", "Xan", "Yael", "Zuri"),
)
ADJECTIVES = (
    *("blunt", "bold", "brave", "calm", "careful", "clever", "curious", "eager", "frank", "gentle"),
    *("grumpy", "honest", "humble", "jolly", "keen", "kind", "lively", "loyal", "lucky", "merry"),
    *("mild", "modest", "neat", "nimble", "noble", "patient", "polite", "proud", "quick", "quiet"),
    *("sharp", "shy", "silly", "sincere", "sleepy", "sober", "strict", "timid", "tough", "wise"),
)
PLACES = (
    *("attic", "barn", "cellar", "garage", "garden", "hallway"),
    *("kitchen", "library", "office", "pantry", "shed", "workshop"),
)
OBJECTS = ("book", "brush", "candle", "coin", "key", "lamp", "map", "spoon")
CONTAINERS = ("basket", "box", "bucket", "crate", "jar", "trunk")
COUNTED = ("beads", "cards", "marbles", "shells", "stamps", "stickers")
COLOURS = ("blue", "green", "purple", "red", "white", "yellow")
LANDMARKS = (
    *("bakery", "bank", "cafe", "chapel", "fountain", "harbor", "hotel", "market"),
    *("museum", "pharmacy", "school", "stadium", "station", "theater", "tower", "zoo"),
)
CLASSES = (
    *("blicket", "brill", "clund", "dax", "drosk", "fep", "flim", "glorp"),
    *("grent", "hask", "hoove", "jast", "jorvel", "kiv", "lomp", "mib"),
    *("murg", "nalk", "pimble", "quove", "ruggle", "snerk", "sprock", "tarn"),
    *("thrip", "vorn", "wampet", "wug", "yeld", "zindle", "zorb", "frimp"),
)
"""Nouns without a meaning, all with the article "a"."""
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def listing(words: tuple[str, ...] | list[str]) -> str:
    """`A, B and C`, for two words or more."""
    return f"{', '.join(words[:-1])} and {words[-1]}"


def counted(number: int, singular: str) -> str:
    """`1 step`, `2 steps`."""
    return f"{number} {singular}" if number == 1 else f"{number} {singular}s"
