"""The families of items, in the order of their categories. Adding a family is adding its file and its line here."""

from generators.draft import Family
from generators.families import d_chain, i_string, q_ledger, r_order, s_walk, t_places

FAMILIES: tuple[Family, ...] = (
    d_chain.FAMILY,
    q_ledger.FAMILY,
    t_places.FAMILY,
    s_walk.FAMILY,
    i_string.FAMILY,
    r_order.FAMILY,
)
__all__ = ["FAMILIES"]
