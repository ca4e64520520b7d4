"""Builds the link to the house over MQTT. Only imported if a broker is configured."""

from __future__ import annotations

import logging
import os
import re
import socket
import ssl
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import datetime
from typing import TYPE_CHECKING

from voiced.adapters.ledger.sql_books import SqlBooks
from voiced.adapters.machine.installed_parts import require
from voiced.adapters.machine.paths import expanded
from voiced.adapters.machine.secrets import credential
from voiced.app.build_conversation import Surroundings
from voiced.app.build_ledger import open_database
from voiced.app.secret_files import exposed
from voiced.config import MqttSettings
from voiced.domain.money import ZERO
from voiced.domain.month import Month
from voiced.domain.profile import profile_in
from voiced.domain.transaction import TransactionType
from voiced.errors import ConfigWrong
from voiced.home.entities import Node
from voiced.home.home_state import Sums
from voiced.home.link import HomeLink, MicrophoneSwitch
from voiced.home.presence import Presence
from voiced.ports.ledger import Books, Ledger
from voiced.runtime.conversation import Conversation

if TYPE_CHECKING:
    from voiced.adapters.machine.mqtt_broker import MqttBroker

log = logging.getLogger(__name__)

_PORT, _TLS_PORT = 1883, 8883
_NOT_IN_A_NODE = re.compile(r"[^A-Za-z0-9_-]+")

Feeder = Callable[[], Awaitable[None]]


def node_of(mqtt: MqttSettings) -> Node:
    """The configured name of this daemon in the house, or that of the machine, and of the profile if it has one."""
    machine = "-".join(part for part in (socket.gethostname().split(".")[0], profile_in(os.environ)) if part)
    name = mqtt.node or _NOT_IN_A_NODE.sub("-", machine)
    return Node(name, mqtt.discovery_prefix, mqtt.entries)


def broker_of(mqtt: MqttSettings, client: str) -> MqttBroker:
    """The configured broker; it is not connected yet.

    Raises:
        ModelMissing: the library is not installed.
        ConfigWrong: the file of the password or of the certificate cannot be read.
    """
    require("aiomqtt", "the MQTT client", "mqtt")
    from voiced.adapters.machine.mqtt_broker import MqttBroker  # noqa: PLC0415 - of the extra `mqtt`

    return MqttBroker(
        host=mqtt.host,
        port=mqtt.port or (_TLS_PORT if mqtt.tls else _PORT),
        client=client,
        user=mqtt.user,
        password=_password(mqtt),
        security=_security(mqtt) if mqtt.tls else None,
    )


@asynccontextmanager
async def open_home(
    mqtt: MqttSettings,
    presence: Presence,
    conversation: Conversation,
    around: Surroundings,
    microphone: MicrophoneSwitch,
) -> AsyncGenerator[tuple[Feeder, ...]]:
    """The coroutines that link the daemon with the house, to be run beside it.

    Raises:
        ModelMissing: the library is not installed.
        ConfigWrong: the settings cannot be used.
        LedgerUnusable: the ledger cannot be opened.
    """
    node = node_of(mqtt)
    broker = broker_of(mqtt, f"voiced-{node.name}")
    if (warning := exposed(mqtt)) is not None:
        log.warning(warning)
    ledger, clock = conversation.world.ledger, around.clock
    database = await open_database(around.database)
    try:
        books = SqlBooks(database, ledger)
        link = HomeLink(
            node,
            broker,
            presence,
            conversation,
            lambda: sums_of(books, ledger, clock.now()),
            microphone,
            clock,
        )
        yield link.keep_connected, link.keep_sums, link.watch_ripening
    finally:
        await database.close()


async def sums_of(books: Books, ledger: Ledger, now: datetime) -> Sums:
    """The ledger in a few figures.

    Raises:
        LedgerFailure: it cannot be read.
    """
    today = now.date()
    report = await books.report(Month(today.year, today.month))
    recent = (await ledger.memory()).recent
    spent = (day for day in report.days if (day.date, day.type) == (today, TransactionType.EXPENSE))
    left = [budget.left for budget in report.budgets]
    return Sums(
        read_at=now,
        spent_today=sum((day.amount for day in spent), ZERO),
        spent_this_month=report.total(TransactionType.EXPENSE),
        budget_left=sum(left, ZERO) if left else None,
        last_row=recent[0] if recent else None,
    )


def _password(mqtt: MqttSettings) -> str | None:
    if not mqtt.password_file:
        return credential("mqtt.password")
    file = expanded(mqtt.password_file, "mqtt.password_file")
    try:
        return file.read_text(encoding="utf-8").rstrip("\r\n")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "is not UTF-8 text"
        raise ConfigWrong(
            f"mqtt.password_file: {file}: {reason}; name a file that the daemon's user can read"
        ) from error


def _security(mqtt: MqttSettings) -> ssl.SSLContext:
    file = expanded(mqtt.ca_file, "mqtt.ca_file") if mqtt.ca_file else None
    try:
        return ssl.create_default_context(cafile=file)
    except OSError as error:
        raise ConfigWrong(
            f"mqtt.ca_file: {file}: {error.strerror or error}; name a certificate in PEM"
        ) from error
