"""The wake phrase: heard however it is spelled, and in nothing else."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.recordings import recordings
from voiced.errors import ConfigWrong
from voiced.language.sounds.pinyin import SYLLABLES
from voiced.language.sounds.wake import WakePhrase

WAKE = WakePhrase("小记小记")
EVALUATION = Path(__file__).parents[2] / "data" / "eval"
XIAO = [character for character, syllable in SYLLABLES.items() if syllable == "xiao"]
JI = [character for character, syllable in SYLLABLES.items() if syllable == "ji"]


def sentences() -> Iterator[str]:
    """Everything that is said in the evaluation data and the recordings."""
    for table in EVALUATION.glob("*.tsv"):
        with table.open(encoding="utf-8", newline="") as rows:
            yield from (row[0] for row in csv.reader(rows, delimiter="\t"))
    for lines in EVALUATION.glob("*.jsonl"):
        objects = (json.loads(line) for line in lines.read_text(encoding="utf-8").splitlines())
        yield from (labelled["text"] for labelled in objects if "text" in labelled)
    yield from (recording.text for recording in recordings())


@pytest.mark.parametrize(
    ("said", "after"),
    [
        ("小记小记", ""),
        ("小鸡小鸡", ""),
        ("小计小计。", ""),
        ("小季 小记", ""),
        ("嗯，小记小记，打车三十", "打车三十"),
        ("小记，小记，记一笔", "记一笔"),
        ("小記小記午飯二十", "午飯二十"),
        ("小记嗯小记啊，取消", "取消"),
        ("小记小记小记 打车30", "打车30"),
        ("小记小记，小鸡小鸡，打车30", "打车30"),
        ("今天天气不错小记小记吃饭六十", "吃饭六十"),
        ("小记小记 buy AA 电池", "buy AA 电池"),
    ],
)
def test_it_is_heard_by_its_sound(said: str, after: str) -> None:
    assert WAKE.after(said) == after


@pytest.mark.parametrize(
    "said",
    [
        "",
        "，",
        "小记",
        "小鸡",
        "小记，记一笔",
        "小鸡三十",
        "买小鸡十五，买小鸭二十",
        "小鸡小鸭",
        "记小记",
        "小记小",
    ],
)
def test_less_than_the_phrase_does_not_wake(said: str) -> None:
    assert WAKE.after(said) is None


def test_nothing_that_people_say_to_a_ledger_wakes() -> None:
    said = list(sentences())
    assert len(said) > 400
    assert [text for text in said if WAKE.after(text) is not None] == []


@given(
    st.tuples(*[st.sampled_from(XIAO), st.sampled_from(JI)] * 2), st.sampled_from(["", "打车三十", "确认"])
)
def test_every_spelling_of_the_sound_wakes(spelling: tuple[str, ...], after: str) -> None:
    assert WAKE.after("".join(spelling) + after) == after


@given(st.text("的了是我你他她在不没有这那和跟打车吃饭买菜一二三十块，。 abc小鸡", max_size=40))
def test_it_wakes_just_where_the_syllables_are(text: str) -> None:
    letters = [c for c in text if c.isalnum()]
    assert (WAKE.after(text) is not None) == ("小鸡小鸡" in "".join(letters))


@given(st.text("小记大", min_size=2, max_size=6), st.text(max_size=10), st.text(max_size=10))
def test_the_following_words_end_the_utterance(phrase: str, before: str, after: str) -> None:
    rest = WakePhrase(phrase).after(before + phrase + after)
    assert rest is None or (before + phrase + after).rstrip().endswith(rest)
    if len(phrase) >= 4:
        assert rest is not None


@pytest.mark.parametrize(
    "said", ["你好管家，打车三十", "你好管家打车三十", "嗯，理好观加 打车三十", "天气好，你好管家打车三十"]
)
def test_n_and_l_are_one_and_any_phrase_will_do(said: str) -> None:
    assert WakePhrase("你好管家").after(said) == "打车三十"


@pytest.mark.parametrize(
    ("said", "after"),
    [
        ("小管家打车三十", "打车三十"),
        ("好，小管家打车三十", "打车三十"),
        ("我家小管家真好", None),
    ],
)
def test_three_syllables_wake_where_a_sentence_begins(said: str, after: str | None) -> None:
    assert WakePhrase("小管家").after(said) == after


@pytest.mark.parametrize(
    ("said", "after"),
    [
        ("小记", ""),
        ("小记，打车三十", "打车三十"),
        ("小记小记", ""),
        ("小鸡炖蘑菇三十", None),
        ("买小鸡", None),
    ],
)
def test_two_syllables_wake_alone(said: str, after: str | None) -> None:
    assert WakePhrase("小记").after(said) == after


def test_figures_are_heard_as_they_are_said() -> None:
    assert WakePhrase("小七小七").after("小7小7打车30") == "打车30"


def test_a_partial_text_is_enough_for_a_long_phrase_only() -> None:
    assert WAKE.wakes_early
    assert WAKE.phrase == "小记小记"
    assert not WakePhrase("小管家").wakes_early


@pytest.mark.parametrize("phrase", ["", "记", "小记!", "hey voiced", "小记 小记", "小记" * 5])
def test_a_phrase_that_cannot_be_heard_is_told(phrase: str) -> None:
    with pytest.raises(ConfigWrong, match=r"session\.wake_phrase: .* is not allowed, but 2 to 8 simplified"):
        WakePhrase(phrase)
