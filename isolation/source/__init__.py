"""Source: a pinned revision out of git, its locked wheels, and the sandbox over both.

Nothing of a repository or a wheel is executed on the host: files are read as objects, wheels are unpacked as archives.
"""

from isolation.source.git import LeftOut, Origin, SourceFile, SourceTree, fetch_source
from isolation.source.packages import LaunchWithPackages
from isolation.source.wheels import Wheel
from isolation.source.workshop import REPRODUCTION_LIMITS, Bench, Workshop

__all__ = [
    "REPRODUCTION_LIMITS",
    "Bench",
    "LaunchWithPackages",
    "LeftOut",
    "Origin",
    "SourceFile",
    "SourceTree",
    "Wheel",
    "Workshop",
    "fetch_source",
]
