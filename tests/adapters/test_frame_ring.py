"""The ring between the microphone and the ears."""

from __future__ import annotations

import asyncio

from voiced.adapters.sound.frame_ring import FrameRing
from voiced.hearing.frame import FRAME_BYTES, FRAME_SAMPLES


def starts(ring: FrameRing) -> list[int]:
    """First samples of all frames that are there, in frames."""
    found: list[int] = []
    while ring:
        found.append(ring.take().start // FRAME_SAMPLES)
    return found


def test_sound_of_any_length_becomes_frames_end_to_end() -> None:
    ring, sound = FrameRing(), bytes(range(256)) * 10
    for at in range(0, len(sound), 500):
        ring.put(sound[at : at + 500])
    assert ring.position == len(sound) // 2
    taken = [ring.take() for _ in range(len(sound) // FRAME_BYTES)]
    assert b"".join(frame.pcm for frame in taken) == sound[: len(taken) * FRAME_BYTES]
    assert [frame.start for frame in taken] == [at * FRAME_SAMPLES for at in range(len(taken))]


def test_a_late_reader_loses_the_oldest_frames_and_sees_it_in_their_numbers() -> None:
    ring = FrameRing(capacity_frames=3)
    ring.put(bytes(5 * FRAME_BYTES))
    assert ring.dropped == 2
    assert starts(ring) == [2, 3, 4]


def test_lost_sound_is_a_jump_of_whole_frames() -> None:
    ring = FrameRing()
    ring.put(bytes(FRAME_BYTES + 100))
    ring.skip(1.0)
    ring.put(bytes(FRAME_BYTES))
    ring.skip(0.0)
    ring.put(bytes(FRAME_BYTES))
    assert starts(ring) == [0, 51, 53]


async def test_a_frame_is_given_as_soon_as_it_is_there() -> None:
    ring = FrameRing()
    waiting = asyncio.ensure_future(ring.filled())
    await asyncio.sleep(0)
    assert not waiting.done()
    ring.put(bytes(FRAME_BYTES))
    await waiting
    assert ring.take().start == 0
