"""The entities that Home Assistant discovers: their topics, and the payload that describes each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any

import msgspec
from msgspec import Struct

import voiced
from voiced.domain.transaction import CURRENCY
from voiced.ports.broker import HouseMessage

ONLINE, OFFLINE = "online", "offline"
PRESS, ON, OFF = "PRESS", "ON", "OFF"


class Topic(StrEnum):
    """The ends of the daemon's topics; docs/home-assistant.md explains each."""

    STATUS = "status"
    STATE = "state"
    DRAFT = "draft"
    SPENT_TODAY = "spent_today"
    SPENT_THIS_MONTH = "spent_this_month"
    BUDGET_LEFT = "budget_left"
    LAST_SAVED = "last_saved"
    LAST_ENTRY = "last_entry"
    SAVED = "saved"
    MICROPHONE = "microphone"
    MICROPHONE_SET = "microphone/set"
    WAKE = "wake/press"
    CONFIRM = "confirm/press"
    CONFIRM_READY = "confirm/ready"
    CANCEL = "cancel/press"
    CANCEL_READY = "cancel/ready"


COMMANDS = (Topic.MICROPHONE_SET, Topic.WAKE, Topic.CONFIRM, Topic.CANCEL)
"""The topics under which the house asks for something."""


class Node(Struct, frozen=True):
    """This daemon among the devices of the house.

    Attributes:
        name: tells several daemons apart; letters, digits, `-` and `_`.
        discovery_prefix: where Home Assistant looks for new devices.
        shows_entries: whether the words of entries may leave the daemon.
    """

    name: str
    discovery_prefix: str = "homeassistant"
    shows_entries: bool = False

    def topic(self, end: Topic) -> str:
        """A whole topic."""
        return f"voiced/{self.name}/{end}"

    def end_of(self, topic: str) -> Topic | None:
        """The end of one of our topics; None for another topic."""
        end = topic.removeprefix(f"voiced/{self.name}/")
        return Topic(end) if end != topic and end in list(Topic) else None

    @property
    def will(self) -> HouseMessage:
        """What the house is told when the daemon is gone."""
        return HouseMessage(self.topic(Topic.STATUS), OFFLINE, is_retained=True)

    @property
    def birth(self) -> HouseMessage:
        """What the house is told when the daemon is there."""
        return HouseMessage(self.topic(Topic.STATUS), ONLINE, is_retained=True)

    def discovery(self) -> Iterator[HouseMessage]:
        """A message for each entity. An empty one removes an entity that the settings no longer allow."""
        for entity in _ENTITIES:
            is_shown = self.shows_entries or entity.topic is not Topic.LAST_ENTRY
            topic = f"{self.discovery_prefix}/{entity.component}/voiced_{self.name}/{entity.key}/config"
            payload = msgspec.json.encode(self._described(entity)).decode() if is_shown else ""
            yield HouseMessage(topic, payload, is_retained=True)

    def _described(self, entity: _Entity) -> dict[str, Any]:
        unique_id = f"voiced_{self.name}_{entity.key}"
        conditions = (Topic.STATUS, *((entity.ready,) if entity.ready is not None else ()))
        return {
            "name": entity.name,
            "unique_id": unique_id,
            "default_entity_id": f"{entity.component}.{unique_id}",
            "icon": f"mdi:{entity.icon}",
            "availability": [{"topic": self.topic(end)} for end in conditions],
            "availability_mode": "all",
            "device": {
                "identifiers": [f"voiced_{self.name}"],
                "name": f"voiced {self.name}",
                "manufacturer": "voiced",
                "model": "voice bookkeeping",
                "sw_version": voiced.__version__,
            },
            "origin": {"name": "voiced", "sw_version": voiced.__version__},
            **{key: self.topic(end) for key, end in entity.topics.items()},
            **entity.details,
        }


class _Entity(Struct, frozen=True):
    """An entity of Home Assistant.

    Attributes:
        key: the end of its id.
        name: what the household reads.
        topics: its topics, by the keys of its configuration.
        details: the other keys of its configuration.
        ready: the topic that tells whether it can be used, beside the status of the daemon.
    """

    component: str
    key: str
    name: str
    icon: str
    topics: Mapping[str, Topic]
    details: Mapping[str, Any] = {}
    ready: Topic | None = None

    @property
    def topic(self) -> Topic:
        """Its first topic."""
        return next(iter(self.topics.values()))


def _sensor(topic: Topic, name: str, icon: str, details: Mapping[str, Any], **topics: Topic) -> _Entity:
    return _Entity("sensor", topic.value, name, icon, {"state_topic": topic, **topics}, details)


def _button(key: str, name: str, icon: str, topic: Topic, ready: Topic | None = None) -> _Entity:
    return _Entity("button", key, name, icon, {"command_topic": topic}, {"payload_press": PRESS}, ready)


_MONEY = {"device_class": "monetary", "unit_of_measurement": CURRENCY}
_SUM = {
    **_MONEY,
    "state_class": "total",
    "value_template": "{{ value_json.value }}",
    "last_reset_value_template": "{{ value_json.since }}",
}
_ENTITIES = (
    _sensor(
        Topic.STATE,
        "状态",
        "account-voice",
        {"device_class": "enum", "options": ["idle", "listening", "confirming"]},
        json_attributes_topic=Topic.DRAFT,
    ),
    _sensor(Topic.SPENT_TODAY, "今天支出", "cash-minus", _SUM),
    _sensor(Topic.SPENT_THIS_MONTH, "本月支出", "calendar-month", _SUM),
    _sensor(Topic.BUDGET_LEFT, "预算剩余", "piggy-bank-outline", _MONEY),
    _sensor(Topic.LAST_SAVED, "上次记账", "clock-check-outline", {"device_class": "timestamp"}),
    _sensor(Topic.LAST_ENTRY, "最近一笔", "receipt-text-outline", {}),
    _Entity(
        "event",
        "saved",
        "已入账",
        "content-save-check-outline",
        {"state_topic": Topic.SAVED},
        {"event_types": ["saved"]},
    ),
    # The broker keeps the last command, so that a microphone that was switched off stays off over a restart.
    _Entity(
        "switch",
        "microphone",
        "麦克风",
        "microphone",
        {"state_topic": Topic.MICROPHONE, "command_topic": Topic.MICROPHONE_SET},
        {"payload_on": ON, "payload_off": OFF, "retain": True},
    ),
    _button("wake", "开始记账", "microphone-message", Topic.WAKE),
    _button("confirm", "确认", "check", Topic.CONFIRM, Topic.CONFIRM_READY),
    _button("cancel", "取消", "close", Topic.CANCEL, Topic.CANCEL_READY),
)
