"""An address to listen at: where its port is taken, another one; where no port can be had, a message of one line."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import closing

import pytest

from voiced.adapters.machine.listening_socket import Served, listen, listen_nearby
from voiced.errors import ConfigWrong

HERE = "127.0.0.1"
CARD = Served("the card", "card.host", "card.port")


def port_of(listening: socket.socket) -> int:
    return listening.getsockname()[1]


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that another program listens at."""
    with closing(listen(HERE, 0, CARD)) as other:
        yield port_of(other)


def test_a_free_port_is_the_one_that_is_had(taken: int) -> None:
    with closing(listen(HERE, 0, CARD)) as free:
        port = port_of(free)
    assert port != taken
    with closing(listen_nearby(HERE, port, CARD)) as listening:
        assert port_of(listening) == port


def test_a_port_that_is_taken_leads_to_the_same_other_one_each_time(taken: int) -> None:
    with closing(listen_nearby(HERE, taken, CARD)) as listening:
        first = port_of(listening)
    with closing(listen_nearby(HERE, taken, CARD)) as listening:
        assert port_of(listening) == first != taken
    assert (first - taken) % 1000 == 0 or taken > 64_535


def test_where_the_other_ports_are_taken_as_well_any_free_one_will_do(taken: int) -> None:
    others = [listen_nearby(HERE, taken, CARD) for _ in range(12)]
    try:
        assert len({port_of(other) for other in others} | {taken}) == 13
    finally:
        for other in others:
            other.close()


def test_an_address_of_another_machine_is_a_mistake() -> None:
    with pytest.raises(
        ConfigWrong, match=r"^card\.host: the card cannot be served at 192\.0\.2\.1 port 8377"
    ):
        listen_nearby("192.0.2.1", 8377, CARD)
    with pytest.raises(ConfigWrong, match=r"card\.port: 65536 is not a port"):
        listen_nearby(HERE, 65_536, CARD)
