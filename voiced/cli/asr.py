"""`voiced asr`: the list of its actions; each is imported when it is chosen."""

from __future__ import annotations

from voiced.cli.command import CommandParser

_EPILOG = """\
example:
  voiced asr try                       five sentences, heard by each installed recogniser
"""


def define(command: CommandParser) -> None:
    """Define the command."""
    command.explain("The recognisers of this machine, measured with your own voice.", _EPILOG)
    command.add_lazy_action(
        "try", "say five sentences, and compare the installed recognisers", "voiced.cli.asr_try:define"
    )
