"""sherpa-onnx's keyword spotter over the small transducer of scripts/train-test-ears."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.support.fakes import RecordingWatcher
from tests.support.noises import fan, sound_of
from tests.support.now import NOW
from tests.support.recordings import frames
from tests.support.syllable_speech import TEST_EARS, spoken
from voiced.adapters.machine.clocks import SampleClock, SystemClock
from voiced.adapters.machine.installed_parts import find_sherpa, find_spotter
from voiced.adapters.recognition.keyword_spotter import SherpaSpotter, spelt, spotter
from voiced.adapters.recognition.sherpa_models import model_in
from voiced.adapters.recognition.sherpa_recognizer import load
from voiced.app.build_conversation import Surroundings, open_conversation
from voiced.app.build_ears import open_ears
from voiced.app.build_wake_gate import wake_gate_of
from voiced.app.doctor.engines import recogniser
from voiced.config import Settings, load_settings
from voiced.dialogue.values.state import Phase
from voiced.errors import NoModelYet
from voiced.hearing.frame import FRAME_SAMPLES, SAMPLE_RATE, AudioFrame
from voiced.language.sounds.spelling_aloud import parts
from voiced.language.sounds.wake import WakePhrase

PHRASE = "记账"
END_OF_SPEECH = 0.8
"""Seconds of silence behind the last syllable of `spoken`."""

pytestmark = pytest.mark.speech


@pytest.fixture
def model(tmp_path: Path) -> Path:
    folder = tmp_path / "models" / "sherpa-onnx-kws-test"
    shutil.copytree(
        TEST_EARS / "zipformer2-transducer", folder, ignore=shutil.ignore_patterns("sherpa-proved")
    )
    (folder / "sherpa-kind").write_text("keyword-spotter\n")
    return folder


def by_syllables(folder: Path) -> None:
    """Write the table of tokens in syllables with marks of tone; 是 stands for all that sounds so."""
    lines = (folder / "tokens.txt").read_text(encoding="utf-8").splitlines()
    table = [" ".join(("".join(parts(token)) or token, number)) for token, number in map(str.split, lines)]
    (folder / "tokens.txt").write_text("\n".join(table) + "\n", encoding="utf-8")


def as_it_is(_: Path) -> None:
    """Leave the table in characters."""


def heard_at(looking: SherpaSpotter, sound: bytes) -> float | None:
    """Seconds of sound before the phrase was spotted; None if it was not."""
    looking.restart()
    for number, frame in enumerate(frames(sound), 1):
        if looking.hears([frame]):
            return number * 0.02
    return None


@pytest.mark.parametrize("spell", [by_syllables, as_it_is], ids=["syllables", "characters"])
def test_the_phrase_is_spotted_within_a_third_of_a_second_and_other_words_are_not(
    model: Path, spell: Callable[[Path], None]
) -> None:
    spell(model)
    looking = spotter(model_in(model), PHRASE)
    for words in (PHRASE, "打车十八块记账"):
        sound = spoken(words)
        at = heard_at(looking, sound)
        assert at is not None, words
        assert at - (len(sound) / 32_000 - END_OF_SPEECH) < 0.3
    for words in ("打车十八块", "确认", "第二笔改成二十五"):
        assert heard_at(looking, spoken(words)) is None, words
    assert heard_at(looking, sound_of(fan, seed=4, level=3000, seconds=3.0)) is None


def test_a_longer_phrase_must_be_said_whole(model: Path) -> None:
    looking = spotter(model_in(model), "记账打车")
    assert heard_at(looking, spoken("记账打车")) is not None
    assert heard_at(looking, spoken("记账取消")) is None


def test_a_phrase_is_spelt_in_initials_and_finals_where_the_model_has_them(tmp_path: Path) -> None:
    table = tmp_path / "tokens.txt"
    table.write_text("".join(f"{token} {at}\n" for at, token in enumerate(("<blk>", "x", "iǎo", "j", "ì"))))
    assert spelt("小记小记", table) == "x iǎo j ì x iǎo j ì"
    with pytest.raises(NoModelYet, match="cannot spell '猫'"):
        spelt("小猫", table)


def test_it_is_no_recogniser_and_is_not_taken_for_one(model: Path) -> None:
    assert (find_sherpa(model.parent), find_spotter(model.parent)) == (None, model)
    with pytest.raises(NoModelYet, match="recognises no speech"):
        load(model_in(model))


def settings_with(models: Path, phrase: str, spots: str = "auto") -> Settings:
    settings = load_settings(
        environment={"VOICED_ASR__MODELS_DIR": str(models), "VOICED_ASR__ENGINE": "sherpa"}
    )
    session = replace(settings.session, wake_phrase=phrase, wake_spotter=spots)
    return replace(settings, session=session)


async def test_the_gate_is_built_where_a_model_is_installed_and_works(
    model: Path, caplog: pytest.LogCaptureFixture
) -> None:
    gate = wake_gate_of(settings_with(model.parent, PHRASE))
    assert gate is not None
    await gate.begins()
    assert not await gate.lets_in(list(frames(spoken("确认"))))
    assert await gate.lets_in(list(frames(spoken(PHRASE))))
    gate.close()
    assert wake_gate_of(settings_with(model.parent, PHRASE, "off")) is None
    assert wake_gate_of(settings_with(model.parent / "none", PHRASE)) is None
    assert wake_gate_of(settings_with(model.parent, "小猫小猫")) is None
    assert "looked for in all speech" in caplog.text
    assert "cannot spell '小'" in caplog.text


@pytest.mark.parametrize(
    ("phrase", "told"), [(PHRASE, "spotted by sherpa-onnx-kws-test"), ("小猫小猫", "cannot spell")]
)
async def test_doctor_tells_of_it(model: Path, phrase: str, told: str) -> None:
    shutil.copytree(TEST_EARS / "zipformer2-ctc", model.parent / "streaming")
    findings = [one async for one in recogniser(settings_with(model.parent, phrase), SystemClock())]
    assert any(told in str(one) for one in findings)


async def test_the_phrase_in_noise_wakes_the_daemon_through_spotter_and_recogniser(
    model: Path, tmp_path: Path
) -> None:
    """A fan and other speech do not; every sound goes through voice activity, spotter and recogniser."""
    settings, clock = settings_with(model.parent, "记账记账"), SampleClock(NOW)
    ears_of = partial(load, model_in(TEST_EARS / "zipformer2-ctc"))
    async with (
        open_conversation(
            settings, Surroundings(tmp_path / "ledger.db", clock, RecordingWatcher())
        ) as conversation,
        open_ears(settings, conversation, ears_of, wake=WakePhrase("记账记账")) as ears,
    ):

        async def after(sound: bytes) -> Phase:
            for frame in frames(sound):
                await clock.advance(0.02)
                start = round((clock.now() - NOW).total_seconds() * SAMPLE_RATE) - FRAME_SAMPLES
                await ears.hear(AudioFrame(start, frame.pcm))
                await conversation.settled()
            return conversation.phase

        for seed in range(2):
            assert await after(sound_of(fan, seed=seed, level=1000, seconds=2.0)) is Phase.IDLE
            assert await after(spoken("打车十八块", noise=0.006, seed=seed)) is Phase.IDLE
        # Behind the phrase the small model takes this noise for a number, so a draft may be open.
        assert await after(spoken("记账记账", noise=0.006)) is not Phase.IDLE
        await conversation.stop()
