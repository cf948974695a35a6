"""How Hypothesis runs here."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# A loaded machine is no fault of the code: time limits of single examples are off, in every room's conftest alike.
settings.register_profile(
    "nnai", deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
)
settings.load_profile("nnai")
