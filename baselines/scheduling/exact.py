"""The authored reference: CP-SAT at one pinned version of OR-tools.

Its predictions are committed beside this file (cpsat-predictions.json) and evaluated, not made again: another version,
seed or system may find other schedules that are just as feasible.
"""

from __future__ import annotations

from records import Finding, Rejected
from solvers.scheduling import Problem, Schedule, cp_sat


def exact(problem: Problem, seed: int) -> Schedule | None:
    """The schedule that CP-SAT finds; the seed is not used (CP-SAT's own is fixed). Raises Rejected E_VERSION."""
    found = cp_sat.installed_version() if cp_sat.available() else "not installed"
    if found != cp_sat.PINNED:
        message = f"{cp_sat.PACKAGE} is {found}; exactly {cp_sat.PINNED} is expected"
        raise Rejected([Finding(code="E_VERSION", where=cp_sat.PACKAGE, message=message)])
    return cp_sat.find(problem)
