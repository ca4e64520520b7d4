"""docs/home-assistant.md says what the daemon does, and what was seen with real cores of Home Assistant."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import yaml

from tests.machines.house.core import CORES, SINCE_NAMES
from tests.machines.house.story import AWAY, KEPT_BY_HOME_ASSISTANT
from tests.support.trial_records import checked_in
from tests.wyoming.satellites import HANDLED, NOT_HANDLED, Answer, a_home, asks
from voiced.adapters.wyoming.talking import BUSY, NO_BOOKKEEPING
from voiced.dialogue.values.state import Phase
from voiced.home.entities import Node, Topic

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/home-assistant.md").read_text(encoding="utf-8")
SETTINGS = (ROOT / "config/voiced.toml").read_text(encoding="utf-8")
IN_ONE_LINE = " ".join(PAGE.split() + SETTINGS.replace("\n#", "\n").split())
*_KEPT, _LAST_KEPT = KEPT_BY_HOME_ASSISTANT
SEEN = [
    ('leave "Prefer handling commands locally" (「优先在本地处理」) off', "websocket, locally first"),
    (f"Home Assistant keeps {', '.join(_KEPT)} and {_LAST_KEPT} for itself", "websocket, locally first"),
    ("「取消」 drops the draft and 「退出」 ends the session; Home Assistant lets both pass", "websocket, locally first"),
    (f"answers 「打开客厅的灯」 with 「{NO_BOOKKEEPING}」. For the house use a second assistant", "REST: 打开客厅的灯"),
    ("An automation that speaks to voiced needs a `conversation_id` of its own", "REST: calls without a conversation_id"),
    ("After a change of voiced's voice or recogniser, reload its entry", "with a recogniser and a voice, ears and voice"),
    (f"answers each sentence with `{AWAY}`", "while voiced is away"),
    ("is kept over a restart of voiced and offered with the room's next sentence", "while voiced is away"),
    (f"the next one gets 「{BUSY}」", "200 requests at once"),
    ("Satellites then get no speech-to-text from it.", "with asr.engine and voice.engine"),
    ("then only this machine, by any of its addresses", "its Wyoming entry reaches voiced at an own address"),
    ("If the broker refuses it, the log says `not authorised`", "the broker's password changes while it runs"),
    ("A reload also reads the file of the password anew", "a reload takes the mended password file"),
    ("`voiced config check` warn if other users can read it", "config check warns"),
]  # fmt: skip
"""Statements of the page and of the settings, and how the check begins that held with each real core."""


@pytest.mark.parametrize(("statement", "check"), SEEN)
def test_a_statement_was_seen_with_each_real_core(statement: str, check: str) -> None:
    assert statement in IN_ONE_LINE
    record, _ = checked_in("home_assistant")
    for version in CORES:
        held = [verdict for made, verdict in record[f"core {version}"].items() if made.startswith(check)]
        assert held == ["ok"]


def test_satellites_are_named_from_the_version_that_the_page_tells() -> None:
    year, month = SINCE_NAMES
    assert f"| {year}.{month} and newer | it names its satellites" in PAGE
    assert "| before 2024.11 | no conversation agent" in PAGE


async def test_the_automation_of_the_page_keeps_its_draft_by_its_conversation_id(tmp_path: Path) -> None:
    (example,) = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
    data = yaml.safe_load(example)["data"]
    async with a_home(tmp_path) as home:
        automation = home.conversation_of(data["conversation_id"])
        assert (await automation.says(data["text"])).type == HANDLED
        assert (await home.conversation_of("another").says("确认")).type == NOT_HANDLED
        async with home.client() as without_id:
            assert (await asks(without_id, "确认")).type == NOT_HANDLED
        assert await home.written() == []
        assert await automation.says("确认") == Answer(HANDLED, "记好了，还有吗？")
        assert await home.written() == ["3000 EXPENSE 住房"]


def test_the_table_of_entities_is_what_home_assistant_is_told() -> None:
    node = Node("NAME", shows_entries=True)
    rows = re.findall(r"^\| (.+?) \| (sensor|event|switch|button) \| (.+?) \| .+ \|$", PAGE, re.MULTILINE)
    shown = {
        (name, component, topic)
        for names, component, topics in rows
        for name, topic in zip(names.split(", "), re.findall(r"`([\w/]+)`", topics), strict=False)
    }
    described = [(message.topic.split("/")[1], json.loads(message.payload)) for message in node.discovery()]
    first = f"voiced/{node.name}/"
    assert shown == {
        (entity["name"], component, next(topic for key, topic in entity.items() if key.endswith("_topic")).removeprefix(first))
        for component, entity in described
    }  # fmt: skip
    for end in Topic:
        assert f"`{end}`" in PAGE, "each topic is explained"


def test_each_state_is_explained_in_chinese() -> None:
    (entity,) = (
        json.loads(message.payload)
        for message in Node("NAME").discovery()
        if f"/{Topic.STATE}/config" in message.topic
    )
    explained = dict(re.findall(r"`(\w+)` \(([\u4e00-\u9fff]+)\)", PAGE))
    assert list(explained) == entity["options"]
    assert len(set(explained.values())) == len(Phase)


def test_the_page_names_what_was_not_seen() -> None:
    _, _, told = PAGE.partition("## What was seen, and what was not\n")
    assert "`scripts/try-home-assistant`" in told
    assert "](../benchmarks/results/home_assistant.md)" in told
    assert told.partition("Not seen by that script:")[2].count("\n- ") > 2
