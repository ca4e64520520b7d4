"""Checks the link to the house."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from voiced.adapters.machine.wyoming_servers import WyomingServer, require_library
from voiced.app.doctor.finding import Finding, doubtful, failed, good
from voiced.app.satellite_address import listening_for_satellites
from voiced.app.secret_files import exposed
from voiced.card.access import is_loopback
from voiced.config import Settings
from voiced.errors import BrokerAway, VoicedError

_SUBJECT, _SATELLITES = "house", "satellites"
_ANSWER_SECONDS = 2.0


async def broker(settings: Settings) -> AsyncIterator[Finding]:
    """Connect to the configured broker; without one there is nothing to say."""
    mqtt = settings.mqtt
    if not mqtt.host:
        return
    from voiced.app.build_home import broker_of, node_of  # noqa: PLC0415 - where there is a broker

    node = node_of(mqtt)
    try:
        if (told := exposed(mqtt)) is not None:
            yield doubtful(_SUBJECT, *told.split("; ", 1))
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


async def satellites(settings: Settings) -> AsyncIterator[Finding]:
    """Look whether the address for voice satellites is free or served; without one there is nothing to say."""
    address = settings.wyoming.listen
    if not address:
        return
    try:
        # The address of a daemon that runs is taken by itself.
        place = WyomingServer.at(address)
        require_library()
        _, writer = await asyncio.wait_for(asyncio.open_connection(place.host, place.port), _ANSWER_SECONDS)
        writer.close()
        yield good(_SATELLITES, f"{address} is served to satellites")
    except OSError:
        try:
            listening_for_satellites(settings).socket.close()
        except VoicedError as error:
            yield failed(_SATELLITES, error)
        else:
            yield good(_SATELLITES, f"{address} is free for satellites; a running daemon serves them there")
    except VoicedError as error:
        yield failed(_SATELLITES, error)
