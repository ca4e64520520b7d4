"""Satellites without a recogniser and a voice of their own: sound in, text out; text in, sound out."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace
from wyoming.audio import AudioChunk, AudioStart
from wyoming.client import AsyncTcpClient
from wyoming.event import Event
from wyoming.info import Describe, Info
from wyoming.tts import Synthesize

from tests.conversations.conversation import RecordedConversation, recorded_conversations
from tests.support.fakes import ScriptedRecognizer
from tests.support.noises import fan, sound_of
from tests.support.recordings import CONVERSATIONS
from tests.wyoming.satellites import HANDLED, SETTINGS, Answer, Home, a_home, event_from, speaks
from voiced.adapters.absent import SilentPlayer
from voiced.adapters.recognition.whisper_recognizer import WhisperRecognizer
from voiced.adapters.sound.wav_files import read_wav
from voiced.adapters.wyoming import hearing, speaking
from voiced.config import Asr, VoiceSettings
from voiced.errors import RecognizerFailure
from voiced.ports.sound import ListeningFor, Recognizer
from voiced.runtime import recognition_beside
from voiced.runtime.recognizer import RecognizerThread

LUNCH = read_wav(CONVERSATIONS / "offline_single" / "1.wav")
YES = read_wav(CONVERSATIONS / "offline_single" / "4.wav")
SILENCE = bytes(2 * 16_000)
SPOKEN = ("cancel_all", "far_single", "noisy_single", "single_type_correction")
PATIENT_SECONDS = 300.0


@asynccontextmanager
async def a_hearing_home(folder: Path, recognizer: Recognizer) -> AsyncGenerator[Home]:
    thread = RecognizerThread(lambda: recognizer, PATIENT_SECONDS)
    try:
        async with a_home(folder, recognizer=thread) as home:
            yield home
    finally:
        await thread.close()


async def words_in(home: Home, sound: bytes, rate: int = 16_000, channels: int = 1) -> Event:
    async with home.client() as client:
        await speaks(client, sound, rate, channels)
        return await event_from(client)


class TestHearing:
    async def test_the_words_in_a_sound_are_its_transcript(self, tmp_path: Path) -> None:
        async with a_hearing_home(tmp_path, ScriptedRecognizer("昨天买菜花了28块5")) as home:
            heard = await words_in(home, SILENCE + LUNCH + SILENCE)
        assert (heard.type, heard.data["text"]) == ("transcript", "昨天买菜花了28块5")

    async def test_silence_has_no_words_and_is_not_recognised(self, tmp_path: Path) -> None:
        async with a_hearing_home(tmp_path, ScriptedRecognizer("确认")) as home:
            assert (await words_in(home, SILENCE)).data["text"] == ""
            assert (await words_in(home, b"")).data["text"] == ""
            assert (await words_in(home, SILENCE + LUNCH + SILENCE)).data["text"] == "确认"

    async def test_speech_that_gives_no_words_is_answered_with_a_draft_and_without_one(
        self, tmp_path: Path
    ) -> None:
        """Home Assistant ends a conversation whose words are empty; so the speech is a text, which comes back to us."""
        recognizer = ScriptedRecognizer("", "")
        async with a_hearing_home(tmp_path, recognizer) as home:
            kitchen = home.satellite("kitchen")
            for _ in range(2):
                heard = (await words_in(home, SILENCE + YES + SILENCE)).data["text"]
                assert heard == "（没听清）"
                assert await kitchen.says(heard) == Answer(HANDLED, "没听清，请再说一次。")
                await kitchen.says("午饭35块")
            assert (await words_in(home, SILENCE)).data["text"] == ""
            assert (await words_in(home, sound_of(fan, seed=4, level=3000, seconds=2.0))).data["text"] == ""
            assert await home.written() == []

    async def test_a_word_that_only_the_second_look_found_reads_the_rows_back(self, tmp_path: Path) -> None:
        async with a_hearing_home(tmp_path, ScriptedRecognizer(second_look="确认")) as home:
            kitchen = home.satellite("kitchen")
            await kitchen.says("午饭35块")
            heard = (await words_in(home, SILENCE + YES + SILENCE)).data["text"]
            assert heard == "（没听清，像是确认）"
            answer = await kitchen.says(heard)
            assert answer.text.startswith("没听清，请再说一次。")
            assert "35元" in answer.text
            assert await home.written() == []
            assert (await kitchen.says(heard)).text == "记好了，还有吗？"
            assert await home.written() == ["35 EXPENSE 餐饮"]

    async def test_long_speech_without_words_gets_no_second_look(self, tmp_path: Path) -> None:
        async with a_hearing_home(tmp_path, ScriptedRecognizer(second_look="确认")) as home:
            await home.satellite("kitchen").says("午饭35块")
            assert (await words_in(home, SILENCE + LUNCH + SILENCE)).data["text"] == "（没听清）"

    async def test_two_utterances_of_a_sound_are_joined(self, tmp_path: Path) -> None:
        async with a_hearing_home(tmp_path, ScriptedRecognizer("吃饭60", "打车30")) as home:
            sound = LUNCH + 2 * SILENCE + LUNCH + 2 * SILENCE
            assert (await words_in(home, sound)).data["text"] == "吃饭60，打车30"

    async def test_sound_of_two_channels_and_another_rate_is_understood(self, tmp_path: Path) -> None:
        fast = np.repeat(np.frombuffer(SILENCE + LUNCH + SILENCE, dtype="<i2"), 3)
        async with a_hearing_home(tmp_path, ScriptedRecognizer("打车30")) as home:
            heard = await words_in(home, np.repeat(fast, 2).tobytes(), 48_000, 2)
        assert heard.data["text"] == "打车30"

    async def test_a_failure_is_told_and_the_next_sound_is_heard(self, tmp_path: Path) -> None:
        async with a_hearing_home(
            tmp_path, ScriptedRecognizer(RecognizerFailure("no memory"), "打车30")
        ) as home:
            failed = await words_in(home, SILENCE + LUNCH + SILENCE)
            assert (failed.type, failed.data["text"]) == ("error", "no memory")
            assert (await words_in(home, SILENCE + LUNCH + SILENCE)).data["text"] == "打车30"

    async def test_more_sounds_than_may_wait_are_refused(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(recognition_beside, "MOST_WAITING", 0)
        async with a_hearing_home(tmp_path, ScriptedRecognizer("打车30")) as home:
            assert (await words_in(home, SILENCE + LUNCH)).type == "error"

    async def test_a_sound_that_is_too_long_or_changes_its_form_ends_the_connection(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(hearing, "_LONGEST_BYTES", 16_000)
        async with a_hearing_home(tmp_path, ScriptedRecognizer("打车30")) as home:
            assert (await words_in(home, SILENCE)).type == "error"
            async with home.client() as client:
                await client.write_event(AudioStart(16_000, 2, 1).event())
                await client.write_event(AudioChunk(8_000, 2, 1, bytes(64)).event())
                assert (await event_from(client)).type == "error"

    async def test_words_for_the_microphone_come_between_those_of_a_satellite(self, tmp_path: Path) -> None:
        """A short call for the microphone waits for one second of a satellite's sound, and not for all of it."""
        sound, order = 12 * LUNCH, list[str]()

        class Noting(ScriptedRecognizer):
            def accept(self, frame: object) -> None:
                order.append("satellite")

            def finish(self) -> str:
                order.append("finish")
                return "打车30"

        class Twofold(ScriptedRecognizer):
            def start(self, listening_for: ListeningFor) -> None:
                order.append("microphone")

            def beside(self) -> Recognizer:  # type: ignore[override]
                return Noting("打车30")

        thread = RecognizerThread(lambda: Twofold("确认"), PATIENT_SECONDS)
        async with a_home(tmp_path, recognizer=thread) as home, home.client() as client:
            await speaks(client, sound)
            while not order:
                await thread.start(ListeningFor.ENTRIES)
            transcript = asyncio.ensure_future(event_from(client))
            while "finish" not in order:
                await thread.start(ListeningFor.ENTRIES)
            await transcript
        await thread.close()
        gaps = [order[one:other].count("satellite") for one, other in pairwise(_places(order, "microphone"))]
        assert max(gaps) <= recognition_beside.FRAMES_A_CALL


def _places(order: Sequence[str], what: str) -> list[int]:
    return [place for place, each in enumerate(order) if each == what]


class TestSpeaking:
    VOICE = replace(SETTINGS, voice=VoiceSettings(engine="pyttsx3"))

    async def test_a_text_is_spoken_by_the_daemons_voice_in_order(self, tmp_path: Path) -> None:
        async with a_home(tmp_path, self.VOICE, player=SilentPlayer()) as home, home.client() as client:
            await client.write_event(Synthesize("记录支出35元，餐饮，确认吗？").event())
            events = await _until_stop(client)
        begin, *chunks, _ = events
        form = AudioStart.from_event(begin)
        samples = b"".join(AudioChunk.from_event(chunk).audio for chunk in chunks)
        assert (form.width, form.channels) == (2, 1)
        assert 1.5 < len(samples) / 2 / form.rate < 10

    async def test_too_long_a_text_and_too_many_of_them_are_refused(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async with a_home(tmp_path, self.VOICE, player=SilentPlayer()) as home:
            async with home.client() as client:
                await client.write_event(Synthesize("好" * 600).event())
                assert (await event_from(client)).type == "error"
            monkeypatch.setattr(speaking, "MOST_WAITING", 0)
            async with home.client() as client:
                await client.write_event(Synthesize("请说。").event())
                assert (await event_from(client)).type == "error"


async def _until_stop(client: AsyncTcpClient) -> list[Event]:
    events = [await event_from(client)]
    while events[-1].type != "audio-stop":
        events.append(await event_from(client))
    return events


async def test_the_description_names_what_the_daemon_has(tmp_path: Path) -> None:
    async def described(home: Home) -> Info:
        async with home.client() as client:
            await client.write_event(Describe().event())
            return Info.from_event(await event_from(client))

    async with a_home(tmp_path / "mute") as home:
        info = await described(home)
        assert (len(info.handle), info.asr, info.tts) == (1, [], [])
    thread = RecognizerThread(lambda: ScriptedRecognizer("确认"))
    deaf = replace(SETTINGS, asr=Asr(engine="none"))
    async with a_home(tmp_path / "deaf", deaf, recognizer=thread) as home:
        assert (await described(home)).asr == []
    async with a_home(
        tmp_path / "full", TestSpeaking.VOICE, recognizer=thread, player=SilentPlayer()
    ) as home:
        info = await described(home)
    await thread.close()
    assert [model.languages for model in info.asr[0].models] == [["zh", "zh-CN"]]
    assert len(info.tts[0].voices) == 1


@pytest.mark.speech
@pytest.mark.timeout(300)
async def test_four_recorded_conversations_spoken_in_four_rooms_at_once(tmp_path: Path) -> None:
    conversations = [each for each in recorded_conversations() if each.name in SPOKEN]
    thread = RecognizerThread(lambda: WhisperRecognizer(Path(".cache/models/whisper-base")), PATIENT_SECONDS)
    async with a_home(tmp_path, recognizer=thread) as home:
        await asyncio.gather(*(_converse(home, conversation) for conversation in conversations))
        written = Counter(await home.written())
    await thread.close()
    assert written == Counter(row for each in conversations for row in each.rows_with_whisper)


async def _converse(home: Home, conversation: RecordedConversation) -> None:
    satellite = home.satellite(conversation.name)
    for recording in conversation.recordings:
        text = (await words_in(home, read_wav(recording))).data["text"]
        await satellite.says(text)
