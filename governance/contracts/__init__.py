"""Contracts: for each task a reference, a starter, and fixtures that its evaluator must accept, or reject and for what.

They are made from what independent solvers offer, frozen in contracts/, and checked without any solver.
"""

from governance.contracts.checking import ContractHealth, Coverage, check_book, check_contracts
from governance.contracts.making import Made, make_contracts, unsound
from governance.contracts.model import TERMS, Contract, Contracts, Fixture, FixtureRole, Origin, Terms
from governance.contracts.offers import Maker, Offer, Offers, Source, read_questions
from governance.contracts.reading import read_contracts

__all__ = [
    "TERMS",
    "Contract",
    "ContractHealth",
    "Contracts",
    "Coverage",
    "Fixture",
    "FixtureRole",
    "Made",
    "Maker",
    "Offer",
    "Offers",
    "Origin",
    "Source",
    "Terms",
    "check_book",
    "check_contracts",
    "make_contracts",
    "read_contracts",
    "read_questions",
    "unsound",
]
