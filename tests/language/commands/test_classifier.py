"""What an utterance asks for while a draft is open. The sentences stand beside the words (`test_words.py`)."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.language.word_examples import decides, meanings
from tests.support.questions import question
from tests.support.sentences import said
from voiced.domain.question import Measure, Period
from voiced.domain.vocabulary import DEFAULT_VOCABULARY
from voiced.language.commands.classifier import classify, may_save
from voiced.language.commands.command import AskLedger, CancelRows, Command
from voiced.language.commands.lexicon import WORDS as LEXICON
from voiced.language.commands.lexicon import Kind
from voiced.language.commands.wording import hear_words, read_words
from voiced.language.text.spelling import normalise

NOW = datetime(2026, 11, 21, 10, 30, tzinfo=UTC)


def command_of(text: str) -> Command:
    return classify(text, DEFAULT_VOCABULARY, NOW)


NEGATIONS = """
不是 别 先别 没 没有 还没 不要 不能 不想 不太 不确定 如果 要是 好像 可能 也许 是不是 要不要 能不能 但是 不过 改成五十 改一下 金额不对 不对但 等一下
"""


@pytest.mark.parametrize("negation", NEGATIONS.split())
def test_no_yes_survives_negation_doubt_or_change(negation: str) -> None:
    yeses = [text for text, meaning in meanings() if meaning in {"ConfirmAll", "Assent"}]
    spoken = [
        text
        for yes in yeses
        for gap in ("", "，")
        for text in (f"{negation}{gap}{yes}", f"{yes}{gap}{negation}")
    ]
    assert [text for text in spoken if may_save(command_of(text))] == []


def test_a_question_to_the_ledger_is_read() -> None:
    month = Period("这个月", date(2026, 11, 1), date(2026, 11, 30))
    assert command_of("这个月餐饮花了多少") == AskLedger(question(Measure.TOTAL, month, "餐饮"))


def test_commands_that_may_save() -> None:
    assert all(
        may_save(command_of(text))
        for text in said("确认|嗯|第一笔确认|继续记账|确认并退出|第二笔不要，其他的确认")
    )
    assert not any(
        may_save(command_of(text))
        for text in said("取消|退出|第二笔不要|不对|打车二十|第二笔不要，退出|等一下")
    )


WORDS = [word for word in LEXICON if len(word) < 5]
CHARACTERS = st.characters(min_codepoint=0x4E00, max_codepoint=0x9FFF)


@settings(max_examples=300)
@given(
    st.lists(st.sampled_from(WORDS), max_size=3),
    st.text(CHARACTERS, min_size=2, max_size=4),
    st.integers(0, 3),
)
def test_a_word_that_nobody_knows_keeps_the_rest_from_deciding(
    words: list[str], unknown: str, place: int
) -> None:
    text = "".join([*words[:place], unknown, *words[place:]])
    wording = hear_words(read_words(normalise(text)))
    if Kind.UNKNOWN in wording.shape and Kind.THIS not in wording.shape:
        command = command_of(text)
        # 「奶茶不要了」 is the one exception: it takes a word that entries are known by.
        assert not decides(command) or isinstance(command, CancelRows)


@given(st.text(max_size=60))
def test_any_text_is_classified(text: str) -> None:
    assert command_of(text) is not None
