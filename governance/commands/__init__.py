"""The operator's governance commands, a file for each family of them; bench.py is their door."""

from governance.commands import lifecycle, private, studies
from governance.commands.contracts import contracts_command
from governance.commands.quiet import quietly
from governance.commands.reference import formatter, reference
from governance.commands.report import Command, Exit, Progress, Report, UsageError, no_options, worst

COMMANDS: tuple[Command, ...] = (*lifecycle.COMMANDS, *private.COMMANDS, *studies.COMMANDS)

__all__ = [
    "COMMANDS",
    "Command",
    "Exit",
    "Progress",
    "Report",
    "UsageError",
    "contracts_command",
    "formatter",
    "no_options",
    "quietly",
    "reference",
    "worst",
]
