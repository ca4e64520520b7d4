"""The addresses that may connect to a server whose protocol knows no password."""

from __future__ import annotations

import socket
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from msgspec import Struct

from voiced.errors import ConfigWrong


class AllowList(Struct, frozen=True):
    """This machine, by whichever of its addresses, and the named networks."""

    networks: tuple[IPv4Network | IPv6Network, ...] = ()

    @classmethod
    def of(cls, texts: Iterable[str], key: str) -> AllowList:
        """The list of these addresses and networks; `key` is their setting.

        Raises:
            ConfigWrong: one is neither an address nor a network.
        """
        networks: list[IPv4Network | IPv6Network] = []
        for text in texts:
            try:
                networks.append(ip_network(text, strict=False))
            except ValueError as error:
                raise ConfigWrong(
                    f"{key}: {text} is no address or network; write it as 192.168.1.0/24"
                ) from error
        return cls(tuple(networks))

    def allows(self, host: str) -> bool:
        """Whether a client at this address may connect."""
        try:
            address = ip_address(host.partition("%")[0])
        except ValueError:
            return False
        if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
            address = address.ipv4_mapped
        is_named = any(address in network for network in self.networks)
        return address.is_loopback or is_named or _is_of_this_machine(address)


def _is_of_this_machine(address: IPv4Address | IPv6Address) -> bool:
    """Whether the address is one of this machine, which alone can bind it."""
    if address.is_unspecified or address.is_multicast:
        return False
    family = socket.AF_INET if address.version == 4 else socket.AF_INET6
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        try:
            probe.bind((str(address), 0))
        except OSError:
            return False
    return True
