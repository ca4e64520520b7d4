"""Conversations that tests start in the middle of: a draft was understood, shown and read back."""

from __future__ import annotations

import re
from datetime import timedelta

from msgspec.structs import replace

from tests.support.answers import answer_of
from tests.support.now import NOW
from tests.support.script import ONLINE, Stage, in_session
from voiced.dialogue.values import events as ev
from voiced.dialogue.values.policy import Policy
from voiced.dialogue.values.requests import Parsing
from voiced.dialogue.values.state import Dialogue

ONE = "支出60 餐饮 吃饭"
TWO = "支出60 餐饮 吃饭；支出30 交通 打车"
FOUR = "支出60 餐饮 吃饭；支出60 洗浴 洗脚；收入30 红包 抢红包；收入90 工资 工资"
TEN = "；".join(f"支出{number} 餐饮 第{number}顿" for number in range(1, 11))


def draft(entries: str) -> Dialogue:
    """The state after the entries (see `answers`) were read back with the question whether they are right."""
    asking = replace(ONLINE, local_first=False)
    stage = Stage(asking, in_session(asking), NOW - timedelta(seconds=5), _steps=1000)
    stage.happen(ev.Heard(_said(entries)))
    request = stage.state.in_flight
    assert isinstance(request, Parsing)
    stage.happen(ev.Parsed(request.number, answer_of(entries, NOW.date())))
    assert stage.state.batch is not None, f"no draft of {entries}"
    return stage.state


def _said(entries: str) -> str:
    """Words that bear the entries: the things and the amounts of all readings, without category and account."""
    things = (entry.split() for row in entries.split("；") for entry in re.split(" 或 | 和 ", row))
    return "，".join(f"{words[2] if len(words) > 2 else ''}{_amount(words[0])}" for words in things)


def _amount(words: str) -> str:
    return re.sub("^(?:支出|收入|转账)", "", words).removesuffix("?")


def saved(entries: str) -> Dialogue:
    """The state after the entries were confirmed and written, and it was asked whether there is more."""
    return after("你: 确认", draft(entries))


def after(script: str, start: Dialogue, policy: Policy = ONLINE) -> Dialogue:
    """The state after more utterances. The daemon's answers are not compared."""
    stage = Stage(policy, start)
    for line in filter(None, map(str.strip, script.splitlines())):
        stage.read(line)
    return stage.state
