"""Corrections by rule: what is certain is changed in the right row, everything else changes nothing."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.support.sentences import said, wording_of
from voiced.domain.batch import DraftStatus, DraftTransaction
from voiced.domain.money import Money
from voiced.domain.transaction import Correction, FieldChange, ParseResult, TransactionType
from voiced.domain.vocabulary import DEFAULT_VOCABULARY
from voiced.language.changes.change_rows import AlreadyResolved, NotUnderstood
from voiced.language.changes.correction import Changed, LocalCorrection, correct
from voiced.language.commands.lexicon import WORDS as LEXICON
from voiced.language.numbers.numerals import spoken
from voiced.language.rows import NoSuchRow, WhichRow

NOW = datetime(2026, 11, 21, 10, 30, tzinfo=UTC)
TODAY = NOW.date()

EXPENSE, INCOME, TRANSFER = TransactionType.EXPENSE, TransactionType.INCOME, TransactionType.TRANSFER


def row(
    index: int, amount: str, of_type: TransactionType, category: str, description: str
) -> DraftTransaction:
    result = ParseResult(Money.from_text(amount), of_type, category, TODAY, description)
    return DraftTransaction(index, result)


MEAL = (row(0, "60", EXPENSE, "餐饮", "吃饭"),)
ENVELOPE = (row(0, "30", EXPENSE, "红包", "抢红包"),)
FEET = (row(0, "120", EXPENSE, "其他", "足疗"),)
TWO = (row(0, "20", EXPENSE, "交通", "打车"), row(1, "15", EXPENSE, "饮品", "奶茶"))
FOUR = (
    row(0, "60", EXPENSE, "餐饮", "吃饭"),
    row(1, "60", EXPENSE, "洗浴", "洗脚"),
    row(2, "30", INCOME, "红包", "抢红包"),
    row(3, "90", INCOME, "工资", "工资"),
)
TAXIS = (
    row(0, "20", EXPENSE, "交通", "打车"),
    row(1, "35", EXPENSE, "交通", "打车"),
    row(2, "22", EXPENSE, "饮品", "咖啡"),
)
LUNCH_AND_TAXIS = (
    row(0, "30", EXPENSE, "餐饮", "午饭"),
    row(1, "20", EXPENSE, "交通", "打车"),
    row(2, "35", EXPENSE, "交通", "打车"),
)


def amount(yuan: str) -> FieldChange:
    return FieldChange(amount=Money.from_text(yuan))


def to(category: str) -> FieldChange:
    return FieldChange(category=category)


def of(type_: TransactionType) -> FieldChange:
    return FieldChange(type=type_)


def on(day: date) -> FieldChange:
    return FieldChange(date=day)


def corrected(text: str, items: tuple[DraftTransaction, ...]) -> LocalCorrection:
    return correct(wording_of(text), items, DEFAULT_VOCABULARY, NOW)


def changes(text: str, items: tuple[DraftTransaction, ...]) -> dict[int, FieldChange] | LocalCorrection:
    """The changes by row number, or why there are none."""
    found = corrected(text, items)
    return {c.index + 1: c.fields for c in found.corrections} if isinstance(found, Changed) else found


YESTERDAY = date(2026, 11, 20)

ONE_ROW: tuple[tuple[tuple[DraftTransaction, ...], FieldChange, str], ...] = (
    (
        MEAL,
        amount("50"),
        (
            "改成五十|改成50|改成五十块|改为五十|换成五十|改到五十|修改为五十|应该是五十|应该五十|是五十|五十|五十块|五十块钱|金额五十|金额是五十|金额改成五十|金额应该是五十|金额改五十|把金额改成五十|不对是五十|不对应该是五十|"
            "不对不对是五十|说错了是五十|错了是五十|记错了五十|不是六十是五十|是五十不是六十|五十不是六十|六十改成五十|把六十改成五十|从六十改成五十|其实是五十|不对，五十|价格改成五十|数字应该是五十|不是六十，是五十|吃饭改成五十|"
            "吃饭是五十|吃饭的金额是五十|吃饭金额是五十|吃饭应该是五十|吃饭那笔改成五十|吃饭的改成五十|吃饭那笔五十|这笔改成五十|那个改成五十|第一笔改成五十|第一笔五十|第一笔是五十|把第一笔改成五十|最后一笔改成五十|帮我改成五十|请改成五十吧|改成五十啊|改 成 五十|该成五十|"
            "改城五十|没问题就是金额改成五十|可以但是改成五十|金额错了是五十|金额不对，应该是五十|一共是五十|花了五十|是花了五十|应该是花了五十|我说的是五十|这笔花了五十|钱数改成五十|等一下，改成五十|先别保存，改成五十|五十才对|应该五十才对"
        ),
    ),
    (MEAL, amount("58.6"), "改成五十八块六|应该是五十八块六毛|是58.6|金额改成58.6元"),
    (MEAL, amount("1200"), "改成一千二|应该是一千二百块"),
    (MEAL, amount("50"), "微信吃饭改成五十|微信吃饭那笔改成五十"),
    (
        ENVELOPE,
        of(INCOME),
        (
            "改成收入|改为收入|修改为收入|应该是收入|是收入|收入|类型改成收入|类型是收入|那个应该是收入不是支出啊|应该是收入不是支出|是收入不是支出|不是支出是收入|不是支出应该是收入|不是支出，是收入|收入不是支出|不对，应该是收入|"
            "支出改成收入|把支出改成收入|红包是收入|红包那笔应该是收入|红包那笔改为收入|抢红包是收入|弄错了是收入|不要支出要收入|这笔是收入|分类改成收入|记成收入|改成收入吧|应该算收入"
        ),
    ),
    (
        FEET,
        to("洗浴"),
        (
            "分类改成洗浴|类别改成洗浴|分类是洗浴|分类应该是洗浴|分类换成洗浴|改成洗浴|改成洗浴类|应该算洗浴|算洗浴|归到洗浴|归为洗浴|归类到洗浴|放到洗浴|属于洗浴|应该是洗浴|是洗浴|不是其他是洗浴|不是其他，应该是洗浴|分类该成洗浴|"
            "分类改成洗玉|足疗算洗浴|足疗应该算洗浴|足疗那笔算洗浴|分类不对应该是洗浴|分类错了，是洗浴|把分类改成洗浴|类型改成洗浴|分类改成足疗|第一笔归到洗浴|分类改为按摩"
        ),
    ),
    (
        MEAL,
        on(YESTERDAY),
        "日期改成昨天|是昨天的|昨天的|改成昨天|不是今天是昨天|应该是昨天|日期是昨天|日期不对，是昨天|时间改成昨天|吃饭是昨天的",
    ),
    (MEAL, on(date(2026, 11, 18)), "日期改成三天前|改成十八号|日期改成这周三|改成周三"),
    (MEAL, FieldChange(amount=Money.from_text("72"), date=YESTERDAY), "改成昨天七十二|改成昨天的七十二"),
    (
        MEAL,
        FieldChange(account="微信"),
        "用微信付的|是用微信付的|账户改成微信|微信付的|微信支付的|吃饭用微信付的|付款方式改成微信|账户是微信|支付方式微信",
    ),
    (MEAL, FieldChange(account="信用卡"), "刷信用卡付的|账户改成信用卡"),
    (
        MEAL,
        FieldChange(description="和小王吃的"),
        "备注写和小王吃的|备注改成和小王吃的|备注和小王吃的|备注是和小王吃的|备注里写和小王吃的|第一笔备注写和小王吃的",
    ),
    (
        MEAL,
        FieldChange(description="给妈妈买的"),
        "备注改成给妈妈买的|备注写一下给妈妈买的|备注帮我写成给妈妈买的",
    ),
    (MEAL, FieldChange(description="我请客"), "备注改成我请客|备注是我请客"),
    (
        ENVELOPE,
        FieldChange(type=INCOME, amount=Money.from_text("100")),
        "改为收入100块|改成收入一百|应该是收入一百块|收入一百|是收入，一百块",
    ),
    (
        FEET,
        FieldChange(category="洗浴", amount=Money.from_text("100")),
        "分类改成洗浴，金额改成一百|金额改成一百，分类改成洗浴",
    ),
    (TWO[:1], FieldChange(description="地铁"), "不是打车是地铁|改成地铁|打车改成地铁"),
    (TWO[:1], FieldChange(description="火锅", category="餐饮"), "不是打车是火锅"),
    (MEAL, FieldChange(category="工资", type=INCOME), "分类改成工资"),
)
ROW_OF_MANY: tuple[tuple[tuple[DraftTransaction, ...], dict[int, FieldChange], str], ...] = (
    (
        FOUR,
        {2: amount("80")},
        (
            "第二笔改成八十|第二笔是八十|第二笔八十|第二笔应该是八十|把第二笔改成八十|地二笔改成八十|第二比改成八十|第2笔改成80|第二笔金额改成八十|第二笔的金额是八十|第二笔六十改成八十|第二笔从六十改成八十|第二笔不是六十是八十|第二个改成八十|"
            "第二条改成八十块|第二笔错了是八十|第二笔不对，八十|第二笔，改成八十|洗脚改成八十|洗脚那笔改成八十|洗角那笔改成八十|洗脚应该是八十|洗浴那笔改成八十|洗脚的金额改成八十|洗脚那个是八十|第二笔洗脚改成八十|倒数第三笔改成八十|第二笔该成八十|"
            "对，不过第二笔改成80|没问题但是第二笔改成八十|第一笔对，第二笔改成八十|确认第一笔，第二笔改成八十|第 二 笔 改 成 八十|那第二笔改成八十吧"
        ),
    ),
    (
        FOUR,
        {4: amount("12000")},
        "工资改成一万二|最后一笔改成一万二|工资那笔是一万二|九十改成一万二|九十那笔改成一万二|不是九十是一万二|倒数第一笔改成一万二",
    ),
    (
        FOUR,
        {3: of(EXPENSE)},
        "第三笔改为支出|第三笔是支出|第三笔应该是支出不是收入|红包那笔改成支出|红包是支出|第三笔支出|抢红包那笔不是收入是支出|红宝那笔改成支出",
    ),
    (
        FOUR,
        {1: to("买菜")},
        "第一笔归到买菜|第一笔算买菜|第一笔分类改成买菜|第一笔不是餐饮是买菜|吃饭那笔算买菜|吃饭应该算买菜",
    ),
    (FOUR, {2: on(YESTERDAY)}, "第二笔是昨天的|第二笔日期改成昨天|洗脚是昨天的|第二笔昨天的"),
    (
        FOUR,
        {2: FieldChange(account="支付宝")},
        "第二笔用支付宝付的|洗脚那笔用支付宝付的|第二笔账户改成支付宝",
    ),
    (FOUR, {2: FieldChange(description="和老王一起")}, "第二笔备注写和老王一起|洗脚那笔备注改成和老王一起"),
    (
        FOUR,
        {1: amount("25"), 2: amount("18")},
        "第一笔改成二十五第二笔改成十八|第一笔二十五，第二笔十八|吃饭改成二十五，洗脚改成十八|把第一笔改成二十五，把第二笔改成十八",
    ),
    (FOUR, {2: amount("50"), 3: of(EXPENSE)}, "第二笔改成五十第三笔改成支出|第二笔改成五十，红包那笔是支出"),
    (
        FOUR,
        {1: to("买菜"), 2: to("买菜")},
        "前两笔都算买菜|前两笔改成买菜|第一笔和第二笔都算买菜|第一二笔归到买菜",
    ),
    (
        FOUR,
        {1: amount("50"), 2: amount("50"), 3: amount("50"), 4: amount("50")},
        "都改成五十|全部改成五十|金额都改成五十",
    ),
    (
        FOUR,
        {3: FieldChange(type=EXPENSE, amount=Money.from_text("50"))},
        "第三笔改成支出五十|第三笔改成支出，金额改成五十|第三笔改成支出，五十块",
    ),
    (TWO, {1: to("餐饮"), 2: to("餐饮")}, "都算餐饮|两笔都算餐饮|全部归到餐饮"),
    (
        TWO,
        {2: amount("18")},
        "奶茶改成十八|奶查改成十八|奶茶是十八|奶茶那笔是十八|十五改成十八|不是十五是十八|奶茶不是十五是十八|奶茶十五改成十八|饮品那笔改成十八|奶茶错了，十八",
    ),
    (
        TAXIS,
        {2: amount("53")},
        "不是三十五是五十三|三十五改成五十三|三十五那笔改成五十三|第二笔打车改成五十三|打车三十五改成五十三|三十五的打车改成五十三",
    ),
    (TAXIS, {3: amount("25")}, "咖啡改成二十五|最后一笔改成二十五"),
    (TAXIS, {1: to("汽车"), 2: to("汽车")}, "打车的都算汽车|打车都归到汽车"),
    (
        FOUR,
        {3: of(EXPENSE), 4: of(EXPENSE)},
        "红包和工资都改成支出|红包和工资改成支出|红包跟工资都是支出|把红包和工资都改成支出|红包还有工资都改成支出|三十和九十改成支出",
    ),
    (TAXIS, {1: to("汽车"), 2: to("汽车"), 3: to("汽车")}, "打车和咖啡都算汽车"),
)
UNCERTAIN: tuple[tuple[tuple[DraftTransaction, ...], str], ...] = (
    (
        FOUR,
        "改成五十|是五十|五十|应该是收入|改为收入|改成餐饮|分类改成交通|金额错了|分类不对|金额不对|第七笔改成五十|第七笔|第零笔改成五十|六十改成八十|支出改成收入|不是六十是八十|三笔都改成五十|日期改成昨天|用微信付的|那个改成五十|这笔改成五十|奶茶改成十八|打车那笔改成五十|红包和奶茶都改成支出|红包和奶茶改成支出|红包都改成支出|红包和工资那笔改成支出|第二笔吃饭改成五十|第一笔洗脚改成五十|都不是餐饮是交通",
    ),
    (
        TAXIS,
        "打车改成四十|打车那笔改成四十|第三次打车是四十|改成四十|打车应该是四十|交通那笔改成四十|打车和咖啡改成四十|第三笔打车改成四十",
    ),
    (LUNCH_AND_TAXIS, "第二个打车改成四十|第二笔打车改成四十|打车改成四十"),
    (FOUR, "第二笔不对|第三笔错了|第二笔改一下|我要改第二笔|第二笔|第二笔金额不对|第二笔好像不对|修改第二笔"),
    (
        MEAL,
        "不对|错了|金额错了|改一下|改成几十块|不是支出|不是六十|早饭改成十块|改成五十还是六十|改成火星|分类改成五花八门的东西呢|日期改成去年|换个别的|金额改成|备注|对不起|好的|确认|可能是七十|好像是七十|大概七十|也许应该是七十",
    ),
    (
        FOUR,
        "第二笔少了五块|第二笔多了五块|水电的都加五块",
    ),
    (
        FOUR,
        "拆成两笔一笔四十一笔二十|第一笔和第二笔合并|把前两笔合成一笔|第一笔拆成两笔|第二笔收入支出反了|金额平分|吃饭和洗脚一共八十|前两笔总共八十|四笔合计两百",
    ),
    (
        FOUR,
        "金额改成五十第二笔分类改成交通|除了第二笔都改成餐饮|第二笔以外都改成餐饮|第二笔之外改成五十|其他的都改成餐饮|第二笔不要第三笔改成五十|第二笔取消，改成五十|如果第二笔是五十|第二笔改回去|退出|重来|第一笔和第二笔分别改成二十和三十|第二笔改成五十，第二笔改成六十|第二笔改成五十吗|第二笔是多少|备注加上公司报销|确认第一笔第二笔改成八十|第一笔第二笔改成八十|确认第二笔改成五十|第二笔备注加一句报销|第二笔读一遍|少打了一个零应该是六百|多了一个零",
    ),
    (
        MEAL,
        "漏记了八块|应该是五十或者六十|改成买菜五|还有二十|再二十块|另外八块|还差六块",
    ),
)


@pytest.mark.parametrize(
    ("text", "items", "change"),
    [(text, items, change) for items, change, block in ONE_ROW for text in said(block)],
)
def test_the_only_row_is_changed(text: str, items: tuple[DraftTransaction, ...], change: FieldChange) -> None:
    assert changes(text, items) == {1: change}


@pytest.mark.parametrize(
    ("text", "items", "expected"),
    [(text, items, found) for items, found, block in ROW_OF_MANY for text in said(block)],
)
def test_the_right_rows_of_many_are_changed(
    text: str, items: tuple[DraftTransaction, ...], expected: dict[int, FieldChange]
) -> None:
    assert changes(text, items) == expected


@pytest.mark.parametrize(
    ("text", "items"), [(text, items) for items, block in UNCERTAIN for text in said(block)]
)
def test_uncertain_words_change_nothing(text: str, items: tuple[DraftTransaction, ...]) -> None:
    assert not isinstance(corrected(text, items), Changed)


@pytest.mark.parametrize(
    "category", [each.name for each in DEFAULT_VOCABULARY.categories if each.type is EXPENSE]
)
def test_every_category_can_be_named(category: str) -> None:
    """Also those with a command in their name: 旅行 ends in 行, 数码 begins like 数额."""
    items = (row(0, "60", EXPENSE, "买菜" if category == "餐饮" else "餐饮", "吃饭"),)
    changed = Changed((Correction(0, to(category)),))
    assert correct(wording_of(f"分类改成{category}"), items, DEFAULT_VOCABULARY, NOW) == changed


ADDED: tuple[tuple[tuple[DraftTransaction, ...], dict[int, FieldChange], str], ...] = (
    (
        FOUR,
        {1: to("娱乐")},
        "把第一笔归到娱乐类|第一笔餐饮改成娱乐|第一笔不要餐饮要娱乐|第一笔不是餐饮，娱乐",
    ),
    (
        FOUR,
        {1: FieldChange(amount=Money.from_text("50"), category="买菜")},
        "第一笔改成买菜五十|第一笔改成五十块分类改成买菜",
    ),
    (FOUR, {3: of(EXPENSE), 4: of(EXPENSE)}, "最后两笔都是支出|收入的那几笔都改成支出"),
    (FOUR, {4: amount("9000")}, "那笔工资改成九千"),
    (FOUR, {3: FieldChange(type=EXPENSE, description="发红包")}, "第三笔改成发红包"),
    (MEAL, {1: FieldChange(type=TRANSFER, category="转账")}, "改为转账|分类改成转账"),
    (ENVELOPE, {1: of(TRANSFER)}, "类型改成转账"),
    (MEAL, {1: FieldChange(category="娱乐", description="看电影")}, "改成看电影|不是吃饭是看电影"),
    (MEAL, {1: of(INCOME)}, "应该是收入，支出|收入支出收入"),
)


@pytest.mark.parametrize(
    ("text", "items", "expected"),
    [(text, items, found) for items, found, block in ADDED for text in said(block)],
)
def test_fields_that_change_together(
    text: str, items: tuple[DraftTransaction, ...], expected: dict[int, FieldChange]
) -> None:
    assert changes(text, items) == expected


def resolved(items: tuple[DraftTransaction, ...], *numbers: int) -> tuple[DraftTransaction, ...]:
    return tuple(
        replace(item, status=DraftStatus.CANCELLED) if item.number in numbers else item for item in items
    )


def test_rows_keep_the_numbers_of_the_card() -> None:
    open_rows = resolved(FOUR, 1)
    assert changes("第二笔改成八十", open_rows) == {2: amount("80")}
    assert changes("最后一笔改成八十", open_rows) == {4: amount("80")}


def test_a_resolved_row_is_named_and_not_changed() -> None:
    open_rows = resolved(FOUR, 1, 4)
    assert changes("第一笔改成八十", open_rows) == AlreadyResolved((1,))
    assert changes("第一笔和第四笔改成八十", open_rows) == AlreadyResolved((1, 4))
    assert changes("前两笔都算餐饮", open_rows) == AlreadyResolved((1,))
    assert changes("工资改成八十", open_rows) == WhichRow()


def test_without_a_row_number_the_only_pending_row_is_meant() -> None:
    assert changes("改成八十", resolved(FOUR, 1, 2, 4)) == {3: amount("80")}
    assert changes("这笔改成八十", resolved(FOUR, 1, 2, 4)) == {3: amount("80")}


def test_why_nothing_changes() -> None:
    assert corrected("改成五十", FOUR) == WhichRow()
    assert corrected("金额错了", FOUR) == WhichRow()
    assert corrected("第七笔改成五十", FOUR) == NoSuchRow(7)
    assert corrected("第0笔改成五十", FOUR) == NoSuchRow(0)
    assert corrected("倒数第五笔改成五十", FOUR) == NoSuchRow(-5)
    assert corrected("第二笔不对", FOUR) == NotUnderstood()
    assert corrected("金额平分", FOUR) == NotUnderstood()
    assert corrected("不对", MEAL) == NotUnderstood()
    assert corrected("第二笔改成五十，第二笔改成六十", FOUR) == NotUnderstood()
    assert corrected("改成五十", ()) == NotUnderstood()


@given(st.integers(1, 10), st.integers(1, 9999))
def test_a_numbered_row_is_the_one_that_changes(number: int, yuan: int) -> None:
    rows = tuple(row(index, str(10_000 + index), EXPENSE, "其他", "") for index in range(10))
    assert changes(f"第{spoken(number)}笔改成{spoken(yuan)}块", rows) == {number: amount(str(yuan))}


WORDS = st.sampled_from(
    [word for word in LEXICON if len(word) < 5]
    + said(
        "第一笔|第二笔|最后一笔|前两笔|五十|六十块|打车|奶茶|吃饭|红包|餐饮|收入|支出|昨天|用微信付的|那笔|备注|金额|改成|是|不是|火|星"
    )
)


@settings(max_examples=400)
@given(st.lists(WORDS, min_size=1, max_size=7), st.sampled_from([MEAL, TWO, FOUR, resolved(FOUR, 1, 4)]))
def test_any_words_change_only_pending_rows_and_each_once(
    words: list[str], items: tuple[DraftTransaction, ...]
) -> None:
    found = corrected("".join(words), items)
    if isinstance(found, Changed):
        indices = [correction.index for correction in found.corrections]
        assert len(set(indices)) == len(indices)
        assert set(indices) <= {item.index for item in items if item.is_pending}
        assert all(not correction.fields.is_empty for correction in found.corrections)


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("咖啡不是二十二，是三十二", {3: amount("32")}),
        ("咖啡不是二十二块是三十二块五", {3: amount("32.5")}),
        ("咖啡32不是22", {3: amount("32")}),
    ],
)
def test_the_words_before_a_denied_amount_name_the_row(text: str, changed: dict[int, FieldChange]) -> None:
    assert changes(text, TAXIS) == changed


@pytest.mark.parametrize("text", said("别把打车改成五十|不要把咖啡改成五十|别改成五十|先别把第一笔改成五十"))
def test_a_forbidden_change_is_not_made(text: str) -> None:
    assert not isinstance(corrected(text, TAXIS), Changed)
