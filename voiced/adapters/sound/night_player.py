"""A loudspeaker that is quieter at night."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from msgspec import Struct

from voiced.domain.hours import Hours
from voiced.ports.conversation import Clock
from voiced.ports.sound import Pcm, Player


class Night(Struct, frozen=True):
    """The hours in which the loudspeaker is quieter, and its volume then, as a share of that by day."""

    hours: Hours
    volume: float


class NightPlayer:
    """Another player, with each sound turned down that begins at night."""

    def __init__(self, player: Player, night: Night, clock: Clock) -> None:
        self._player = player
        self._night = night
        self._clock = clock

    async def play(self, sound: Pcm, audible: Callable[[], None]) -> None:
        """Play; return when the last sample was heard, or at once when stopped.

        Raises:
            VoiceFailure: the sound cannot be played.
        """
        if self._night.hours.hold(self._clock.now().time()):
            sound = quieter(sound, self._night.volume)
        await self._player.play(sound, audible)

    def stop(self) -> None:
        """Stop the sound that is playing."""
        self._player.stop()

    async def close(self) -> None:
        """Release the device."""
        await self._player.close()


def quieter(sound: Pcm, volume: float) -> Pcm:
    """The sound with its samples multiplied by `volume`, at most 1."""
    samples = np.frombuffer(sound.samples, dtype="<i2") * volume
    return Pcm(samples.round().astype("<i2").tobytes(), sound.sample_rate)
