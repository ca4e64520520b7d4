"""The addresses that may connect to a server whose protocol knows no password."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from msgspec import Struct

from voiced.errors import ConfigWrong


class AllowList(Struct, frozen=True):
    """This machine, and the named networks."""

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
        return address.is_loopback or any(address in network for network in self.networks)
