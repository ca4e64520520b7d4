"""`voiced run` at a microphone and a loudspeaker: spoken to, heard, and asked what it wrote. In real time, so few."""

from __future__ import annotations

from pathlib import Path

import httpx
import numpy as np
import pytest
import soxr

from tests.rig.test_microphone import correlation
from tests.support.ledger_files import rows_in
from tests.support.pulse_rig import PulseRig, Samples
from tests.support.recorded_units import bank_in
from tests.support.spoken_daemon import LOUD, spoken_daemon
from voiced.adapters.machine.card_place import running_card
from voiced.adapters.machine.turn_file import kept_turns
from voiced.adapters.sound.earcons import tones
from voiced.adapters.voice.bank_voice import BankVoice
from voiced.domain.transaction import TransactionType
from voiced.hearing.frame import SAMPLE_RATE
from voiced.language.numbers.spoken import verbalise
from voiced.ports.sound import Earcon

pytestmark = [pytest.mark.speech, pytest.mark.timeout(180)]

RECORDINGS = sorted(Path("tests/audio/conversations/offline_single").glob("*.wav"))
PIECE = SAMPLE_RATE * 3 // 10


def as_it_sounds(sentence: str, bank: Path) -> Samples:
    """The sentence as the voice of recorded units says it."""
    sound = BankVoice(bank).said(verbalise(sentence))
    samples = np.frombuffer(sound.samples, dtype="<i2")
    return soxr.resample(samples, sound.sample_rate, SAMPLE_RATE).astype(np.int16)


def likeness(heard: Samples, said: Samples) -> float:
    """How alike the pieces of `said` are to what was heard, the median: a busy machine plays with small holes."""
    pieces = [said[at : at + PIECE] for at in range(0, len(said) - PIECE, PIECE)]
    loud = [piece for piece in pieces if np.abs(piece.astype(int)).max() > LOUD]
    return float(np.median([correlation(heard, piece) for piece in loud]))


async def test_a_spoken_conversation_is_answered_aloud_and_written(
    rig: PulseRig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bank that voice.model_dir names is the voice; the other tests of the rig hear pyttsx3."""
    database, kept, bank = tmp_path / "ledger.db", tmp_path / "kept", bank_in(tmp_path / "bank")
    where = {"VOICED_VOICE__MODEL_DIR": str(bank)}
    async with spoken_daemon(rig, database, "--debug-recording-dir", str(kept), settings=where) as daemon:
        await daemon.listens()
        for recording in RECORDINGS:
            await daemon.hears(recording)
        async with httpx.AsyncClient(follow_redirects=True) as browser:
            monkeypatch.setenv("XDG_RUNTIME_DIR", rig.environment["XDG_RUNTIME_DIR"])
            place = running_card()
            assert place is not None
            assert f"card: {place.without_token().address}\n" in daemon.log
            assert place.token not in daemon.log, "a log is no terminal"
            page = await browser.get(place.address)
            assert (page.status_code, page.url.query) == (200, b""), "the token became a cookie"
        assert await daemon.stop() == 0
    words = [event["text"] for event in daemon.told("final_text")]
    assert len(words) == len(RECORDINGS), f"it heard itself, or not all that was said: {words}"
    answers = [event["text"] for event in daemon.told("speak")]
    said = likeness(rig.heard(), as_it_sounds(answers[0], bank))
    never_said = likeness(rig.heard(), as_it_sounds("没听清要改什么，请再说一次", bank))
    assert said > never_said + 0.1, (answers[0], said, never_said)
    assert answers[-1] == "记好了，还有吗？"
    assert of_tone(rig.heard(), Earcon.LISTENING) > of_tone(rig.heard(), Earcon.ERROR) + 0.1
    assert [(str(row.amount), row.type) for row in await rows_in(database)] == [
        ("100", TransactionType.INCOME)
    ]
    turns = list(kept_turns(Path(rig.environment["HOME"]) / ".local" / "state" / "voiced" / "turns.jsonl"))
    assert [turn.ending for turn in turns] == ["ended"] * len(RECORDINGS)
    assert all(turn.answer is not None and turn.answer > 0 for turn in turns)
    assert len(list(kept.glob("*.wav"))) == len(RECORDINGS)


def of_tone(heard: Samples, earcon: Earcon) -> float:
    """How alike anything that was heard is to a tone."""
    return correlation(heard, np.frombuffer(tones(sample_rate=SAMPLE_RATE)[earcon].samples, dtype="<i2"))
