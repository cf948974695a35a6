"""Rates as text: the one place where a number of this project is rounded.

Invariant: the digits depend on the exact value only. A Fraction is never turned into a float on its way to text, and a
float is read as the exact binary fraction that it is, so Python and the browser print the same characters.
"""

from __future__ import annotations

from fractions import Fraction


def percent(value: Fraction | int, places: int = 2) -> str:
    """Return `value` (1 = 100 per cent) in per cent with `places` decimals, without the sign "%".

    "Round only when printing: two decimals of a per cent, half-even from the Fraction, never via float." A value that
    rounds to nought prints without a minus sign. Raises ValueError for negative `places`.
    """
    if places < 0:
        raise ValueError(f"places must be 0 or more, not {places}")
    scaled = round(Fraction(value) * 100 * 10**places)
    whole, rest = divmod(abs(scaled), 10**places)
    digits = f"{whole}.{rest:0{places}d}" if places else str(whole)
    return f"-{digits}" if scaled < 0 else digits


def percent_of_float(value: float, places: int = 2) -> str:
    """Return a bound that exists only as an IEEE double (1.0 = 100 per cent) as `percent` would: half-even, exactly.

    Raises ValueError for a NaN and OverflowError for an infinity, which no interval of this room returns.
    """
    return percent(Fraction(value), places)


def p_text(p: Fraction) -> str:
    """Return a probability as the board prints it: "p = 0.0312" (half-even from the Fraction) or "p < 0.0001"."""
    if p < Fraction(1, 10_000):
        return "p < 0.0001"
    whole, rest = divmod(round(p * 10_000), 10_000)
    return f"p = {whole}.{rest:04d}"
