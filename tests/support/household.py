"""A household that records its own voice on the rig: it reads each prompt from the screen and says it."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from asyncio.subprocess import PIPE
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path

from msgspec import Struct

from tests.support.pulse_rig import PulseRig
from tests.support.spoken_daemon import WHISPER
from voiced.adapters.sound.wav_files import write_wav
from voiced.ports.sound import Pcm

Say = Callable[[str], Awaitable[Pcm]]
_PROMPT = re.compile(r"\[\d+/\d+\]  (.+)")


class Recorded(Struct, frozen=True):
    """What came of a session.

    Attributes:
        status: the exit status of the command.
        lines: all that it printed.
        asked: how often each prompt was shown.
    """

    status: int
    lines: tuple[str, ...]
    asked: Mapping[str, int]


async def record_voice(rig: PulseRig, folder: Path, say: Say, *options: str) -> Recorded:
    """Run `voiced voice record` and say each prompt that it shows, in real time.

    Args:
        rig: the microphone.
        folder: an empty folder, which gets the recordings, the bank and the spoken prompts.
        say: makes the sound of a prompt.
        options: more options of the command line.
    """
    environment = {**os.environ, **rig.environment, "VOICED_ASR__MODELS_DIR": str(folder / "models")}
    command = ("-m", "voiced", "voice", "record", "--asr", "whisper", "--model", str(WHISPER))
    process = await asyncio.create_subprocess_exec(
        sys.executable, *command, *options, env=environment, stdout=PIPE
    )
    assert process.stdout is not None
    lines: list[str] = []
    asked = Counter[str]()
    wav = folder / "said.wav"
    try:
        while line := (await process.stdout.readline()).decode():
            lines.append(line.rstrip())
            if (shown := _PROMPT.match(line)) is not None:
                asked[shown[1]] += 1
                write_wav(wav, await say(shown[1]))
                await rig.say(wav)
        return Recorded(await process.wait(), tuple(lines), asked)
    finally:
        if process.returncode is None:
            process.kill()
            await process.communicate()
