"""sherpa-onnx's real runtime, with the small models that scripts/train-test-ears makes: they know 53 syllables."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from tests.conversations.conversation import RecordedConversation
from tests.conversations.playing import play_conversation
from tests.runtime.soaking import resident_kb
from tests.support.noises import fan, key_clicks, sound_of
from tests.support.recordings import frames, hear
from tests.support.syllable_speech import TEST_EARS, spoken
from voiced.adapters.recognition import sherpa_models
from voiced.adapters.recognition.sherpa_engines import heard_so_far
from voiced.adapters.recognition.sherpa_models import SherpaKind, model_in
from voiced.adapters.recognition.sherpa_recognizer import SherpaRecognizer, StreamingSherpa, load
from voiced.adapters.recognition.sherpa_words import spelling_of, written
from voiced.app.build_ears import recognizer_loader
from voiced.config import Settings, load_settings
from voiced.errors import NoModelYet, RecognizerFailure
from voiced.ports.sound import ListeningFor
from voiced.runtime.replaying import SpokenTurn

SAID = ("确认", "取消", "退出", "打车十八块", "第二笔改成二十五")
STREAMING = ("zipformer2-ctc", "zipformer2-transducer")
WHOLE = ("zipformer-ctc", "sense-voice", "paraformer")
every_kind = pytest.mark.parametrize("kind", [*STREAMING, *WHOLE])
RSS_GROWTH_KB = 4_000
"""Over ten minutes of speech, after a warm-up of three."""

pytestmark = pytest.mark.speech


@pytest.fixture
def place(tmp_path: Path) -> Callable[[str], Path]:
    """A copy of a test model, in which a test may damage files."""

    def copy(kind: str) -> Path:
        without_proof = shutil.ignore_patterns("sherpa-proved")
        return Path(shutil.copytree(TEST_EARS / kind, tmp_path / f"models/{kind}", ignore=without_proof))

    return copy


@cache
def ears(kind: str) -> SherpaRecognizer:
    return load(model_in(TEST_EARS / kind))


@every_kind
@pytest.mark.parametrize("words", SAID)
def test_each_kind_hears_what_is_said(kind: str, words: str) -> None:
    assert hear(ears(kind), spoken(words), ListeningFor.COMMANDS) == words


@pytest.mark.parametrize("kind", STREAMING)
def test_partial_texts_grow_and_the_final_one_continues_them(kind: str) -> None:
    streaming = ears(kind)
    streaming.start(ListeningFor.ENTRIES)
    partials = [""]
    for frame in frames(spoken("打车十八块")):
        streaming.accept(frame)
        if streaming.partial() != partials[-1]:
            partials.append(streaming.partial())
    assert streaming.streams
    assert len(partials) > 3
    assert all(later.startswith(earlier) for earlier, later in pairwise(partials))
    assert streaming.attempt() == partials[-1]
    assert streaming.finish() == "打车十八块"


@pytest.mark.parametrize("kind", STREAMING)
def test_asking_for_the_words_so_far_takes_no_memory(kind: str) -> None:
    streaming = ears(kind)
    streaming.start(ListeningFor.ENTRIES)
    for frame in frames(spoken("打车十八块")):
        streaming.accept(frame)
    streaming.partial()
    before = resident_kb()
    texts = {streaming.partial() for _ in range(10_000)}
    assert texts == {"打车十八块"}
    assert resident_kb() - before < 300, "the text of `get_result` would take 960 kB"


def test_a_result_that_is_no_json_is_read_as_text() -> None:
    class Strange:
        def get_result_as_json_string(self, stream: object) -> str:
            return '{ "text": "确认", "ys_probs": [nan] }'

        def get_result(self, stream: object) -> str:
            return "确认"

    assert heard_so_far(Strange(), object()) == "确认"  # type: ignore[arg-type]


@every_kind
def test_an_utterance_leaves_nothing_to_the_next_one(kind: str) -> None:
    ears(kind).start(ListeningFor.ENTRIES)
    for frame in frames(spoken("打车十八块")):
        ears(kind).accept(frame)
    assert hear(ears(kind), spoken("确认"), ListeningFor.COMMANDS) == "确认"


@pytest.mark.parametrize("kind", WHOLE)
def test_a_guess_in_a_pause_is_the_text_up_to_there(kind: str) -> None:
    whole = ears(kind)
    whole.start(ListeningFor.ENTRIES)
    for frame in frames(spoken("打车十八块")):
        whole.accept(frame)
    assert (whole.streams, whole.partial(), whole.attempt()) == (False, "", "打车十八块")


@every_kind
def test_two_rooms_speak_at_once(kind: str) -> None:
    first = ears(kind)
    second = first.beside()
    first.start(ListeningFor.COMMANDS)
    second.start(ListeningFor.COMMANDS)
    for one, other in zip(frames(spoken("确认")), frames(spoken("取消")), strict=False):
        first.accept(one)
        second.accept(other)
    assert (first.finish(), second.finish()) == ("确认", "取消")


@every_kind
@pytest.mark.parametrize("noise", [fan, key_clicks], ids=["fan", "keys"])
def test_noise_without_a_voice_gives_no_words(kind: str, noise: Callable[..., object]) -> None:
    sound = sound_of(fan if noise is fan else key_clicks, seed=4, level=3000, seconds=3.0)
    assert hear(ears(kind), sound, ListeningFor.COMMANDS) == ""


@every_kind
def test_it_has_no_second_look(kind: str) -> None:
    assert ears(kind).closest(["确认"]) == ""


class TestPreferredWords:
    """A transducer prefers the household's words; other kinds would end the process, so they never get any."""

    def test_a_word_in_noise_is_found_more_often(self) -> None:
        """In this much noise a 收 creeps in between 打车 and 十八块."""
        plain, told = (ears("zipformer2-transducer").beside() for _ in range(2))
        told.expect(["打车十八块"])
        without, with_words = (
            sum(hear(each, spoken("打车十八块", noise=0.008, seed=seed), ListeningFor.ENTRIES).startswith("打车十八块") for seed in range(12))
            for each in (plain, told)
        )  # fmt: skip
        assert with_words > without

    def test_commands_are_preferred_about_a_draft_and_nothing_with_the_wake_phrase(self) -> None:
        transducer = ears("zipformer2-transducer").beside()
        transducer.expect(["打车"])
        assert {
            kind: [word in preferred(transducer, kind) for word in ("确认", "十块", "打车")] for kind in ListeningFor
        } == {
            ListeningFor.ENTRIES: [False, True, True],
            ListeningFor.COMMANDS: [True, True, True],
            ListeningFor.WAKE: [False, False, False],
        }  # fmt: skip

    def test_words_that_the_model_cannot_write_are_left_out_and_counted(
        self, caplog: pytest.LogCaptureFixture
    ) -> None:
        caplog.set_level("INFO")
        transducer = ears("zipformer2-transducer").beside()
        transducer.expect(["咖啡", "打车", "早餐店"])
        assert hear(transducer, spoken("打车十八块"), ListeningFor.ENTRIES) == "打车十八块"
        assert "2 of 3 words of the household are not in the model's vocabulary" in caplog.text
        assert "咖啡" not in caplog.text

    def test_a_model_of_pieces_is_told_in_pieces(self, place: Callable[[str], Path]) -> None:
        """Its tokens bear the mark of a word's beginning, as those of X-ASR do."""
        folder = place("zipformer2-transducer")
        tokens = (folder / "tokens.txt").read_text(encoding="utf-8").splitlines()
        marked = [line if line.startswith("<") else f"▁{line}" for line in tokens]
        (folder / "tokens.txt").write_text("\n".join(marked) + "\n", encoding="utf-8")
        transducer = load(model_in(folder))
        transducer.expect(["打车", "咖啡"])
        assert hear(transducer, spoken("打车十八块"), ListeningFor.ENTRIES) == "打车十八块"
        assert "打 车" in preferred(transducer, ListeningFor.ENTRIES)

    def test_a_model_without_single_characters_is_told_nothing(self, place: Callable[[str], Path]) -> None:
        table = place("zipformer2-transducer") / "tokens.txt"
        table.write_text("<blk> 0\nƌŕş 1\n", encoding="utf-8")
        assert spelling_of(table) is None

    def test_none_are_preferred_with_a_boost_of_zero(self) -> None:
        transducer = load(model_in(TEST_EARS / "zipformer2-transducer"), boost=0)
        transducer.expect(["打车"])
        assert hear(transducer, spoken("打车十八块"), ListeningFor.ENTRIES) == "打车十八块"
        assert preferred(transducer, ListeningFor.ENTRIES) == ""

    @pytest.mark.parametrize("kind", ["zipformer2-ctc", *WHOLE])
    def test_other_kinds_ignore_them(self, kind: str) -> None:
        other = ears(kind).beside()
        other.expect(["打车"])
        assert hear(other, spoken("打车十八块"), ListeningFor.COMMANDS) == "打车十八块"


def preferred(recognizer: SherpaRecognizer, listening_for: ListeningFor) -> str:
    assert isinstance(recognizer, StreamingSherpa)
    return recognizer.preferred(listening_for)


@pytest.mark.timeout(900)
def test_ten_minutes_of_speech_leave_the_memory_flat() -> None:
    """Twelve hours are in benchmarks/results/sherpa_soak.md."""
    streaming, sound = ears("zipformer2-ctc"), spoken("打车十八块")
    before = 0
    for number in range(13 * 60 * 32_000 // len(sound)):
        if number == 3 * 60 * 32_000 // len(sound):
            before = resident_kb()
        hear(streaming, sound, ListeningFor.ENTRIES)
    assert resident_kb() - before < RSS_GROWTH_KB


def test_after_closing_it_fails() -> None:
    for kind in (*STREAMING, *WHOLE):
        recognizer = load(model_in(TEST_EARS / kind))
        recognizer.close()
        with pytest.raises(RecognizerFailure, match="is closed"):
            recognizer.finish()


@pytest.mark.parametrize("kind", [*STREAMING, "zipformer-ctc"])
async def test_a_conversation_ends_in_the_ledger(kind: str, tmp_path: Path) -> None:
    """The small models in the form of SenseVoice and Paraformer mishear words that are cut closely."""
    words = ("打车十八块", "第二笔改成二十五", "确认", "确认")
    conversation = RecordedConversation("sherpa", words, (), (), ("18 EXPENSE 交通",), ())
    turns = [SpokenTurn(spoken(each)) for each in words]
    played = await play_conversation(
        conversation, turns, lambda: load(model_in(TEST_EARS / kind)), tmp_path / "ledger.db"
    )
    assert played.with_categories == conversation.rows, played.transcript


class TestAModelThatIsWrong:
    """sherpa-onnx would end the process; one line is said instead."""

    def test_a_model_of_another_kind(self, place: Callable[[str], Path]) -> None:
        folder = place("zipformer-ctc")
        (folder / "sherpa-kind").write_text("zipformer2-ctc\n")
        with pytest.raises(NoModelYet, match="cannot use this zipformer2-ctc model"):
            load(model_in(folder))

    def test_a_table_of_tokens_without_a_blank(self, place: Callable[[str], Path]) -> None:
        folder = place("zipformer2-ctc")
        tokens = (folder / "tokens.txt").read_text(encoding="utf-8")
        (folder / "tokens.txt").write_text(tokens.replace("<blk>", "空"), encoding="utf-8")
        with pytest.raises(NoModelYet, match="cannot use"):
            load(model_in(folder))

    def test_a_file_that_is_cut(self, place: Callable[[str], Path]) -> None:
        folder = place("zipformer2-ctc")
        load(model_in(folder))
        os.truncate(folder / "model.onnx", 1000)
        with pytest.raises(NoModelYet, match="cannot use"):
            load(model_in(folder))

    def test_a_file_that_differs_from_its_receipt(self, place: Callable[[str], Path]) -> None:
        folder = place("zipformer2-ctc")
        (folder / "SHA256SUMS").write_text(f"{'0' * 64}  model.onnx\n")
        with pytest.raises(NoModelYet, match=r"model\.onnx is not what was fetched"):
            load(model_in(folder))

    @pytest.mark.parametrize("missing", ["model.onnx", "tokens.txt", "sherpa-kind"])
    def test_a_file_that_is_missing(self, place: Callable[[str], Path], missing: str) -> None:
        folder = place("zipformer2-ctc")
        (folder / missing).unlink()
        with pytest.raises(NoModelYet):
            model_in(folder)

    def test_a_child_that_hangs(self, place: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sherpa_models, "PROBE_SECONDS", 0.01)
        with pytest.raises(NoModelYet, match="did not load within"):
            load(model_in(place("zipformer2-ctc")))

    def test_a_processor_that_lacks_instructions(
        self, place: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        """Without AVX, or with a wheel for another processor, the child is killed at its first such instruction."""
        python = tmp_path / "python"
        python.write_text("#!/bin/sh\nkill -ILL $$\n")
        python.chmod(0o755)
        monkeypatch.setattr(sherpa_models.sys, "executable", str(python))
        with pytest.raises(NoModelYet, match="this processor lacks instructions"):
            load(model_in(place("zipformer2-ctc")))

    def test_another_version_of_the_engine_is_tried_anew(
        self, place: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        folder = place("zipformer2-ctc")
        load(model_in(folder))
        monkeypatch.setattr(sherpa_models, "version", "{}9.9.9".format)
        monkeypatch.setattr(sherpa_models, "PROBE_SECONDS", 0.01)
        with pytest.raises(NoModelYet, match="did not load within"):
            load(model_in(folder))

    def test_it_is_tried_once(self, place: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch) -> None:
        folder = place("zipformer2-ctc")
        load(model_in(folder))
        monkeypatch.setattr(sherpa_models, "PROBE_SECONDS", 0.01)
        load(model_in(folder))


class TestTheChoice:
    """`asr.engine` auto: sherpa, Vosk, Whisper."""

    def test_a_model_for_sherpa_comes_first(self, place: Callable[[str], Path]) -> None:
        folder = place("zipformer2-ctc")
        (folder.parent / "vosk-model-small-cn-0.22/am").mkdir(parents=True)
        (folder.parent / "vosk-model-small-cn-0.22/conf").mkdir()
        assert recognizer_loader(_settings(folder.parent)).name == f"sherpa with {folder}"

    def test_one_that_does_not_work_is_passed_over_and_said(
        self, place: Callable[[str], Path], caplog: pytest.LogCaptureFixture
    ) -> None:
        folder = place("zipformer2-ctc")
        os.truncate(folder / "model.onnx", 1000)
        (folder.parent / "vosk-model-small-cn-0.22/am").mkdir(parents=True)
        (folder.parent / "vosk-model-small-cn-0.22/conf").mkdir()
        assert recognizer_loader(_settings(folder.parent)).name.startswith("vosk with")
        assert "sherpa is passed over" in caplog.text
        with pytest.raises(NoModelYet, match="cannot use"):
            recognizer_loader(_settings(folder.parent, "sherpa"))

    def test_without_a_model_sherpa_says_how_to_get_one(self, tmp_path: Path) -> None:
        with pytest.raises(NoModelYet, match="no model of sherpa"):
            recognizer_loader(_settings(tmp_path, "sherpa"))


def _settings(models: Path, engine: str = "auto") -> Settings:
    return load_settings(environment={"VOICED_ASR__ENGINE": engine, "VOICED_ASR__MODELS_DIR": str(models)})


def test_the_marks_of_a_model_become_those_of_the_daemon() -> None:
    assert written("早餐八块。打车十八块五, 确认？") == "早餐八块，打车十八块五，确认"
    assert written(" 3.5 块 。") == "3.5块"


def test_only_the_first_two_kinds_stream() -> None:
    assert [kind for kind in SherpaKind if kind.streams] == ["zipformer2-ctc", "zipformer2-transducer"]
