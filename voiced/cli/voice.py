"""`voiced voice`: the list of its actions; each is imported when it is chosen."""

from __future__ import annotations

from voiced.cli.command import CommandParser

_EPILOG = """\
examples:
  voiced models fetch voice-bank       recorded Mandarin syllables, built into a voice
  voiced voice record                  your own voice, in a quarter of an hour
  voiced voice try 记好了，还有吗？      hear it, and see of which recordings it is made
"""
_ACTIONS = {
    "build": ("build a voice from recordings", "voiced.cli.voice_build:define"),
    "record": ("record your own voice, prompt by prompt", "voiced.cli.voice_record:define"),
    "try": ("say a sentence, and show of which recordings it is made", "voiced.cli.voice_try:define"),
}
"""Each action with its line in the help, and the function that defines its options."""


def define(command: CommandParser) -> None:
    """Define the command."""
    command.explain(
        "A voice of recorded syllables and words, which the daemon joins into sentences.", _EPILOG
    )
    for name, (does, definition) in _ACTIONS.items():
        command.add_lazy_action(name, does, definition)
