"""From frames to words: turn taking, voice activity, segmentation with pre-roll, recognition, the wake phrase."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable

from voiced.dialogue.unclear import SHORT_COMMANDS
from voiced.dialogue.values import events as ev
from voiced.dialogue.values.state import Phase
from voiced.errors import RecognizerFailure
from voiced.hearing import segmenter
from voiced.hearing.endpointing import Pace, completeness
from voiced.hearing.frame import FRAME_SAMPLES, AudioFrame, seconds
from voiced.hearing.own_voice import SpeakerLevel, is_echo
from voiced.language.sounds.wake import WakePhrase
from voiced.ports.sound import ListeningFor, VoiceActivity
from voiced.runtime.floor import Floor
from voiced.runtime.recognizer import RecognizerThread
from voiced.runtime.running_utterance import Cut, Patience, RunningUtterance, WakeDetector
from voiced.runtime.wake_gate import WakeGate

log = logging.getLogger(__name__)

BARGE_IN_FRAMES = 5
"""Speech over our voice that silences us: 100 ms."""

_EXPECTED = {
    Phase.IDLE: ListeningFor.WAKE,
    Phase.LISTENING: ListeningFor.ENTRIES,
    Phase.CONFIRMING: ListeningFor.COMMANDS,
}


class Ears:
    """Takes frames in order and posts events. It follows one utterance at a time.

    Each `SpeechDetected` is followed by one `Heard`, `NotHeard` or `UnclearSpeech`, unless the session ends before.
    """

    def __init__(
        self,
        voice_activity: VoiceActivity,
        recognizer: RecognizerThread,
        patience: Patience,
        post: Callable[[ev.Event], None],
        *,
        floor: Floor | None = None,
        wake: WakePhrase | None = None,
        gate: WakeGate | None = None,
        rows_waiting: Callable[[], int] = lambda: 1,
    ) -> None:
        """Listen.

        Args:
            voice_activity: tells speech from other sound.
            recognizer: turns utterances into text.
            patience: where utterances end.
            post: takes the events.
            floor: whose turn it is; by default every frame is heard.
            wake: the phrase that begins a session; None if sessions begin otherwise.
            gate: keeps speech without that phrase from the recogniser, outside a session.
            rows_waiting: how many rows of the open draft are pending.
        """
        self._voice_activity = voice_activity
        self.recognizer = recognizer
        """The recogniser, which also takes utterances from elsewhere."""
        self._patience = patience
        self._post = post
        self._floor = floor or Floor.undisturbed()
        self._rows_waiting = rows_waiting
        self._wake = None if wake is None else WakeDetector(wake)
        self._gate = gate
        self._on_endpoint: Callable[[], None] = lambda: None
        self._on_utterance: Callable[[segmenter.SpokenUtterance], None] = lambda _: None
        self._phase = Phase.IDLE
        self._pace = Pace()
        self._next_sample: int | None = None
        self._segmentation: segmenter.Segmentation = segmenter.WAITING
        self._recent: deque[AudioFrame] = deque()
        self._utterance: RunningUtterance | None = None
        self._is_kept_out = False
        self._speaker = SpeakerLevel()

    def watch(
        self, on_endpoint: Callable[[], None], on_utterance: Callable[[segmenter.SpokenUtterance], None]
    ) -> None:
        """Call these functions from now on, in place of earlier ones.

        Args:
            on_endpoint: called when an utterance of a session has ended, before its final text is known.
            on_utterance: gets each utterance of a session just before its text is posted.
        """
        self._on_endpoint, self._on_utterance = on_endpoint, on_utterance

    @property
    def is_idle(self) -> bool:
        """Whether frames may come late: no session is open, and no utterance is running that may be the wake phrase."""
        return self._phase is Phase.IDLE and self._utterance is None

    def enter(self, phase: Phase) -> None:
        """The dialogue is in another phase. A running utterance goes on, unless the session ended."""
        before, self._phase = self._phase, phase
        if phase is Phase.IDLE or (before is Phase.IDLE and not self._is_woken()):
            self._forget()

    def lose(self, reason: str) -> None:
        """The microphone delivers no sound any more; a running utterance is lost."""
        self._next_sample = None
        self._break(reason)

    async def hear(self, frame: AudioFrame) -> None:
        """Take the next frame. In IDLE only the wake phrase has an effect."""
        self._look_for_gap(frame)
        if self._floor.keeps_out(frame):
            await self._keep_out()
            return
        self._is_kept_out = False
        if self._phase is Phase.IDLE and self._wake is None:
            return
        if self._floor.fades(frame):
            self._recent.append(frame)
            return
        is_speech = self._voice_activity.is_speech(frame)
        if self._utterance is None:
            await self._hear_outside(frame, is_speech=is_speech)
        else:
            await self._hear_inside(self._utterance, frame, is_speech=is_speech)

    async def finish_utterance(self) -> None:
        """End a running utterance, as no more frames come."""
        if self._utterance is not None:
            await self._deliver(
                self._utterance, segmenter.Finished(segmenter.Ending.INTERRUPTED, self._segmentation.silence)
            )

    def _look_for_gap(self, frame: AudioFrame) -> None:
        expected, self._next_sample = self._next_sample, frame.end
        if expected is not None and frame.start != expected:
            missing = seconds(frame.start - expected)
            self._break(f"{missing:.2f} s of sound are missing at {seconds(expected):.2f} s")

    def _break(self, reason: str) -> None:
        """Drop the running utterance: the sound after a gap does not belong to the sound before it."""
        utterance = self._utterance
        if utterance is not None and utterance.in_session:
            self._on_utterance(utterance.report(segmenter.Ending.BROKEN, 0, ""))
            self._post(ev.NotHeard(reason))
        self._forget()

    async def _keep_out(self) -> None:
        """Our own voice began: a running utterance ends with the words before it, and later frames are dropped."""
        if not self._is_kept_out:
            self._is_kept_out = True
            await self.finish_utterance()
            self._forget()

    async def _hear_outside(self, frame: AudioFrame, *, is_speech: bool) -> None:
        over = self._floor.over_us(frame)
        settings = self._patience.endpointing[self._phase]
        if over is not None:
            settings = settings.with_start_speech(BARGE_IN_FRAMES)
            is_speech = is_speech and self._speaker.may_be(frame)
        self._segmentation, boundary = segmenter.advance(self._segmentation, settings, is_speech=is_speech)
        self._recent.append(frame)
        match boundary:
            case segmenter.Began(ago):
                log.debug("speech began at %.2f s", seconds(frame.end - ago * FRAME_SAMPLES))
                await self._begin(settings, over)
            case segmenter.NothingBegan():
                log.debug("nothing was said for %.0f s", seconds(settings.max_wait * FRAME_SAMPLES))
            case segmenter.Finished() | None:
                self._trim_recent()

    async def _hear_inside(self, utterance: RunningUtterance, frame: AudioFrame, *, is_speech: bool) -> None:
        pause = utterance.hear(frame, is_speech=is_speech)
        if pause and utterance.in_session:
            self._pace = self._pace.after(pause)
        # Words end an utterance early only in silence, and only once all captured sound was processed.
        settings = utterance.settings(self._pace, may_be_all=not is_speech and self._floor.is_up_to_date)
        if pause:
            self._segmentation = segmenter.resume(self._segmentation, settings)
        self._segmentation, boundary = segmenter.advance(self._segmentation, settings, is_speech=is_speech)
        if isinstance(boundary, segmenter.Finished):
            end_of_speech = seconds(frame.end - boundary.silence * FRAME_SAMPLES)
            log.debug("utterance %s, speech ended at %.2f s", boundary.ending.value, end_of_speech)
            await self._deliver(utterance, boundary)
        elif (text := await utterance.understood()) and self._is_running(utterance):
            self._understand(utterance, text, frame)

    async def _begin(self, settings: segmenter.Endpointing, over: str | None) -> None:
        phase, in_session = self._phase, self._phase is not Phase.IDLE
        utterance = RunningUtterance(
            self.recognizer,
            Cut(settings, self._patience.ends_early(phase, self._rows_waiting())),
            tuple(self._recent),
            judge=completeness if in_session or self._wake is None else self._wake.completeness,
            over=over,
            in_session=in_session,
            gate=None if in_session else self._gate,
        )
        self._utterance = utterance
        self._recent.clear()
        if in_session:
            if over is not None:
                self._post(ev.BargedIn())
            self._tell_speech()
        await utterance.start(_EXPECTED[phase])

    def _tell_speech(self) -> None:
        self._floor.speaker_begins()
        self._post(ev.SpeechDetected())

    def _understand(self, utterance: RunningUtterance, text: str, frame: AudioFrame) -> None:
        if not utterance.in_session and self._wake is not None and self._wake.phrase.wakes_early:
            self._look_for_wake(utterance, text, frame.end)
        if utterance.in_session and self.recognizer.streams:
            self._tell_partial(utterance, self._entry(utterance, text))

    def _tell_partial(self, utterance: RunningUtterance, text: str) -> None:
        if text and text != utterance.partial:
            utterance.partial = text
            self._post(ev.PartialHeard(text))

    def _look_for_wake(self, utterance: RunningUtterance, text: str, at: int) -> None:
        """Begin a session if the phrase was said; the words after it are the first entry."""
        if self._wake is not None and self._wake.hears(text, at):
            listening = Phase.LISTENING
            utterance.wake(
                Cut(self._patience.endpointing[listening], self._patience.ends_early(listening, 0))
            )
            self._post(ev.Woken())
            self._tell_speech()

    async def _deliver(self, utterance: RunningUtterance, finished: segmenter.Finished) -> None:
        if utterance.in_session:
            self._on_endpoint()
        heard = await self._final(utterance, finished.ending)
        if not self._is_running(utterance):
            return  # The session ended while the recogniser worked. Its words do not belong to the next session.
        if not utterance.in_session and isinstance(heard, ev.Heard):
            self._look_for_wake(utterance, heard.text, utterance.end)
        self._utterance, self._segmentation = None, segmenter.WAITING
        if utterance.in_session:
            if isinstance(heard, ev.Heard):
                heard = ev.Heard(self._entry(utterance, heard.text))
            text = heard.text if isinstance(heard, ev.Heard) else ""
            if text and self._floor.lets_barge_in and utterance.over is None:
                self._speaker = self._speaker.after(utterance.frames)
            self._on_utterance(utterance.report(finished.ending, finished.silence, text))
            self._post(heard)
            self._floor.speaker_ends()

    async def _final(
        self, utterance: RunningUtterance, ending: segmenter.Ending
    ) -> ev.Heard | ev.NotHeard | ev.UnclearSpeech:
        if utterance.is_no_answer(ending):
            return ev.Heard("")
        try:
            text = await utterance.text()
        except RecognizerFailure as failure:
            log.warning("an utterance was lost: %s", failure)
            return ev.NotHeard(str(failure))
        if utterance.over is not None and is_echo(text, utterance.over):
            log.info("an echo of the daemon's own voice is ignored")
            return ev.Heard("")
        # Speech that never pauses for the longest time is a crowd or a radio.
        is_answered = not text and ending is not segmenter.Ending.TIMED_OUT
        return await self._without_words(utterance) if is_answered else ev.Heard(text)

    async def _without_words(self, utterance: RunningUtterance) -> ev.Heard | ev.UnclearSpeech:
        """Whether it was speech, though the recogniser took it for a noise; about a draft it is weighed once more."""
        if not utterance.is_audible or not utterance.in_session or utterance.woke:
            return ev.Heard("")
        from voiced.hearing.speech_guard import holds_voice  # noqa: PLC0415 - numpy, once speech gave no words

        if not holds_voice(utterance.frames):
            return ev.Heard("")
        if self._phase is not Phase.CONFIRMING:
            return ev.UnclearSpeech()
        return ev.UnclearSpeech(await utterance.look_again(SHORT_COMMANDS))

    def _entry(self, utterance: RunningUtterance, text: str) -> str:
        return self._wake.entry(text) if utterance.woke and self._wake is not None else text

    def _is_woken(self) -> bool:
        return self._utterance is not None and self._utterance.in_session

    def _is_running(self, utterance: RunningUtterance) -> bool:
        return self._utterance is utterance

    def _trim_recent(self) -> None:
        # A beginning reaches back over the frames that count for it, and over the pre-roll before them.
        longest = self._patience.preroll_frames + self._segmentation.since_speech
        while len(self._recent) > longest:
            self._recent.popleft()

    def _forget(self) -> None:
        self._utterance, self._segmentation = None, segmenter.WAITING
        self._recent.clear()
        self._voice_activity.reset()
        self._floor.speaker_ends()
