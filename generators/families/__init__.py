"""The families of items, two a category, in the order of their categories. A new family is a file and a line here."""

from generators.draft import Family
from generators.families import (
    d_chain,
    d_class,
    i_seq,
    i_string,
    q_clock,
    q_ledger,
    r_order,
    r_sets,
    s_layout,
    s_walk,
    t_places,
    t_swap,
)

FAMILIES: tuple[Family, ...] = (
    d_chain.FAMILY,
    d_class.FAMILY,
    q_ledger.FAMILY,
    q_clock.FAMILY,
    t_places.FAMILY,
    t_swap.FAMILY,
    s_walk.FAMILY,
    s_layout.FAMILY,
    i_string.FAMILY,
    i_seq.FAMILY,
    r_order.FAMILY,
    r_sets.FAMILY,
)
__all__ = ["FAMILIES"]
