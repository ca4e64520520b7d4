"""The house sees and steers the daemon over a real broker."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import logging
import socket
from collections.abc import Generator
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.home.houses import NODE, a_linked_house, an_onlooker, settings_for
from tests.support.mosquitto_rig import PASSWORD, USER, MosquittoRig, certificate_at, mosquitto
from voiced.adapters.machine import mqtt_broker
from voiced.app.build_home import broker_of
from voiced.config import MqttSettings
from voiced.dialogue.values.state import Phase
from voiced.errors import BrokerAway
from voiced.home import link
from voiced.home.entities import OFFLINE, ONLINE, PRESS, Topic
from voiced.ports.broker import HouseMessage


@pytest.fixture
def broker(tmp_path: Path) -> Generator[MosquittoRig]:
    with mosquitto(tmp_path) as broker:
        yield broker


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link, "RIPE_SECONDS", 0.05)
    monkeypatch.setattr(link, "FIRST_WAIT_SECONDS", 0.05)


async def test_the_house_sees_a_purchase_from_beginning_to_end(tmp_path: Path, broker: MosquittoRig) -> None:
    async with a_linked_house(tmp_path, settings_for(broker)) as house, an_onlooker(broker) as home:
        await home.until(Topic.STATUS, ONLINE)
        await home.until(Topic.STATE, "idle")
        await home.until(Topic.LAST_SAVED, "None")
        await house.wake()
        await home.until(Topic.STATE, "listening")
        await house.says("午饭35块，打车20")
        await home.until(Topic.STATE, "confirming")
        await home.until_that(lambda: '"rows":2' in (home.of(Topic.DRAFT) or ""))
        await house.says("确认")
        event = json.loads(await home.until_told(Topic.SAVED))
        await home.until(Topic.STATE, "listening")
        await home.until_value(Topic.SPENT_TODAY, "55")
        await home.until_value(Topic.SPENT_THIS_MONTH, "55")
        await home.until(Topic.BUDGET_LEFT, "None")
        assert event == {"event_type": "saved", "rows": 2}


async def test_the_buttons_wake_confirm_and_cancel(tmp_path: Path, broker: MosquittoRig) -> None:
    async with a_linked_house(tmp_path, settings_for(broker)) as house, an_onlooker(broker) as home:
        await home.until(Topic.STATUS, ONLINE)
        await home.asks(Topic.WAKE, PRESS)
        await home.until(Topic.STATE, "listening")
        await house.says("午饭35块")
        await home.until(Topic.CONFIRM_READY, ONLINE)
        await home.asks(Topic.CONFIRM, PRESS)
        await home.until_told(Topic.SAVED)
        await home.until(Topic.CONFIRM_READY, OFFLINE)
        await house.says("奶茶15")
        await home.until(Topic.CANCEL_READY, ONLINE)
        await home.asks(Topic.CANCEL, PRESS)
        await home.until(Topic.CANCEL_READY, OFFLINE)
        assert await house.written() == ["35"]
        assert house.conversation.state.batch is None


WORDS = ("海底捞火锅280块", "确认", "嗯那个什么来着", "今天花了多少")


async def test_no_word_leaves_the_daemon_by_itself(tmp_path: Path, broker: MosquittoRig) -> None:
    async with an_onlooker(broker) as home, a_linked_house(tmp_path, settings_for(broker)) as house:
        await home.until(Topic.STATUS, ONLINE)
        await house.wake()
        await house.says(*WORDS)
        await home.until_told(Topic.SAVED)
        await home.until_value(Topic.SPENT_TODAY, "280")
        everything = json.dumps(home.seen, ensure_ascii=False)
    assert not any(word in everything for word in ("海底捞", "火锅", "餐饮", "那个", "280元"))


async def test_words_are_told_where_that_is_asked_for_and_wiped_where_no_longer(
    tmp_path: Path, broker: MosquittoRig
) -> None:
    entry, config = "餐饮 280元 海底捞火锅", "homeassistant/sensor/voiced_kitchen/last_entry/config"
    async with an_onlooker(broker) as home:
        async with a_linked_house(tmp_path, replace(settings_for(broker), entries=True)) as house:
            await home.until(Topic.STATUS, ONLINE)
            await house.wake()
            await house.says(*WORDS)
            assert json.loads(await home.until_told(Topic.SAVED))["entries"] == [entry]
            await home.until(Topic.LAST_ENTRY, entry)
            assert home.kept[config]
        async with a_linked_house(tmp_path, settings_for(broker)):
            await home.until(Topic.LAST_ENTRY, "")
            await home.until_that(lambda: home.kept[config] == "")


async def test_the_broker_tells_that_the_daemon_is_gone(tmp_path: Path, broker: MosquittoRig) -> None:
    async with an_onlooker(broker) as home:
        async with a_linked_house(tmp_path, settings_for(broker)):
            await home.until(Topic.STATUS, ONLINE)
        await home.until(Topic.STATUS, OFFLINE)


async def test_the_link_comes_back_after_the_broker_and_tells_everything_anew(
    tmp_path: Path, broker: MosquittoRig
) -> None:
    async with a_linked_house(tmp_path, settings_for(broker)) as house:
        async with an_onlooker(broker) as home:
            await home.until(Topic.STATUS, ONLINE)
        broker.stop()
        await house.wake()
        await house.says("午饭35块", "确认", "奶茶15")
        assert await house.written() == ["35"], "the daemon works without the broker"
        broker.start()
        async with an_onlooker(broker) as home:
            await home.until(Topic.STATUS, ONLINE)
            await home.until(Topic.STATE, "confirming")
            assert home.of(Topic.SAVED) is None, "what was saved meanwhile is no news"
            assert f"{NODE.discovery_prefix}/button/voiced_kitchen/confirm/config" in home.kept
            await home.until(Topic.CONFIRM_READY, ONLINE)
            await home.asks(Topic.CONFIRM, PRESS)
            await home.until_told(Topic.SAVED)


async def test_a_press_that_the_broker_kept_does_nothing(
    tmp_path: Path, broker: MosquittoRig, caplog: pytest.LogCaptureFixture
) -> None:
    async with an_onlooker(broker) as home:
        for topic in (Topic.WAKE, Topic.CONFIRM, Topic.CANCEL):
            await home.asks(topic, PRESS, retain=True)
        await home.asks(Topic.MICROPHONE_SET, "OFF", retain=True)
        async with a_linked_house(tmp_path, settings_for(broker)) as house:
            await home.until(Topic.MICROPHONE, "OFF")
            assert not house.microphone.is_on, "the switch alone is kept"
            assert house.conversation.phase is Phase.IDLE
            await home.asks(Topic.MICROPHONE_SET, "ON")
            await home.until(Topic.MICROPHONE, "ON")
            assert house.microphone.is_on


async def test_an_objection_that_was_not_resolved_is_read_back_first(
    tmp_path: Path, broker: MosquittoRig
) -> None:
    async with a_linked_house(tmp_path, settings_for(broker)) as house, an_onlooker(broker) as home:
        await home.until(Topic.STATUS, ONLINE)
        await house.wake()
        await house.says("午饭35块", "不对，改一下那个")
        await home.until(Topic.CONFIRM_READY, ONLINE)
        await home.asks(Topic.CONFIRM, PRESS)
        await home.until(Topic.CONFIRM_READY, OFFLINE)
        await home.until(Topic.CONFIRM_READY, ONLINE)
        assert await house.written() == []
        await home.asks(Topic.CONFIRM, PRESS)
        await home.until_told(Topic.SAVED)
        assert await house.written() == ["35"]


async def test_the_password_comes_from_a_file_and_is_never_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    with mosquitto(tmp_path, asks_password=True) as broker:
        mqtt = replace(settings_for(broker), user=USER, password_file=str(broker.password_file))
        async with an_onlooker(broker) as home, a_linked_house(tmp_path, mqtt):
            await home.until(Topic.STATUS, ONLINE)
        stranger = dataclasses.replace(broker_of(mqtt, "stranger"), password="falsch")  # noqa: S106 - a wrong one
        with pytest.raises(BrokerAway, match="uthori") as refused:
            async with stranger.connection(None, ()):
                pass
        assert PASSWORD not in f"{caplog.text}{stranger}{refused.value}{broker_of(mqtt, 'x')}"
        assert "falsch" not in f"{caplog.text}{stranger}{refused.value}"


async def test_a_password_that_the_broker_takes_no_more_is_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with mosquitto(tmp_path, asks_password=True) as broker:
        mqtt = replace(settings_for(broker), user=USER, password_file=str(broker.password_file))
        broker.password_file.chmod(0o644)
        refused = asyncio.Event()

        def notes_refusal(record: logging.LogRecord) -> bool:
            if "not authorised" in record.getMessage():
                refused.set()
            return True

        caplog.handler.addFilter(notes_refusal)
        async with a_linked_house(tmp_path, mqtt):
            assert f"other users can read {mqtt.password_file}" in caplog.text
            async with an_onlooker(broker) as home:
                await home.until(Topic.STATUS, ONLINE)
            broker.change_password("another")
            await asyncio.wait_for(refused.wait(), 30)


# paho-mqtt leaves the socket of a refused handshake to the garbage collector.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
async def test_an_encrypted_connection_trusts_the_named_authority_alone(tmp_path: Path) -> None:
    authority = certificate_at(tmp_path)
    tls = f"certfile {authority}\nkeyfile {authority}"
    with mosquitto(tmp_path, extra=tls) as broker:
        mqtt = replace(settings_for(broker), host="localhost", tls=True, ca_file=str(authority))
        async with broker_of(mqtt, "voiced").connection(None, ()) as connection:
            await connection.publish(HouseMessage("voiced/kitchen/status", ONLINE))
        with pytest.raises(BrokerAway, match="certificate"):
            async with broker_of(replace(mqtt, ca_file=""), "voiced").connection(None, ()):
                pass


async def test_a_broker_that_never_answers_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mqtt_broker, "CONNECT_SECONDS", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        mqtt = MqttSettings(host="127.0.0.1", port=int(silent.getsockname()[1]))
        with pytest.raises(BrokerAway, match=r"Operation timed out|no broker answers"):
            async with broker_of(mqtt, "voiced").connection(None, ()):
                pass
