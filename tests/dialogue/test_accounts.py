"""An account that was said is read back; one that the ledger does not have is said and asked for."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.support.answers import entries_of
from tests.support.drafts import ONE, draft
from tests.support.now import NOW
from tests.support.script import LOCAL, ONLINE, Stage, in_session, play
from voiced.dialogue.values import events as ev
from voiced.dialogue.values.requests import Entries, Parsing


def test_the_first_read_back_names_the_account_that_was_said() -> None:
    play(
        """
        你: 吃饭花了60用微信付的，打车30
        态: CONFIRMING
        卡: 1 支出60元 餐饮 吃饭 | 2 支出30元 交通 打车
        它: 识别到2笔交易：第1笔，支出60元，餐饮，微信；第2笔，支出30元，交通。请确认或修改。
    """,
        LOCAL,
    )


def test_an_account_that_is_not_known_is_said_and_asked_for() -> None:
    play(
        """
        你: 吃饭两百刷的招行信用卡
        态: CONFIRMING
        卡: 1 支出200元 餐饮 吃饭
        它: 没有「招行信用卡」这个账户，请说用的是哪个。
        它: 记录支出200元，餐饮，信用卡，请核对，确认吗？
        你: 支付宝
        卡: 1 支出200元 餐饮 吃饭
        它: 已修改为支出200元，餐饮，支付宝，确认吗？
    """,
        LOCAL,
    )


def test_an_account_that_is_close_to_none_waits_until_it_is_named() -> None:
    play(
        """
        你: 午饭三十招行付的
        态: CONFIRMING
        卡: 1 支出30元 餐饮 午饭
        它: 记录支出30元，餐饮，账本没有招行，请说用的是哪个，或者说默认账户。
        你: 确认
        它: 记录支出30元，餐饮，账本没有招行，请说用的是哪个，或者说默认账户。
        你: 用支付宝
        卡: 1 支出30元 餐饮 午饭
        它: 记录支出30元，餐饮，支付宝，确认吗？
        你: 确认
        记完: ✓1 支出30元 餐饮 午饭
    """,
        LOCAL,
    )


@pytest.mark.parametrize("words", ["默认账户", "就用默认的", "用默认账户吧", "现金"])
def test_the_user_may_say_that_the_default_is_right(words: str) -> None:
    play(
        f"""
        你: 工资八千打到工行
        态: CONFIRMING
        卡: 1 收入8000元 工资 工资
        它: 记录收入8000元，工资，账本没有工行，请说用的是哪个，或者说默认账户。
        你: {words}
        卡: 1 收入8000元 工资 工资
        它: 记录收入8000元，工资，现金，确认吗？
    """,
        LOCAL,
    )


def test_among_several_rows_it_is_asked_for_and_its_row_alone_waits() -> None:
    play(
        """
        你: 午饭三十，打车二十建行付的
        态: CONFIRMING
        卡: 1 支出30元 餐饮 午饭 | 2 支出20元 交通 打车
        它: 没有「建行」这个账户，请说用的是哪个。
        它: 识别到2笔交易：第1笔，支出30元，餐饮；第2笔，支出20元，交通，账本没有建行。请确认或修改。
        你: 确认
        卡: ✓1 支出30元 餐饮 午饭 | 2 支出20元 交通 打车
        它: 第1笔好了，还剩1笔。第2笔的账户账本没有，请说用的是哪个，或者说默认账户。
        你: 银行卡
        卡: ✓1 支出30元 餐饮 午饭 | 2 支出20元 交通 打车
        它: 还剩1笔：第2笔，支出20元，交通，银行卡。请确认或修改。
    """,
        LOCAL,
    )


def test_said_of_an_open_row_it_is_asked_for_as_well_and_a_confirm_waits() -> None:
    play(
        """
        你: 刷的建行卡
        卡: 1 支出60元 餐饮 吃饭
        它: 记录支出60元，餐饮，账本没有建行卡，请说用的是哪个，或者说默认账户。
        你: 确认
        它: 记录支出60元，餐饮，账本没有建行卡，请说用的是哪个，或者说默认账户。
    """,
        LOCAL,
        start=draft(ONE),
    )


def test_with_an_appended_row_it_is_said_too() -> None:
    play(
        """
        你: 还有奶茶15饭卡刷的，用饭卡付的
        卡: 1 支出60元 餐饮 吃饭 | 2 支出15元 饮品 奶茶
        它: 没有「饭卡」这个账户，请说用的是哪个。
        它: 已追加第2笔，支出15元，饮品，账本没有饭卡。现在共2笔，请确认或修改。
    """,
        LOCAL,
        start=draft(ONE),
    )


@pytest.mark.parametrize(
    ("words", "read"),
    [
        ("微信转支付宝两百", "转账200元，转账，微信转到支付宝"),
        ("从微信转两百到支付宝", "转账200元，转账，微信转到支付宝"),
        ("把支付宝的五百转到银行卡", "转账500元，转账，支付宝转到银行卡"),
        ("微信零钱提现到银行卡两千", "转账2000元，转账，微信转到银行卡"),
        ("从银行卡取了五百", "转账500元，转账，银行卡转到现金"),
        ("还信用卡三千", "转账3000元，还款，转到信用卡"),
        ("用支付宝还花呗五百", "转账500元，还款，支付宝转到信用卡"),
        ("转了两千到支付宝", "转账2000元，转账，转到支付宝"),
        ("提现五百", "转账500元，转账"),
        ("退款三百转到微信", "收入300元，退款，微信"),
    ],
)
def test_both_accounts_of_a_transfer_are_read_back(words: str, read: str) -> None:
    stage = Stage(LOCAL, in_session(LOCAL))
    stage.read(f"你: {words}")
    assert stage.lines[-1] == f"它: 记录{read}，确认吗？"


def test_a_transfer_is_written_with_both_accounts() -> None:
    stage = Stage(LOCAL, in_session(LOCAL))
    stage.read("你: 微信转支付宝两百")
    stage.read("你: 确认")
    (written,) = stage.state.last_saved
    assert (written.account, written.to_account) == ("微信", "支付宝")


def test_a_transfer_from_an_account_that_is_not_known_waits_for_its_name() -> None:
    play(
        """
        你: 从招行转了两千到支付宝
        态: CONFIRMING
        卡: 1 转账2000元 转账 到支付宝
        它: 记录转账2000元，转账，招行转到支付宝，账本没有招行，请说用的是哪个，或者说默认账户。
        你: 确认
        它: 记录转账2000元，转账，招行转到支付宝，账本没有招行，请说用的是哪个，或者说默认账户。
        你: 银行卡
        卡: 1 转账2000元 转账 到支付宝
        它: 记录转账2000元，转账，银行卡转到支付宝，确认吗？
    """,
        LOCAL,
    )


def test_both_accounts_may_be_unknown_and_are_asked_for_one_after_the_other() -> None:
    play(
        """
        你: 从招行转了两千到工行
        态: CONFIRMING
        卡: 1 转账2000元 转账 到工行
        它: 记录转账2000元，转账，招行转到工行，账本没有招行和工行，请说用的是哪个，或者说默认账户。
        你: 银行卡
        卡: 1 转账2000元 转账 到工行
        它: 记录转账2000元，转账，银行卡转到工行，账本没有工行，请说用的是哪个，或者说默认账户。
        你: 支付宝
        卡: 1 转账2000元 转账 到工行
        它: 记录转账2000元，转账，银行卡转到支付宝，确认吗？
    """,
        LOCAL,
    )


@pytest.mark.parametrize(
    ("words", "accounts"),
    [
        ("是转到支付宝的", "微信转到支付宝"),
        ("到账的是支付宝", "微信转到支付宝"),
        ("从现金转的", "现金转到银行卡"),
        ("第一笔是转到支付宝", "微信转到支付宝"),
        ("从现金转到支付宝的", "现金转到支付宝"),
    ],
)
def test_the_accounts_of_a_transfer_are_corrected(words: str, accounts: str) -> None:
    stage = Stage(LOCAL, in_session(LOCAL))
    stage.read("你: 从微信转两百到银行卡")
    stage.read(f"你: {words}")
    assert stage.lines[-1] == f"它: 已修改为转账200元，转账，{accounts}，确认吗？"


def test_a_row_of_several_is_made_a_transfer_to_an_account() -> None:
    stage = Stage(LOCAL, in_session(LOCAL))
    stage.read("你: 微信转账两百，打车三十")
    stage.read("你: 第一笔是转到支付宝")
    assert stage.lines[-1] == "它: 已将第1笔修改为转账200元，转账，微信转到支付宝。还需要修改吗？"


def test_an_account_that_a_model_names_and_the_ledger_lacks_waits_as_well() -> None:
    stage = Stage(ONLINE, in_session(ONLINE))
    stage.read("你: 那天吃饭刷黑卡花了六十来着，还有啥我忘了")
    request = stage.state.in_flight
    assert isinstance(request, Parsing)
    (entry,) = entries_of(ONE, NOW.date())
    stage.happen(ev.Parsed(request.number, Entries((replace(entry, account="黑卡"),))))
    stage.read("你: 确认")
    assert stage.lines[-1] == "它: 记录支出60元，餐饮，账本没有黑卡，请说用的是哪个，或者说默认账户。"
    assert stage.state.batch is not None


def test_the_accounts_of_a_transfer_are_taken_from_the_words_where_a_model_leaves_them_out() -> None:
    stage = Stage(ONLINE, in_session(ONLINE))
    stage.read("你: 昨天那个微信转支付宝的事，两百整")
    request = stage.state.in_flight
    assert isinstance(request, Parsing)
    (entry,) = entries_of("转账200 转账", NOW.date())
    stage.happen(ev.Parsed(request.number, Entries((entry,))))
    assert stage.lines[-1] == "它: 记录转账200元，转账，微信转到支付宝，确认吗？"


@pytest.mark.parametrize(
    ("entry", "words", "answer"),
    [
        ("报销三百", "是转到微信的", "已修改为收入300元，报销，微信，确认吗？"),
        ("微信转支付宝两百", "转入账户改成火星", "没听清要改什么，请再说一次"),
        (
            "从微信转两百到工行，打车三十",
            "第一笔是支付宝",
            "已将第1笔修改为转账200元，转账，微信转到支付宝。还需要修改吗？",
        ),
    ],
)
def test_a_destination_is_that_of_the_row_as_it_is(entry: str, words: str, answer: str) -> None:
    stage = Stage(LOCAL, in_session(LOCAL))
    stage.read(f"你: {entry}")
    stage.read(f"你: {words}")
    assert stage.lines[-1] == f"它: {answer}"


def test_words_that_only_hold_an_unknown_account_are_asked_about_it() -> None:
    play(
        """
        你: 可能用招行信用卡付的
        它: 没有「招行信用卡」这个账户，请说用的是哪个。
        你: 确认
        它: 记录支出60元，餐饮，确认吗？
    """,
        LOCAL,
        start=draft(ONE),
    )


def test_words_without_an_account_leave_the_question_for_one_open() -> None:
    play(
        """
        你: 午饭三十招行付的
        态: CONFIRMING
        卡: 1 支出30元 餐饮 午饭
        它: 记录支出30元，餐饮，账本没有招行，请说用的是哪个，或者说默认账户。
        你: 今天天气真不错
        原文: 今天天气真不错
        它: 没听清要改什么，请再说一次
        你: 用支付宝
        卡: 1 支出30元 餐饮 午饭
        它: 记录支出30元，餐饮，支付宝，确认吗？
    """,
        LOCAL,
    )


@pytest.mark.parametrize("words", ["微信转到微信五百", "信用卡还了花呗800"])
def test_a_transfer_back_to_its_own_account_is_asked_about(words: str) -> None:
    stage = Stage(LOCAL, in_session(LOCAL))
    stage.read(f"你: {words}")
    assert "请说用的是哪个" in stage.state.said
    before = stage.state.batch
    stage.read("你: 确认")
    assert stage.state.batch == before
    stage.read("你: 支付宝")
    assert stage.state.batch is not None
    assert stage.state.batch.items[0].result.to_account == "支付宝"
    assert stage.state.said.endswith("确认吗？")


def test_an_account_answers_the_question_for_one_in_any_frame() -> None:
    play(
        """
        你: 娃看病一百三十六刷的医保卡
        态: CONFIRMING
        卡: 1 支出136元 孩子 娃看病
        它: 记录支出136元，孩子，账本没有医保卡，请说用的是哪个，或者说默认账户。
        你: 那算银行卡
        卡: 1 支出136元 孩子 娃看病
        它: 已修改为支出136元，孩子，银行卡，确认吗？
    """,
        LOCAL,
    )
