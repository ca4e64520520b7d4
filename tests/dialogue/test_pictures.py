"""What the card shows of an answer: the exact figure, a picture, and the rows behind each part; and how the page gets it."""

from __future__ import annotations

import msgspec
import pytest

from tests.dialogue.test_figures import LUNCH, found_for
from tests.support.now import TODAY
from voiced.card.wire import answer_of, behind_of
from voiced.dialogue.sentences.pictures import behind_named, card_answer
from voiced.dialogue.values.card_answer import CardAnswer, Layout
from voiced.domain.money import MAX_FEN
from voiced.domain.question import Grouping, LedgerAnswer
from voiced.errors import RequestWrong


def shown(found: LedgerAnswer) -> CardAnswer:
    return card_answer(found, TODAY)


@pytest.mark.parametrize(
    ("found", "title", "figure", "bars"),
    [
        (found_for("这个月打车花了多少", 90, 3), "这个月打车", "90 yuan", ""),
        (found_for("上周花了多少", 90, 3), "上周，11月9日到11月15日，支出", "90 yuan", ""),
        (found_for("这个月打了几次车", 90, 3), "这个月打车", "3 rows", ""),
        (found_for("房租交了吗", 60, 1, LUNCH), "这个月房租", "1 rows", ""),
        (found_for("上个月平均每天花多少", 3100, 9), "上个月支出，平均每天", "100 yuan", ""),
        (found_for("这个月最大的一笔是什么", 60, 1, LUNCH), "这个月支出，最大的1笔", "60 yuan", ""),
        (
            found_for("打车占交通的几成", 40, 2, other=80),
            "这个月打车、交通占比",
            "50 percent",
            "打车 40、交通 80",
        ),
        (
            found_for("吃饭占这个月开销的多少", 0, 0, other=0),
            "这个月餐饮占比",
            "0 percent",
            "餐饮 0、全部支出 0",
        ),
        (found_for("吃饭和交通哪个多", 30, 1, other=50), "这个月餐饮比交通少", "20 yuan", "餐饮 30、交通 50"),
        (found_for("这个月结余多少", 30, 1, other=10), "这个月结余", "-20 yuan", "支出 30、收入 10"),
        (
            found_for("打车加油停车今年哪个花得最多", 40, 2, groups="打车 30、加油 10"),
            "今年支出",
            "40 yuan",
            "打车 30、加油 10",
        ),
        (
            found_for("预算还剩多少", 130, 2, budgets="餐饮 100 120、交通 80 10"),
            "这个月预算还剩",
            "50 yuan",
            "餐饮 120/100、交通 10/80",
        ),
        (
            found_for("餐饮预算超了没有", 120, 1, budgets="餐饮 100 120"),
            "这个月预算超支",
            "20 yuan",
            "餐饮 120/100",
        ),
        (
            found_for(
                "这个月钱都花哪儿去了", 45, 9, groups="、".join(f"第{n} {10 - n}" for n in range(1, 11))
            ),
            "这个月支出",
            "45 yuan",
            "、".join([*(f"第{n} {10 - n}" for n in range(1, 9)), "其他2项 1"]),
        ),
    ],
)
def test_the_figure_is_exact_and_a_picture_shows_its_parts(
    found: LedgerAnswer, title: str, figure: str, bars: str
) -> None:
    answer = shown(found)
    wire = answer_of(answer)
    drawn = "、".join(f"{bar.name} {bar.amount}{f'/{bar.whole}' if bar.whole else ''}" for bar in wire.bars)
    assert (answer.title, f"{wire.figure} {wire.unit}", drawn) == (title, figure, bars)


def test_months_and_days_stand_in_the_order_of_time_with_those_that_have_no_rows() -> None:
    months = shown(found_for("今年每个月分别花了多少", 9, 3, groups="2026-11 5、2026-08 3、2026-09 1"))
    assert months.layout is Layout.COLUMNS
    assert [(bar.name, str(bar.amount)) for bar in months.bars] == [
        ("8月", "3"),
        ("9月", "1"),
        ("10月", "0"),
        ("11月", "5"),
    ]
    two = shown(found_for("今年每个月分别花了多少", 9, 3, groups="2026-11 5、2026-09 4"))
    assert (two.layout, [bar.name for bar in two.bars]) == (Layout.BARS, ["9月", "11月"])
    few = shown(found_for("这个月哪天花得最多", 9, 3, groups="2026-11-05 5、2026-11-02 3、2026-11-03 1"))
    assert [bar.name for bar in few.bars] == ["11月2日", "11月3日", "11月4日", "11月5日"]
    many = shown(found_for("今年哪天花得最多", 9, 3, groups="2026-11-05 5、2026-01-02 3、2026-01-03 1"))
    assert [(bar.name, str(bar.amount)) for bar in many.bars][:2] == [("1月", "4"), ("2月", "0")]
    assert many.bars[0].behind is not None
    assert many.bars[0].behind.group == (Grouping.MONTH, "2026-01")


def test_the_rows_behind_a_part_go_to_the_page_and_come_back_as_the_same_value() -> None:
    answer = shown(found_for("除了房租这个月花了多少", 90, 3, LUNCH))
    wire = answer_of(answer)
    assert wire.behind is not None
    assert behind_of(wire.behind) == answer.behind
    assert [row["description"] for row in wire.rows] == ["午饭"]
    ranking = shown(found_for("这个月钱都花哪儿去了", 90, 3, LUNCH, groups="餐饮 60、交通 30"))
    assert answer_of(ranking).rows == []
    first, whole = ranking.bars[0].behind, ranking.behind
    assert first is not None
    assert whole is not None
    assert (behind_named(first, TODAY), behind_named(whole, TODAY)) == ("这个月支出：餐饮", "这个月支出")


def test_what_no_answer_gave_finds_nothing() -> None:
    wire = answer_of(shown(found_for("一百以上的这个月有几笔", 90, 3)))
    assert wire.behind is not None
    asked = msgspec.json.decode(wire.behind)
    by_series = msgspec.json.encode({**asked, "group": ["series", "打车"]}).decode()
    asked["rows"]["at_least"]["fen"] = MAX_FEN + 1
    too_large = msgspec.json.encode(asked).decode()
    for wrong in ("", "{}", "[" * 3000, "x" * 5000, "\ud800", by_series, too_large):
        with pytest.raises(RequestWrong, match="behind"):
            behind_of(wrong)
    assert shown(found_for("这个月打车花了多少", 0, 0)).is_empty


@pytest.mark.parametrize(
    ("words", "groups", "drawn"),
    [
        ("打车和地铁这个月各坐了几次", "打车 5、地铁 6", []),
        ("这个月哪个星期花得最多", "2026-11-02 30、2026-10-26 20", ["11月2日那周", "10月26日那周"]),
        ("工作日多还是周末多", "周末 30、工作日 20", ["周末", "工作日"]),
    ],
)
def test_weeks_and_days_off_are_bars_and_numbers_of_rows_are_none(
    words: str, groups: str, drawn: list[str]
) -> None:
    assert [bar.name for bar in shown(found_for(words, 50, 2, groups=groups)).bars] == drawn
