"""The JSON-lines contract of `voiced nlu`, through the command itself."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

import pytest

from voiced.cli.main import main

TWO_ROWS = [
    {"index": 0, "amount": 20, "category": "交通", "type": "EXPENSE", "description": "打车"},
    {"index": 1, "amount": "15.5", "category": "饮品", "type": "EXPENSE", "description": "奶茶"},
]
FOUR_ROWS = [
    {"index": index, "amount": "10", "category": "其他", "type": "EXPENSE", "description": name}
    for index, name in enumerate(("早餐", "地铁", "买书", "电费"))
]


@dataclass(frozen=True)
class Done:
    returncode: int
    stdout: str
    stderr: str


def nlu(what: str, *lines: str) -> Done:
    """`voiced nlu` with lines on stdin, in this process."""
    stdin = io.TextIOWrapper(io.BytesIO("\n".join(lines).encode()))
    stdout, stderr = io.TextIOWrapper(io.BytesIO(), encoding="utf-8"), io.StringIO()
    with patch("sys.stdin", stdin), redirect_stdout(stdout), redirect_stderr(stderr):
        status = main(["nlu", what])
    stdout.seek(0)
    return Done(status, stdout.read(), stderr.getvalue())


def answers(what: str, *questions: dict[str, Any]) -> list[Any]:
    done = nlu(what, *(json.dumps(question) for question in questions))
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def intents(*texts: str) -> list[Any]:
    return answers("intent", *({"text": text} for text in texts))


def test_each_kind_of_command_has_its_intent() -> None:
    expected = {
        "确认": "confirm",
        "嗯": "confirm",
        "不用改了": "confirm",
        "取消": "cancel",
        "重来": "cancel",
        "退出": "exit",
        "继续记账": "continue",
        "等一下": "wait",
        "这个月花了多少": "query",
        "还剩多少预算": "query",
        "念一遍": "query",
        "不对": "correction",
        "不": "correction",
        "撤销刚才那笔": "correction",
        "刚才那笔改成50": "correction",
        "打车二十": "new_input",
        "这笔不要了": "cancel",
        "这个对的": "confirm",
    }
    assert [answer["intent"] for answer in intents(*expected)] == list(expected.values())


def test_items_are_as_said() -> None:
    assert intents("第一笔和第三笔确认", "最后两笔删了", "不对") == [
        {"intent": "confirm_item", "items": [1, 3]},
        {"intent": "cancel_item", "items": [-2, -1]},
        {"intent": "correction", "items": []},
    ]


def test_rows_that_have_no_number_say_what_they_are() -> None:
    assert intents("剩下的都确认", "除了第三笔其他都确认", "红包那笔不要了", "两笔都确认") == [
        {"intent": "confirm_item", "items": [], "others": True},
        {"intent": "confirm_item", "items": [], "except": [3]},
        {"intent": "cancel_item", "items": [], "described": "红包"},
        {"intent": "confirm", "items": [], "counted": 2},
    ]


def test_two_things_at_once_are_a_compound() -> None:
    assert intents("确认并退出") == [
        {
            "intent": "compound",
            "items": [],
            "operations": [{"intent": "confirm", "items": []}, {"intent": "exit", "items": []}],
        }
    ]


def test_entries_have_amounts_as_decimal_strings() -> None:
    assert answers("parse", {"text": "昨天打车花了三十五块五", "now": "2026-11-21T10:30:00"}) == [
        {
            "transactions": [
                {
                    "amount": "35.5",
                    "type": "EXPENSE",
                    "category": "交通",
                    "description": "打车",
                    "date": "2026-11-20",
                }
            ]
        }
    ]


def test_a_transfer_names_both_its_accounts() -> None:
    (answer,) = answers("parse", {"text": "微信转支付宝两百", "now": "2026-11-21T12:00:00+08:00"})
    (row,) = answer["transactions"]
    assert (row["type"], row["account"], row["toAccount"]) == ("TRANSFER", "微信", "支付宝")


def test_now_may_be_a_time_without_seconds_or_a_day() -> None:
    for now in ("2026-11-21T10:30", "2026-11-21"):
        assert (
            answers("parse", {"text": "昨天打车30", "now": now})[0]["transactions"][0]["date"] == "2026-11-20"
        )


def test_a_sentence_without_an_entry_has_an_empty_list() -> None:
    assert answers("parse", {"text": "今天吃饭了"}) == [{"transactions": []}]


def corrected(text: str, batch: list[dict[str, Any]]) -> Any:
    return answers("correct", {"text": text, "batch": batch, "now": "2026-11-21T10:30:00"})[0]


def doubt(text: str) -> tuple[list[str | None], str, list[list[str | None]]]:
    """The amounts of the rows of a sentence, the reason of its doubt, and the amounts of each reading."""
    (answer,) = answers("parse", {"text": text, "now": "2026-11-21T10:30:00"})
    readings = [[row["amount"] for row in rows] for rows in answer["doubt"]["readings"]]
    return [row["amount"] for row in answer["transactions"]], answer["doubt"]["reason"], readings


def test_of_two_readings_the_better_one_is_in_the_rows() -> None:
    assert doubt("四张门票每张40") == (["160"], "worked_out", [["160"], ["40"]])
    assert doubt("午饭六十，四张门票每张40") == (["60", "160"], "worked_out", [["60", "160"], ["60", "40"]])


def test_an_entry_without_an_amount_in_yuan_and_an_offered_one_are_no_row() -> None:
    assert doubt("坐地铁上班") == ([], "incomplete", [[None]])
    assert doubt("买书30美元") == ([], "foreign", [[None]])
    assert doubt("门票票价四十") == ([], "happened", [["40"], []])
    assert doubt("午饭30，票价四十") == (["30"], "happened", [["30", "40"], ["30"]])


def test_a_row_that_lacks_its_purpose_or_has_to_be_checked_is_a_row_with_a_doubt() -> None:
    assert doubt("三十块") == (["30"], "incomplete", [["30"]])
    assert doubt("大概花了两百多买菜") == (["200"], "unsure", [["200"]])


@pytest.mark.parametrize("text", ["明天要交房租三千", "第二笔改成50", "这个月吃饭花了多少", "念一遍", "确认"])
def test_words_that_are_no_entry_have_no_doubt(text: str) -> None:
    assert answers("parse", {"text": text}) == [{"transactions": []}]


def test_a_change_names_its_row_from_0_and_its_fields() -> None:
    assert corrected("奶茶那笔改成十八，日期改成昨天", TWO_ROWS) == {
        "intent": "correction",
        "items": [],
        "corrections": [{"index": 1, "updatedFields": {"amount": "18", "date": "2026-11-20"}}],
    }


@pytest.mark.parametrize(
    "text", ["改成五十", "第七笔改成五十", "金额错了", "打车拆成两笔", "第七笔不要", "发票那笔不要"]
)
def test_where_one_has_to_ask_back_there_are_no_corrections(text: str) -> None:
    assert corrected(text, FOUR_ROWS) == {"intent": "correction", "items": [], "corrections": []}


@pytest.mark.parametrize(
    ("text", "intent", "items"),
    [
        ("最后一笔删掉", "cancel_item", [4]),
        ("倒数第二笔确认", "confirm_item", [3]),
        ("地铁那笔不要了", "cancel_item", [2]),
        ("又打车花了二十", "new_input", []),
        ("确认", "confirm", []),
    ],
)
def test_rows_of_a_batch_have_their_numbers(text: str, intent: str, items: list[int]) -> None:
    assert corrected(text, FOUR_ROWS) == {"intent": intent, "items": items, "corrections": []}


def test_two_rows_are_all_rows_only_where_there_are_two() -> None:
    assert corrected("两笔都不要", TWO_ROWS) == {"intent": "cancel_item", "items": [1, 2], "corrections": []}
    assert corrected("两笔都不要", FOUR_ROWS)["intent"] == "correction"


def test_others_are_those_still_pending() -> None:
    batch = [{**row, "status": "confirmed" if row["index"] == 0 else "pending"} for row in FOUR_ROWS]
    assert corrected("剩下的都确认", batch)["items"] == [2, 3, 4]
    assert corrected("除了第三笔其他都确认", batch)["items"] == [2, 4]
    assert corrected("除了第九笔其他都确认", batch)["intent"] == "correction"


def test_this_row_is_the_only_one_of_a_single_batch() -> None:
    assert corrected("这笔不要了", TWO_ROWS[:1])["intent"] == "cancel"
    assert corrected("这笔不要了", TWO_ROWS)["intent"] == "correction"
    one_pending = [{**TWO_ROWS[0], "status": "cancelled"}, TWO_ROWS[1]]
    assert corrected("这笔不要了", one_pending) == {
        "intent": "cancel_item",
        "items": [2],
        "corrections": [],
    }


def test_the_parts_of_a_compound_are_certain_together_or_not_at_all() -> None:
    assert corrected("第二笔不要，其他的确认", FOUR_ROWS)["operations"] == [
        {"intent": "cancel_item", "items": [2]},
        {"intent": "confirm_item", "items": [1, 3, 4]},
    ]
    assert corrected("第九笔不要，其他的确认", FOUR_ROWS)["intent"] == "correction"


def test_a_resolved_row_is_not_changed() -> None:
    batch = [TWO_ROWS[0], {**TWO_ROWS[1], "status": "cancelled"}]
    assert corrected("第二笔改成五十", batch)["corrections"] == []


@pytest.mark.parametrize(
    ("what", "line", "why"),
    [
        ("intent", "not json", "malformed"),
        ("intent", '{"txt": "确认"}', "text"),
        ("intent", '{"text": 5}', "$.text"),
        ("parse", '{"text": "午饭35", "now": "today"}', "write it as 2026-11-21T10:30"),
        ("correct", '{"text": "确认"}', "batch"),
        ("correct", '{"text": "确认", "batch": [{"index": 1}]}', "without gaps"),
        ("correct", '{"text": "确认", "batch": [{"index": 0, "amount": "0.001"}]}', "not an amount of money"),
        ("correct", '{"text": "确认", "batch": [{"index": 0, "status": "done"}]}', "status"),
    ],
)
def test_a_bad_line_is_named_and_ends_with_2(what: str, line: str, why: str) -> None:
    done = nlu(what, '{"text": "确认", "batch": []}', "", line)
    assert done.returncode == 2
    assert len(done.stdout.splitlines()) == 1, "the line before it is answered"
    assert len(done.stderr.splitlines()) == 1
    assert "line 3" in done.stderr
    assert why in done.stderr


def test_the_command_itself_reads_and_writes_lines() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "voiced", "nlu", "intent"],
        input='{"text": "确认"}\n',
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, '{"intent":"confirm","items":[]}\n', "")


def test_the_reading_of_a_number_is_explained() -> None:
    [found] = answers("explain", {"text": "帮我记一笔，门票原价一百二，打完折八十"})
    assert [number["answer"] for number in found["numbers"]] == ["other_money", "paid"]
    assert all(number["because"] for number in found["numbers"])
