"""The card put together: its door, its books and its server. Only loaded where there is a card."""

from __future__ import annotations

import os
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from msgspec import Struct

from voiced.adapters.exchange.exporting import exported
from voiced.adapters.exchange.formats import FileFormat
from voiced.adapters.ledger.sql_books import SqlBooks
from voiced.adapters.machine.card_token import kept_token
from voiced.adapters.machine.credentials import credential
from voiced.adapters.machine.listening import Served, listen
from voiced.adapters.machine.paths import card_token_file
from voiced.app.conversation import Surroundings
from voiced.app.ledger import open_database
from voiced.card.access import COOKIE, Access, is_loopback, names_of_this_machine
from voiced.card.card import Card
from voiced.card.ledger_api import LedgerApi
from voiced.card.server import create_app
from voiced.card.serving import address_of, serving
from voiced.card.socket import Pages
from voiced.config import Settings
from voiced.domain.profile import profile_in
from voiced.errors import ConfigWrong
from voiced.runtime.conversation import Conversation

_CARD = Served("the card", "card.host", "card.port")


class OpenCard(Struct, frozen=True):
    """A card that is served.

    Attributes:
        address: what to open in a browser, the token in it.
    """

    pages: Pages
    address: str


@asynccontextmanager
async def open_card(
    settings: Settings, conversation: Conversation, card: Card, around: Surroundings
) -> AsyncGenerator[OpenCard]:
    """The card of a conversation, served until the block is left; gives its pages and the address to print.

    Presses, and what changed in the ledger, go to the conversation's queue. The card's books read by a
    second connection to the ledger, and change by the conversation's what was saved: it may still wait there for a server.

    Args:
        settings: all of them; those of the card count.
        conversation: what the card shows.
        card: one of the conversation's delegates (`FanOut`).
        around: the conversation's.

    Raises:
        ConfigWrong: the address is taken, or reaches beyond this machine without a password.
        LedgerUnusable: the ledger cannot be opened.
    """
    access = _access(settings, kept_token(card_token_file()))
    listening = listen(settings.card.host, settings.card.port, _CARD)
    try:
        books = SqlBooks(await open_database(around.database), conversation.ledger)
    except BaseException:
        listening.close()
        raise
    pages = Pages(
        card, conversation.vocabulary, around.clock, conversation.post, settings.session.wake_phrase
    )
    exports = {
        form.value: (lambda form=form: exported(books.rows(), form))
        for form in (FileFormat.CSV, FileFormat.BEANCOUNT)
    }
    app = create_app(access, pages, LedgerApi(books, exports, conversation.post, card))
    try:
        async with serving(app, listening):
            yield OpenCard(pages, f"{address_of(listening)}/?token={access.token}")
    finally:
        await books.close()


def _access(settings: Settings, token: str) -> Access:
    """Who may see the card.

    Raises:
        ConfigWrong: it can be reached from other machines and no password is set.
    """
    password = settings.card.password or credential("card.password")
    profile = profile_in(os.environ)
    cookie = f"{COOKIE}-{profile}" if profile else COOKIE
    if is_loopback(settings.card.host):
        return Access(token, password, cookie_name=cookie)
    if not password:
        raise ConfigWrong(
            f"card.host: {settings.card.host} lets other machines see the card; set a password in "
            'VOICED_CARD__PASSWORD or card.password, or card.host = "127.0.0.1"'
        )
    return Access(token, password, names_of_this_machine(), cookie)
