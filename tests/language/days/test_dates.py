"""Days as people name them, seen from four moments."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voiced.language.days.dates import DateMention, find_date, find_days, parse_date

CHINA = timezone(timedelta(hours=8))
SATURDAY = datetime(2026, 11, 21, 10, 30, tzinfo=CHINA)
MONDAY = datetime(2026, 11, 23, 9, 0, tzinfo=CHINA)
NEW_YEAR = datetime(2026, 1, 2, 20, 0, tzinfo=CHINA)
AFTER_MIDNIGHT = datetime(2026, 3, 1, 0, 30, tzinfo=CHINA)


@pytest.mark.parametrize(
    ("said", "day"),
    [
        # from today
        ("今天", "2026-11-21"),
        ("今早", "2026-11-21"),
        ("昨天晚上", "2026-11-20"),
        ("昨晚", "2026-11-20"),
        ("昨天猫粮五十", "2026-11-20"),
        ("昨天天猫买猫粮", "2026-11-20"),
        ("昨儿", "2026-11-20"),
        ("前天", "2026-11-19"),
        ("大前天", "2026-11-18"),
        ("明天", "2026-11-22"),
        ("大后天", "2026-11-24"),
        ("刚才", "2026-11-21"),
        ("中午", "2026-11-21"),
        # so long ago
        ("三天前", "2026-11-18"),
        ("十天以前", "2026-11-11"),
        ("两周前", "2026-11-07"),
        ("俩礼拜之前", "2026-11-07"),
        ("半个月前", "2026-11-06"),
        ("一个半月前", "2026-10-06"),
        ("一个月前", "2026-10-21"),
        ("半年前", "2026-05-21"),
        ("一年前", "2025-11-21"),
        ("2小时前", "2026-11-21"),
        ("三天后", "2026-11-24"),
        # weekdays
        ("周三", "2026-11-18"),
        ("星期六", "2026-11-21"),
        ("周日", "2026-11-15"),
        ("礼拜天", "2026-11-15"),
        ("这周日", "2026-11-22"),
        ("上周三", "2026-11-11"),
        ("上周的周三", "2026-11-11"),
        ("上个星期五", "2026-11-13"),
        ("上上周末", "2026-11-07"),
        ("周末", "2026-11-21"),
        ("下周一", "2026-11-23"),
        # days of the month
        ("三号", "2026-11-03"),
        ("25号", "2026-10-25"),
        ("三十一号", "2026-10-31"),
        ("这个月二十八号", "2026-11-28"),
        ("上个月五号", "2026-10-05"),
        ("上个月的3号", "2026-10-03"),
        ("上上个月十号", "2026-09-10"),
        ("下个月1号", "2026-12-01"),
        ("月初", "2026-11-01"),
        ("月中", "2026-11-15"),
        ("月底", "2026-10-31"),
        ("这个月底", "2026-11-30"),
        ("上个月月底", "2026-10-31"),
        ("十月底", "2026-10-31"),
        # days of the year
        ("11月3号", "2026-11-03"),
        ("十二月一号", "2025-12-01"),
        ("11月3打车", "2026-11-03"),
        ("今年三月八号", "2026-03-08"),
        ("去年12月1号", "2025-12-01"),
        ("25年10月1号", "2025-10-01"),
        ("二零二五年十月一号", "2025-10-01"),
        ("2026-10-01", "2026-10-01"),
        ("2026.10.1", "2026-10-01"),
        ("10/1", "2026-10-01"),
        ("二月二十九号", "2024-02-29"),
        ("年底", "2025-12-31"),
        ("去年年底", "2025-12-31"),
        ("今年年初", "2026-01-01"),
        # holidays
        ("国庆节", "2026-10-01"),
        ("去年国庆", "2025-10-01"),
        ("五一去旅游", "2026-05-01"),
        ("十一回家", "2026-10-01"),
        ("双十一", "2026-11-11"),
        ("618买手机", "2026-06-18"),
        ("母亲节", "2026-05-10"),
        ("清明", "2026-04-05"),
        ("中秋", "2026-09-25"),
        ("八月十五", "2026-09-25"),
        ("八月十五号", "2026-08-15"),
        ("除夕", "2026-02-16"),
        ("年三十打车三十", "2026-02-16"),
        ("大年三十", "2026-02-16"),
        ("今年春节", "2026-02-17"),
        ("正月初五", "2026-02-21"),
        ("初八", "2026-02-24"),
        ("腊月二十八", "2026-02-15"),
        ("正月廿三", "2026-03-11"),
        ("五月初五", "2026-06-19"),
        # said to be lunar
        ("农历五月二十", "2026-07-04"),
        ("阴历七月初七", "2026-08-19"),
        ("去年农历八月十五", "2025-10-06"),
        ("正月廿", "2026-03-08"),
        # the same day, earlier
        ("去年今天", "2025-11-21"),
        ("上个月的这一天", "2026-10-21"),
        # 月头 and 月尾 are 月初 and 月底
        ("上月头", "2026-10-01"),
        ("上个月尾", "2026-10-31"),
        ("月尾", "2026-10-31"),
        # a recogniser's spaces
        ("上 个 月 五 号", "2026-10-05"),
    ],
)
def test_a_day(said: str, day: str) -> None:
    assert parse_date(said, SATURDAY) == date.fromisoformat(day)


@pytest.mark.parametrize(
    "said",
    [
        *(
            "上个月",
            "上周",
            "最近",
            "前几天",
            "这两天",
            "三月份",
            "去年",
            "几天前",
            "三四天前",
            "三个月",
            "半年",
            "年前",
            "今年三十五",
            "去年三十块",
            "春节前",
            "国庆期间",
            "周三到周五",
        ),
        *("三号到五号", "每周三", "每月五号", "每天", "以前天天吃"),
        *("五号楼", "二号线", "五号电池", "92号汽油", "一号店", "3号厅", "一日三餐", "三日游", "第三号"),
        *(
            "周黑鸭",
            "周大福",
            "周六福",
            "周杰伦",
            "周日常",
            "今日头条",
            "明日方舟",
            "明天系",
            "昨日重现",
            "天猫",
            "然后天猫买猫粮",
            "年货",
            "月饼",
            "中秋月饼",
        ),
        *(
            "圣诞礼物",
            "百日宴",
            "生日",
            "初三补习费",
            "三块五一斤",
            "十一块五",
            "十一",
            "二月三十号",
            "11月31号",
            "上个月三十二号",
        ),
        *("午饭三十五块五", "买了一周的菜", "下午茶", "中午饭", ""),
    ],
)
def test_no_day(said: str) -> None:
    assert parse_date(said, SATURDAY) is None


@pytest.mark.parametrize(
    ("now", "said", "day"),
    [
        (MONDAY, "周日", "2026-11-22"),
        (MONDAY, "周末", "2026-11-21"),
        (MONDAY, "上周三", "2026-11-18"),
        (MONDAY, "周一", "2026-11-23"),
        (NEW_YEAR, "大前天", "2025-12-30"),
        (NEW_YEAR, "三十号", "2025-12-30"),
        (NEW_YEAR, "上个月底", "2025-12-31"),
        (NEW_YEAR, "圣诞节", "2025-12-25"),
        (NEW_YEAR, "腊八", "2025-01-07"),
        (NEW_YEAR, "年初", "2026-01-01"),
        (AFTER_MIDNIGHT, "昨晚", "2026-02-28"),
        (AFTER_MIDNIGHT, "半小时前", "2026-03-01"),
        (AFTER_MIDNIGHT, "一个小时前", "2026-02-28"),
        (AFTER_MIDNIGHT, "三刻钟前", "2026-02-28"),
        (AFTER_MIDNIGHT, "二十九号", "2026-01-29"),
        (AFTER_MIDNIGHT, "上个月底", "2026-02-28"),
        (AFTER_MIDNIGHT, "一个月前", "2026-02-01"),
        (datetime(2026, 3, 31, 9, tzinfo=CHINA), "一个月前", "2026-02-28"),
    ],
)
def test_it_depends_on_the_moment(now: datetime, said: str, day: str) -> None:
    assert parse_date(said, now) == date.fromisoformat(day)


def test_a_mention_stands_in_the_text() -> None:
    assert find_date("我上周五晚上打车三十五", SATURDAY) == DateMention(1, 4, date(2026, 11, 13))


def test_a_named_day_counts_more_than_a_time_of_day() -> None:
    assert find_date("早上说错了昨天吃饭", SATURDAY) == DateMention(5, 7, date(2026, 11, 20))


def test_several_days_in_order() -> None:
    days = find_days("前天房租，昨天电费，早上奶茶", SATURDAY)
    assert [mention.day for mention in days] == [date(2026, 11, 19), date(2026, 11, 20)]


noons = st.dates(date(2001, 1, 1), date(2059, 12, 31)).map(lambda day: datetime.combine(day, time(12), CHINA))


@given(
    now=noons,
    said=st.sampled_from(
        [
            "三号",
            "三十一号",
            "周三",
            "12月1号",
            "圣诞节",
            "中秋",
            "除夕",
            "月底",
            "年底",
            "母亲节",
            "2月29号",
            "腊八",
            "周末",
        ]
    ),
)
def test_a_day_without_a_year_lies_in_the_past(now: datetime, said: str) -> None:
    day = parse_date(said, now)
    assert day is not None
    assert day <= now.date()


@given(now=noons, number=st.integers(1, 28))
def test_a_bare_day_of_the_month_is_at_most_a_month_ago(now: datetime, number: int) -> None:
    day = parse_date(f"{number}号", now)
    assert day is not None
    assert day.day == number
    assert timedelta(0) <= now.date() - day <= timedelta(days=31)
