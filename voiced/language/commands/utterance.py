"""An utterance that was read: its words in one spelling and in their kinds, and the command that they are.

It is read once, where it comes in; everything behind that asks the utterance and never the recogniser's text again.
"""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct

from voiced.domain.vocabulary import Vocabulary
from voiced.language.commands.command import Command
from voiced.language.commands.intents import command_in
from voiced.language.commands.wording import Wording, read_words
from voiced.language.text.spelling import normalise


class Utterance(Struct, frozen=True):
    """The words of one utterance.

    Attributes:
        text: as the recogniser wrote it, to show and to send.
        wording: the words in one spelling, and the kind of each.
        command: what they ask for by themselves; what is open may give them another meaning.
    """

    text: str
    wording: Wording
    command: Command

    @property
    def said(self) -> str:
        """The words in one spelling."""
        return self.wording.text


def read_utterance(text: str, vocabulary: Vocabulary, now: datetime) -> Utterance:
    """Read the words of an utterance: spelling, kinds, command."""
    wording = read_words(normalise(text))
    return Utterance(text, wording, command_in(text, wording, vocabulary, now))
