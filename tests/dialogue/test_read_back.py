"""What is read to the speaker: the three forms, days, doubts, remarks, and no word that commands."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.support.answers import entries_of
from tests.support.drafts import FOUR, ONE, TEN, TWO, draft
from tests.support.now import NOW
from tests.support.saved_rows import saved
from tests.support.script import OFFLINE, play
from voiced.dialogue.sentences import phrases, reminders
from voiced.dialogue.sentences.read_back import ReadBack, day_words
from voiced.domain.batch import DraftBatch
from voiced.domain.memory import EMPTY_MEMORY, LedgerMemory, Usual
from voiced.domain.money import Money
from voiced.domain.transaction import TransactionType
from voiced.domain.vocabulary import DEFAULT_VOCABULARY
from voiced.language.commands.classifier import classify, may_save
from voiced.language.commands.lexicon import WORDS, Kind

TODAY = NOW.date()


def batch_of(entries: str) -> DraftBatch:
    return DraftBatch.of(entries_of(entries, TODAY), batch_id="", created_at=NOW)


def read_back(entries: str, memory: LedgerMemory = EMPTY_MEMORY) -> str:
    return ReadBack(NOW, memory).draft(batch_of(entries))


@pytest.mark.scenario("R-08")
@pytest.mark.parametrize(
    ("entries", "sentence"),
    [
        (ONE, "记录支出60元，餐饮，确认吗？"),
        ("收入35.5 红包", "记录收入35.5元，红包，确认吗？"),
        (TWO, "识别到2笔交易：第1笔，支出60元，餐饮；第2笔，支出30元，交通。请确认或修改。"),
        (
            FOUR,
            "识别到4笔交易：第1笔，支出60元，餐饮；第2笔，支出60元，洗浴；第3笔，收入30元，红包；第4笔，收入90元，工资。请确认或修改。",
        ),
        (
            "；".join(["支出1 餐饮"] * 5),
            f"识别到5笔交易：{'；'.join(f'第{number}笔，支出1元，餐饮' for number in range(1, 6))}。请确认或修改。",
        ),
        (
            "；".join(["支出0.1 餐饮"] * 3 + ["收入20 红包"] * 3),
            "识别到6笔交易，共0.3元支出、60元收入。请查看详情后确认。",
        ),
        (TEN, "识别到10笔交易，共55元支出、0元收入。请查看详情后确认。"),
    ],
)
def test_one_row_two_to_five_and_six_to_ten_are_read_in_three_ways(entries: str, sentence: str) -> None:
    assert read_back(entries) == sentence


@pytest.mark.parametrize(
    ("days", "words"),
    [
        (0, ""),
        (-1, "昨天"),
        (-2, "前天"),
        (1, "明天"),
        (-3, "周三"),
        (-5, "周一"),
        (-6, "上周日"),
        (-10, "上周三"),
        (-12, "上周一"),
        (-13, "11月8日"),
        (2, "11月23日"),
        (-325, "2025年12月31日"),
    ],
)
def test_a_day_is_said_as_people_say_it(days: int, words: str) -> None:
    assert TODAY.strftime("%A") == "Saturday"
    assert day_words(TODAY + timedelta(days=days), TODAY) == words


def test_a_day_other_than_today_is_read_with_its_row() -> None:
    assert read_back("支出35 餐饮 @-10") == "记录上周三支出35元，餐饮，确认吗？"
    assert read_back("支出? 餐饮 @-1") == "记录昨天支出，餐饮，多少钱？"


@pytest.mark.scenario("R-11")
def test_a_doubtful_row_asks_to_be_checked() -> None:
    assert read_back("支出35 餐饮 ?0.69") == "记录支出35元，餐饮，请核对，确认吗？"
    assert read_back("支出35 餐饮 ?0.7") == "记录支出35元，餐饮，确认吗？"


def test_a_missing_amount_is_told() -> None:
    assert "第2笔，支出金额没定，饮品" in read_back("支出35 餐饮；支出? 饮品")


def test_an_entry_said_twice_is_remarked_on() -> None:
    memory = LedgerMemory(recent=(saved(ONE, 5),))
    assert read_back(ONE, memory) == "记录支出60元，餐饮，刚记过一笔一样的，确认吗？"
    assert read_back(ONE, LedgerMemory(recent=(saved(ONE, 11),))) == "记录支出60元，餐饮，确认吗？"


@pytest.mark.parametrize(
    ("amount", "remark"),
    [("239.99", ""), ("240", "，比平时多很多"), ("3.75", "，比平时少很多"), ("3.76", "")],
)
def test_an_amount_far_from_the_usual_is_remarked_on(amount: str, remark: str) -> None:
    memory = LedgerMemory(usual=(Usual(TransactionType.EXPENSE, "餐饮", Money(3000), 5),))
    assert read_back(f"支出{amount} 餐饮", memory) == f"记录支出{amount}元，餐饮{remark}，确认吗？"


def test_the_open_draft_is_read_again_on_request() -> None:
    play(
        """
        你: 念一遍
        它: 第1笔，支出60元，餐饮，吃饭；第2笔，支出60元，洗浴，洗脚；第3笔，收入30元，红包，抢红包；第4笔，收入90元，工资。请确认或修改。
        你: 删掉第一笔
        卡: ✗1 支出60元 餐饮 吃饭 | 2 支出60元 洗浴 洗脚 | 3 收入30元 红包 抢红包 | 4 收入90元 工资 工资
        它: 已取消第1笔（吃饭60元）。剩余3笔待确认。
        你: 念一遍
        它: 第1笔，支出60元，餐饮，吃饭，已撤下；第2笔，支出60元，洗浴，洗脚；第3笔，收入30元，红包，抢红包；第4笔，收入90元，工资。请确认或修改。
        你: 第三笔是什么
        它: 第3笔，收入30元，红包，抢红包。
        你: 第五笔是什么
        它: 没有第5笔。
        你: 红包那笔是什么
        它: 第3笔，收入30元，红包，抢红包。
    """,
        start=draft(FOUR),
    )


def test_one_row_is_read_again_with_its_question() -> None:
    play(
        """
        你: 念一遍
        它: 记录支出60元，餐饮，确认吗？
        你: 对
        记完: ✓1 支出60元 餐饮 吃饭
    """,
        start=draft(ONE),
    )


def test_the_day_and_account_of_a_row_are_read_in_full() -> None:
    play(
        """
        你改: 第二笔是昨天用支付宝付的 [支出60元 餐饮 吃饭 | 支出30元 交通 打车]
        模型: correction 1 date=2026-11-20 account=支付宝 @0.9
        卡: 1 支出60元 餐饮 吃饭 | 2 支出30元 交通 打车 @-1
        它: 已将第2笔修改为昨天支出30元，交通，支付宝。还需要修改吗？
        你: 第二笔是什么
        它: 第2笔，昨天支出30元，交通，打车，支付宝。
    """,
        start=draft(TWO),
    )


def test_an_account_that_the_ledger_does_not_have_is_asked_for_and_its_row_waits() -> None:
    play(
        """
        你改: 第二笔用招商银行付的 [支出60元 餐饮 吃饭 | 支出30元 交通 打车]
        模型: correction 1 account=招商银行 @0.9
        卡: 1 支出60元 餐饮 吃饭 | 2 支出30元 交通 打车
        它: 没有「招商银行」这个账户，请说用的是哪个。
        它: 已将第2笔修改为支出30元，交通，账本没有招商银行。还需要修改吗？
        你: 确认
        卡: ✓1 支出60元 餐饮 吃饭 | 2 支出30元 交通 打车
        它: 第1笔好了，还剩1笔。第2笔的账户账本没有，请说用的是哪个，或者说默认账户。
    """,
        start=draft(TWO),
    )


def test_of_many_open_rows_a_summary_is_read_after_some_were_decided() -> None:
    play(
        """
        你: 等一下
        它: 我在听。7笔还没写进账本。
        你: 确认第一笔
        卡: ✓1 支出1元 餐饮 | 2 支出2元 餐饮 | 3 支出3元 餐饮 | 4 支出4元 餐饮 | 5 支出5元 餐饮 | 6 支出6元 餐饮 | 7 支出7元 餐饮
        它: 第1笔好了，还剩6笔。
        它: 全部处理完才会写进账本。
        你: 没有
        它: 还剩6笔，共27元支出、0元收入。请查看详情后确认。
    """,
        start=draft("；".join(f"支出{number} 餐饮" for number in range(1, 8))),
    )


ROWS = batch_of(FOUR).items
DOCUMENTED = (
    "好的，正在修改...",
    "已取消。",
    "记好了，还有吗？",
    "没听清要改什么，请再说一次",
    "不确定要修改哪笔，请说具体第几笔",
    "已达上限，请先确认当前交易",
    "当前离线，仅支持单笔记账",
    "当前离线，仅支持简单修改。",
    "查询功能即将上线",
    "请确认或修改。",
    "请查看详情后确认。",
    "，确认吗？",
    "已取消第",
    "笔待确认。",
    "已保存",
)
"""Sentences of the requirements, and parts of them around what they tell."""
IN_DOUBT = (
    "支出45 交通 打车 或 支出15 交通 打车",
    "支出200 人情 红包 或 收入200 红包 红包",
    "支出100 餐饮 吃饭 或 支出60 餐饮 吃饭 和 支出40 餐饮 奶茶",
    "支出160 娱乐 门票 或说 支出40 娱乐 门票",
)
COMPOSED = (
    phrases.missing(batch_of("支出? 餐饮 吃饭；支出60 其他").items),
    phrases.how_much("地铁"),
    phrases.add_offer([ROWS[0].result]),
    phrases.add_offer([row.result for row in ROWS[:2]]),
    *(ReadBack(NOW, EMPTY_MEMORY).draft(batch_of(row)) for row in IN_DOUBT),
    ReadBack(NOW, EMPTY_MEMORY).draft(batch_of("；".join(IN_DOUBT))),
    ReadBack(NOW, EMPTY_MEMORY).record_offer([ROWS[0].result]),
    ReadBack(NOW, EMPTY_MEMORY).record_offer([row.result for row in ROWS[:2]]),
    phrases.change_or_append(ROWS[0].result, Money(100)),
    phrases.change_or_append(batch_of("支出1 餐饮 吃饭").items[0].result, Money(100)),
    phrases.confirmed([1, 2], 2),
    phrases.no_such_row(5),
    phrases.no_such_row(-5),
    phrases.already_done([1, 2]),
    phrases.no_single_match("打车"),
    phrases.moved_on(batch_of(FOUR).confirm_item(0)),
    phrases.saved(batch_of(FOUR).confirm_all()),
    phrases.saved_and_left(batch_of(FOUR).confirm_item(0)),
    phrases.left_behind(2),
    phrases.left_out(["打车30"]),
    phrases.lost(2),
    phrases.foreign("30美元"),
    phrases.no_such_account("招行信用卡"),
    phrases.restored([ROWS[0].result]),
    phrases.set_aside(batch_of(FOUR)),
    phrases.resume_offer(batch_of(FOUR)),
    phrases.undo_offer([saved(ONE, 0)]),
    phrases.cancelled(ROWS, 2),
    phrases.waiting(ROWS),
    phrases.written([saved(ONE, 0)]),
    phrases.undo_offer_together([saved(ONE, 0)]),
    ReadBack(NOW, EMPTY_MEMORY).draft(batch_of(ONE)),
    ReadBack(NOW, EMPTY_MEMORY).draft(batch_of(FOUR)),
    ReadBack(NOW, EMPTY_MEMORY).draft(batch_of(TEN)),
    ReadBack(NOW, EMPTY_MEMORY).pending(batch_of(FOUR).confirm_item(0)),
    ReadBack(NOW, EMPTY_MEMORY).pending(batch_of(TEN).confirm_item(0)),
    ReadBack(NOW, EMPTY_MEMORY).draft_in_full(batch_of(FOUR).confirm_item(0).cancel_item(1)),
    ReadBack(NOW, EMPTY_MEMORY).modified(batch_of(ONE), ROWS[:1]),
    ReadBack(NOW, EMPTY_MEMORY).modified(batch_of(FOUR), ROWS[:2]),
    ReadBack(NOW, EMPTY_MEMORY).modified(batch_of(TEN), batch_of(TEN).items),
    ReadBack(NOW, EMPTY_MEMORY).appended(batch_of(FOUR), ROWS[2:]),
    ReadBack(NOW, EMPTY_MEMORY).amend_offer(ROWS[0].result, ROWS[1].result),
    ReadBack(NOW, EMPTY_MEMORY).row_in_question(ROWS[0]),
    ReadBack(NOW, EMPTY_MEMORY).amended(saved(ONE, 0)),
)
SENTENCES = tuple(
    sorted(
        {
            text
            for module in (phrases, reminders)
            for name, text in vars(module).items()
            if name.isupper() and isinstance(text, str)
        }
        | {*COMPOSED}
    )
)


@pytest.mark.parametrize("sentence", SENTENCES)
def test_beside_the_documented_words_none_of_ours_confirms_or_cancels(sentence: str) -> None:
    rest = sentence
    for documented in DOCUMENTED:
        rest = rest.replace(documented, "｜")
    commanding = [
        word
        for word, kind in WORDS.items()
        if kind in {Kind.CONFIRM, Kind.SURE, Kind.CANCEL} and len(word) > 1
    ]
    assert len(commanding) > 50
    assert [word for word in commanding if word in rest] == []


@pytest.mark.parametrize("sentence", SENTENCES)
def test_a_sentence_of_ours_that_the_microphone_hears_writes_nothing(sentence: str) -> None:
    assert not may_save(classify(sentence, DEFAULT_VOCABULARY, NOW))


def test_an_entry_that_rules_cannot_file_as_said_asks_for_a_check() -> None:
    play(
        """
        你: 2月30号吃饭30
        态: CONFIRMING
        卡: 1 支出30元 餐饮 2月30号吃饭
        它: 记录支出30元，餐饮，请核对，确认吗？
    """,
        OFFLINE,
    )


def test_of_many_entries_that_are_left_out_a_few_are_named() -> None:
    words = [f"打车{number}" for number in range(1, 8)]
    assert phrases.left_out(words[:5]) == "没有记的是：打车1、打车2、打车3、打车4、打车5。"
    assert phrases.left_out(words) == "没有记的是：打车1、打车2、打车3、打车4、打车5等7笔。"


def test_a_row_that_there_is_not_is_named_as_it_was_said() -> None:
    assert [phrases.no_such_row(number) for number in (5, 0, -5)] == [
        "没有第5笔。",
        "没有第0笔。",
        "没有倒数第5笔。",
    ]
