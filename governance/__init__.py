"""Governance: what a corpus must be before anybody may claim anything with it.

Identity, registries and lifecycle, contracts, studies, calibration, release and publication, each a package of its own;
`governance.commands` is what the operator's door offers of them.
"""
