"""`voiced card`: where the page in the browser is, on this machine and for a phone."""

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
with a QR code for the camera of a phone. The port differs from card.port where another program has taken that one.
"""
_EPILOG = """\
on your phone:
  Only this machine reaches the page as it is installed. To open it on a phone in the same network, set in voiced.toml
    [card]
    host = "0.0.0.0"
    password = "…"
  and reload the daemon (systemctl --user reload voiced). `voiced config check` says whether that is right.

examples:
  voiced card              on a terminal, with the QR code
  voiced card | head -1    the address for this machine

who may open it:
  Without a password the address holds a token, and everybody who has the token can open the page: keep it to yourself.
  With a password the address is plain, and the page asks for the password. Both cross your network unencrypted.
"""
_QUIET_MODULES = 2
_WHITE_ON_BLACK, _AS_BEFORE = "\033[97;40m", "\033[0m"
"""Colours of its own: in those of a light terminal the code would be reversed."""


def define(command: CommandParser) -> None:
    """Define the command."""
    command.explain(_DESCRIPTION, _EPILOG)
    command.run_without_options(_run)


def _run() -> int:
    place = running_card()
    if place is None:
        raise NotRunning(
            "the daemon that runs shows no card; set card.enabled = true in voiced.toml, then: "
            "systemctl --user reload voiced"
        )
    print("\n".join(_lines(place, with_code=sys.stdout.isatty())))
    return 0


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
        yield "Only this machine reaches it; how to open it on a phone: voiced card --help"
    if place.asks_password:
        yield "It asks for the password in card.password."
    else:
        yield "Everybody who has this address can open the page: keep it to yourself."


def _qr_code(address: str) -> Iterator[str]:
    """An address for a camera; the lines are as wide as the code."""
    drawn = io.StringIO()
    segno.make_qr(address).terminal(drawn, border=_QUIET_MODULES, compact=True)
    for line in drawn.getvalue().splitlines():
        yield f"{_WHITE_ON_BLACK}{line}{_AS_BEFORE}"
