"""Checks the link to the house."""

from __future__ import annotations

from collections.abc import AsyncIterator

from voiced.app.doctor.finding import Finding, doubtful, failed, good
from voiced.card.access import is_loopback
from voiced.config import Settings
from voiced.errors import BrokerAway, VoicedError

_SUBJECT = "house"


async def broker(settings: Settings) -> AsyncIterator[Finding]:
    """Connect to the configured broker; without one there is nothing to say."""
    mqtt = settings.mqtt
    if not mqtt.host:
        return
    from voiced.app.build_home import broker_of, node_of  # noqa: PLC0415 - where there is a broker

    node = node_of(mqtt)
    try:
        # A name of its own, since the broker ends the connection of a running daemon with the same name.
        broker = broker_of(mqtt, f"voiced-{node.name}-doctor")
        async with broker.connection(None, ()):
            pass
    except BrokerAway as away:
        yield doubtful(
            _SUBJECT, str(away), "look after the broker, [mqtt] and the password; the daemon works without it"
        )
        return
    except VoicedError as error:
        yield failed(_SUBJECT, error)
        return
    told = f"{broker.where} takes {node.name}"
    if broker.password is not None and broker.security is None and not is_loopback(mqtt.host):
        yield doubtful(
            _SUBJECT, f"{told}; the password crosses the network in the clear", "set mqtt.tls = true"
        )
    else:
        yield good(_SUBJECT, told)
