"""Every recorded conversation at three depths: as words, as sound with known words, and with a real recogniser."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from tests.conversations.conversation import RecordedConversation, recorded_conversations
from tests.conversations.playing import Played, play_conversation
from voiced.adapters.absent import NoRecognizer
from voiced.adapters.sound.wav_files import read_wav
from voiced.hearing.frame import AudioFrame
from voiced.ports.sound import ListeningFor, Recognizer
from voiced.runtime.replaying import SpokenTurn, TypedTurn

CONVERSATIONS = recorded_conversations()
every_conversation = pytest.mark.parametrize("conversation", CONVERSATIONS, ids=lambda each: each.name)


class KnownWords:
    """A recogniser that knows what is said next, if it is given any sound at all."""

    def __init__(self, words: tuple[str, ...]) -> None:
        self._words = list(words)
        self._frames = 0

    @property
    def left(self) -> int:
        """How many utterances were not asked for."""
        return len(self._words)

    @property
    def streams(self) -> bool:
        return True

    def start(self, listening_for: ListeningFor) -> None:
        del listening_for
        self._frames = 0

    def accept(self, frame: AudioFrame) -> None:
        del frame
        self._frames += 1

    def partial(self) -> str:
        return ""

    def beside(self) -> KnownWords:
        return self

    def expect(self, words: Sequence[str]) -> None:
        del words

    def closest(self, words: Sequence[str]) -> str:
        del words
        return ""

    def attempt(self) -> str:
        return ""

    def finish(self) -> str:
        assert self._frames, "an utterance without sound"
        return self._words.pop(0)

    def close(self) -> None:
        pass


@every_conversation
async def test_as_words(conversation: RecordedConversation, tmp_path: Path) -> None:
    turns = [TypedTurn(words) for words in conversation.words]
    played = await play_conversation(conversation, turns, NoRecognizer, tmp_path / "ledger.db")
    assert played.with_categories == conversation.rows, played.transcript


@every_conversation
async def test_as_sound_with_known_words(conversation: RecordedConversation, tmp_path: Path) -> None:
    """Real voice activity finds one utterance in each recording, no more and no less."""
    words = KnownWords(conversation.words)
    played = await _play_sound(conversation, lambda: words, tmp_path)
    assert played.with_categories == conversation.rows, played.transcript
    assert words.left == 0


@pytest.mark.speech
@every_conversation
async def test_with_whisper(
    conversation: RecordedConversation, whisper_loader: Callable[[], Recognizer], tmp_path: Path
) -> None:
    played = await _play_sound(conversation, whisper_loader, tmp_path)
    assert played.with_categories == conversation.rows_with_whisper, played.transcript


async def _play_sound(
    conversation: RecordedConversation, load: Callable[[], Recognizer], folder: Path
) -> Played:
    turns = [SpokenTurn(read_wav(path)) for path in conversation.recordings]
    return await play_conversation(conversation, turns, load, folder / "ledger.db")
