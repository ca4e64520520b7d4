"""The same question in other words: dialects, function words, echoes, pointing words, and what counts anyhow."""

from __future__ import annotations

from datetime import datetime

import pytest

from voiced.domain.question import Grouping, LedgerQuestion, Measure
from voiced.domain.transaction import TransactionType
from voiced.domain.vocabulary import DEFAULT_VOCABULARY
from voiced.language.questions.asking import ask
from voiced.language.text.spelling import as_said

NOW = datetime.fromisoformat("2026-11-22T20:00:00+08:00")


def read(words: str) -> object:
    return ask(as_said(words), DEFAULT_VOCABULARY, NOW)


def question(words: str) -> LedgerQuestion:
    asked = read(words)
    assert isinstance(asked, LedgerQuestion), words
    return asked


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("介个月打车花了多钱", "这个月打车花了多少钱"),
        ("猫粮上次是么时候买的", "猫粮上次是什么时候买的"),
        ("物业费这个月交了冇", "物业费这个月交了没有"),
        ("今年水果呷了几多钱", "今年水果吃了多少钱"),
        ("上个月除开住房同埋人情花了几多", "上个月除了住房和人情花了多少"),
        ("打车花了几块钱这个月", "打车花了多少钱这个月"),
        ("取现金去年取了几次", "取现金去年几次"),
        ("洗牙是哪天洗的", "洗牙是什么时候洗的"),
        ("今年看牙洗牙种牙这些拢共花了多少", "今年看牙和洗牙和种牙花了多少"),
        ("零食饮品水果三样这个月哪样花得最多", "零食饮品水果这个月哪个花得最多"),
        ("这个月十块以下的有几笔，十块也算", "这个月十块以下的有几笔"),
        ("这个月十块到五十块之间的有几笔，两头都算", "这个月十块到五十块之间的有几笔"),
        ("不把学费算进去这个月花了多少", "不算学费这个月花了多少"),
        ("除了房租，这个月别的花了多少", "除了房租这个月花了多少"),
        ("小宝身上上个月花了多少", "小宝上个月花了多少"),
        ("把这个月的打车给我列一遍", "这个月的打车列一下"),
        ("国庆七天从一号到七号花了多少", "国庆七天花了多少"),
        ("给妈妈买礼物一共花过多少，母亲节那回也算上", "给妈妈买礼物一共花过多少"),
    ],
)
def test_other_words_ask_the_same(said: str, meant: str) -> None:
    one, other = question(said), question(meant)
    assert (one.measure, one.rows.type, one.grouping) == (other.measure, other.rows.type, other.grouping)
    days = [(asked.rows.period.first, asked.rows.period.last) for asked in (one, other)]
    assert days[0] == days[1]
    assert one.rows.subjects == other.rows.subjects
    assert (one.rows.without, one.rows.at_least, one.rows.at_most) == (
        other.rows.without,
        other.rows.at_least,
        other.rows.at_most,
    )


@pytest.mark.parametrize(
    "said",
    [
        "我还有多少钱可以花",  # the money at hand
        "咱们还有多少钱能花",
        "这个月别的花了多少",  # beside what?
        "上个月早饭吃了几回，夜宵也算",  # another thing
        "今年迪士尼门票酒店那些一起多少钱",  # of one journey, or three sums
        "哪家超市的牛奶便宜",
        "这个月打车花了多少，工资到账了",  # a ride is paid by no wages
        "今年买包花了多少",  # 包 is no verb here
        "今年妮儿花了多少",  # the child, and not everything
        "昨天买手机花了几千块",  # an entry with a vague amount
    ],
)
def test_open_words_get_no_figure(said: str) -> None:
    assert not isinstance(read(said), LedgerQuestion)


@pytest.mark.parametrize(
    "said", ["去年收进来的减掉花出去的还剩多少", "今年进账减开销结余多少", "今年收入减去支出是多少"]
)
def test_what_came_in_less_what_went_out_is_a_balance(said: str) -> None:
    assert question(said).measure is Measure.BALANCE


def test_names_are_compared_by_words_for_groups() -> None:
    ranked = question("去年京东淘宝拼多多花的钱给我排个名")
    assert (ranked.measure, ranked.grouping) == (Measure.MOST, Grouping.SERIES)
    assert [series.label for series in ranked.series] == ["京东", "淘宝", "拼多多"]
    assert question("瑞幸和星巴克今年哪家花得多").measure is Measure.DIFFERENCE


def test_a_fruit_is_no_phone() -> None:
    rows = question("今年买苹果花了多少，我说的是水果，不是手机").rows
    assert [subject.label for subject in rows.subjects] == ["苹果", "水果"]
    assert rows.without is not None
    assert rows.without.words == ("手机",)


def test_written_words_are_looked_for_as_they_stand() -> None:
    rows = question("账上写着青岛两个字的，今年一共多少钱").rows
    assert [subject.words for subject in rows.subjects] == [("青岛",)]


def test_shops_and_grandparents_give() -> None:
    assert question("京东今年退给我们多少钱").rows.type is TransactionType.INCOME
    assert question("外婆今年给小宝包了多少红包").rows.type is TransactionType.INCOME
    assert question("今年给爸妈包了多少红包").rows.type is TransactionType.EXPENSE
    assert question("爸爸今年给女儿花了多少钱").rows.type is TransactionType.EXPENSE


def test_the_dearest_is_a_row_and_which_day_is_dearest_a_day() -> None:
    assert question("上个月最贵的是哪样").measure is Measure.LARGEST
    dearest = question("上个月哪天最贵的")
    assert (dearest.measure, dearest.grouping) == (Measure.MOST, Grouping.DAY)
