"""`voiced ledger push`: rows to a server of another program, each once."""

from __future__ import annotations

import argparse
import os
import re
from collections import Counter
from datetime import date
from typing import TYPE_CHECKING, Protocol, cast

from voiced.cli.ledger_options import LedgerOptions, add_ledger_options, existing_place
from voiced.cli.progress import progress
from voiced.errors import ConfigWrong, PushFailure, WrongInput

if TYPE_CHECKING:
    from voiced.adapters.exchange.firefly import Outcome
    from voiced.domain.transaction import Transaction

_TOKEN_VARIABLE = "VOICED_FIREFLY_TOKEN"  # noqa: S105 - the name of a variable
_EPILOG = f"""\
The token is a personal access token of Firefly III (Options, Profile, OAuth). It comes from the systemd credential
--token-credential names, else from ${_TOKEN_VARIABLE}; never from the command line, which everybody on the machine
can read.

Each row is looked for by its id first, so that a push can be broken off and run again. What is changed or taken back
here afterwards is not changed there. A transfer needs its second account: --transfers-to, or it is left out.

Not tried on a live server: written from the published description of its API.

example:
  voiced ledger push firefly --url https://firefly.example.org --since 2026-11-01
"""


class _Options(LedgerOptions, Protocol):
    url: str
    token_credential: str
    transfers_to: str | None
    since: date | None


def register(actions: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:  # pyright: ignore[reportPrivateUsage]
    """Add the action."""
    push = actions.add_parser(
        "push",
        help="send the rows to Firefly III, each once",
        description="Sends every row that was not taken back to a Firefly III, each once.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    push.add_argument("to", choices=("firefly",), help="where to")
    push.add_argument(
        "--url", required=True, metavar="URL", help="its address, as https://firefly.example.org"
    )
    push.add_argument(
        "--token-credential",
        default="firefly.token",
        metavar="NAME",
        help="systemd credential with the token (default: %(default)s)",
    )
    push.add_argument("--transfers-to", metavar="ACCOUNT", help="the account there that takes transfers")
    push.add_argument(
        "--since", type=_day, metavar="DAY", help="only rows of this day and later, as 2026-11-01"
    )
    add_ledger_options(push)
    push.set_defaults(run=_push)


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text} is no day; write it as 2026-11-01") from None


def _push(options: argparse.Namespace) -> int:
    from voiced.adapters.machine.event_loop import run_loop

    chosen = cast("_Options", options)
    if not re.fullmatch(r"https?://[^\s/?#@]+(/[^\s?#]*)?", chosen.url):
        raise WrongInput(f"--url {chosen.url}: write it as https://firefly.example.org")
    outcomes = run_loop(_deliver(chosen, _token(chosen.token_credential)))
    print(_told(outcomes))
    return 0


def _token(name: str) -> str:
    from voiced.adapters.machine.credentials import credential

    token = credential(name) or os.environ.get(_TOKEN_VARIABLE, "").strip()
    if not token:
        raise ConfigWrong(f"there is no token: set ${_TOKEN_VARIABLE}, or the systemd credential {name}")
    if not token.isascii() or not token.isprintable():
        raise ConfigWrong("the token has characters that no token has; copy it again")
    return token


async def _deliver(options: _Options, token: str) -> Counter[Outcome]:
    from voiced.adapters.exchange.firefly import open_firefly

    rows = await _rows(options)
    report, outcomes = progress("Firefly III", len(rows)), Counter["Outcome"]()
    async with open_firefly(options.url, token, options.transfers_to) as firefly:
        try:
            for done, row in enumerate(rows, start=1):
                outcomes[await firefly.deliver(row)] += 1
                report(done)
        except PushFailure as failure:
            raise PushFailure(
                f"{failure}; {_told(outcomes)}; run it again, it goes on from there"
            ) from failure
    return outcomes


async def _rows(options: _Options) -> list[Transaction]:
    from voiced.app.ledger import open_ledger

    async with open_ledger(existing_place(options)) as ledger:
        return [row async for row in ledger.rows() if options.since is None or row.date >= options.since]


def _told(outcomes: Counter[Outcome]) -> str:
    from voiced.adapters.exchange.firefly import Outcome

    told = f"{outcomes[Outcome.STORED]} rows are new there, {outcomes[Outcome.KNOWN]} were there"
    left_out = outcomes[Outcome.LEFT_OUT]
    return told + (f", {left_out} transfers were left out (--transfers-to)" if left_out else "")
