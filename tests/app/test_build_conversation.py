"""A conversation over a real ledger that others change meanwhile."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec
import pytest

from voiced.adapters.ledger.sql_names import SqlNames
from voiced.adapters.machine.clocks import SystemClock
from voiced.app.build_conversation import Surroundings, open_conversation
from voiced.app.build_ledger import open_database
from voiced.card.card import Card
from voiced.config import Llm, Settings, VoiceSettings
from voiced.dialogue.sentences import phrases
from voiced.dialogue.values import events as ev
from voiced.runtime.conversation import Conversation

SETTINGS = msgspec.structs.replace(Settings(), voice=VoiceSettings(engine="none"))


async def says(conversation: Conversation, text: str) -> None:
    conversation.post(ev.Heard(text))
    await conversation.settled()


async def test_a_draft_whose_category_is_renamed_meanwhile_is_saved_when_it_is_confirmed_again(
    tmp_path: Path,
) -> None:
    ledger, card = tmp_path / "ledger.db", Card()
    async with open_conversation(SETTINGS, Surroundings(ledger, SystemClock(), card)) as conversation:
        conversation.post(ev.Woken())
        await says(conversation, "午饭35块")
        names = SqlNames(await open_database(ledger))
        (food,) = [one for one in await names.categories() if one.name == "餐饮"]
        await names.rename_category(food, "吃喝")
        await names.close()
        await says(conversation, "确认")
        assert card.state.said == phrases.SAVE_FAILED
        await says(conversation, "确认")
        assert card.state.saved is not None
        assert [row.category for row in card.state.saved] == ["吃喝"]


@pytest.mark.parametrize(("trust", "believes"), [("full", True), ("auto", False), ("weighed", False)])
async def test_a_conversation_knows_how_far_its_model_is_believed(
    trust: Literal["full", "auto", "weighed"],
    believes: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    llm = Llm(base_url="http://127.0.0.1:9", trust=trust)
    settings = msgspec.structs.replace(SETTINGS, llm=llm)
    around = Surroundings(tmp_path / "ledger.db", SystemClock(), Card())
    async with open_conversation(settings, around) as conversation:
        keeper = conversation.world.trust
        assert keeper is not None
        policy = conversation._policy  # pyright: ignore[reportPrivateUsage]
        assert (keeper.believes, policy.believes) == (believes, believes)
        keeper.revoke()
        assert not keeper.believes
    async with open_conversation(SETTINGS, around) as conversation:
        assert conversation.world.trust is None
