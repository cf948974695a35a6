"""Studies: a system run over the label-free questions of a corpus in isolation, with everything that backs its figures.

`run_study` runs a system and writes `<corpus root>/studies/<id>/`; `read_study` is the one strict validator, through
which everything that reads studies goes; `pool` refuses what must not be put together.
"""

from governance.studies.configuration import EXPOSURES, TRACKS, Configuration, Host
from governance.studies.ledger import Attempt, Ending, Validity
from governance.studies.plan import Plan, Trial
from governance.studies.pool import Pool, pool, shared_launches
from governance.studies.reading import STUDIES, finished, read_study, studies
from governance.studies.running import TRIES, Options, Ran, run_study
from governance.studies.study import Attestation, Klass, Observation, Study, Totals
from governance.studies.system import System, read_system

__all__ = [
    "EXPOSURES",
    "STUDIES",
    "TRACKS",
    "TRIES",
    "Attempt",
    "Attestation",
    "Configuration",
    "Ending",
    "Host",
    "Klass",
    "Observation",
    "Options",
    "Plan",
    "Pool",
    "Ran",
    "Study",
    "System",
    "Totals",
    "Trial",
    "Validity",
    "finished",
    "pool",
    "read_study",
    "read_system",
    "run_study",
    "shared_launches",
    "studies",
]
