"""Voices side by side: how well they are understood, their processor time and memory, and how soon an answer begins.

Each voice says the same sentences of the daemon, cut as in the daemon. Whisper base (int8, beam 5, no prompt) recognises
each whole sentence. Errors are counted in simplified characters with numbers in figures, and in syllables without tones,
since Whisper may write another character for the same sound. "CPU" is the processor time of the voice's process per
second of sound, which a busy machine hardly affects. "begins" is the time from the request to the sound of the first
piece, on the machine as it is. Memory is that of the process at the end.

The second table measures the whole way, from the decision to the first sample at a loudspeaker, by PortAudio and a
separate PulseAudio, with the daemon's default voice pyttsx3.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles

import numpy as np
from faster_whisper import WhisperModel
from msgspec.structs import replace

from benchmarks.processes import memory_megabytes, processor_seconds
from tests.support.processes import children
from tests.support.pulse_rig import pulse_rig
from tests.support.recordings import character_errors
from tests.support.syllables import syllable_errors
from voiced.adapters.sound.portaudio_player import PortAudioPlayer
from voiced.adapters.sound.resampling import resampled
from voiced.adapters.voice.cached_voice import CachedVoice
from voiced.adapters.voice.voice_engines import cut_of, neural, pyttsx3, warm_up
from voiced.app.build_voice import style_of
from voiced.config import VoiceSettings
from voiced.dialogue.values import effects as fx
from voiced.hearing.frame import SAMPLE_RATE
from voiced.language.numbers.spoken import verbalise
from voiced.language.text.spelling import TO_SIMPLIFIED
from voiced.ports.sound import Pcm, Voice
from voiced.runtime.inbox import Inbox
from voiced.runtime.tasks import Tasks
from voiced.runtime.voice_lane import VoiceLane

USUAL = style_of(VoiceSettings())
SENTENCES = tuple(
    map(
        verbalise,
        (
            "记好了，还有吗？",
            "没听清，请再说一次。",
            "没听清要改什么，请再说一次",
            "不确定要修改哪笔，请说具体第几笔",
            "当前离线，仅支持单笔记账",
            "账本没有写成，记录都还在，请再说一次。",
            "没听出要记什么，请说用途和金额。",
            "记录支出35.5元，餐饮，确认吗？",
            "记录上周三收入8000元，工资，确认吗？",
            "识别到2笔交易：第1笔，支出60元，餐饮；第2笔，支出30元，交通。请确认或修改。",
            "识别到7笔交易，共1280元支出、300元收入。请查看详情后确认。",
            "已将第2笔修改为支出50元，交通。还需要修改吗？",
            "第1笔好了，还剩2笔。",
            "已保存3笔交易。",
            "已取消第2笔（打车30元）。剩余2笔待确认。",
            "第3笔还没有金额，请说是多少钱。",
        ),
    )
)
FIXED = ("记好了，还有吗？", "没听清，请再说一次。", "已取消。", "我在听。")
BUDGET_MS, FIXED_BUDGET_MS = 50, 20
TIMES = 20


@dataclass(slots=True)
class Tally:
    """The result of one voice."""

    characters: int = 0
    wrong_characters: int = 0
    syllables: int = 0
    wrong_syllables: int = 0
    sound_seconds: float = 0.0
    begins_seconds: list[float] = field(default_factory=list[float])
    heard: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])

    def add(self, said: str, heard: str) -> None:
        """Count a sentence."""
        self.heard.append((said, heard))
        heard = heard.translate(TO_SIMPLIFIED)
        wrong, characters = character_errors(said, heard)
        self.wrong_characters += wrong
        self.characters += characters
        wrong, syllables = syllable_errors(said, heard)
        self.wrong_syllables += wrong
        self.syllables += syllables


class Process:
    """The processor time and memory of a voice's process."""

    def __init__(self, module: str) -> None:
        self._module = module

    def cpu_seconds(self) -> float:
        """Processor time so far."""
        return processor_seconds(self._pid)

    def megabytes(self) -> float:
        """Its memory now."""
        return memory_megabytes(self._pid, "Rss")

    @property
    def _pid(self) -> int:
        (pid,) = children(named=self._module)
        return pid


def main() -> int:
    """Measure and print; returns 1 if an answer begins too late."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", type=Path, default=Path(".cache/models"), help="the models folder")
    parser.add_argument("--styles", default="", metavar="NAME,…", help="these voices of the neural one only")
    parser.add_argument("--heard", action="store_true", help="print what was heard of each sentence")
    options = parser.parse_args()
    return asyncio.run(_compare(options.models, options.styles, print_heard=options.heard))


async def _compare(models: Path, styles: str, *, print_heard: bool) -> int:
    whisper = WhisperModel(str(models / "whisper-base"), compute_type="int8", cpu_threads=1)
    with np.load(models / "kokoro" / "voices.npz") as voices:
        names: Sequence[str] = styles.split(",") if styles else voices.files
    print(f"{len(SENTENCES)} sentences; load of the machine {os.getloadavg()[0]:.1f}\n")
    print(
        "| voice | characters wrong % | syllables wrong % | CPU s a second of sound | begins p50 | p95 ms | MB |"
    )
    print("|---|---|---|---|---|---|---|")
    await _row("pyttsx3", pyttsx3(USUAL), Process("pyttsx3_child"), whisper, print_heard=print_heard)
    for name in names:
        voice = neural(models / "kokoro", replace(USUAL, voice=name, deadline_seconds=300))
        process = Process("kokoro_child")
        await _row(f"neural {name}", voice, process, whisper, print_heard=print_heard)
    print(f"\nfrom the decision to the first sample, {TIMES} times; load {os.getloadavg()[0]:.1f}\n")
    return await _first_samples()


async def _row(
    name: str, voice: Voice, process: Process, whisper: WhisperModel, *, print_heard: bool
) -> None:
    tally, cut = Tally(), cut_of(name.partition(" ")[0])
    await voice.check()
    before = process.cpu_seconds()
    said: list[list[Pcm]] = []
    for sentence in SENTENCES:
        began = time.monotonic()
        pieces = [await voice.synthesize(cut(sentence)[0])]
        tally.begins_seconds.append(time.monotonic() - began)
        pieces += [await voice.synthesize(piece) for piece in cut(sentence)[1:]]
        said.append(pieces)
    cpu, megabytes = process.cpu_seconds() - before, process.megabytes()
    await voice.close()
    for sentence, pieces in zip(SENTENCES, said, strict=True):
        tally.sound_seconds += sum(piece.seconds for piece in pieces)
        tally.add(sentence, _understood(whisper, pieces))
    characters = 100 * tally.wrong_characters / tally.characters
    syllables = 100 * tally.wrong_syllables / tally.syllables
    p50, p95 = 1000 * median(tally.begins_seconds), 1000 * quantiles(tally.begins_seconds, n=20)[-1]
    print(
        f"| {name} | {characters:.0f} | {syllables:.0f} | {cpu / tally.sound_seconds:.3f}"
        f" | {p50:.0f} | {p95:.0f} | {megabytes:.0f} |",
        flush=True,
    )
    for sentence, heard in tally.heard if print_heard else ():
        print(f"    {sentence} | {heard}")


def _understood(whisper: WhisperModel, pieces: Sequence[Pcm]) -> str:
    rate = pieces[0].sample_rate
    sound = np.frombuffer(b"".join(piece.samples for piece in pieces), "<i2").astype(np.float32)
    samples = np.frombuffer(resampled(sound, rate, SAMPLE_RATE), "<i2").astype(np.float32) / np.float32(
        32_768
    )
    segments, _ = whisper.transcribe(
        samples, language="zh", beam_size=5, temperature=0.0, max_new_tokens=160, without_timestamps=True
    )
    return "".join(segment.text for segment in segments)


async def _first_samples() -> int:
    with tempfile.TemporaryDirectory(prefix="rig-") as folder:
        async with pulse_rig(Path(folder)) as rig:
            os.environ.update(rig.environment)
            voice, player = CachedVoice(pyttsx3(USUAL)), PortAudioPlayer()
            await warm_up(voice, player, 22_050)
            try:
                fresh = [
                    verbalise(f"记录支出{number}.5元，餐饮，确认吗？") for number in range(31, 31 + TIMES)
                ]
                fixed = await _delays(voice, player, [FIXED[at % len(FIXED)] for at in range(TIMES)])
                others = await _delays(voice, player, fresh)
            finally:
                await player.close()
                await voice.close()
    print("| sentence | p50 | p95 | longest ms | budget |")
    print("|---|---|---|---|---|")
    late = 0
    for name, delays, budget in (
        ("fixed", fixed, FIXED_BUDGET_MS),
        ("never said before", others, BUDGET_MS),
    ):
        p50, p95, longest = (
            1000 * value for value in (median(delays), quantiles(delays, n=20)[-1], max(delays))
        )
        late += p50 > budget
        print(f"| {name} | {p50:.1f} | {p95:.1f} | {longest:.1f} | {budget} |")
    return 1 if late else 0


async def _delays(voice: Voice, player: PortAudioPlayer, sentences: Sequence[str]) -> list[float]:
    """Seconds from the decision to say a sentence to its first sample."""
    audible = asyncio.Event()
    delays: list[float] = []
    async with Tasks() as tasks:
        lane = VoiceLane(Inbox(), voice, player)
        lane.on_audible = lambda _: audible.set()
        tasks.start(lane.run())
        for number, sentence in enumerate(sentences, 1):
            audible.clear()
            began = time.monotonic()
            lane.say(fx.Speak(number, sentence))
            await audible.wait()
            delays.append(time.monotonic() - began)
            lane.stop()
            await asyncio.sleep(0.05)  # the player takes up to a block to be silent
    return delays


if __name__ == "__main__":
    raise SystemExit(main())
