"""A year of a household: the corrections that it needs with and without memory, and what memory costs.

    python -m benchmarks.household_year [--rows N] [--seeds N]

Two persons tell rows to the real dialogue with the local rules and a real ledger, without sound. Each thing has the category
and the account that the household wants for it. Some differ from what the rules say, two things are filed otherwise by each
person, three change in the middle of the year, and one row in four is bought once only. A row is corrected until it is right,
and confirmed; one in fifty is undone. Exit status 1: corrections fall by less than half, memory changed a row without such a
correction before, or reading a sentence costs more than 50 µs more.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from pathlib import Path
from statistics import mean, median
from uuid import UUID

from tests.support.house import House
from voiced.adapters.ledger.sqlite_ledger import SqliteLedger
from voiced.dialogue.machine import step
from voiced.dialogue.values import events as ev
from voiced.dialogue.values.policy import Policy
from voiced.dialogue.values.state import Dialogue, Moment
from voiced.domain.thing_words import like_words
from voiced.domain.transaction import ParseResult

START = datetime(2026, 1, 1, 8, 0, tzinfo=timezone(timedelta(hours=8)))
ROWS, SEEDS = 1000, 5
FEWER, MICROSECONDS = 0.5, 50.0
ONCE_ONLY, UNDONE, SECOND_PERSON = 0.25, 0.02, 0.4
MOST_CORRECTIONS = 4
"""A row that is still wrong after so many corrections is a fault of the script or of the rules."""


@dataclass(frozen=True)
class Thing:
    """Something that the household buys again and again.

    Attributes:
        category: where the first person wants it.
        account: the one that the household pays with; None for the default account, which is never said.
        weight: how often it is bought, compared with others.
        second: where the second person wants it, if elsewhere.
        later: where the household wants it from the middle of the year on, if elsewhere.
    """

    name: str
    category: str
    weight: int = 4
    account: str | None = None
    second: str = ""
    later: str = ""

    def wanted(self, person: int, *, is_late: bool) -> str:
        """The category that a person wants for it now."""
        return (self.later if is_late else "") or (self.second if person else "") or self.category


THINGS = (
    Thing("早饭", "餐饮", 12),
    Thing("午饭", "餐饮", 12),
    Thing("晚饭", "餐饮", 6),
    Thing("打车", "交通", 6),
    Thing("地铁", "交通", 10, "支付宝"),
    Thing("公交", "交通", 4),
    Thing("加油", "交通", 2, "信用卡"),
    Thing("停车", "交通", 3),
    Thing("奶茶", "餐饮", 5),
    Thing("咖啡", "饮品", 6),
    Thing("买菜", "买菜", 10),
    Thing("水果", "零食", 5),
    Thing("鸡蛋", "买菜", 3),
    Thing("牛奶", "买菜", 4),
    Thing("猫粮", "日用", 3),
    Thing("猫砂", "日用", 3),
    Thing("洗衣液", "日用", 2),
    Thing("纸巾", "日用", 3),
    Thing("牙膏", "日用", 1),
    Thing("房租", "住房", 1, "银行卡"),
    Thing("电费", "水电", 1),
    Thing("话费", "通讯", 1, "微信"),
    Thing("理发", "日用", 1),
    Thing("健身", "医疗", 2, later="运动"),
    Thing("书", "孩子", 2, later="学习"),
    Thing("游泳", "孩子", 2, later="运动"),
    Thing("买药", "医疗", 2),
    Thing("零食", "零食", 4),
    Thing("矿泉水", "买菜", 2, second="饮品"),
    Thing("烟", "餐饮", 2, second="烟酒"),
    Thing("文具", "孩子", 2),
    Thing("玩具", "孩子", 2),
    Thing("快递", "日用", 2),
    Thing("面包", "餐饮", 4),
)
RARE = [
    "拖鞋",
    "台灯",
    "雨伞",
    "相框",
    "门票",
    "耳机",
    "花瓶",
    "口红",
    "手套",
    "围巾",
    "被子",
    "枕头",
    "吉他",
    "滑板",
    "帐篷",
    "剪刀",
    "钳子",
    "插座",
    "窗帘",
    "锅铲",
    "砂锅",
    "茶叶",
    "月饼",
    "粽子",
]
"""Things that are bought once in a while and are wanted where the rules put them; each gets a word of its own before it."""


@dataclass
class Year:
    """What happened in a year.

    Attributes:
        corrections: the number of sentences that corrected a row.
        filled: rows that got a value of memory.
        unasked: such rows whose words had not been corrected so before.
        wrong: values of memory that were corrected.
        sentences: all sentences that told of a row.
    """

    corrections: int = 0
    filled: int = 0
    unasked: int = 0
    wrong: int = 0
    sentences: list[str] = field(default_factory=list[str])


async def live(house: House, rows: int, seed: int) -> Year:
    """A year of rows, drawn with this seed."""
    dice, year = random.Random(seed), Year()  # noqa: S311 - a household, no secrets
    told: dict[tuple[str, str], list[str]] = {}
    await house.look_up()
    for number in range(rows):
        house.now = START + timedelta(minutes=number * 365 * 24 * 60 // rows)
        person, is_late = int(dice.random() < SECOND_PERSON), number > rows // 2
        if dice.random() < ONCE_ONLY:
            name, wanted, account = f"{dice.choice('红蓝白黑大小新旧')}{dice.choice(RARE)}", None, None
        else:
            (thing,) = dice.choices(THINGS, [thing.weight for thing in THINGS])
            name, wanted, account = thing.name, thing.wanted(person, is_late=is_late), thing.account
        sentence = f"{name}{dice.randint(3, 180)}元"
        year.sentences.append(sentence)
        await house.say(sentence)
        _judge(house.row, told, year)
        await _correct(house, wanted, account, told, year)
        await house.say("确认")
        if house.state.batch is not None:
            raise AssertionError(f"{sentence} was not saved: {house.state.said}")
        if dice.random() < UNDONE:
            await house.say("撤销刚才那笔")
            await house.say("对")
    return year


def _judge(row: ParseResult, told: dict[tuple[str, str], list[str]], year: Year) -> None:
    """Count a row that memory filled in, and one whose value had not been said before."""
    given = row.from_habits.values
    year.filled += bool(given)
    words = like_words(row.description)
    year.unasked += any(told.get((words, name), []).count(value) < 1 for name, value in given.items())


async def _correct(
    house: House, wanted: str | None, account: str | None, told: dict[tuple[str, str], list[str]], year: Year
) -> None:
    """Correct the row until it is as the person wants it."""
    words = like_words(house.row.description)
    for _ in range(MOST_CORRECTIONS):
        row = house.row
        if wanted is not None and row.category != wanted:
            field_name, value, sentence = "category", wanted, f"分类改成{wanted}"
        elif row.account != account:
            field_name, value = "account", account or "现金"
            sentence = f"用{value}付的"
        else:
            return
        year.wrong += field_name in row.from_habits.names
        year.corrections += 1
        told.setdefault((words, field_name), []).append(value)
        await house.say(sentence)
    raise AssertionError(f"{house.row} does not become {wanted}, {account}: {house.state.said}")


async def year_of(policy: Policy, rows: int, seed: int) -> tuple[Year, Dialogue]:
    """A year with a ledger of its own, and the dialogue at its end."""
    with tempfile.TemporaryDirectory() as folder:
        ledger = await SqliteLedger.open(Path(folder) / "ledger.db")
        house = House(ledger, policy)
        year = await live(house, rows, seed)
        await ledger.close()
        return year, house.state


def cost(state: Dialogue, sentences: Sequence[str], rounds: int = 5) -> tuple[float, float]:
    """The median time of a sentence's step in microseconds, without and with memory, and with what a year taught."""
    moment = Moment(START, str(UUID(int=1, version=4)))
    best: dict[bool, list[float]] = {False: [], True: []}
    policies = {False: Policy(habits=False), True: Policy()}
    for sentence in sentences:
        times: dict[bool, list[float]] = {False: [], True: []}
        for turn in range(2 * rounds):
            is_on = bool(turn % 2)
            begin = time.perf_counter()
            step(policies[is_on], state, ev.Heard(sentence), moment)
            times[is_on].append(time.perf_counter() - begin)
        for is_on, each in times.items():
            best[is_on].append(min(each) * 1e6)
    return median(best[False]), median(
        [off_on[1] - off_on[0] for off_on in zip(best[False], best[True], strict=True)]
    )


def main() -> int:
    """Run the years and print their figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rows", type=int, default=ROWS, help=f"rows of a year (default: {ROWS})")
    parser.add_argument("--seeds", type=int, default=SEEDS, help=f"years (default: {SEEDS})")
    options = parser.parse_args()
    print("seed  corrections without  with memory  fewer  filled in  corrected again  unasked  habits")
    shares, unasked, reading, more = list[float](), 0, list[float](), list[float]()
    for seed in range(1, options.seeds + 1):
        without, _ = asyncio.run(year_of(Policy(habits=False), options.rows, seed))
        year, state = asyncio.run(year_of(Policy(), options.rows, seed))
        fewer = 1 - year.corrections / without.corrections
        plain, added = cost(state, year.sentences[-200:])
        shares.append(fewer)
        unasked += year.unasked
        reading.append(plain)
        more.append(added)
        print(
            f"{seed:4}  {without.corrections:19}  {year.corrections:11}  {fewer:5.0%}  {year.filled:9}  {year.wrong:15}"
            f"  {year.unasked:7}  {len(state.memory.habits):6}"
        )
    print(f"corrections fall by {mean(shares):.0%} (least {min(shares):.0%})")
    print(f"rows changed without such a correction before: {unasked}")
    print(f"a sentence takes {mean(reading):.0f} µs without memory and {mean(more):.1f} µs more with it")
    return int(min(shares) < FEWER or unasked > 0 or max(more) > MICROSECONDS)


if __name__ == "__main__":
    raise SystemExit(main())
