"""Offsets on a grid as answers: "3 east and 2 north", and the three others around the true one.

Invariant: the option mode, signs and slips are drawn before anything that can reject a candidate. Whether one is
rejected depends on the answer and on the shifts alone: no mode is rejected more, and no option is too small to be an
answer.
"""

from __future__ import annotations

from dataclasses import dataclass

from generators.options import draw_signs
from records import Stream

NEAREST = 2


@dataclass(frozen=True, kw_only=True, slots=True)
class Scheme:
    """How the other options differ: mirrored in an axis ("square"), shifted ("lattice"), or one of each ("mixed")."""

    mode: str
    shifts: tuple[int, int]
    flip_east: bool

    def options(self, east: int, north: int) -> tuple[str, str, str, str]:
        """The true offset first."""
        flips = {"square": (True, True), "lattice": (False, False), "mixed": (self.flip_east, not self.flip_east)}
        flip_east, flip_north = flips[self.mode]
        other_east = -east if flip_east else east + self.shifts[0]
        other_north = -north if flip_north else north + self.shifts[1]
        corners = ((east, north), (other_east, north), (east, other_north), (other_east, other_north))
        a, b, c, d = (_text(*corner) for corner in corners)
        return a, b, c, d

    def near_axis(self, east: int, north: int) -> bool:
        """Whether an offset, shifted or not, is too close to an axis."""
        coordinates = (east, north, east + self.shifts[0], north + self.shifts[1])
        return min(abs(coordinate) for coordinate in coordinates) < NEAREST


def draw_scheme(stream: Stream) -> Scheme:
    """A uniformly drawn scheme."""
    mode, signs = stream.choice(("square", "lattice", "mixed")), draw_signs(stream)
    slips = (stream.between(1, 2), stream.between(1, 2))
    return Scheme(mode=mode, shifts=(slips[0] * signs[0], slips[1] * signs[1]), flip_east=stream.below(2) == 0)


def _text(east: int, north: int) -> str:
    return f"{abs(east)} {'east' if east > 0 else 'west'} and {abs(north)} {'north' if north > 0 else 'south'}"
