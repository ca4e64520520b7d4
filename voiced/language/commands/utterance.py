"""The words of an utterance: their canonical spelling, their kinds, and the command that they express.

An utterance is read once, when it arrives. Later steps use the result in place of the recogniser's text.
"""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct

from voiced.domain.vocabulary import Vocabulary
from voiced.language.commands.classifier import command_in
from voiced.language.commands.command import Command
from voiced.language.commands.wording import Wording, read_words
from voiced.language.text.spelling import normalise


class Utterance(Struct, frozen=True):
    """The words of one utterance.

    Attributes:
        text: the text of the recogniser, to show and to send.
        wording: the words in canonical spelling, and the kind of each.
        command: the command of the words alone; an open question may give them another meaning.
    """

    text: str
    wording: Wording
    command: Command

    @property
    def said(self) -> str:
        """The words in canonical spelling."""
        return self.wording.text


def read_utterance(text: str, vocabulary: Vocabulary, now: datetime) -> Utterance:
    """Read the words of an utterance: spelling, kinds, command."""
    wording = read_words(normalise(text))
    return Utterance(text, wording, command_in(text, wording, vocabulary, now))
