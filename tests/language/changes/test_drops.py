"""Rows that are dropped for a reason, and words beside a drop that may ask for more."""

from __future__ import annotations

from datetime import datetime

import pytest

from voiced.domain.batch import DraftTransaction
from voiced.domain.vocabulary import DEFAULT_VOCABULARY
from voiced.language.changes.drops import rows_dropped_for_reason
from voiced.language.commands.wording import read_words
from voiced.language.entries.sentence import split_sentence
from voiced.language.text.spelling import normalise

NOW = datetime.fromisoformat("2026-11-21T10:30:00+08:00")
BREAKFAST = "煎饼八块，豆浆三块，香烟四十"


def rows_of(entries: str) -> tuple[DraftTransaction, ...]:
    found = split_sentence(entries, DEFAULT_VOCABULARY, NOW)
    return tuple(DraftTransaction(index, entry) for index, entry in enumerate(found))


def dropped(words: str, entries: str = BREAKFAST) -> tuple[int, ...]:
    return rows_dropped_for_reason(read_words(normalise(words)), rows_of(entries), DEFAULT_VOCABULARY)


@pytest.mark.parametrize(
    ("words", "rows"),
    [
        ("香烟那个别记，我妈看见要骂", (3,)),
        ("香烟先别记，等他给我钱", (3,)),
        ("豆浆不是我喝的去掉", (2,)),
        ("豆浆是我老公付的，删掉", (2,)),
        ("第二笔先不存", (2,)),
        ("第三笔先别记，那是公司的", (3,)),
        ("第三笔不要了是给同事带的", (3,)),
        ("香烟是公司的，第三笔不要", (3,)),
        ("第一笔第二笔不要，都是他付的", (1, 2)),
        ("豆浆不要了，人家又不收钱", (2,)),
        ("豆浆记重复了，删了吧", (2,)),
        ("第一笔留着，第二笔不要", (2,)),
        ("煎饼记，豆浆不记", (2,)),
        ("其他的不要动，第三笔删了", (3,)),
    ],
)
def test_the_row_goes_and_the_reason_is_passed_over(words: str, rows: tuple[int, ...]) -> None:
    assert dropped(words) == rows


@pytest.mark.parametrize("words", ["票退了，不记", "票退了，这笔别记了", "看错日子了，删掉吧"])
def test_the_only_row_goes_if_the_words_speak_of_the_record(words: str) -> None:
    assert dropped(words, "电影票七十") == (1,)


@pytest.mark.parametrize(
    "words",
    [
        "香烟是公司的，第二笔不要",  # names another row than the one to go
        "第三笔不要，豆浆是昨天的",  # tells of another row
        "第三笔不要，豆浆改成四块",
        "第三笔不要，还有油条两块",
        "豆浆四块，第三笔不要",
        "第三笔不要，其他的确认",
        "第五笔不要，那是公司的",
        "豆浆和煎饼是他的，删掉",
        "豆浆别删，是我的",
        "豆浆先别确认，我看看小票",
        "第二笔先别确认",
        "他们都走了，不要了",
        "豆浆是不是要删掉",
        "豆浆好像是他付的，删掉",
        "不算零食",
        "香烟是我买的",
        "煎饼改一下，豆浆不记",
        "油条留着，豆浆别急",
    ],
)
def test_words_that_may_say_more_drop_nothing(words: str) -> None:
    assert dropped(words) == ()


@pytest.mark.parametrize("words", ["宝宝别哭了，算了", "他不来了，取消", "妈妈在忙，不要"])
def test_a_bare_drop_beside_talk_may_be_said_to_anybody(words: str) -> None:
    assert dropped(words, "电影票七十") == ()
