"""Who may see the card: a secret in a cookie, and requests that come from the card's own page."""

from __future__ import annotations

import hmac
import ipaddress
import socket
from hashlib import sha256
from urllib.parse import urlsplit

from msgspec import Struct
from starlette.requests import HTTPConnection

COOKIE = "voiced"


class Access(Struct, frozen=True):
    """The rules, as configured.

    Attributes:
        token: random, printed with the address; the cookie is made from it.
        password: what the login asks for; None on loopback, where the token is enough.
        names: host names, lower case, by which the card may be addressed, beside numbers.
        cookie_name: a browser has one cookie of a name for all ports of a machine, so that cards of several daemons
            need different ones.
    """

    token: str
    password: str | None = None
    names: frozenset[str] = frozenset({"localhost"})
    cookie_name: str = COOKIE

    @property
    def cookie(self) -> str:
        """The cookie's value: it outlives a restart, and ends with the token or the password."""
        return hmac.new(self.token.encode(), f"card {self.password or ''}".encode(), sha256).hexdigest()

    def knows(self, connection: HTTPConnection) -> bool:
        """Whether the cookie is right."""
        return _same(connection.cookies.get(self.cookie_name, ""), self.cookie)

    def takes_token(self, token: str) -> bool:
        """Whether it is the printed token."""
        return _same(token, self.token)

    def takes_password(self, password: str) -> bool:
        """Whether it is the password. Without one nothing is."""
        return self.password is not None and _same(password, self.password)

    def is_our_host(self, connection: HTTPConnection) -> bool:
        """Whether the page was addressed as ours is.

        A hostile name that resolves to this machine (DNS rebinding) is neither a number nor one of our names.
        """
        name = _host_name(connection.headers.get("host", ""))
        return name in self.names or _is_number(name)

    def is_our_page(self, connection: HTTPConnection) -> bool:
        """Whether the request says that it comes from a page of ours."""
        origin, host = connection.headers.get("origin", ""), connection.headers.get("host", "")
        return origin.lower() in (f"http://{host.lower()}", f"https://{host.lower()}")

    def is_foreign(self, connection: HTTPConnection) -> bool:
        """Whether the request says that it comes from a page of somebody else."""
        if "origin" in connection.headers:
            return not self.is_our_page(connection)
        return connection.headers.get("sec-fetch-site", "none") not in ("none", "same-origin")


def names_of_this_machine() -> frozenset[str]:
    """By what names other devices in the house reach it."""
    name = socket.gethostname().lower()
    return frozenset({"localhost", name, f"{name.split('.')[0]}.local"})


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches an address."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def _same(given: str, right: str) -> bool:
    return hmac.compare_digest(given.encode(errors="replace"), right.encode())


def _host_name(host: str) -> str:
    try:
        return (urlsplit(f"//{host}").hostname or "").lower()
    except ValueError:
        return ""


def _is_number(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
