"""The discovery messages, held against the rules of Home Assistant's documentation."""

from __future__ import annotations

import json
import re
import tomllib
from datetime import datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from tests.support.ledger_rows import a_row
from tests.support.now import NOW
from voiced.dialogue.values.state import Phase
from voiced.domain.money import Money
from voiced.home.entities import COMMANDS, Node, Topic
from voiced.home.home_state import HomeState, Sums, saved_event, told

RULES = tomllib.loads((Path(__file__).parents[1] / "data" / "home_assistant_rules.toml").read_text("utf-8"))
NODE = Node("kitchen", shows_entries=True)
SUMS = Sums(NOW, Money(5550), Money(128050), Money(-100), a_row())
Described = dict[str, Any]


def entities(node: Node = NODE) -> dict[str, Described]:
    """Each description by its topic."""
    return {message.topic: json.loads(message.payload) for message in node.discovery() if message.payload}


DESCRIBED = [pytest.param(topic, found, id=topic.split("/")[-2]) for topic, found in entities().items()]


@pytest.mark.parametrize(("topic", "entity"), DESCRIBED)
def test_an_entity_has_what_its_component_asks_for_and_nothing_unknown(topic: str, entity: Described) -> None:
    assert re.match(RULES["payload"]["topic"], topic)
    rules = RULES[topic.split("/")[1]]
    assert set(rules["required"]) <= set(entity)
    assert set(entity) <= {*rules["required"], *rules["optional"], *RULES["keys"]["common"]}
    assert any(key in entity["device"] for key in RULES["payload"]["device_needs_one_of"])
    assert set(RULES["payload"]["origin_needs"]) <= set(entity["origin"])
    assert entity["availability_mode"] in RULES["payload"]["availability_modes"]
    assert all(set(condition) == {"topic"} for condition in entity["availability"])


@pytest.mark.parametrize(("topic", "entity"), DESCRIBED)
def test_a_sensor_keeps_the_rules_of_its_device_class(topic: str, entity: Described) -> None:
    rules = RULES["device_classes"].get(entity.get("device_class"), {"state_classes": []})
    assert "device_class" not in entity or entity["device_class"] in RULES["device_classes"]
    assert entity.get("state_class") in {None, *rules["state_classes"]}
    assert "unit" in rules if "unit_of_measurement" in entity else True
    assert re.match(rules.get("unit", ""), entity.get("unit_of_measurement", ""))
    assert set(rules.get("needs", ())) <= set(entity)
    assert "options" not in entity or entity["device_class"] == "enum"
    assert "last_reset_value_template" not in entity or entity["state_class"] == "total"


def test_ids_are_unique_and_daemons_do_not_mix() -> None:
    ids = [entity["unique_id"] for node in (NODE, Node("cellar")) for entity in entities(node).values()]
    assert len(ids) == len(set(ids)) == 2 * len(entities()) - 1, "a cellar without entries lacks one"
    topics = {
        topic for entity in entities().values() for key, topic in entity.items() if key.endswith("_topic")
    }
    assert all(topic.startswith("voiced/kitchen/") for topic in topics)


def test_every_topic_is_used_and_every_value_is_told() -> None:
    used = {
        topic for entity in entities().values() for key, topic in entity.items() if key.endswith("_topic")
    } | {condition["topic"] for entity in entities().values() for condition in entity["availability"]}
    assert used == {NODE.topic(end) for end in Topic}
    momentary = {*COMMANDS, Topic.SAVED, Topic.STATUS}
    assert set(told(NODE, HomeState(sums=SUMS))) == {NODE.topic(end) for end in Topic if end not in momentary}


def test_the_values_have_the_form_that_their_sensors_promise() -> None:
    states = next(entity["options"] for entity in entities().values() if "options" in entity)
    for phase in Phase:
        assert told(NODE, HomeState(phase))[NODE.topic(Topic.STATE)] in states
    payloads = told(NODE, HomeState(sums=SUMS))
    today = json.loads(payloads[NODE.topic(Topic.SPENT_TODAY)])
    month = json.loads(payloads[NODE.topic(Topic.SPENT_THIS_MONTH)])
    assert (Decimal(today["value"]), Decimal(month["value"])) == (Decimal("55.5"), Decimal("1280.5"))
    assert datetime.fromisoformat(today["since"]) == NOW.replace(hour=0, minute=0)
    assert datetime.fromisoformat(month["since"]) == NOW.replace(day=1, hour=0, minute=0)
    assert payloads[NODE.topic(Topic.BUDGET_LEFT)] == "-1"
    saved_at = datetime.fromisoformat(payloads[NODE.topic(Topic.LAST_SAVED)])
    assert saved_at.tzinfo is not None
    assert abs(saved_at - a_row().created_at) < timedelta(seconds=1)


def test_an_event_has_the_type_that_was_announced() -> None:
    (event,) = (entity for topic, entity in entities().items() if "/event/" in topic)
    payload = json.loads(saved_event(Node("kitchen"), (a_row(), a_row())))
    assert payload == {"event_type": "saved", "rows": 2}
    assert payload["event_type"] in event["event_types"]
    assert set(RULES["event"]["payload_needs"]) <= set(payload)


def test_an_empty_ledger_has_unknown_values() -> None:
    empty = Sums(NOW, Money(0), Money(0), None, None)
    payloads = told(NODE, HomeState(sums=empty))
    for end in (Topic.BUDGET_LEFT, Topic.LAST_SAVED, Topic.LAST_ENTRY):
        assert payloads[NODE.topic(end)] == "None"


def test_without_entries_no_payload_has_a_word_of_a_row() -> None:
    closed = Node("kitchen")
    row = a_row()
    everything = json.dumps(
        [*told(closed, HomeState(sums=SUMS)).values(), saved_event(closed, (row,))], ensure_ascii=False
    )
    assert row.category not in everything
    assert row.description not in everything
    assert [message.payload for message in closed.discovery() if "last_entry" in message.topic] == [""]
