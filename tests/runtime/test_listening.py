"""Turn taking, gaps, early ends and the wake phrase: the ears as a partner in a conversation."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterable, Sequence
from contextlib import asynccontextmanager

import pytest

from tests.support.fakes import ScriptedRecognizer
from tests.support.sound import Loudness, drawn
from voiced.dialogue.values import events as ev
from voiced.dialogue.values.state import Phase
from voiced.errors import RecognizerFailure
from voiced.hearing.frame import FRAME_BYTES, FRAME_SAMPLES, AudioFrame
from voiced.hearing.segmenter import Ending, Endpointing, SpokenUtterance
from voiced.language.sounds.wake import WakePhrase
from voiced.ports.sound import ListeningFor
from voiced.runtime.ears import Ears
from voiced.runtime.floor import Floor, TurnTaking
from voiced.runtime.recognizer import RecognizerThread
from voiced.runtime.running_utterance import Patience
from voiced.runtime.wake_gate import WakeGate

DICTATING = Endpointing(start_speech=5, end_silence=50, max_utterance=1000, max_wait=100)
CONFIRMING = Endpointing(start_speech=5, end_silence=25, max_utterance=1000, max_wait=100)
PATIENCE = Patience(
    {Phase.IDLE: CONFIRMING, Phase.LISTENING: DICTATING, Phase.CONFIRMING: CONFIRMING}, preroll_frames=20
)
WORDS, QUIET = "#" * 40, "." * 60


class Thinker(ScriptedRecognizer):
    """Does not stream; each attempt and each final text is the next of the script."""

    def __init__(self, *texts: str | Exception) -> None:
        super().__init__(*texts)
        self.attempts = 0

    @property
    def streams(self) -> bool:
        return False

    def partial(self) -> str:
        return ""

    def attempt(self) -> str:
        self.attempts += 1
        return self.finish()


class Streamer(ScriptedRecognizer):
    """Streams what the test says is understood so far."""

    def __init__(self, *texts: str | Exception) -> None:
        super().__init__(*texts)
        self.so_far = ""

    def partial(self) -> str:
        return self.so_far


class Partner:
    """Ears and everything they tell. `now` is the microphone's position."""

    def __init__(
        self,
        recognizer: ScriptedRecognizer,
        thread: RecognizerThread,
        manner: TurnTaking,
        wake: WakePhrase | None,
        rows_waiting: int,
        gate: WakeGate | None,
    ) -> None:
        self.recognizer = recognizer
        self.now = 0
        self.posted: list[ev.Event] = []
        self.utterances: list[SpokenUtterance] = []
        self.endpoints: list[int] = []
        self.activity = Loudness()
        self.waiting: list[AudioFrame] = []
        self.floor = Floor(lambda: self.now, 10 * FRAME_SAMPLES, manner, is_behind=lambda: bool(self.waiting))
        self.ears = Ears(
            self.activity,
            thread,
            PATIENCE,
            self.posted.append,
            floor=self.floor,
            wake=wake,
            gate=gate,
            rows_waiting=lambda: rows_waiting,
        )
        self.ears.watch(lambda: self.endpoints.append(self.now), self.utterances.append)

    async def hear(self, sound: str) -> None:
        await self.hear_frames(drawn(sound, self.now))

    async def hear_frames(self, frames: Iterable[AudioFrame]) -> None:
        for frame in frames:
            self.now = frame.end
            await self.ears.hear(frame)

    async def hear_late(self, sound: str) -> None:
        """All of it is captured before the first frame of it is heard: a recogniser was at work."""
        self.waiting = drawn(sound, self.now)
        self.now = self.waiting[-1].end
        while self.waiting:
            await self.ears.hear(self.waiting.pop(0))

    async def frames_until_heard(self, most: int = 200) -> int:
        """How many frames of silence it takes until something was heard."""
        known = len(self.told)
        for frame in range(1, most + 1):
            await self.hear(".")
            if len(self.told) > known:
                return frame
        raise AssertionError("nothing was heard")

    @property
    def told(self) -> list[ev.Event]:
        return [event for event in self.posted if isinstance(event, ev.Heard | ev.NotHeard)]


@asynccontextmanager
async def listening(
    recognizer: ScriptedRecognizer,
    phase: Phase = Phase.CONFIRMING,
    *,
    manner: TurnTaking = TurnTaking.HALF_DUPLEX,
    wake: WakePhrase | None = None,
    rows_waiting: int = 1,
    gate: WakeGate | None = None,
) -> AsyncGenerator[Partner]:
    thread = RecognizerThread(lambda: recognizer)
    try:
        partner = Partner(recognizer, thread, manner, wake, rows_waiting, gate)
        partner.ears.enter(phase)
        yield partner
    finally:
        await thread.close()


class TestTheEnd:
    """How long the silence is that ends an utterance."""

    async def test_a_closed_command_is_heard_after_three_tenths_of_a_second(self) -> None:
        async with listening(Thinker("确认")) as partner:
            await partner.hear(QUIET + WORDS)
            assert await partner.frames_until_heard() == 15
            assert partner.told == [ev.Heard("确认")]
            assert partner.utterances[0].attempts == 1

    @pytest.mark.parametrize("words", ["确认", "取消"])
    async def test_the_row_that_may_follow_is_waited_for_where_several_wait(self, words: str) -> None:
        """「确认……第一笔」"""
        async with listening(Thinker(words, f"{words}第一笔"), rows_waiting=2) as partner:
            await partner.hear(QUIET + WORDS + "." * 20)
            assert partner.told == []
            await partner.hear(WORDS)
            await partner.frames_until_heard()
            assert partner.told == [ev.Heard(f"{words}第一笔")]

    async def test_a_bare_verb_is_heard_after_the_usual_silence_where_several_rows_wait(self) -> None:
        async with listening(Thinker("确认", "全部确认"), rows_waiting=2) as partner:
            await partner.hear(QUIET + WORDS)
            assert await partner.frames_until_heard() == CONFIRMING.end_silence
            await partner.hear(WORDS)
            assert await partner.frames_until_heard() == 15

    async def test_an_unfinished_utterance_gets_more_time(self) -> None:
        async with listening(Thinker("对")) as partner:
            await partner.hear(QUIET + WORDS)
            assert await partner.frames_until_heard() == CONFIRMING.end_silence
            assert partner.told == [ev.Heard("对")]

    async def test_while_entries_are_dictated_only_leaving_is_early(self) -> None:
        async with listening(Thinker("取消", "退出"), Phase.LISTENING) as partner:
            await partner.hear(QUIET + WORDS)
            assert await partner.frames_until_heard() == DICTATING.end_silence
            await partner.hear(WORDS)
            assert await partner.frames_until_heard() == 15

    async def test_a_speaker_who_thinks_of_the_amount_is_not_cut_off(self) -> None:
        """「第一笔改成……五十」"""
        async with listening(Thinker("第一笔改成", "第一笔改成五十")) as partner:
            await partner.hear(QUIET + WORDS + "." * 80)
            assert partner.told == []
            await partner.hear(WORDS)
            await partner.frames_until_heard()
            assert partner.told == [ev.Heard("第一笔改成五十")]

    async def test_an_utterance_without_its_amount_is_heard_all_the_same(self) -> None:
        async with listening(Thinker("第一笔改成")) as partner:
            await partner.hear(QUIET + WORDS)
            assert await partner.frames_until_heard() == 90
            assert partner.told == [ev.Heard("第一笔改成")]

    async def test_a_recogniser_that_streams_ends_early_by_what_it_told(self) -> None:
        streamer = Streamer("确认")
        streamer.so_far = "确认"
        async with listening(streamer) as partner:
            await partner.hear(QUIET + WORDS)
            assert await partner.frames_until_heard() == 15
            assert [event for event in partner.posted if isinstance(event, ev.PartialHeard)] == [
                ev.PartialHeard("确认")
            ]

    async def test_a_recogniser_that_streams_waits_for_the_amount_too(self) -> None:
        streamer = Streamer("第一笔改成五十")
        streamer.so_far = "第一笔改成"
        async with listening(streamer) as partner:
            await partner.hear(QUIET + WORDS + "." * 80)
            assert partner.told == []

    async def test_a_crowd_that_never_pauses_answers_nothing(self) -> None:
        async with listening(Thinker("确认")) as partner:
            await partner.hear(QUIET + "#" * CONFIRMING.max_utterance)
            assert partner.told == [ev.Heard("")]
            assert [utterance.ending for utterance in partner.utterances] == [Ending.TIMED_OUT]

    async def test_long_dictation_without_a_pause_is_heard(self) -> None:
        async with listening(Thinker("午饭三十五"), Phase.LISTENING) as partner:
            await partner.hear(QUIET + "#" * DICTATING.max_utterance)
            assert partner.told == [ev.Heard("午饭三十五")]

    async def test_a_speaker_with_long_pauses_gets_up_to_a_fifth_more_time(self) -> None:
        async with listening(Thinker("好", "好", "好的", "对")) as partner:
            await partner.hear(QUIET + (WORDS + "." * 22) * 3 + WORDS)
            assert await partner.frames_until_heard() == 30


class TestWhatFollowsACommand:
    """「确认」, and 「第一笔」 while the first is still being recognised: money must not be written by mistake."""

    async def test_speech_that_went_on_meanwhile_is_a_part_of_it(self) -> None:
        async with listening(Thinker("确认", "确认，第一笔")) as partner:
            await partner.hear(QUIET + WORDS + "." * 10)
            await partner.hear_late("." * 10 + WORDS)
            assert partner.told == []
            await partner.hear("." * 21)
            assert partner.told == [ev.Heard("确认，第一笔")]

    async def test_silence_meanwhile_ends_it_at_once(self) -> None:
        async with listening(Thinker("确认")) as partner:
            await partner.hear(QUIET + WORDS + "." * 10)
            await partner.hear_late("." * 12)
            assert partner.told == [ev.Heard("确认")]

    async def test_the_first_sound_of_a_word_is_waited_for(self) -> None:
        async with listening(Thinker("确认", "确认，第一笔")) as partner:
            await partner.hear(QUIET + WORDS + "." * 10)
            await partner.hear_late("." * 12 + "#")
            assert partner.told == []
            await partner.hear(WORDS + "." * 21)
            assert partner.told == [ev.Heard("确认，第一笔")]

    async def test_a_click_puts_it_off_by_less_than_the_usual_silence(self) -> None:
        async with listening(Thinker("确认")) as partner:
            await partner.hear(QUIET + WORDS + "." * 10)
            await partner.hear_late("." * 6 + "#")
            assert await partner.frames_until_heard() <= CONFIRMING.end_silence - 16
            assert partner.told == [ev.Heard("确认")]

    async def test_a_silence_longer_than_any_answer_ends_the_turn(self) -> None:
        async with listening(Thinker("确认", "第一笔")) as partner:
            await partner.hear(QUIET + WORDS + "." * 10)
            await partner.hear_late("." * 16 + WORDS)
            assert partner.told == [ev.Heard("确认")]


class TestAttempts:
    """What is recognised before the end is known."""

    async def test_an_attempt_is_the_final_text_where_nothing_follows(self) -> None:
        async with listening(Thinker("对", "never asked")) as partner:
            await partner.hear(QUIET + WORDS + QUIET)
            assert partner.told == [ev.Heard("对")]
            assert partner.utterances[0].attempts == 1

    async def test_an_attempt_is_thrown_away_when_speech_goes_on(self) -> None:
        async with listening(Thinker("第一笔", "第一笔改成五十")) as partner:
            await partner.hear(QUIET + WORDS + "." * 12 + WORDS + QUIET)
            assert partner.told == [ev.Heard("第一笔改成五十")]
            assert partner.utterances[0].attempts == 2

    async def test_a_click_throws_nothing_away(self) -> None:
        async with listening(Thinker("对", "never asked")) as partner:
            await partner.hear(QUIET + WORDS + "." * 12 + "##" + QUIET)
            assert partner.told == [ev.Heard("对")]

    async def test_pauses_at_each_word_cost_at_most_three_times_the_work(self) -> None:
        thinker = Thinker("一", "二", "all of it", "too much")
        async with listening(thinker, Phase.LISTENING) as partner:
            await partner.hear(QUIET + (WORDS + "." * 45) * 8 + WORDS + QUIET)
            assert partner.told == [ev.Heard("all of it")]
            assert partner.utterances[0].attempts == 3
            assert thinker.attempts == 2

    async def test_an_entry_that_was_said_is_not_recognised_again_with_the_next(self) -> None:
        async with listening(Thinker("午饭三十五", "打车十八"), Phase.LISTENING) as partner:
            await partner.hear(QUIET + WORDS + "." * 30 + WORDS + QUIET)
            assert partner.told == [ev.Heard("午饭三十五，打车十八")]
            assert partner.utterances[0].attempts == 2
            first, second = partner.recognizer.utterances
            assert first[0].start < second[0].start
            assert 100 * FRAME_SAMPLES < second[0].start < 130 * FRAME_SAMPLES, "not in the pause"

    async def test_all_is_recognised_again_where_the_next_words_belong_to_the_amount(self) -> None:
        thinker = Thinker("吃饭花了一百", "二十块", "吃饭花了一百二十块")
        async with listening(thinker, Phase.LISTENING) as partner:
            await partner.hear(QUIET + WORDS + "." * 30 + WORDS + QUIET)
            assert partner.told == [ev.Heard("吃饭花了一百二十块")]
            heard = partner.recognizer.utterances
            assert [len(heard), heard[2][: len(heard[0])]] == [3, heard[0]]

    async def test_noise_after_an_entry_changes_nothing(self) -> None:
        async with listening(Thinker("午饭三十五", ""), Phase.LISTENING) as partner:
            await partner.hear(QUIET + WORDS + "." * 30 + WORDS + QUIET)
            assert partner.told == [ev.Heard("午饭三十五")]

    async def test_pauses_after_each_entry_cost_little_more_work(self) -> None:
        entry = "打车十八"
        async with listening(Thinker(*[entry] * 5), Phase.LISTENING) as partner:
            await partner.hear(QUIET + (WORDS + "." * 30) * 8 + WORDS + QUIET)
            assert partner.utterances[0].attempts == 3
            lengths = [len(utterance) for utterance in partner.recognizer.utterances]
            assert sum(lengths) < 1.2 * len(partner.utterances[0].pcm) / FRAME_BYTES

    async def test_an_attempt_that_fails_is_told_at_the_end_and_the_next_utterance_is_heard(self) -> None:
        async with listening(Thinker(RecognizerFailure("no memory"), "确认")) as partner:
            await partner.hear(QUIET + WORDS + QUIET)
            assert partner.told == [ev.NotHeard("no memory")]
            await partner.hear(WORDS + QUIET)
            assert partner.told == [ev.NotHeard("no memory"), ev.Heard("确认")]

    async def test_text_of_an_ended_session_is_not_reported(self) -> None:
        class Leaving(Thinker):
            def attempt(self) -> str:
                partner.ears.enter(Phase.IDLE)
                return super().attempt()

        async with listening(Leaving("确认")) as partner:
            await partner.hear(QUIET + WORDS + QUIET)
            assert partner.posted == [ev.SpeechDetected()]


class TestTurns:
    """Our own voice, and the speaker's."""

    async def test_our_own_voice_is_not_heard_nor_its_echo_in_the_room(self) -> None:
        async with listening(Thinker("识别到两笔")) as partner:
            await partner.hear(QUIET)
            with partner.floor.ours("请说。"):
                await partner.hear(WORDS)
            await partner.hear("#" * 10 + QUIET)
            assert partner.posted == []
            assert partner.recognizer.utterances == []

    async def test_nothing_of_the_sound_before_our_voice_is_heard_with_what_follows_it(self) -> None:
        async with listening(Thinker("确认")) as partner:
            await partner.hear(QUIET + "####")
            resets = partner.activity.resets
            with partner.floor.ours("请说。"):
                await partner.hear("." * 20)
            assert partner.activity.resets == resets + 1
            await partner.hear("." * 10)
            faded = partner.now - 5 * FRAME_SAMPLES
            await partner.hear(WORDS + QUIET)
            (utterance,) = partner.recognizer.utterances
            assert utterance[0].start == faded

    async def test_an_answer_while_our_voice_fades_is_heard_from_the_first_syllable(self) -> None:
        async with listening(Thinker("确认")) as partner:
            await partner.hear(QUIET)
            with partner.floor.ours("确认吗？"):
                await partner.hear("." * 20)
            await partner.hear("." * 5)
            start = partner.now
            await partner.hear(WORDS + QUIET)
            (utterance,) = partner.recognizer.utterances
            assert utterance[0].start == start
            assert partner.told == [ev.Heard("确认")]

    async def test_words_that_we_talk_into_are_heard_as_far_as_they_were_said(self) -> None:
        async with listening(Thinker("吃饭花了六十")) as partner:
            await partner.hear(QUIET + WORDS)
            with partner.floor.ours("请说。"):
                await partner.hear(WORDS)
            assert partner.posted == [ev.SpeechDetected(), ev.Heard("吃饭花了六十")]
            assert [utterance.ending for utterance in partner.utterances] == [Ending.INTERRUPTED]

    async def test_we_wait_for_the_speaker_until_what_was_said_is_told(self) -> None:
        async with listening(Thinker("确认")) as partner:
            await partner.floor.free(within_seconds=0)
            await partner.hear(QUIET + WORDS)
            assert not partner.floor.is_free
            await partner.hear(QUIET)
            assert partner.floor.is_free

    async def test_we_wait_no_more_when_the_session_is_over(self) -> None:
        async with listening(Thinker("确认")) as partner:
            await partner.hear(QUIET + WORDS)
            partner.ears.enter(Phase.IDLE)
            assert partner.floor.is_free

    async def test_speech_over_our_voice_is_noticed_within_a_tenth_of_a_second(self) -> None:
        async with listening(Thinker("第二笔改成五十"), manner=TurnTaking.BARGE_IN) as partner:
            with partner.floor.ours("识别到两笔交易"):
                await partner.hear(QUIET + "####")
                assert partner.posted == []
                await partner.hear("#")
                assert partner.posted == [ev.BargedIn(), ev.SpeechDetected()]
            await partner.hear(WORDS + QUIET)
            assert partner.told == [ev.Heard("第二笔改成五十")]

    async def test_the_residue_of_our_voice_is_too_soft_to_be_the_speaker(self) -> None:
        async with listening(Thinker("吃饭六十", "确认"), manner=TurnTaking.BARGE_IN) as partner:
            await partner.hear(WORDS + QUIET)
            partner.posted.clear()
            with partner.floor.ours("记录支出60元，餐饮，确认吗？"):
                await partner.hear(QUIET + "+" * 40)
                assert partner.posted == []
                await partner.hear("#####")
                assert partner.posted == [ev.BargedIn(), ev.SpeechDetected()]

    async def test_our_own_sentence_is_known_as_echo_and_a_word_of_it_is_not(self) -> None:
        sentence = "识别到两笔交易，请确认或修改。"
        async with listening(Thinker("识别到两笔交易请确认", "确认"), manner=TurnTaking.BARGE_IN) as partner:
            for _ in range(2):
                with partner.floor.ours(sentence):
                    await partner.hear(QUIET + WORDS)
                await partner.hear(QUIET)
            assert partner.told == [ev.Heard(""), ev.Heard("确认")]

    async def test_the_same_words_are_no_echo_when_we_are_silent(self) -> None:
        async with listening(Thinker("识别到两笔交易请确认"), manner=TurnTaking.BARGE_IN) as partner:
            with partner.floor.ours("识别到两笔交易，请确认或修改。"):
                await partner.hear(QUIET)
            await partner.hear(QUIET + WORDS + QUIET)
            assert partner.posted == [ev.SpeechDetected(), ev.Heard("识别到两笔交易请确认")]

    async def test_goodbye_is_not_interrupted_by_speech(self) -> None:
        phrase = WakePhrase("小记小记")
        async with listening(Thinker("再见"), Phase.IDLE, manner=TurnTaking.BARGE_IN, wake=phrase) as partner:
            with partner.floor.ours("再见。"):
                await partner.hear(QUIET + WORDS + QUIET)
            assert partner.posted == []

    async def test_without_a_floor_nothing_is_kept_out(self) -> None:
        async with listening(Thinker("确认"), manner=TurnTaking.UNDISTURBED) as partner:
            with partner.floor.ours("确认吗"):
                await partner.hear(QUIET + WORDS + QUIET)
            assert partner.posted == [ev.SpeechDetected(), ev.Heard("确认")]


class TestGaps:
    """Sound that never came."""

    async def test_an_utterance_with_a_gap_is_not_understood(self) -> None:
        async with listening(Thinker("确认")) as partner:
            await partner.hear(QUIET + WORDS)
            partner.now += 5 * FRAME_SAMPLES
            await partner.hear(QUIET)
            assert partner.posted == [
                ev.SpeechDetected(),
                ev.NotHeard("0.10 s of sound are missing at 2.00 s"),
            ]
            assert [utterance.ending for utterance in partner.utterances] == [Ending.BROKEN]
            assert partner.floor.is_free

    async def test_a_gap_between_utterances_has_no_effect(self) -> None:
        async with listening(Thinker("确认")) as partner:
            await partner.hear(QUIET + "####")
            partner.now += 5 * FRAME_SAMPLES
            start = partner.now
            await partner.hear(WORDS + QUIET)
            assert partner.posted == [ev.SpeechDetected(), ev.Heard("确认")]
            assert partner.recognizer.utterances[0][0].start == start

    async def test_a_microphone_that_goes_away_takes_the_utterance_with_it(self) -> None:
        async with listening(Thinker("确认")) as partner:
            await partner.hear(QUIET + WORDS)
            partner.ears.lose("the microphone was unplugged")
            assert partner.posted == [ev.SpeechDetected(), ev.NotHeard("the microphone was unplugged")]
            partner.now += 500 * FRAME_SAMPLES
            await partner.hear(WORDS + QUIET)
            assert partner.told == [ev.NotHeard("the microphone was unplugged"), ev.Heard("确认")]

    async def test_in_silence_it_takes_nothing_with_it(self) -> None:
        async with listening(Thinker()) as partner:
            await partner.hear(QUIET)
            partner.ears.lose("the microphone was unplugged")
            assert partner.posted == []


class Spotting:
    """Spots the phrase once it heard more than so many frames."""

    def __init__(self, after_frames: int) -> None:
        self._after_frames = after_frames
        self.heard = 0

    def restart(self) -> None:
        self.heard = 0

    def hears(self, frames: Sequence[AudioFrame]) -> bool:
        self.heard += len(frames)
        return self.heard > self._after_frames


def spotting(after_frames: int = 10_000) -> tuple[WakeGate, Spotting]:
    spotter = Spotting(after_frames)
    return WakeGate(lambda: spotter), spotter


class TestWaking:
    """Nothing but the wake phrase is heard outside a session."""

    PHRASE = WakePhrase("小记小记")

    async def test_the_microphone_is_read_only_while_speech_is_possible(self) -> None:
        async with listening(Thinker("今天天气不错"), Phase.IDLE, wake=self.PHRASE) as partner:
            waited_for: list[bool] = []
            for sound in (QUIET, WORDS, QUIET):
                await partner.hear(sound)
                waited_for.append(not partner.ears.is_idle)
            assert waited_for == [False, True, False]
            partner.ears.enter(Phase.LISTENING)
            assert not partner.ears.is_idle

    async def test_the_phrase_begins_a_session_and_is_no_entry(self) -> None:
        async with listening(Thinker("小鸡小鸡"), Phase.IDLE, wake=self.PHRASE) as partner:
            await partner.hear(QUIET + WORDS + "." * 15)
            assert partner.posted == [ev.Woken(), ev.SpeechDetected(), ev.Heard("")]

    async def test_the_recogniser_is_told_what_to_listen_for(self) -> None:
        async with listening(Thinker("小记小记", "打车三十"), Phase.IDLE, wake=self.PHRASE) as partner:
            for phase in (Phase.IDLE, Phase.LISTENING, Phase.CONFIRMING):
                partner.ears.enter(phase)
                await partner.hear(QUIET + WORDS + QUIET)
            assert partner.recognizer.listened_for == [
                ListeningFor.WAKE,
                ListeningFor.ENTRIES,
                ListeningFor.COMMANDS,
            ]

    async def test_the_next_sentence_is_the_first_entry(self) -> None:
        script = Thinker("小记小记吃饭花了", "小记小记吃饭花了六十")
        async with listening(script, Phase.IDLE, wake=self.PHRASE) as partner:
            await partner.hear(QUIET + WORDS + "." * 30)
            assert partner.posted == [ev.Woken(), ev.SpeechDetected()]
            partner.ears.enter(Phase.LISTENING)
            await partner.hear(WORDS + "." * 60)
            assert partner.told == [ev.Heard("吃饭花了六十")]
            assert [utterance.text for utterance in partner.utterances] == ["吃饭花了六十"]

    async def test_a_recogniser_that_streams_wakes_while_somebody_speaks(self) -> None:
        streamer = Streamer("小记小记打车三十")
        async with listening(streamer, Phase.IDLE, wake=self.PHRASE) as partner:
            streamer.so_far = "小记"
            await partner.hear(QUIET + "#" * 20)
            assert partner.posted == []
            streamer.so_far = "小记小记"
            await partner.hear("#" * 10)
            assert partner.posted == [ev.Woken(), ev.SpeechDetected()]
            partner.ears.enter(Phase.LISTENING)
            streamer.so_far = "小记小记打车"
            await partner.hear("#" * 10)
            assert partner.posted[2:] == [ev.PartialHeard("打车")]
            await partner.hear(QUIET)
            assert partner.told == [ev.Heard("打车三十")]

    async def test_speech_in_which_the_phrase_is_not_spotted_never_reaches_the_recogniser(self) -> None:
        gate, spotter = spotting()
        async with listening(Thinker("小记小记"), Phase.IDLE, wake=self.PHRASE, gate=gate) as partner:
            await partner.hear(QUIET + WORDS + QUIET)
            assert spotter.heard > len(WORDS)
            assert (partner.posted, partner.recognizer.utterances) == ([], [])
        gate.close()

    async def test_speech_in_which_it_is_spotted_reaches_the_recogniser_from_its_beginning(self) -> None:
        gate, _ = spotting(after_frames=20)
        sound = drawn(QUIET + WORDS + "." * 15)
        async with listening(Thinker("小鸡小鸡"), Phase.IDLE, wake=self.PHRASE, gate=gate) as partner:
            await partner.hear_frames(sound)
            assert partner.posted == [ev.Woken(), ev.SpeechDetected(), ev.Heard("")]
            (utterance, *_) = partner.recognizer.utterances
            assert utterance[0].start < 60 * FRAME_SAMPLES, "with the frames before the words"
            assert utterance == sound[sound.index(utterance[0]) :][: len(utterance)]
            partner.ears.enter(Phase.LISTENING)
            await partner.hear(QUIET + WORDS + QUIET)
            assert len(partner.recognizer.utterances) == 2, "a session has no gate"
        gate.close()

    async def test_a_short_phrase_wakes_when_nothing_follows(self) -> None:
        script = Thinker("小记", "小记")
        async with listening(script, Phase.IDLE, wake=WakePhrase("小记")) as partner:
            await partner.hear(QUIET + WORDS + "." * 12)
            assert partner.posted == []
            await partner.hear(QUIET)
            assert partner.posted == [ev.Woken(), ev.SpeechDetected(), ev.Heard("")]

    async def test_other_words_wake_nobody_and_are_kept_nowhere(self) -> None:
        async with listening(Thinker("今天天气不错"), Phase.IDLE, wake=self.PHRASE) as partner:
            await partner.hear(QUIET + WORDS + QUIET)
            assert partner.posted == []
            assert (partner.utterances, partner.endpoints) == ([], [])

    async def test_a_failing_recogniser_wakes_no_session(self) -> None:
        async with listening(
            Thinker(RecognizerFailure("no memory")), Phase.IDLE, wake=self.PHRASE
        ) as partner:
            await partner.hear(QUIET + WORDS + QUIET)
            partner.now += FRAME_SAMPLES
            await partner.hear(WORDS)
            partner.ears.lose("unplugged")
            assert partner.posted == []

    async def test_it_is_not_heard_twice_within_two_seconds(self) -> None:
        script = Thinker("小记小记", "小记小记", "小记小记")
        async with listening(script, Phase.IDLE, wake=self.PHRASE) as partner:
            for _ in range(2):
                await partner.hear(QUIET[:20] + WORDS + "." * 25)
            assert partner.posted.count(ev.Woken()) == 1
            await partner.hear(QUIET + WORDS + "." * 25)
            assert partner.posted.count(ev.Woken()) == 2

    async def test_a_button_begins_a_session_without_what_was_said_before(self) -> None:
        async with listening(Thinker("确认"), Phase.IDLE, wake=self.PHRASE) as partner:
            await partner.hear(QUIET + WORDS)
            partner.ears.enter(Phase.LISTENING)
            await partner.hear(QUIET)
            assert partner.posted == []


class TestReports:
    """What is kept of an utterance."""

    async def test_an_utterance_is_reported_whole(self) -> None:
        async with listening(Thinker("对")) as partner:
            sound = drawn(QUIET + WORDS + QUIET)
            await partner.hear_frames(sound)
            first, last = 60 - PATIENCE.preroll_frames, 100 + CONFIRMING.end_silence
            assert partner.utterances == [
                SpokenUtterance(
                    start=first * FRAME_SAMPLES,
                    end_of_speech=100 * FRAME_SAMPLES,
                    end=last * FRAME_SAMPLES,
                    ending=Ending.ENDED,
                    text="对",
                    attempts=1,
                    pcm=b"".join(frame.pcm for frame in sound[first:last]),
                )
            ]
            assert partner.endpoints == [last * FRAME_SAMPLES]

    @pytest.mark.parametrize("phase", [Phase.LISTENING, Phase.CONFIRMING])
    async def test_an_utterance_that_is_lost_is_reported_without_words(self, phase: Phase) -> None:
        async with listening(Thinker(RecognizerFailure("no memory")), phase) as partner:
            await partner.hear(QUIET + WORDS + QUIET)
            assert [utterance.text for utterance in partner.utterances] == [""]
