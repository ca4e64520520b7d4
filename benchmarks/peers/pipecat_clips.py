# This runs in the peers' own environment, where pipecat is and voiced is not.
# pyright: reportMissingImports=false, reportUnknownVariableType=false, reportUnknownMemberType=false
# pyright: reportUnknownParameterType=false, reportMissingParameterType=false, reportUntypedBaseClass=false
# pyright: reportUnknownArgumentType=false, reportMissingModuleSource=false
"""pipecat hears recordings at a microphone's pace: WebRTC's detector, half a second of silence, Whisper in 8 bits.

    .cache/peers/bin/python benchmarks/peers/pipecat_clips.py WEIGHTS < CLIPS

CLIPS are lines of JSON `{"wav": PATH, "end_of_speech": SECONDS}`; for each, one line tells how long after the end of speech
its text was there, the text, and the processor time it took.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
import wave

import webrtcvad
from loguru import logger
from pipecat.audio.vad.vad_analyzer import VADAnalyzer, VADParams
from pipecat.frames.frames import EndFrame, Frame, InputAudioRawFrame, TranscriptionFrame
from pipecat.pipeline.pipeline import Pipeline
from pipecat.pipeline.worker import PipelineParams, PipelineWorker
from pipecat.processors.audio.vad_processor import VADProcessor
from pipecat.processors.frame_processor import FrameDirection, FrameProcessor
from pipecat.services.whisper.stt import WhisperSTTService
from pipecat.transcriptions.language import Language
from pipecat.workers.runner import WorkerRunner

RATE, FRAME = 16_000, 320
LONGEST_WAIT_SECONDS = 30.0
QUIET = bytes(2 * FRAME)


class WebrtcAnalyzer(VADAnalyzer):
    """WebRTC's detector as voiced sets it; pipecat's own gate by loudness is left out."""

    def __init__(self) -> None:
        super().__init__(
            sample_rate=RATE, params=VADParams(confidence=0.5, start_secs=0.1, stop_secs=0.5, min_volume=0.0)
        )
        self._vad = webrtcvad.Vad(2)

    def num_frames_required(self) -> int:
        """Samples of a frame."""
        return FRAME

    def voice_confidence(self, buffer: bytes) -> float:
        """1 for speech, else 0."""
        return float(self._vad.is_speech(buffer, RATE))


class Sink(FrameProcessor):
    """Takes the texts, with the time they came."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: asyncio.Queue[tuple[float, str]] = asyncio.Queue()

    async def process_frame(self, frame: Frame, direction: FrameDirection) -> None:
        """Keep a text; hand everything on."""
        await super().process_frame(frame, direction)
        if isinstance(frame, TranscriptionFrame):
            self.texts.put_nowait((time.monotonic(), frame.text))
        await self.push_frame(frame, direction)


async def hear(
    worker: PipelineWorker, sink: Sink, clip: dict[str, str | float]
) -> dict[str, str | float | None]:
    """Play a clip in real time, and quiet after it until its text is there."""
    with wave.open(str(clip["wav"])) as wav:
        pcm = wav.readframes(wav.getnframes())
    began, processor = time.monotonic(), time.process_time()
    at = 0
    while sink.texts.empty() and time.monotonic() - began < len(pcm) / 2 / RATE + LONGEST_WAIT_SECONDS:
        samples = pcm[at : at + 2 * FRAME].ljust(2 * FRAME, b"\0") if at < len(pcm) else QUIET
        await worker.queue_frame(InputAudioRawFrame(audio=samples, sample_rate=RATE, num_channels=1))
        at += 2 * FRAME
        await asyncio.sleep(max(0.0, began + at / 2 / RATE - time.monotonic()))
    when, text = sink.texts.get_nowait() if not sink.texts.empty() else (None, "")
    return {
        "waited": None if when is None else when - began - float(clip["end_of_speech"]),
        "text": text,
        "processor": time.process_time() - processor,
    }


async def main(weights: str) -> None:
    """Hear what standard input names."""
    sink = Sink()
    whisper = WhisperSTTService(
        device="cpu",
        compute_type="int8",
        settings=WhisperSTTService.Settings(model=weights, language=Language.ZH, no_speech_prob=0.6),
    )
    pipeline = Pipeline([VADProcessor(vad_analyzer=WebrtcAnalyzer()), whisper, sink])
    worker = PipelineWorker(
        pipeline, params=PipelineParams(audio_in_sample_rate=RATE), cancel_on_idle_timeout=False
    )
    runner = WorkerRunner(handle_sigint=False)
    await runner.add_workers(worker)
    running = asyncio.ensure_future(runner.run())
    await asyncio.sleep(3)  # its model loads
    for line in sys.stdin:
        print(json.dumps(await hear(worker, sink, json.loads(line)), ensure_ascii=False), flush=True)
    await worker.queue_frame(EndFrame())
    await running


if __name__ == "__main__":
    logger.remove()
    asyncio.run(main(sys.argv[1]))
