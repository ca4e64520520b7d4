"""Sound as the daemon needs it: microphone, recogniser, voice and loudspeaker, and the sound that is played."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Sequence
from enum import Enum
from typing import Protocol

from msgspec import Struct

from voiced.hearing.frame import AudioFrame


class Pcm(Struct, frozen=True):
    """Sound to be played: little-endian 16-bit mono samples at `sample_rate` per second."""

    samples: bytes
    sample_rate: int

    @property
    def seconds(self) -> float:
        """Its length."""
        return len(self.samples) / 2 / self.sample_rate


class Earcon(Enum):
    """The moments that a short tone announces."""

    LISTENING = "listening"
    HEARD = "heard"
    SAVED = "saved"
    ERROR = "error"


class ListeningFor(Enum):
    """The kind of words that the recogniser should expect."""

    ENTRIES = "entries"
    COMMANDS = "commands"
    WAKE = "wake"


class Microphone(Protocol):
    """The source of frames."""

    @property
    def position(self) -> int:
        """Samples captured so far, the waiting ones included. The count goes on when the device is reopened."""
        ...

    def captured_at(self, sample: int) -> float:
        """When a sample was captured, in `Clock.monotonic` seconds."""
        ...

    def frames(self) -> AsyncGenerator[AudioFrame]:
        """Open the device and give its frames in order. A jump of the sample numbers is a gap in the sound.

        Raises:
            MicrophoneFailure: the device cannot be opened, or delivers no sound. Calling again opens it anew.
        """
        ...

    def hurry(self) -> None:
        """Give each frame as soon as possible, since it is needed at once. This is the mode after an opening."""
        ...

    def relax(self) -> None:
        """Frames may come a third of a second late, many at once, if that saves processor time."""
        ...


class VoiceActivity(Protocol):
    """Tells speech from other sound, frame by frame. Cheap enough for the event loop."""

    def is_speech(self, frame: AudioFrame) -> bool:
        """Whether the frame sounds like speech."""
        ...

    def reset(self) -> None:
        """Forget the frames so far, after a pause in listening."""
        ...


class Recognizer(Protocol):
    """Streaming speech recognition of one utterance at a time. Blocking: it runs on a thread of its own."""

    @property
    def streams(self) -> bool:
        """Whether `partial` gives words before `finish`."""
        ...

    def expect(self, words: Sequence[str]) -> None:
        """Prefer these words of the household from the next utterance on, if the engine and its model can."""
        ...

    def start(self, listening_for: ListeningFor) -> None:
        """Begin an utterance; earlier frames are forgotten."""
        ...

    def accept(self, frame: AudioFrame) -> None:
        """Take the next frame of the utterance."""
        ...

    def partial(self) -> str:
        """The words so far; empty if the engine does not stream."""
        ...

    def attempt(self) -> str:
        """The text if the utterance ended here; more may follow. For engines that do not stream.

        It may serve as the final text: the next `start` may come without `finish`.

        Raises:
            RecognizerFailure: the engine failed; the next `start` begins afresh.
        """
        ...

    def finish(self) -> str:
        """The final text of the utterance, without spaces between Chinese words; empty for a noise.

        Raises:
            RecognizerFailure: the engine failed; the next `start` begins afresh.
        """
        ...

    def closest(self, words: Sequence[str]) -> str:
        """The one of a few words that the sound since `start` holds; empty if it holds none of them.

        Empty, too, for an engine that gives no scores of a given word. It stands in place of `finish`.

        Raises:
            RecognizerFailure: the engine failed; the next `start` begins afresh.
        """
        ...

    def beside(self) -> Recognizer:
        """Another recogniser over the same model, on the same thread: its utterances interleave with those of this one.

        It is not closed; it ends with this one.
        """
        ...

    def close(self) -> None:
        """Release the model."""
        ...


class Voice(Protocol):
    """Turns a sentence into sound."""

    async def check(self) -> None:
        """Check that the voice is installed and reads Mandarin, before the first sentence needs it.

        Raises:
            ModelMissing: it is not installed, or does not read Mandarin.
            VoiceFailure: it did not answer in time.
        """
        ...

    async def synthesize(self, text: str) -> Pcm:
        """The sentence as sound. Its numbers are already words.

        Raises:
            VoiceFailure: no sound in time; the voice is usable again at the next call.
        """
        ...

    async def close(self) -> None:
        """End helper processes."""
        ...


class Takes(Protocol):
    """The recordings of a person who lends the daemon a voice, one for each prompt."""

    @property
    def recorded(self) -> frozenset[str]:
        """The prompts that are recorded, also in earlier sessions."""
        ...

    def keep(self, prompt: str, take: Sequence[AudioFrame]) -> None:
        """Keep the recording of a prompt; it is safe when this returns.

        Raises:
            AudioWrong: it cannot be written.
        """
        ...

    def take_of(self, prompt: str) -> Sequence[AudioFrame]:
        """The recording of a prompt; empty if there is no such one.

        Raises:
            AudioWrong: it cannot be read.
        """
        ...


class Player(Protocol):
    """Plays sound and knows when it starts and ends."""

    async def play(self, sound: Pcm, audible: Callable[[], None]) -> None:
        """Play; return when the last sample was heard, or at once when stopped.

        Args:
            sound: the sound to play.
            audible: called when the first sample goes out.

        Raises:
            VoiceFailure: the sound cannot be played.
        """
        ...

    def stop(self) -> None:
        """Stop the sound that is playing, within one block."""
        ...

    async def close(self) -> None:
        """Release the device."""
        ...
