"""The operator's governance commands, a file for each family of them; bench.py is their door."""

from governance.commands import calibration, corpora, disclosure, lifecycle, private, publication, studies, study_report
from governance.commands.calibration import review_command
from governance.commands.contracts import contracts_command
from governance.commands.door import Door, steps
from governance.commands.quiet import quietly
from governance.commands.reference import reference
from governance.commands.release import release_commands
from governance.commands.report import Command, Exit, Progress, Report, UsageError, no_options

COMMANDS: tuple[Command, ...] = (
    *corpora.COMMANDS,
    *lifecycle.COMMANDS,
    *private.COMMANDS,
    *studies.COMMANDS,
    *calibration.COMMANDS,
    *study_report.COMMANDS,
    *publication.COMMANDS,
    *disclosure.COMMANDS,
)

__all__ = [
    "COMMANDS",
    "Command",
    "Door",
    "Exit",
    "Progress",
    "Report",
    "UsageError",
    "contracts_command",
    "no_options",
    "quietly",
    "reference",
    "release_commands",
    "review_command",
    "steps",
]
