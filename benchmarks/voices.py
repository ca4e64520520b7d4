"""Voices side by side: how well they are understood, their processor time and memory, and how soon an answer begins.

Each voice says the same read-backs of the daemon, made up from a seed (benchmarks/read_backs.py). Whisper base (int8, beam 5,
no prompt) recognises each whole sentence. Errors are counted in simplified characters with numbers in figures, and in
syllables without tones, since Whisper may write another character for the same sound. For these, numbers are taken as they
are spoken: 10别 for 识别 has no wrong syllable, nor has 583.1 or 583.1元 for 五百八十三块一. An amount is right if it is among
the amounts that were understood, in the same order. "CPU" is the processor time of the voice per second of sound, which a
busy machine hardly affects. "begins" is the time from the request to the sound (of the first clause, where the daemon cuts
sentences for this voice), on the machine as it is. Memory is that of the voice's process; for recorded units what they
add to the daemon's process, beside the mapped pages of their file.

The second table measures the whole way, from the decision to the first sample at a loudspeaker, by PortAudio and a
separate PulseAudio.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import subprocess
import sys
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
from benchmarks.read_backs import SpokenReadBack, read_backs
from tests.support.processes import children
from tests.support.pulse_rig import pulse_rig
from tests.support.recordings import character_errors
from tests.support.syllables import syllable_errors
from voiced.adapters.sound.portaudio_player import PortAudioPlayer
from voiced.adapters.sound.resampling import resampled
from voiced.adapters.voice.bank_voice import BankVoice
from voiced.adapters.voice.cached_voice import CachedVoice
from voiced.adapters.voice.voice_engines import cut_of, neural, pyttsx3, warm_up
from voiced.app.build_voice import style_of
from voiced.config import VoiceSettings
from voiced.dialogue.values import effects as fx
from voiced.domain.money import Money
from voiced.hearing.frame import SAMPLE_RATE
from voiced.language.numbers.amounts import parse_amount
from voiced.language.numbers.spoken import verbalise
from voiced.language.text.spelling import TO_SIMPLIFIED, normalise
from voiced.ports.sound import Pcm, Voice
from voiced.runtime.inbox import Inbox
from voiced.runtime.tasks import Tasks
from voiced.runtime.voice_lane import VoiceLane

USUAL = style_of(VoiceSettings())
FIXED = ("记好了，还有吗？", "没听清，请再说一次。", "已取消。", "我在听。")
BUDGET_MS, FIXED_BUDGET_MS = 50, 20
TIMES = 20
AMOUNT = re.compile(
    r"(?:\d+(?:\.\d+)?|[零〇一二两三四五六七八九十百千万])+(?:[元圆块毛分角][零一二两三四五六七八九\d]*)+"
)
DECIMAL_FEN = re.compile(r"(\d+\.\d+)分")
"""Whisper writes 两百八十二块零八分 so."""
BARE_DECIMAL = re.compile(r"(?<![块\d.])(\d+\.\d{1,2})(?![\d.元块毛分])")
"""Whisper writes 六百六十二块七 so, too: 662.7. Only money has a decimal point in a read-back."""
THOUSANDS = re.compile(r"(?<=\d)[,，](?=\d{3})")


@dataclass(slots=True)
class Tally:
    """What was understood of one voice."""

    characters: int = 0
    wrong_characters: int = 0
    syllables: int = 0
    wrong_syllables: int = 0
    amounts: int = 0
    right_amounts: int = 0
    right_sentences: int = 0
    heard: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])

    def add(self, said: SpokenReadBack, heard: str) -> None:
        """Count a sentence."""
        heard = THOUSANDS.sub("", heard.translate(TO_SIMPLIFIED).replace(" ", ""))
        heard = BARE_DECIMAL.sub(r"\1元", DECIMAL_FEN.sub(r"\1元", heard))
        self.heard.append((said.text, heard))
        wrong, characters = character_errors(said.text, heard)
        self.wrong_characters += wrong
        self.characters += characters
        wrong, syllables = syllable_errors(said.text, heard)
        self.wrong_syllables += wrong
        self.syllables += syllables
        right = longest_common(said.amounts, heard_amounts(heard))
        self.amounts += len(said.amounts)
        self.right_amounts += right
        self.right_sentences += right == len(said.amounts)

    def columns(self) -> str:
        """Four cells of the table."""
        characters = 100 * self.wrong_characters / self.characters
        syllables = 100 * self.wrong_syllables / self.syllables
        amounts = f"{100 * self.right_amounts / self.amounts:.0f} of {self.amounts}"
        return f"{characters:.1f} | {syllables:.1f} | {amounts} | {100 * self.right_sentences / len(self.heard):.0f}"


def heard_amounts(heard: str) -> list[Money | None]:
    """The amounts of a transcript, in order."""
    return [parse_amount(normalise(words)) for words in AMOUNT.findall(heard)]


def longest_common(said: Sequence[Money], heard: Sequence[Money | None]) -> int:
    """The length of the longest sequence that both hold in this order."""
    row = [0] * (len(heard) + 1)
    for amount in said:
        above, row = row, [0]
        for at, other in enumerate(heard):
            row.append(above[at] + 1 if amount == other else max(above[at + 1], row[at]))
    return row[-1]


@dataclass(frozen=True, slots=True)
class Cost:
    """The resources of one voice, and how soon it begins."""

    cpu_seconds_a_second: float
    p50_ms: float
    p95_ms: float
    megabytes: float

    def columns(self) -> str:
        """Four cells of the table."""
        return (
            f"{self.cpu_seconds_a_second:.4f} | {self.p50_ms:.1f} | {self.p95_ms:.1f} | {self.megabytes:.1f}"
        )


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
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--models", type=Path, default=Path(".cache/models"), help="the models folder")
    parser.add_argument("--count", type=int, default=100, help="read-backs (default: 100)")
    parser.add_argument("--seed", type=int, default=1, help="what they are made up from (default: 1)")
    parser.add_argument("--bank", action="append", default=[], metavar="NAME=DIR", help="a bank of units")
    parser.add_argument("--neural", default="", metavar="NAME,…", help="these voices of the neural engine")
    parser.add_argument("--without-pyttsx3", action="store_true", help="leave pyttsx3 out")
    parser.add_argument("--without-loudspeaker", action="store_true", help="leave the second table out")
    parser.add_argument("--heard", action="store_true", help="print what was heard of each sentence")
    options = parser.parse_args()
    return asyncio.run(_compare(options))


async def _compare(options: argparse.Namespace) -> int:
    whisper = WhisperModel(str(options.models / "whisper-base"), compute_type="int8", cpu_threads=1)
    sentences = list(read_backs(options.count, options.seed))
    free = sum(sentence.has_free_words for sentence in sentences)
    print(
        f"{len(sentences)} read-backs (seed {options.seed}), {free} with free words; "
        f"load of the machine {os.getloadavg()[0]:.1f}\n"
    )
    print(
        "| voice | characters wrong % | syllables wrong % | amounts right % | sentences right % | s of sound"
        " | CPU s a second | begins p50 | p95 ms | MB |"
    )
    print(f"|{'---|' * 10}")
    if not options.without_pyttsx3:
        said, cost = await _in_child("pyttsx3", pyttsx3(USUAL), Process("pyttsx3_child"), sentences)
        _row("pyttsx3", sentences, said, cost, whisper, print_heard=options.heard)
    for name in filter(None, options.neural.split(",")):
        voice = neural(options.models / "kokoro", replace(USUAL, voice=name, deadline_seconds=300))
        said, cost = await _in_child("neural", voice, Process("kokoro_child"), sentences)
        _row(f"neural {name}", sentences, said, cost, whisper, print_heard=options.heard)
    banks = dict(named.split("=", 1) for named in options.bank)
    for name, folder in banks.items():
        said = [BankVoice(Path(folder)).said(sentence.text) for sentence in sentences]
        cost = _cost_of_bank(folder, options)
        _row(f"bank {name}", sentences, said, cost, whisper, print_heard=options.heard)
    if options.without_loudspeaker:
        return 0
    print(f"\nfrom the decision to the first sample, {TIMES} times; load {os.getloadavg()[0]:.1f}\n")
    print("| voice | sentence | p50 | p95 | longest ms | budget |")
    print("|---|---|---|---|---|---|")
    late = await _first_samples("pyttsx3", pyttsx3(USUAL))
    for name, folder in banks.items():
        late += await _first_samples(f"bank {name}", BankVoice(Path(folder)))
    return 1 if late else 0


async def _in_child(
    engine: str, voice: Voice, process: Process, sentences: Sequence[SpokenReadBack]
) -> tuple[list[Pcm], Cost]:
    """The sentences as a voice in a child process says them, and what it takes."""
    cut = cut_of(engine)
    await voice.check()
    before = process.cpu_seconds()
    said: list[Pcm] = []
    begins: list[float] = []
    for sentence in sentences:
        first, *others = cut(sentence.text)
        began = time.monotonic()
        pieces = [await voice.synthesize(first)]
        begins.append(time.monotonic() - began)
        pieces += [await voice.synthesize(piece) for piece in others]
        said.append(Pcm(b"".join(piece.samples for piece in pieces), pieces[0].sample_rate))
    cpu, megabytes = process.cpu_seconds() - before, process.megabytes()
    await voice.close()
    seconds = sum(sound.seconds for sound in said)
    return said, Cost(cpu / seconds, 1000 * median(begins), 1000 * quantiles(begins, n=20)[-1], megabytes)


def _cost_of_bank(folder: str, options: argparse.Namespace) -> Cost:
    """What a bank takes, measured in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.bank_cost", folder, str(options.count), str(options.seed)]
    figures = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return Cost(figures["cpu"], figures["p50_ms"], figures["p95_ms"], figures["megabytes"])


def _row(
    name: str,
    sentences: Sequence[SpokenReadBack],
    said: Sequence[Pcm],
    cost: Cost,
    whisper: WhisperModel,
    *,
    print_heard: bool,
) -> None:
    tally = Tally()
    for sentence, sound in zip(sentences, said, strict=True):
        tally.add(sentence, _understood(whisper, sound))
    seconds = sum(sound.seconds for sound in said)
    print(f"| {name} | {tally.columns()} | {seconds:.0f} | {cost.columns()} |", flush=True)
    for sentence, heard in tally.heard if print_heard else ():
        print(f"    {sentence} | {heard}")


def _understood(whisper: WhisperModel, said: Pcm) -> str:
    sound = np.frombuffer(said.samples, "<i2").astype(np.float32)
    samples = np.frombuffer(resampled(sound, said.sample_rate, SAMPLE_RATE), "<i2").astype(np.float32)
    segments, _ = whisper.transcribe(
        samples / np.float32(32_768),
        language="zh",
        beam_size=5,
        temperature=0.0,
        max_new_tokens=220,
        condition_on_previous_text=False,
        without_timestamps=True,
    )
    return "".join(segment.text for segment in segments)


async def _first_samples(name: str, made_by: Voice) -> int:
    """Print the rows of a voice; the number of those beyond their budget."""
    with tempfile.TemporaryDirectory(prefix="rig-") as folder:
        async with pulse_rig(Path(folder)) as rig:
            os.environ.update(rig.environment)
            voice, player = CachedVoice(made_by), PortAudioPlayer()
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
    late = 0
    for kind, delays, budget in (
        ("fixed", fixed, FIXED_BUDGET_MS),
        ("never said before", others, BUDGET_MS),
    ):
        p50, p95, longest = (
            1000 * value for value in (median(delays), quantiles(delays, n=20)[-1], max(delays))
        )
        late += p50 > budget
        print(f"| {name} | {kind} | {p50:.1f} | {p95:.1f} | {longest:.1f} | {budget} |")
    return late


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
