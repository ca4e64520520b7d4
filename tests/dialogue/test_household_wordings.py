"""A small year of a household with several wordings, and tables that are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.household_plan import HEADER, read_household
from benchmarks.household_wordings import live
from voiced.dialogue.values.policy import Policy

LINES = (
    "陪客户吃饭\t支出\t人情\t信用卡\t8\t100\t300\t\t\t\t陪客户吃饭{} | 请客户吃饭{}",
    "游泳\t支出\t孩子\t微信\t8\t30\t60\t运动\t\t游泳{}，这次算娱乐=娱乐\t游泳{} | 带娃游泳{}",
    "宽带费\t支出\t水电\t微信\tmonthly:8\t90\t90\t\t\t\t宽带费{} | 家里网费{}",
)


def table(folder: Path, *lines: str) -> Path:
    path = folder / "home.tsv"
    path.write_text("\n".join((HEADER, *lines)), encoding="utf-8")
    return path


async def test_memory_saves_corrections_and_writes_what_is_wanted(tmp_path: Path) -> None:
    things = read_household(table(tmp_path, *LINES))
    without = await live(things, 3, Policy(habits=False))
    year = await live(things, 3, Policy())
    assert without.rows["year"] == year.rows["year"] > 20
    assert year.corrected["year"] < 0.6 * without.corrected["year"]
    assert (year.differing, year.lost, year.again) == (0, 0, 0)
    assert set(year.wrong) <= {"change, thing", "change, words"}
    assert year.offered_right == year.offered > 5


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (LINES[0].replace("人情", "没有的"), "no category 没有的"),
        (LINES[0].replace("信用卡", "没有的"), "no account 没有的"),
        (LINES[0].replace("{}", ""), "has no {}"),
        (LINES[0].replace("100", "多"), "is no amount"),
        ("x\ty", "home.tsv:2"),
    ],
)
def test_a_line_that_is_wrong_is_named(tmp_path: Path, line: str, why: str) -> None:
    with pytest.raises(ValueError, match=r"home\.tsv:2") as refusal:
        read_household(table(tmp_path, line))
    assert why in str(refusal.value)
