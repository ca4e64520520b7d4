"""The parts that are absent: without a model a question fails in words that say what to do, and silence takes no time."""

from __future__ import annotations

import asyncio

import pytest

from tests.support.fakes import sound_of
from tests.support.now import NOW
from voiced.adapters.absent import (
    NoInterpreter,
    NoMicrophone,
    NoMicrophoneSwitch,
    NoRecognizer,
    SilentPlayer,
    SilentVoice,
)
from voiced.dialogue.values.requests import CorrectionRequest, ParseRequest, RequestContext
from voiced.errors import InterpreterFailure
from voiced.hearing.frame import FRAME_BYTES, AudioFrame
from voiced.ports.conversation import Interpreter
from voiced.ports.sound import ListeningFor, Microphone, Recognizer


async def test_a_question_without_a_model_fails_and_names_the_setting() -> None:
    interpreter: Interpreter = NoInterpreter()
    context = RequestContext(NOW)
    with pytest.raises(InterpreterFailure, match=r"set llm\.base_url"):
        await interpreter.parse(ParseRequest("吃饭花了60", context))
    with pytest.raises(InterpreterFailure, match=r"set llm\.base_url"):
        await interpreter.correct(CorrectionRequest((), "改成50", context))
    await interpreter.close()


def test_a_typed_conversation_hears_sound_without_a_word() -> None:
    recognizer: Recognizer = NoRecognizer()
    recognizer.start(ListeningFor.ENTRIES)
    recognizer.accept(AudioFrame(0, b"\x7f" * FRAME_BYTES))
    assert recognizer.partial() == ""
    assert recognizer.finish() == ""
    recognizer.close()


async def test_every_sentence_is_an_empty_sound() -> None:
    voice = SilentVoice()
    assert (await voice.synthesize("记录支出六十元，餐饮，确认吗？")).seconds == 0
    await voice.close()


@pytest.mark.looptime
async def test_silence_takes_no_time(looptime: float) -> None:
    player = SilentPlayer()
    await player.play(sound_of("识别到两笔交易"), lambda: None)
    player.stop()
    assert looptime == 0


@pytest.mark.looptime
async def test_an_absent_microphone_gives_no_frame_and_is_never_lost() -> None:
    microphone: Microphone = NoMicrophone()
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(3600):
            await anext(microphone.frames())
    assert microphone.position == 0


def test_the_microphone_of_a_machine_without_speech_cannot_be_switched_on() -> None:
    switch = NoMicrophoneSwitch()
    switch.switch_on()
    assert not switch.is_on
