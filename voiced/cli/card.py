"""`voiced card`: prints the address of the page in the browser, for this machine and for a phone; `voiced card token`."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator

import segno

from voiced.adapters.machine.card_place import CardPlace, running_card
from voiced.cli.command import CommandParser
from voiced.errors import NotRunning

_DESCRIPTION = """\
Prints the addresses of the page that the running daemon serves: for this machine, and for other devices in your network,
with a QR code for the camera of a phone. The port differs from card.port if another program uses that one.
"""
_EPILOG = """\
on your phone:
  After the installation, only this machine reaches the page. To open it on a phone in the same network, set in voiced.toml
    [card]
    host = "0.0.0.0"
    password = "…"
  and reload the daemon (systemctl --user reload voiced). `voiced config check` checks this.

examples:
  voiced card              on a terminal, with the QR code
  voiced card | head -1    the address for this machine
  voiced card token make 手机    a token for a script or a phone that sends sentences

access:
  Without a password the address holds a token, and every holder of the token can open the page: keep it to yourself.
  With a password the address is plain, and the page asks for the password. Both cross your network unencrypted.
"""
_QUIET_MODULES = 2
_WHITE_ON_BLACK, _AS_BEFORE = "\033[97;40m", "\033[0m"
"""Fixed colours, because the colours of a light terminal would invert the code."""


def define(command: CommandParser) -> None:
    """Define the command."""
    command.explain(_DESCRIPTION, _EPILOG)
    command.run_with(_run)
    command.add_lazy_action(
        "token", "make, list or revoke tokens for scripts and phones", "voiced.cli.card_token:define"
    )
    command.allow_no_action()


def _run() -> None:
    place = running_card()
    if place is None:
        raise NotRunning(
            "the running daemon serves no page; set card.enabled = true in voiced.toml, then: "
            "systemctl --user reload voiced"
        )
    print("\n".join(_lines(place, with_code=sys.stdout.isatty())))


def _lines(place: CardPlace, *, with_code: bool) -> Iterator[str]:
    others = place.addresses_for_others
    yield f"on this machine:  {place.address}"
    for address in others:
        yield f"in your network:  {address}"
    yield ""
    if others and with_code:
        yield from _qr_code(others[0])
        yield ""
    if not others:
        yield "Only this machine reaches it; to open it on a phone, see: voiced card --help"
    if place.asks_password:
        yield "It asks for the password in card.password."
    else:
        yield "Every holder of this address can open the page: keep it to yourself."


def _qr_code(address: str) -> Iterator[str]:
    """The QR code of an address, line by line."""
    drawn = io.StringIO()
    segno.make_qr(address).terminal(drawn, border=_QUIET_MODULES, compact=True)
    for line in drawn.getvalue().splitlines():
        yield f"{_WHITE_ON_BLACK}{line}{_AS_BEFORE}"
