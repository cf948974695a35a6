"""The operator's governance commands, a file for each family of them; bench.py is their door."""

from governance.commands import calibration, corpora, disclosure, lifecycle, private, publication, studies, study_report
from governance.commands.calibration import review_command
from governance.commands.contracts import contracts_command
from governance.commands.quiet import Discreet, quietly
from governance.commands.reference import formatter, reference
from governance.commands.release import release_commands
from governance.commands.report import Command, Exit, Progress, Report, UsageError, no_options, worst

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
    "Discreet",
    "Exit",
    "Progress",
    "Report",
    "UsageError",
    "contracts_command",
    "formatter",
    "no_options",
    "quietly",
    "reference",
    "release_commands",
    "review_command",
    "worst",
]
