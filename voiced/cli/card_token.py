"""`voiced card token`: makes, lists and revokes the tokens with which scripts and phones send sentences."""

from __future__ import annotations

import argparse

from voiced.adapters.machine.card_place import running_card
from voiced.adapters.machine.clocks import SystemClock
from voiced.adapters.machine.paths import say_token_file
from voiced.adapters.machine.say_tokens import SayTokens
from voiced.cli.command import CommandParser
from voiced.cli.ledger_owner import settle_ledger_owner
from voiced.errors import NotRunning

_DESCRIPTION = """\
A token lets a script or a phone send sentences to the daemon, as if they were said: POST /api/say. It opens nothing else.
Rows are recorded only when a sentence confirms them. The running daemon knows a new or revoked token at once.
"""
_EPILOG = """\
examples:
  voiced card token make 手机      prints the token, once, and a line to try it
  voiced card token list
  voiced card token revoke 手机
"""
_USUAL_ADDRESS = "http://127.0.0.1:8377/"


def define(command: CommandParser) -> None:
    """Define the command."""
    command.explain(_DESCRIPTION, _EPILOG)
    make = command.add_action("make", "make a token and print it")
    make.add_argument("name", metavar="NAME", help="who will use it, such as 手机")
    make.run_with(_make)
    command.add_action("list", "list the names of the tokens").run_with(_list)
    revoke = command.add_action("revoke", "make a token useless")
    revoke.add_argument("name", metavar="NAME", help="the name of the token")
    revoke.run_with(_revoke)


def _tokens() -> SayTokens:
    """The tokens of the daemon's owner, as whom this process goes on."""
    settle_ledger_owner("card token", argparse.Namespace())
    return SayTokens(say_token_file())


def _make(*, name: str) -> None:
    token = _tokens().make(name, SystemClock().now())
    print(token)
    print()
    print("Keep it to yourself: it is not shown again. To try it:")
    print(f"  curl {_address()}api/say -H 'Authorization: Bearer {token}' -d '{{\"text\": \"午饭35块\"}}'")


def _list() -> None:
    for token in _tokens().all():
        print(f"{token.made_at:%Y-%m-%d}  {token.name}")


def _revoke(*, name: str) -> None:
    _tokens().revoke(name)
    print(f"{name}: revoked")


def _address() -> str:
    try:
        place = running_card()
    except NotRunning:
        place = None
    return _USUAL_ADDRESS if place is None else place.address.partition("?")[0]
