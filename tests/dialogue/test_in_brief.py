"""What is said of a draft in few words while the speaker sees the card."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.dialogue.test_read_back import ROWS, batch_of, saved
from tests.support.drafts import FOUR, ONE, TEN, TWO
from tests.support.now import NOW
from voiced.dialogue.sentences.detail import Detail
from voiced.dialogue.sentences.in_brief import InBrief
from voiced.dialogue.values import effects as fx
from voiced.domain.batch import DraftBatch
from voiced.domain.memory import EMPTY_MEMORY, LedgerMemory
from voiced.domain.transaction import EntryField, FieldChange
from voiced.domain.vocabulary import DEFAULT_VOCABULARY
from voiced.language.commands.classifier import classify, may_save

BRIEF = InBrief(NOW, EMPTY_MEMORY)


@pytest.mark.parametrize(
    ("entries", "sentence"),
    [
        (ONE, "餐饮60元？"),
        ("收入35.5 红包", "红包收入35.5元？"),
        ("转账300 转账", "转账300元？"),
        ("支出35 餐饮 ?0.69", "餐饮35元，请核对？"),
        ("支出35 餐饮 @-1", "昨天餐饮35元？"),
        ("支出35 其他 换锁", "换锁35元？"),
        ("支出? 餐饮 @-1", "昨天餐饮，多少钱？"),
        ("支出35 其他", "35元，做什么用的？"),
        (TWO, "2笔：餐饮60元、交通30元，共90元？"),
        (FOUR, "4笔：餐饮60元、洗浴60元、红包收入30元、工资收入90元，共支出120元、收入120元？"),
        ("支出35 餐饮；支出? 饮品", "2笔：餐饮35元、饮品金额没定？"),
        ("支出200 人情 红包 或 收入200 红包 红包；支出1 餐饮", "2笔：人情收支没定，200元、餐饮1元？"),
        (TEN, "10笔，共55元？"),
        ("；".join(["支出? 餐饮"] * 6), "6笔？"),
        ("；".join(["支出1 餐饮"] * 6 + ["支出8 餐饮 ?0.5"]), "7笔，共14元？其中第7笔请核对。"),
    ],
)
def test_each_amount_is_said_and_what_needs_an_ear(entries: str, sentence: str) -> None:
    assert BRIEF.pending(batch_of(entries)) == sentence


def test_a_question_about_two_readings_is_short_already() -> None:
    assert BRIEF.pending(batch_of("支出45 交通 打车 或 支出15 交通 打车")) == ""


def test_an_entry_said_twice_is_remarked_on() -> None:
    brief = InBrief(NOW, LedgerMemory(recent=(saved(ONE, 5),)))
    assert brief.pending(batch_of(ONE)) == "餐饮60元，刚记过一笔一样的？"


def test_of_rows_that_are_left_their_number_is_said() -> None:
    assert BRIEF.pending(batch_of(TWO).confirm_item(0)) == "还剩1笔：交通30元？"


def test_an_account_that_the_ledger_lacks_is_asked_for() -> None:
    row = ROWS[0].result.amended(FieldChange(account="招行"))
    lacking = DraftBatch.of(
        [replace(row, unknown=frozenset({EntryField.ACCOUNT}))], batch_id="", created_at=NOW
    )
    assert BRIEF.pending(lacking) == "餐饮60元，账本没有招行，请说用的是哪个，或者说默认账户。"


def test_a_changed_row_is_said_as_it_is_now() -> None:
    assert BRIEF.modified(batch_of(ONE), ROWS[:1]) == "改成餐饮60元？"
    assert BRIEF.modified(batch_of("支出? 餐饮"), batch_of("支出? 餐饮").items) == "餐饮，多少钱？"
    assert BRIEF.modified(batch_of(FOUR), ROWS[:2]) == "第1笔改成餐饮60元；第2笔改成洗浴60元。还要改吗？"
    assert BRIEF.modified(batch_of(TEN), batch_of(TEN).items) == "", "the full sentence only counts them"
    row = ROWS[0].result.amended(FieldChange(account="支付宝"))
    paid = DraftBatch.of([row], batch_id="", created_at=NOW)
    assert BRIEF.modified(paid, paid.items) == "改成餐饮60元，支付宝？"


def test_added_rows_are_said_with_the_number_of_all() -> None:
    assert BRIEF.appended(batch_of(FOUR), ROWS[3:]) == "加上工资收入90元，共4笔？"


@pytest.mark.parametrize(
    "sentence",
    [
        BRIEF.pending(batch_of(ONE)),
        BRIEF.pending(batch_of(FOUR)),
        BRIEF.pending(batch_of(TEN)),
        BRIEF.modified(batch_of(FOUR), ROWS[:2]),
        BRIEF.appended(batch_of(FOUR), ROWS[3:]),
    ],
)
def test_none_of_these_confirms_when_the_microphone_hears_it(sentence: str) -> None:
    assert not may_save(classify(sentence, DEFAULT_VOCABULARY, NOW))


@pytest.mark.parametrize(
    ("detail", "card_is_seen", "spoken"),
    [
        (Detail.AUTO, True, "餐饮60元？"),
        (Detail.AUTO, False, "记录支出60元，餐饮，确认吗？"),
        (Detail.SHORT, False, "餐饮60元？"),
        (Detail.FULL, True, "记录支出60元，餐饮，确认吗？"),
    ],
)
def test_few_words_are_for_those_who_see_the_card_or_want_them(
    detail: Detail, card_is_seen: bool, spoken: str
) -> None:
    sentence = fx.Speak(1, "记录支出60元，餐饮，确认吗？", (), "餐饮60元？")
    assert detail.spoken(sentence, card_is_seen=card_is_seen) == spoken
    assert detail.spoken(fx.Speak(1, "已取消。"), card_is_seen=card_is_seen) == "已取消。"
