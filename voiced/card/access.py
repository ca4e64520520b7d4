"""The access rules of the card: a secret in a cookie, requests from its own page only, and a limited rate of them."""

from __future__ import annotations

import hmac
import ipaddress
import math
import socket
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from urllib.parse import urlsplit

from msgspec import Struct
from starlette.requests import HTTPConnection

from voiced.ports.conversation import Clock

COOKIE = "voiced"
INVITATION_SECONDS = 600
"""How long the code for a second device lets one in, at least; at most twice as long."""
_INVITATION_DIGITS = 32
"""128 bits: a longer one makes a code with smaller squares."""


class Access(Struct, frozen=True):
    """The configured rules.

    Attributes:
        token: random, printed with the address; the cookie is made from it.
        clock: the time, by which invitations end.
        password: the password of the login; None on loopback, where the token is enough.
        names: host names, lower case, by which the card may be addressed, beside numbers.
        cookie_name: the name of the cookie. A browser sends a cookie to all ports of a machine, so the cards of several
            daemons need different names.
    """

    token: str
    clock: Clock
    password: str | None = None
    names: frozenset[str] = frozenset({"localhost"})
    cookie_name: str = COOKIE

    @property
    def cookie(self) -> str:
        """The cookie's value. It stays the same over a restart, and changes with the token or the password."""
        return hmac.new(self.token.encode(), f"card {self.password or ''}".encode(), sha256).hexdigest()

    def knows(self, connection: HTTPConnection) -> bool:
        """Whether the request has the right cookie."""
        return is_same_secret(connection.cookies.get(self.cookie_name, ""), self.cookie)

    def invitation(self, spans_ago: int = 0) -> str:
        """A token for a second device, of this span of time or an earlier one; it changes with the token or the password."""
        span = int(self.clock.now().timestamp() // INVITATION_SECONDS) - spans_ago
        words = f"invitation {span} {self.password or ''}"
        return hmac.new(self.token.encode(), words.encode(), sha256).hexdigest()[:_INVITATION_DIGITS]

    def takes_token(self, token: str) -> bool:
        """Whether the text is the printed token, or an invitation that holds still."""
        rights = (self.token, self.invitation(), self.invitation(1))
        return any(is_same_secret(token, right) for right in rights)

    def takes_password(self, password: str) -> bool:
        """Whether the text is the password; always False if no password is configured."""
        return self.password is not None and is_same_secret(password, self.password)

    def is_our_host(self, connection: HTTPConnection) -> bool:
        """Whether the request addressed the card by a number or one of its names.

        A hostile name that resolves to this machine (DNS rebinding) is thus refused.
        """
        name = _host_name(connection.headers.get("host", ""))
        return name in self.names or _is_number(name)

    def is_our_page(self, connection: HTTPConnection) -> bool:
        """Whether the request states one of our pages as its origin."""
        origin, host = connection.headers.get("origin", ""), connection.headers.get("host", "")
        return origin.lower() in (f"http://{host.lower()}", f"https://{host.lower()}")

    def is_foreign(self, connection: HTTPConnection) -> bool:
        """Whether the request states another page as its origin."""
        if "origin" in connection.headers:
            return not self.is_our_page(connection)
        return connection.headers.get("sec-fetch-site", "none") not in ("none", "same-origin")


@dataclass(slots=True)
class _Left:
    asks: float
    at: float


class Allowance:
    """A token bucket for each of the latest visitors.

    Args:
        burst: requests at once.
        per_second: further requests per second.
        visitors: the number of visitors to remember.
        monotonic: seconds that never jump, by the machine's clock: visitors are real also during a replay.
    """

    def __init__(
        self,
        burst: float,
        per_second: float,
        visitors: int = 1000,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._burst = burst
        self._per_second = per_second
        self._monotonic = monotonic
        self._visitors = visitors
        self._left = OrderedDict[str, _Left]()

    def allows(self, visitor: str) -> bool:
        """Count a request of the visitor; returns whether it is within the limit."""
        now = self._monotonic()
        left = self._left.pop(visitor, None) or _Left(self._burst, now)
        left.asks = min(self._burst, left.asks + (now - left.at) * self._per_second)
        left.at = now
        self._left[visitor] = left
        if len(self._left) > self._visitors:
            self._left.popitem(last=False)
        if left.asks < 1:
            return False
        left.asks -= 1
        return True

    def wait_seconds(self, visitor: str) -> int:
        """How long a refused visitor has to wait for the next request, in whole seconds from 1."""
        left = self._left.get(visitor)
        missing = 0.0 if left is None else 1 - left.asks
        return max(1, math.ceil(missing / self._per_second))


def bearer_of(request: HTTPConnection) -> str:
    """The token in the request's header `Authorization: Bearer TOKEN`; empty if there is no such header."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def is_same_secret(given: str, right: str) -> bool:
    """Whether two secrets are the same, in a time that tells nothing about them."""
    return hmac.compare_digest(given.encode(errors="replace"), right.encode())


def names_of_this_machine() -> frozenset[str]:
    """The names by which other devices in the house reach this machine."""
    name = socket.gethostname().lower()
    return frozenset({"localhost", name, f"{name.split('.')[0]}.local"})


def is_loopback(host: str) -> bool:
    """Whether an address is reachable from this machine only."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


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
