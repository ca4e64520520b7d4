"""Sentences that set up a recurring entry, and sentences that do not."""

from __future__ import annotations

import pytest

from tests.support.now import NOW
from voiced.domain.transaction import TransactionType
from voiced.domain.vocabulary import DEFAULT_VOCABULARY
from voiced.language.entries.recurring_entries import read_recurring
from voiced.language.text.spelling import normalise


@pytest.mark.parametrize(
    ("words", "days", "amount", "thing"),
    [
        ("每个月十五号房租三千", "每月15号", "3000", "房租"),
        ("每月1号房租3000", "每月1号", "3000", "房租"),
        ("房租每个月15号3000", "每月15号", "3000", "房租"),
        ("每个月二十号都要还花呗五百", "每月20号", "500", "还花呗"),
        ("每周一瑜伽课120", "每周一", "120", "瑜伽课"),
        ("每个星期天买菜两百", "每周日", "200", "买菜"),
        ("每年三月八号保险两千四", "每年3月8号", "2400", "保险"),
        ("每个月最后一天话费99", "每月最后一天", "99", "话费"),
        ("每月底话费99", "每月最后一天", "99", "话费"),
        ("每个月三十一号话费99", "每月最后一天", "99", "话费"),
        ("每年2月29号买蛋糕两百", "每年2月29号", "200", "买蛋糕"),
        ("每个月10号小敏的工资9200", "每月10号", "9200", "小敏的工资"),
        ("每个月5号要交房租3000", "每月5号", "3000", "交房租"),
    ],
)
def test_the_days_and_the_entry_are_read(words: str, days: str, amount: str, thing: str):
    read = read_recurring(normalise(words), DEFAULT_VOCABULARY, NOW)
    assert read is not None
    assert (str(read.days), str(read.entry.amount), read.entry.description) == (days, amount, thing)


def test_the_type_and_the_account_are_read_too():
    read = read_recurring("每个月10号发工资8000", DEFAULT_VOCABULARY, NOW)
    assert read is not None
    assert read.entry.type is TransactionType.INCOME
    read = read_recurring("每个月15号微信付话费99", DEFAULT_VOCABULARY, NOW)
    assert read is not None
    assert read.entry.account == "微信"


@pytest.mark.parametrize("words", ["每月15号房租3000分类日用", "每月15号房租3000，类别是日用"])
def test_a_category_that_is_stated_counts(words: str):
    read = read_recurring(normalise(words), DEFAULT_VOCABULARY, NOW)
    assert read is not None
    assert (read.entry.category, read.entry.description) == ("日用", "房租")


@pytest.mark.parametrize(
    "words",
    [
        "每月15号房租3000分类飞碟",
        "每月15号房租3000分类工资",
        "房租三千",
        "这个月十五号房租三千",
        "每个月房租三千",
        "每个月十五号房租",
        "每个月十五号",
        "每个月三十二号房租三千",
        "每年2月30号保险100",
        "每月五号线地铁30",
        "每个周末看电影八十",
        "每月15号房租3000水费50",
        "每月15号昨天房租3000",
        "每月15号三千",
        "每月15号房租涨到3000了吗",
        "每月15号小敏的工资几千块",
    ],
)
def test_other_sentences_set_up_nothing(words: str):
    assert read_recurring(normalise(words), DEFAULT_VOCABULARY, NOW) is None
