"""A model may fill in the value of a question, and invents nothing by it: no day, no name, no amount, no direction, no denial."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.support.now import NOW
from voiced.domain.money import Money
from voiced.domain.question import AskedRows, Grouping, LedgerQuestion, Measure, Period, Unit
from voiced.domain.question_value import QuestionValue, RowsValue, value_of
from voiced.domain.transaction import TransactionType
from voiced.domain.vocabulary import DEFAULT_VOCABULARY
from voiced.language.questions.asking import ask
from voiced.language.questions.held import WHOLE_LEDGER, held_to_words
from voiced.language.questions.periods import find_periods
from voiced.language.text.spelling import normalise

TODAY = NOW.date()
EXPENSE, INCOME, TRANSFER = TransactionType
DAYS = {
    "": (None, None),
    "今天": (TODAY, TODAY),
    "上周": (date(2026, 11, 9), date(2026, 11, 15)),
    "这个月": (date(2026, 11, 1), date(2026, 11, 30)),
    "上个月": (date(2026, 10, 1), date(2026, 10, 31)),
    "十月": (date(2026, 10, 1), date(2026, 10, 31)),
    "今年": (date(2026, 1, 1), date(2026, 12, 31)),
    "去年": (date(2025, 1, 1), date(2025, 12, 31)),
}


def value(measure: str = "total", period: str = "", **stated: Any) -> QuestionValue:
    """The value of expenses of a period; `stated` are fields of the rows or of the value."""
    first, last = DAYS[period]
    fields = {
        name: stated.pop(name)
        for name in ("unit", "grouping", "limit", "against", "series", "figure")
        if name in stated
    }
    rows = replace(RowsValue(EXPENSE, first, last), **stated)
    return QuestionValue(Measure(measure), rows, **fields)


def rows(period: str, **stated: Any) -> RowsValue:
    return value("total", period, **stated).rows


def held(
    said: str, stated: QuestionValue, before: str = "", *, believed: bool = False
) -> LedgerQuestion | None:
    last = asked(before) if before else None
    return held_to_words(normalise(said), stated, DEFAULT_VOCABULARY, NOW, last, believed=believed)


def asked(said: str) -> LedgerQuestion:
    question = ask(normalise(said), DEFAULT_VOCABULARY, NOW)
    assert isinstance(question, LedgerQuestion)
    return question


SAID = "我这个月打车是不是又上头了一共造进去多少"
TAXI = value(period="这个月", words=("打车",))


def test_the_words_are_read_by_rules_once_the_model_says_which_of_them_tell_nothing() -> None:
    question = held(SAID, TAXI)
    assert question is not None
    assert (question.measure, question.rows.period.label) == (Measure.TOTAL, "这个月")
    assert [subject.label for subject in question.rows.subjects] == ["打车"]


@pytest.mark.parametrize(
    ("said", "stated"),
    [
        (SAID, replace(TAXI, rows=replace(TAXI.rows, last=TODAY))),
        (SAID, replace(TAXI, rows=replace(TAXI.rows, categories=("交通",)))),
        (SAID, replace(TAXI, rows=replace(TAXI.rows, type=None))),
        ("今年剧本杀玩了几次花了多少", value("count", "今年", words=("剧本杀",))),
        ("KTV去年唱了多少钱", value(period="去年", words=("KTV",))),
        ("这个月打车和吃饭哪个霍霍得多", value("difference", "这个月", words=("打车", "吃饭"))),
        ("这个月打车的钱给我汇个总", value(period="这个月", words=("打车",))),
        ("打车我霍霍得占几成", value("share", "这个月", words=("打车",), against=rows("这个月"))),
        (
            "这个月打车和吃饭哪个霍霍得多",
            value("difference", "这个月", words=("打车",), against=rows("", categories=("餐饮",))),
        ),
        ("我这个月吃外卖吃了得有多少钱了都不敢看", value(period="这个月", words=("外卖",))),
        ("跟老王吃饭这个月吃掉多少", value(period="这个月", words=("老王",), categories=("餐饮",))),
        (
            "我寻思今年平均下来一个月吃上头得花多少",
            value("average", "今年", categories=("餐饮",), unit=Unit.MONTH),
        ),
        ("这个月霍霍得最凶的是哪天", value("most", "这个月", grouping=Grouping.DAY)),
        ("这个月钱都花哪儿去了我寻思", value("most", "这个月", grouping=Grouping.CATEGORY)),
        ("这个月刨掉房租我到底造了多少", value(period="这个月", without=("房租",))),
        ("这个月房租不算，打车造了多少", value(period="这个月", words=("打车",), without=("房租",))),
        ("这个月三百以上的造了哪几笔", value("listed", "这个月", at_least=Money(30000))),
        ("这个月超过三百的霍霍了哪几笔", value("listed", "这个月", at_least=Money(30000))),
        ("今年打车的钱摊到每个月得有多少银子", value("average", "今年", words=("打车",), unit=Unit.MONTH)),
        ("打车我霍霍了多少", value(words=("打车",))),
        ("打车我霍霍了多少", value(period="这个月", words=("打车",))),
        ("在老王烧烤上个月霍霍了多少", value(period="上个月", words=("老王烧烤",))),
        ("今年收红包抢得凶不凶多少银子", value(period="今年", type=INCOME, words=("红包",))),
        (
            "这个月打车跟上个月打车比霍霍多了多少",
            value("difference", "这个月", words=("打车",), against=rows("上个月", words=("打车",))),
        ),
    ],
)
def test_a_value_that_holds_is_asked(said: str, stated: QuestionValue) -> None:
    assert held(said, stated) is not None


@pytest.mark.parametrize(
    ("said", "stated"),
    [
        (SAID, value(period="上个月", words=("打车",))),
        (SAID, value(words=("打车",))),
        (SAID, value(period="这个月")),
        (SAID, value(period="这个月", words=("吃饭",))),
        (SAID, value(period="这个月", words=("打车", "吃饭"))),
        (SAID, value(period="这个月", words=("打车",), accounts=("微信",))),
        (SAID, value(period="这个月", words=("打车",), at_least=Money(5000))),
        (SAID, value(period="这个月", words=("打车",), type=INCOME)),
        (SAID, value(period="这个月", without=("打车",))),
        (SAID, value("largest", "这个月", words=("打车",), limit=3)),
        (SAID, value("largest", "这个月", words=("打车",))),
        (SAID, value("most", "这个月", words=("打车",), grouping=Grouping.CATEGORY)),
        (SAID, value("average", "这个月", words=("打车",), unit=Unit.DAY)),
        (SAID, value("budget", "这个月", words=("打车",))),
        ("我这个月打车平均每天又造进去多少", TAXI),
        ("我这个月打车占我总共造进去的几成", TAXI),
        ("我这个月那车又造进去多少", value(period="这个月")),
        ("上个月在拼多多瞎折腾掉多少", value(period="上个月")),
        ("上个月给老王瞎折腾掉多少", value(period="上个月")),
        ("上个月iPad配件坑了我多少", value(period="上个月", words=("配件",))),
        ("我这个月Zalo一共造进去多少", value(period="这个月")),
        ("上个月刨掉房租我到底造了多少", value(period="上个月", words=("房租",))),
        ("上个月瞎鼓捣奶茶造了多少", value(period="上个月", words=("奶茶",))),
        ("上个月奶茶机造了多少", value(period="上个月", words=("奶茶",))),
        ("上个月没造的奶茶造了多少", value(period="上个月", words=("奶茶",))),
        ("我这个月打车三百块是多少", TAXI),
        ("这个月打车占吃饭霍霍几成", value("share", "这个月", words=("打车",))),
        ("这个月打车跟上个月打车比霍霍多了多少", value("difference", "这个月", words=("打车",))),
        ("立春那阵子的打车霍霍了多少", TAXI),
        ("头七天打车霍霍了哪些年", TAXI),
        ("这阵子打车霍霍了多少", value(words=("打车",))),
        ("十月十二号那几天霍霍在打车上多少", value(period="十月", words=("打车",))),
        ("十月那十二号霍霍了多少", value(period="十月")),
        ("去年头二十个月霍霍了多少", value(period="去年")),
        ("去年最后二十个月霍霍了多少", value(period="去年")),
        ("今年最后九十个月霍霍了多少", value(period="今年")),
        ("这个月老王和老李跟小美霍霍了多少", value(period="这个月", words=("老王", "老李", "小美"))),
        ("这个月打车霍霍了多少没算微信的", TAXI),
        ("这个月打车到底霍霍了多少别带老王的", TAXI),
        ("我媳妇这个月打车霍霍了多少", TAXI),
        ("今年红包霍霍了多少", value(period="今年", words=("红包",))),
        ("这个月只算周末霍霍了多少", value(period="这个月")),
    ],
)
def test_a_value_of_another_question_is_refused(said: str, stated: QuestionValue) -> None:
    assert held(said, stated) is None


ELECTRICITY = value("most", "今年", words=("电费",), grouping=Grouping.MONTH)
FIRST = value("earliest", words=("宽带费",))


@pytest.mark.parametrize(
    ("said", "stated"),
    [
        ("小宝那奶粉今年买了几回啊这孩子可真能喝", value("count", "今年", words=("奶粉",))),
        ("哟今年喜酒吃得多你看哈份子钱出了几回", value("count", "今年", words=("份子钱",))),
        ("今年去游了几次泳啊办了卡都不去", value("count", "今年", words=("游泳",))),
        ("去年打车打了几次不对不对上个月", value("count", "上个月", words=("打车",))),
        (
            "儿子非要吃这个月火锅整了几顿啊海底捞啥的都算上",
            value("count", "这个月", words=("火锅", "海底捞")),
        ),
        ("今年迪士尼门票酒店那些一起好多钱", value(period="今年", words=("迪士尼",))),
        (
            "今年外婆给小宝包了多少红包来着",
            value(period="今年", type=INCOME, categories=("红包",), words=("外婆",)),
        ),
        ("这个月收的花的转的全算上一共记了几笔账", value("count", "这个月", type=None)),
        ("今年还了多少信用卡霍霍", value(period="今年", type=TRANSFER, words=("还信用卡",))),
        ("上次体检是哪天啊年纪大了记不住", value("latest", words=("体检",))),
        ("这个月行交在通上霍霍了多少", value(period="这个月", categories=("交通",))),
        ("这个月奶茶霍霍了多少", value(period="这个月", words=("奶茶钱",))),
        (
            "这个月霍霍得多还是去年同期霍霍得多",
            value("difference", "这个月", against=rows("", first=date(2025, 11, 1), last=date(2025, 11, 21))),
        ),
        (
            "十五号以前打车霍霍了多少",
            value(words=("打车",), first=date(2026, 11, 1), last=date(2026, 11, 14)),
        ),
        ("我妈问这个月打车打了多少我说不晓得", value(period="这个月", words=("打车",))),
        ("最近四笔", value("listed", type=None, limit=4)),
        ("平均一顿外卖得霍霍多少今年", value("average", "今年", words=("外卖",), unit=Unit.ROW)),
        (
            "两百到三百之间的这个月霍霍了几笔",
            value("count", "这个月", at_least=Money(20000), at_most=Money(30000)),
        ),
        (
            "打车多还是加油多啊今年",
            value("difference", "今年", words=("打车",), against=rows("", words=("加油",))),
        ),
        (
            "十月和这个月霍霍分别是多少",
            value("each", "", first=date(2026, 10, 1), last=date(2026, 11, 30), grouping=Grouping.MONTH),
        ),
        ("上个月奶茶这玩意儿到底让我破费了多少银子", value(period="上个月", words=("奶茶",))),
        ("这个月穿的衣裳霍霍了多少", value(period="这个月", words=("衣服",))),
        ("这个月工资到账没到账啊我咋没印象", value("whether", "这个月", type=INCOME, words=("工资",))),
        ("这个月微信霍霍出去的花了多少", value(period="这个月", accounts=("微信",))),
        (
            "这个月打车霍霍得占交通几成",
            value("share", "这个月", words=("打车",), against=rows("这个月", categories=("交通",))),
        ),
        ("空调一开电表就疯转，今年哪个月电费交得最多", ELECTRICITY),
        ("头一回交宽带费是哪年哪天我忘得死死的了", FIRST),
        ("上回掏现金花钱是哪天啊钱包都落灰了", value("latest", accounts=("现金",))),
        ("上个月跟同学吃火锅一共吃了多少钱", value(period="上个月", words=("同学", "火锅"))),
        ("上个月花钱最凶的三天是哪三天", value("most", "上个月", grouping=Grouping.DAY, limit=3)),
        ("上个月打车是走信用卡的加一块是多少", value(period="上个月", words=("打车",), accounts=("信用卡",))),
        (
            "给妈妈买礼物前前后后一共花过多少母亲节那回也算上",
            value(words=("妈妈", "礼物")),
        ),
        ("上个月种牙那笔刨出去看病霍霍多少", value(period="上个月", categories=("医疗",), without=("种牙",))),
        (
            "去年买苹果花了多少我说的是吃的那个水果可不是手机",
            value(period="去年", words=("苹果",), without=("手机",)),
        ),
        ("上个月微信不看了支付宝花了多少霍霍", value(period="上个月", accounts=("支付宝",))),
        ("上个月瞎鼓捣奶茶造了多少", value(period="上个月", words=("奶茶",))),
        (
            "这个月打车和奶茶还有加油谁霍霍最多",
            value("most", "这个月", words=("打车", "奶茶", "加油"), grouping=Grouping.SERIES),
        ),
    ],
)
def test_a_believed_model_may_take_more_words_for_chatter(said: str, stated: QuestionValue) -> None:
    assert held(said, stated, believed=True) is not None


@pytest.mark.parametrize(
    ("said", "stated"),
    [
        (SAID, value(period="上个月", words=("打车",))),
        (SAID, value(period="这个月")),
        (SAID, value(period="这个月", words=("打车",), at_least=Money(5000))),
        (SAID, value(period="这个月", words=("打车",), type=INCOME)),
        ("上个月给老王瞎折腾掉多少", value(period="上个月")),
        ("上个月从老王那儿霍霍掉多少", value(period="上个月")),
        ("我这个月Zalo一共造进去多少", value(period="这个月")),
        ("立春那阵子的打车霍霍了多少", TAXI),
        ("这个月花了多少打车霍霍的", value(period="这个月")),
        ("上个月给老王和小美还有老李霍霍了多少", value(period="上个月", words=("老王", "小美", "老李"))),
        ("一回平均多少钱", value("average", unit=Unit.ROW)),
        ("这个月霍霍占几成", value("share", "这个月", against=rows("今年"))),
        ("上个月青岛那趟酒店霍霍了多少", value(period="上个月", words=("青岛酒店",))),
        ("这个月从微信转到支付宝多少", value(period="这个月", type=TRANSFER, accounts=("微信", "支付宝"))),
        ("这个月打车和奶茶霍霍了多少", TAXI),
        ("这个月打车用微信霍霍了多少", TAXI),
        ("这个月打车占吃饭霍霍几成", value("share", "这个月", words=("打车",), against=rows("这个月"))),
        ("这个月打车花了多少", value("budget", "这个月", words=("打车",))),
        ("这个月打车花了多少", value("average", "这个月", words=("打车",), unit=Unit.WEEK)),
        ("这个月打车的超过三百的霍霍了几笔", value("count", "这个月", words=("打车",))),
        (
            "这个月打车的超过三百的霍霍了几笔",
            value("count", "这个月", words=("打车",), at_least=Money(20000)),
        ),
        ("这个月打车花了多少", value("difference", "这个月", words=("打车",), against=rows("上个月"))),
        ("这个月最大的三笔霍霍", value("most", "这个月", grouping=Grouping.CATEGORY, limit=3)),
        ("工资霍霍不算，今年收入多少", value(period="今年", type=INCOME)),
        (
            "今年水果里面西瓜草莓霍霍排个名",
            value(
                "most",
                "今年",
                grouping=Grouping.SERIES,
                series=(
                    rows("今年", categories=("水果",), words=("西瓜",)),
                    rows("今年", categories=("水果",), words=("草莓",)),
                ),
            ),
        ),
        ("今年打车比霍霍多多少", value("difference", "这个月", words=("打车",), against=rows("今年"))),
        ("今年把人情那类也霍霍去掉花了多少", value(period="今年", categories=("人情",))),
        ("这个月打车刨开打车霍霍了多少", value(period="这个月", words=("打车",), without=("打车",))),
    ],
)
def test_what_was_said_for_certain_stays_in_a_believed_models_value(said: str, stated: QuestionValue) -> None:
    assert held(said, stated, believed=True) is None


def test_a_comparison_goes_on_with_both_of_its_sides() -> None:
    stated = value("difference", "今年", words=("瑞幸",), against=rows("今年", words=("星巴克",)))
    question = held("放到今年看呢", stated, "瑞幸跟星巴克这个月哪个花得多", believed=True)
    assert question is not None
    assert question.against is not None
    assert [rows.subjects[0].label for rows in (question.rows, question.against)] == ["瑞幸", "星巴克"]


@pytest.mark.parametrize(
    ("said", "days"),
    [
        ("十月头十天我霍霍了多少", ((10, 1), (10, 10))),
        ("十月最后五天我霍霍了多少", ((10, 27), (10, 31))),
        ("今年最后两个月我霍霍了多少", ((11, 1), (12, 31))),
        ("这个月前半段我霍霍了多少", ((11, 1), (11, 15))),
        ("上个月后半截我霍霍了多少", ((10, 16), (10, 31))),
        ("今年头两个月我霍霍了多少", ((1, 1), (2, 28))),
        ("清明那三天，四号到六号，四月，霍霍了多少", ((4, 4), (4, 6))),
        ("四月的账，十二号那天起往后霍霍了多少", ((4, 12), (4, 30))),
    ],
)
def test_days_that_follow_from_the_words_by_the_calendar_are_taken(
    said: str, days: tuple[tuple[int, int], tuple[int, int]]
) -> None:
    first, last = (date(2026, *day) for day in days)
    stated = QuestionValue(Measure.TOTAL, RowsValue(EXPENSE, first, last))
    question = held(said, stated)
    assert question is not None
    assert (question.rows.period.first, question.rows.period.last) == (first, last)
    assert held(said, QuestionValue(Measure.TOTAL, RowsValue(EXPENSE, first, date(2026, 11, 20)))) is None


def test_half_a_question_takes_the_rest_from_the_last_one() -> None:
    question = held(
        "那前头那个啥上个月嘛", value(period="上个月", words=("打车",)), before="这个月打车花了多少"
    )
    assert question is not None
    assert question.rows.period.label == "上个月"


@pytest.mark.parametrize(
    ("said", "stated"),
    [
        ("那吃饭霍霍了多少嘛", value(period="上个月", categories=("餐饮",))),
        ("那吃饭霍霍了多少嘛", value(categories=("餐饮",))),
        ("那上个月霍霍了多少嘛", value(period="上个月", categories=("餐饮",))),
        ("那再头一年霍霍了多少嘛", value(period="上个月", words=("打车",))),
    ],
)
def test_what_neither_the_words_nor_the_last_question_names_is_refused(
    said: str, stated: QuestionValue
) -> None:
    assert held(said, stated, before="今年打车花了多少") is None


@pytest.mark.parametrize(
    ("said", "stated", "before"),
    [
        (
            "那明天霍霍没有",
            QuestionValue(
                Measure.WHETHER, RowsValue(EXPENSE, date(2026, 11, 22), date(2026, 11, 22), words=("打车",))
            ),
            "这个月打车花了多少",
        ),
        ("这几个月加一块霍霍了多少", value(period="今年"), "上个月花了多少"),
    ],
)
def test_half_a_question_without_an_answer_is_refused(said: str, stated: QuestionValue, before: str) -> None:
    assert held(said, stated, before) is None


@pytest.mark.parametrize(
    ("said", "before", "days"),
    [
        ("那前头那个月霍霍得怎么样", "上个月打车花了多少", (date(2026, 9, 1), date(2026, 9, 30))),
        ("那头一年霍霍得怎么样", "今年打车花了多少", (date(2025, 1, 1), date(2025, 12, 31))),
    ],
)
def test_the_time_before_is_seen_from_the_last_question(
    said: str, before: str, days: tuple[date, date]
) -> None:
    question = held(said, value(words=("打车",), first=days[0], last=days[1]), before, believed=True)
    assert question is not None
    assert (question.rows.period.first, question.rows.period.last) == days


def test_rows_of_every_type_stay_so() -> None:
    question = held(
        "那前头那个啥昨天嘛",
        QuestionValue(Measure.COUNT, RowsValue(None, date(2026, 11, 20), date(2026, 11, 20))),
        before="今天记了几笔",
    )
    assert question is not None
    assert question.rows.type is None


def test_all_days_have_a_name() -> None:
    question = held("山姆前前后后总共霍霍了我多少钱", value(words=("山姆",)))
    assert question is not None
    assert question.rows.period.label == WHOLE_LEDGER


def test_a_question_that_rules_read_is_a_value_too() -> None:
    assert value_of(asked("上个月除了房租一百以上的有哪些")) == value(
        "listed", "上个月", without=("房租",), at_least=Money(10000)
    )
    assert value_of(asked("第一次去山姆是什么时候")).rows.first is None
    assert value_of(asked("这个月有没有花到八千")).rows.at_least == Money(800000)


_PERIODS = st.sampled_from(list(DAYS))
_THINGS = st.sampled_from(["", "打车", "奶茶", "房租", "吃饭", "工资", "微信", "奶茶和打车"])
_BOUNDS = st.sampled_from(["", "，一百以上的", "，五十以内的", "超过两百的"])
_LEFT_OUT = st.sampled_from(["", "不算房租，", "除了打车，"])
_ASKED = st.sampled_from(
    [
        "霍霍了多少",
        "花了多少",
        "收入多少",
        "买了几次",
        "最大的三笔是什么",
        "平均每天花多少",
        "占多少",
        "有哪些",
        "比上个月多多少",
    ]
)
_CHATTER = st.sampled_from(
    ["", "到底折腾", "在隔壁老王那儿瞎整", "这破玩意儿", "没头没脑", "给小美", "前半截"]
)
_NAMES = st.sampled_from(
    ["打车", "奶茶", "房租", "吃饭", "餐饮", "工资", "微信", "老王", "折腾", "霍霍", "小美"]
)
_MONEY = st.sampled_from([None, Money(5000), Money(10000), Money(20000)])


@st.composite
def _rows_values(draw: st.DrawFn) -> RowsValue:
    first, last = DAYS[draw(_PERIODS)]
    names = st.lists(_NAMES, max_size=2).map(tuple)
    return RowsValue(
        draw(st.sampled_from([None, EXPENSE, INCOME, TRANSFER])),
        first,
        last,
        draw(names),
        draw(names),
        draw(st.sampled_from([(), ("微信",), ("现金",)])),
        draw(st.sampled_from([(), ("房租",), ("打车",)])),
        draw(_MONEY),
        draw(_MONEY),
    )


_VALUES = st.builds(
    QuestionValue,
    st.sampled_from(Measure),
    _rows_values(),
    st.sampled_from([None, *Unit]),
    st.sampled_from([None, *Grouping]),
    st.sampled_from([1, 3, 5]),
    st.none() | _rows_values(),
)


@given(
    st.tuples(_PERIODS, _CHATTER, _THINGS, _BOUNDS, _LEFT_OUT, _ASKED),
    _VALUES,
    st.booleans(),
    st.sampled_from(["", "", "去年微信一百以上的奶茶花了多少"]),
    st.booleans(),
)
def test_whatever_a_model_states_each_name_day_bound_and_denial_was_said(
    said_parts: tuple[str, ...], hostile: QuestionValue, follows: bool, before: str, believed: bool
) -> None:
    said = normalise("".join(said_parts))
    honest = ask(normalise("".join((said_parts[0], *said_parts[2:]))), DEFAULT_VOCABULARY, NOW)
    stated = value_of(honest) if follows and isinstance(honest, LedgerQuestion) else hostile
    question = held(said, stated, before, believed=believed)
    if question is None:
        return
    asked_rows = [question.rows] if question.against is None else [question.rows, question.against]
    for one in asked_rows:
        _was_said(one, (said, before), question)
    assert question.limit == 1 or "三" in said
    _is_kept(said_parts, question)


def _is_kept(said_parts: tuple[str, ...], question: LedgerQuestion) -> None:
    """Whether nothing that was said is dropped: no thing, no bound, no denial, no direction, no number."""
    _, _, things, bound, left_out, figure = said_parts
    rows = question.rows
    every = question.against or rows
    known = " ".join(
        [
            *rows.accounts,
            *(word for one in (*rows.subjects, *every.subjects) for word in (*one.categories, *one.words)),
        ]
    )
    named = {"吃饭": "餐饮"}
    assert all(named.get(thing, thing) in known or thing in left_out for thing in things.split("和"))
    assert not bound or (rows.at_least, rows.at_most) != (None, None)
    assert not left_out or rows.without is not None
    assert "收入" not in figure or rows.type is INCOME or question.measure is Measure.BALANCE
    assert "三" not in figure or question.limit == 3


def _was_said(one: AskedRows, texts: tuple[str, str], question: LedgerQuestion) -> None:
    words = "".join(texts)
    known = {(found.period.first, found.period.last) for text in texts for found in find_periods(text, NOW)}
    spans = known | {(first, TODAY) for first, _ in known}
    assert (
        (one.period.first, one.period.last) in spans or not known or _is_checked(one.period, words, question)
    )
    names = [name for subject in one.subjects for name in (subject.label, *subject.words)]
    assert not names or any(name in normalise(words) or name in ("餐饮", "写着老王的") for name in names)
    assert all(account in words for account in one.accounts)
    assert (one.at_least, one.at_most) == (None, None) or any(
        said in words for said in ("一百", "五十", "两百")
    )
    assert one.without is None or "不算" in words or "除了" in words
    is_income = one.type is INCOME and question.measure is not Measure.BALANCE
    assert not is_income or "收入" in words or "工资" in words


def _is_checked(period: Period, words: str, question: LedgerQuestion) -> bool:
    """Whether the days follow from 前半截, or from a comparison without a second period, which is of this month."""
    is_half = "半" in words and (period.last - period.first).days == 14
    return is_half or question.measure is Measure.DIFFERENCE


def test_a_series_of_a_value_holds_if_each_of_its_rows_was_said() -> None:
    said = "头一个我看十月跟上个月打车地铁各造了多少"
    two = (rows("", words=("打车",)), rows("", words=("地铁",)))
    both = held("这个月打车跟地铁各造了多少", value("each", "这个月", series=two), believed=True)
    assert both is not None
    assert [series.label for series in both.series] == ["打车", "地铁"]
    assert (
        held(said, value("each", "上个月", series=(rows("", words=("奶茶",)), *two)), believed=True) is None
    )
    assert held("这个月打车造了多少", value("each", "这个月", series=two[:1]), believed=True) is None
    assert held("这个月打车跟地铁各造了多少", value("total", "这个月", series=two), believed=True) is None


def test_a_figure_of_groups_has_to_be_said() -> None:
    groups = value("each", "今年", words=("打车",), grouping=Grouping.MONTH, figure=Measure.COUNT)
    assert held("今年打车每个月霍霍了几次", groups, believed=True) is not None
    assert held("今年打车每个月霍霍了没", groups, believed=True) is None
