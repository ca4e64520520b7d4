from __future__ import annotations

import pytest

from voiced.hearing.echo import is_echo

SENTENCE = "识别到2笔交易：第1笔，支出60元，餐饮；第2笔，支出30元，交通。请确认或修改。"


@pytest.mark.parametrize(
    "heard",
    [
        "第一笔支出六十元餐饮第二笔支出三十元交通",
        "第一笔支出60元，餐饮，第2笔",
        "食别到两笔交易第一笔",
        "交通请确认或修改",
        "识别到2笔交易：第1笔，支出60元，餐饮；第2笔，支出30元，交通。请确认或修改。",
    ],
)
def test_a_longer_part_of_our_sentence_is_echo_however_it_is_written(heard: str) -> None:
    assert is_echo(heard, SENTENCE)


@pytest.mark.parametrize("heard", ["确认", "修改", "第二笔支出", "请确认或修改", ""])
def test_short_words_are_never_echo(heard: str) -> None:
    assert not is_echo(heard, SENTENCE)


@pytest.mark.parametrize(
    "heard",
    [
        "第一笔支出五十元餐饮第二笔支出三十元交通",
        "昨天晚上吃饭花了六十块钱",
        "第二笔不要了其他的都确认",
    ],
)
def test_an_answer_is_no_echo(heard: str) -> None:
    assert not is_echo(heard, SENTENCE)


def test_more_than_we_said_is_no_echo() -> None:
    assert not is_echo("记好了还有吗我还要记一笔打车三十", "记好了，还有吗？")
    assert not is_echo("记好了还有吗我还要记一笔打车三十", "")
