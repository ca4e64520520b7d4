"""Speech over the daemon's own voice at several levels of echo, with and without an echo canceller.

    python -m benchmarks.barge_in [ROUNDS]      4 by default, half as many without a canceller; in real time, 45 s a round

The rig mixes the loudspeaker into the microphone, 12, 20 and 30 dB softer than it is played, and PulseAudio's
`module-echo-cancel` (WebRTC) takes it out. In each round the daemon reads two rows back three times: in silence, with 「确认」 in the middle, and
with 「不对」 in the middle. A read-back that ends early in silence is a false interruption; a row that is saved in silence is the
worst fault. The exit status is 1 after such a save.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from tests.support.pulse_rig import PulseRig, pulse_rig
from tests.support.recordings import CONVERSATIONS
from tests.support.spoken_daemon import SpokenDaemon, Told, spoken_daemon
from voiced.adapters.sound.wav_files import write_wav
from voiced.adapters.voice.voice_engines import SpeakingStyle, neural
from voiced.ports.sound import Pcm

LEVELS_DB = (-12, -20, -30)
ENTRY = CONVERSATIONS / "targeted_correction/1.wav"
YES = CONVERSATIONS / "targeted_correction/3.wav"
DROP = CONVERSATIONS / "cancel_all/2.wav"
INTO_SECONDS = 2.0
"""How far into the read-back the speaker begins."""
READ_BACK_SECONDS = 12.0
SETTINGS = {
    "VOICED_AUDIO__ECHO_CANCELLED": "true",
    "VOICED_LLM__SPLIT_LOCALLY": "always",
    "VOICED_VOICE__DETAIL": "full",
}
KOKORO, SPEAKER = Path(".cache/models/kokoro").resolve(), "jf_nezumi"
LOUDEST = 16_000
"""The loudest sample of 「不对」, as in the recorded conversations."""


@dataclass
class Tally:
    """What happened at one level of echo."""

    read_backs: int = 0
    false_interruptions: int = 0
    false_words: list[str] = field(default_factory=list[str])
    false_saves: int = 0
    confirmed: int = 0
    denied: int = 0
    rounds: int = 0
    until_silent: list[float] = field(default_factory=list[float])

    def line(self) -> str:
        """The tally as a row of a table."""
        waits = sorted(self.until_silent)
        wait = f"{waits[len(waits) // 2]:.2f}" if waits else "–"
        return (
            f"{self.false_interruptions} of {self.read_backs} | {len(self.false_words)} | {self.false_saves} | "
            f"{self.confirmed} of {self.rounds} | {self.denied} of {self.rounds} | {wait}"
        )


class Listener:
    """Reads the reports of a daemon all the time, so that a round can ask what came since a moment."""

    def __init__(self, daemon: SpokenDaemon) -> None:
        self._daemon = daemon
        self._reading = asyncio.ensure_future(self._read())
        self._news = asyncio.Event()

    async def _read(self) -> None:
        while True:
            await self._daemon.until(lambda _: True, 3600)
            self._news.set()

    async def event(self, name: str, since: int, within: float) -> str | None:
        """The text (or the state) of the first such event after the first `since` ones; None if none comes in time."""
        try:
            async with asyncio.timeout(within):
                while True:
                    for one in self._daemon.events[since:]:
                        if one["event"] == name:
                            return str(one.get("text", one.get("state", "")))
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            return None

    @property
    def count(self) -> int:
        """The number of events so far."""
        return len(self._daemon.events)

    def since(self, count: int) -> Sequence[Told]:
        """The events after the first `count` ones."""
        return self._daemon.events[count:]

    def close(self) -> None:
        """Read no more."""
        self._reading.cancel()


async def measure(rounds: int, decibels: int, *, is_cancelled: bool, no: Path) -> Tally:
    """Play so many rounds at one level of echo."""
    tally = Tally()
    with tempfile.TemporaryDirectory(prefix="rig-") as folder, tempfile.TemporaryDirectory() as data:
        async with pulse_rig(Path(folder)) as rig:
            await rig.leak(decibels=decibels)
            if is_cancelled:
                await rig.cancel_echo()
            async with spoken_daemon(rig, Path(data) / "ledger.db", settings=SETTINGS) as daemon:
                await daemon.listens()
                listener = Listener(daemon)
                for _ in range(rounds):
                    await _round(rig, listener, tally, no)
                listener.close()
    return tally


async def _round(rig: PulseRig, listener: Listener, tally: Tally, no: Path) -> None:
    tally.rounds += 1
    since = await _read_back(rig, listener)
    tally.read_backs += 1
    if await listener.event("speech_detected", since, READ_BACK_SECONDS) is not None:
        tally.false_interruptions += 1
        words = await listener.event("final_text", since, 10)
        if words:
            tally.false_words.append(words)
    if await listener.event("saved", since, 0.5) is not None:
        tally.false_saves += 1
    await _say(rig, listener, DROP)
    await _speak_over(rig, listener, tally, YES)
    await _say(rig, listener, DROP)
    await _speak_over(rig, listener, tally, no)
    await _say(rig, listener, DROP)


async def _read_back(rig: PulseRig, listener: Listener) -> int:
    """Say two entries; returns the number of events once their read-back is decided."""
    before = listener.count
    await rig.say(ENTRY)
    await listener.event("speak", before, 20)
    await asyncio.sleep(0.3)
    return listener.count


async def _speak_over(rig: PulseRig, listener: Listener, tally: Tally, words: Path) -> None:
    since = before = await _read_back(rig, listener)
    await asyncio.sleep(INTO_SECONDS)
    is_quiet_before = await listener.event("speech_detected", since, 0.01) is None
    began = time.monotonic()
    saying = asyncio.ensure_future(rig.say(words))
    if await listener.event("speech_detected", since, 4) is not None and is_quiet_before:
        tally.until_silent.append(time.monotonic() - began)
    await saying
    heard = await listener.event("final_text", since, 10) or ""
    is_yes = words == YES
    if is_yes and await listener.event("saved", since, 5) is not None:
        tally.confirmed += 1
    elif not is_yes and "不对" in heard:
        tally.denied += 1
    told = " ".join(
        f"{one['event']}:{one.get('text', one.get('state', ''))}" for one in listener.since(before)
    )
    print(f"  over us: {words.stem} heard as 「{heard}」 {told}", flush=True)
    await asyncio.sleep(4)


async def _say(rig: PulseRig, listener: Listener, words: Path) -> None:
    before = listener.count
    await rig.say(words)
    await listener.event("final_text", before, 10)
    await asyncio.sleep(3)


async def said_no(folder: Path) -> Path:
    """「不对」 as a speaker of the neural voice says it; in silence Whisper writes 不对呀."""
    voice = neural(KOKORO, SpeakingStyle(SPEAKER, 180, 1.0, 60))
    try:
        sound = await voice.synthesize("不对。")
    finally:
        await voice.close()
    samples = np.frombuffer(sound.samples, dtype="<i2").astype(float)
    loud = (samples * LOUDEST / np.abs(samples).max()).astype("<i2").tobytes()
    path = folder / "no.wav"
    write_wav(path, Pcm(loud + bytes(sound.sample_rate), sound.sample_rate))
    return path


async def main(arguments: Sequence[str]) -> int:
    """Measure each level; returns the exit status."""
    rounds = int(arguments[0]) if arguments else 4
    levels = [int(level) for level in os.environ.get("LEVELS", "").split()] or LEVELS_DB
    print(
        "canceller | echo | false interruptions | words in them | rows saved by them | 确认 | 不对 | silent after s"
    )
    worst = 0
    with tempfile.TemporaryDirectory() as folder:
        no = await said_no(Path(folder))
        for is_cancelled, times in ((True, rounds), (False, max(1, rounds // 2))):
            for decibels in levels:
                tally = await measure(times, decibels, is_cancelled=is_cancelled, no=no)
                worst += tally.false_saves if is_cancelled else 0
                print(
                    f"{'yes' if is_cancelled else 'no'} | {decibels} dB | {tally.line()} {tally.false_words}",
                    flush=True,
                )
    return 1 if worst else 0


if __name__ == "__main__":
    raise SystemExit(asyncio.run(main(sys.argv[1:])))
