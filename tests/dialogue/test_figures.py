"""The ledger's answers in sentences: exact as they are shown, rounded as they are heard."""

from __future__ import annotations

from datetime import date

import pytest

from tests.support.drafts import ONE
from tests.support.now import NOW
from tests.support.questions import question
from tests.support.saved_rows import saved
from voiced.dialogue.sentences import figures
from voiced.dialogue.sentences.days_and_amounts import exact, heard
from voiced.dialogue.sentences.detail import Detail
from voiced.dialogue.values import effects as fx
from voiced.domain.budget import Budget, MonthBudget
from voiced.domain.money import Money
from voiced.domain.month import Month
from voiced.domain.question import GroupSum, LedgerAnswer, LedgerQuestion, Measure, Period
from voiced.domain.transaction import Transaction, TransactionType
from voiced.domain.vocabulary import DEFAULT_VOCABULARY
from voiced.language.questions.asking import ask
from voiced.language.text.spelling import normalise

EXPENSE, INCOME, TRANSFER = TransactionType
THIS_MONTH = Period("这个月", date(2026, 11, 1), date(2026, 11, 30))
LAST_WEEK = Period("上周", date(2026, 11, 9), date(2026, 11, 15))


def answer(
    measure: Measure,
    category: str | None,
    *rows: Transaction,
    count: int = 3,
    period: Period = THIS_MONTH,
    of_type: TransactionType = EXPENSE,
) -> str:
    asked = question(measure, period, category, of_type)
    return figures.answer(LedgerAnswer(asked, Money(128000), count, rows), NOW.date(), exact)


def test_the_ledgers_answer_is_one_sentence() -> None:
    assert answer(Measure.TOTAL, None) == "这个月一共花了1280元，3笔。"
    assert answer(Measure.TOTAL, "工资", of_type=INCOME) == "这个月工资一共收入1280元，3笔。"
    assert answer(Measure.LARGEST, "餐饮", saved(ONE, 0)) == "这个月餐饮最大的一笔是今天的吃饭，60元。"
    assert (
        answer(Measure.LARGEST, None, saved("支出60 餐饮 @-1", 0)) == "这个月最大的一笔是昨天的餐饮，60元。"
    )


def test_several_rows_and_accounts_are_told_together() -> None:
    rows = [saved(words, 0) for words in ("支出60 餐饮 吃饭", "支出50 餐饮 火锅 @-1")]
    largest = told("这个月最大的三笔是哪些", 110, 2, *rows)
    assert largest == "这个月最大的2笔是今天的吃饭，60元；昨天的火锅，50元，一共110元。"
    smallest = told("这个月最小的两笔是哪些", 110, 2, *rows[::-1])
    assert smallest == "这个月最小的2笔是昨天的火锅，50元；今天的吃饭，60元，一共110元。"
    both = told("微信和支付宝这个月一共花了多少", 300, 4)
    assert both == "这个月用微信和支付宝一共花了300元，4笔。"
    ranked = told("水费电费燃气费去年谁最贵", 600, 9, groups="燃气费 300、电费 200、水费 100")
    assert ranked == "去年花得最多的是燃气费300元，然后是电费200元、水费100元。"


def test_what_was_spent_on_is_named_latest_at_the_end_and_not_all_of_many() -> None:
    rows = [saved(f"支出{number} 餐饮 第{number}顿", 0) for number in range(3, 0, -1)]
    assert answer(Measure.LISTED, None, *rows) == "这个月花了1280元，3笔：第1顿1元、第2顿2元、第3顿3元。"
    many = [saved("支出9 餐饮", 0)] * 6
    assert answer(Measure.LISTED, "餐饮", *many, count=7) == (
        "这个月餐饮花了1280元，7笔：餐饮9元、餐饮9元、餐饮9元、餐饮9元、餐饮9元等。"
    )


@pytest.mark.parametrize(
    ("measure", "category", "period", "sentence"),
    [
        (Measure.TOTAL, None, THIS_MONTH, "这个月还没有记支出。"),
        (Measure.LISTED, None, LAST_WEEK, "上周没有记支出。"),
        (Measure.LARGEST, "餐饮", THIS_MONTH, "这个月还没有记餐饮。"),
        (Measure.LISTED, "工资", LAST_WEEK, "上周没有记工资。"),
    ],
)
def test_where_nothing_was_found_there_is_no_sum_of_nothing(
    measure: Measure, category: str | None, period: Period, sentence: str
) -> None:
    assert answer(measure, category, count=0, period=period) == sentence


def test_an_amount_is_rounded_where_it_is_heard_and_exact_where_it_is_shown() -> None:
    found = LedgerAnswer(question(Measure.TOTAL, THIS_MONTH), Money(128055), 3)
    shown, said = (figures.answer(found, NOW.date(), amounts) for amounts in (exact, heard))
    assert (shown, said) == ("这个月一共花了1280.55元，3笔。", "这个月一共花了约1281元，3笔。")
    assert Detail.FULL.spoken(fx.Speak(1, shown, heard=said), card_is_seen=False) == said
    assert heard(Money(9955)) == "99.55元"
    assert heard(Money(-128055)) == "约-1281元"


def asked(words: str) -> LedgerQuestion:
    question = ask(normalise(words), DEFAULT_VOCABULARY, NOW)
    assert isinstance(question, LedgerQuestion), words
    return question


def found_for(
    words: str,
    yuan: int = 0,
    count: int = 0,
    *rows: Transaction,
    other: int | None = None,
    groups: str = "",
    budgets: str = "",
) -> LedgerAnswer:
    """An answer with these figures; groups and budgets are written 餐饮 300、交通 200."""
    sums = tuple(
        GroupSum(name, Money(100 * int(amount)), 1)
        for name, _, amount in (part.partition(" ") for part in filter(None, groups.split("、")))
    )
    month = Month(NOW.year, NOW.month)
    limits = tuple(
        MonthBudget(Budget(name, month, Money(100 * int(limit))), month, Money(0), Money(100 * int(spent)))
        for name, limit, spent in (part.split(" ") for part in filter(None, budgets.split("、")))
    )
    against = None if other is None else GroupSum("", Money(100 * other), 1)
    return LedgerAnswer(asked(words), Money(100 * yuan), count, rows, against, sums, limits)


def told(
    words: str,
    yuan: int = 0,
    count: int = 0,
    *rows: Transaction,
    other: int | None = None,
    groups: str = "",
    budgets: str = "",
) -> str:
    """The sentence about an answer with these figures."""
    found = found_for(words, yuan, count, *rows, other=other, groups=groups, budgets=budgets)
    return figures.answer(found, NOW.date(), exact)


LUNCH = saved("支出60 餐饮 午饭 @-1", 0)


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        (told("这个月打了几次车", 90, 3), "这个月打车记了3笔，一共90元。"),
        (told("这个月房租交了吗", 60, 1, LUNCH), "这个月房租记过，昨天的午饭，60元。"),
        (told("这个月吃午饭了吗", 120, 2, LUNCH), "这个月午饭记过2笔，最近一笔是昨天的午饭，60元。"),
        (told("上次吃火锅是什么时候", 60, 1, LUNCH), "火锅最近一次是昨天的午饭，60元。"),
        (told("上个月平均每天花多少", 310, 9), "上个月平均每天10元，31天一共花了310元。"),
        (told("瑞幸这个月平均一杯多少", 100, 3), "这个月瑞幸平均每笔33.33元，3笔一共花了100元。"),
        (told("瑞幸这个月平均一杯多少"), "这个月还没有记瑞幸。"),
        (told("吃饭占这个月开销的多少", 300, 3, other=1200), "这个月餐饮300元，占全部支出1200元的25%。"),
        (told("打车占交通的几成", 300, 3, other=1200), "这个月打车、交通300元，占交通1200元的25%。"),
        (told("这个月比上个月多花了多少", 900, 3, other=1200), "这个月花了900元，比上个月的1200元少300元。"),
        (
            told("这个月比上个月多花了多少", 1300, 3, other=1200),
            "这个月花了1300元，比上个月的1200元多100元。",
        ),
        (told("这个月比上个月多花了多少", 1200, 3, other=1200), "这个月花了1200元，和上个月一样多。"),
        (told("这个月吃饭比打车多多少", 900, 3, other=100), "这个月餐饮花了900元，比打车的100元多800元。"),
        (told("这个月微信还是支付宝花得最多", 9, 3, other=1), "这个月用微信花了9元，比支付宝的1元多8元。"),
        (told("这个月结余多少", 900, 3, other=1200), "这个月收入1200元，支出900元，结余300元。"),
        (told("这个月结余多少", 1500, 3, other=1200), "这个月收入1200元，支出1500元，多花了300元。"),
        (told("这个月有没有花到八千", 9000, 3), "这个月一共花了9000元，到了8000元。"),
        (
            told("这个月钱花在哪里了", 500, 2, groups="餐饮 300、交通 200"),
            "这个月花得最多的是餐饮300元，然后是交通200元。",
        ),
        (
            told("这个月哪类花得最少", 500, 2, groups="餐饮 300、交通 200"),
            "这个月花得最少的是交通200元，然后是餐饮300元。",
        ),
        (told("今年哪个月收入最多", 300, 1, groups="2026-03 300"), "今年收入最多的是3月300元。"),
        (
            told("去年每个月分别花了多少", 500, 2, groups="2025-02 300、2025-01 200"),
            "去年：2025年1月200元、2025年2月300元，一共500元。",
        ),
        (told("今年哪天花得最多", 300, 1, groups="2026-03-05 300"), "今年花得最多的是3月5日300元。"),
        (
            told("这个月各类花了多少", 21, 6, groups="一 6、二 5、三 4、四 3、五 2、六 1"),
            "这个月：一6元、二5元、三4元、四3元、五2元等6项，一共21元。",
        ),
        (
            told("餐饮预算还剩多少", 900, 1, budgets="餐饮 1000 900"),
            "这个月餐饮预算1000元，花了900元，还剩100元。",
        ),
        (
            told("餐饮预算还剩多少", 1100, 1, budgets="餐饮 1000 1100"),
            "这个月餐饮预算1000元，花了1100元，超了100元。",
        ),
        (
            told("预算还剩多少", 1300, 2, budgets="餐饮 1000 1100、交通 500 200"),
            "这个月2项预算一共1500元，花了1300元，还剩200元；餐饮超了100元。",
        ),
        (
            told("预算还剩多少", 300, 2, budgets="餐饮 1000 100、交通 500 200"),
            "这个月2项预算一共1500元，花了300元，还剩1200元。",
        ),
        (told("餐饮预算还剩多少"), "这个月没有给餐饮定预算。"),
        (told("预算还剩多少"), "这个月没有定预算。"),
        (told("一百以上的这个月花了多少", 500, 2), "这个月100元以上的一共花了500元，2笔。"),
        (told("这个月超过一百的花了多少", 500, 2), "这个月超过100元的一共花了500元，2笔。"),
        (told("这个月不到一百的花了多少", 500, 2), "这个月不到100元的一共花了500元，2笔。"),
        (told("这个月一百以内的花了多少", 500, 2), "这个月100元以内的一共花了500元，2笔。"),
        (told("这个月一百到两百的花了多少", 500, 2), "这个月100元到200元的一共花了500元，2笔。"),
        (told("这个月一百块的花了多少", 500, 2), "这个月100元的一共花了500元，2笔。"),
        (told("这个月不算房租用微信花了多少", 500, 2), "这个月不算房租用微信一共花了500元，2笔。"),
        (told("这个月用微信打车花了多少"), "这个月用微信还没有记打车。"),
        (told("昨天记了什么", 60, 1, LUNCH), "昨天记了60元，1笔：午饭60元。"),
        (told("双十一到双十一花了多少", 60, 1), "双十一到双十一一共花了60元，1笔。"),
        (
            told("六月七月分别花了多少", 70, 2, groups="六月 30、七月 40"),
            "六月30元、七月40元，一共70元。",
        ),
        (
            told("这个月工资和房租各多少", 140, 2, groups="工资 100、房租 40"),
            "这个月：工资100元、房租40元。",
        ),
        (
            told("今年每个月攒了多少", -10, 2, groups="2026-01 30、2026-02 -40"),
            "今年：1月结余30元、2月多花了40元，一共多花了10元。",
        ),
        (
            told("打车和地铁这个月各坐了几次", 11, 2, groups="打车 5、地铁 6"),
            "这个月：打车1笔、地铁1笔，一共2笔。",
        ),
        (
            told("这个月哪个星期花得最多", 30, 1, groups="2026-11-02 30"),
            "这个月花得最多的是11月2日那周30元。",
        ),
        (
            told("工作日多还是周末多", 50, 2, groups="周末 30、工作日 20"),
            "今年花得最多的是周末30元，然后是工作日20元。",
        ),
    ],
)
def test_each_measure_has_its_sentence(sentence: str, expected: str) -> None:
    assert sentence == expected


def test_a_share_of_nothing_and_an_average_of_nothing_have_no_figure() -> None:
    nothing = LedgerAnswer(asked("瑞幸这个月平均一杯多少"), Money(0), 0)
    assert (nothing.percent, nothing.average, nothing.difference) == (None, None, Money(0))


def test_a_row_by_its_place_and_by_what_it_was_paid_with() -> None:
    row = saved("支出60 餐饮 午饭 @-1", 0)
    assert told("这个月第三大的一笔是什么", 60, 1, row) == "这个月第3大的一笔是昨天的午饭，60元。"
    assert told("这个月第二小的一笔是什么", 60, 1, row) == "这个月第2小的一笔是昨天的午饭，60元。"
    assert told("上次午饭用哪张卡付的", 60, 1, row).endswith(f"，60元，用{row.account}付的。")


def test_a_budget_in_percent_and_a_day() -> None:
    assert "用了50%" in told("餐饮预算用了百分之多少", 50, 1, budgets="餐饮 100 50")
    assert told("餐饮预算每天还能花多少", 50, 1, budgets="餐饮 100 50").endswith("还剩50元，10天每天5元。")
