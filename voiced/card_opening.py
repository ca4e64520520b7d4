"""The card put together: its door, its books and its server. A part of the composition root, only loaded for a card."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from voiced.adapters.card_token import kept_token
from voiced.adapters.credentials import credential
from voiced.adapters.exporting import ExportFormat, exported
from voiced.adapters.paths import card_token_file
from voiced.adapters.sqlite_books import SqliteBooks
from voiced.card.access import Access, is_loopback, names_of_this_machine
from voiced.card.card import Card
from voiced.card.ledger_api import LedgerApi
from voiced.card.server import create_app
from voiced.card.serving import address_of, listen, serving
from voiced.card.socket import Pages
from voiced.config import Settings
from voiced.dialogue.events import Event
from voiced.errors import ConfigWrong
from voiced.ports import Clock


@dataclass(frozen=True, slots=True)
class OpenCard:
    """A card that is served.

    Attributes:
        address: what to open in a browser, the token in it.
    """

    pages: Pages
    address: str


@asynccontextmanager
async def open_card_over(
    settings: Settings, post: Callable[[Event], None], card: Card, database: Path, clock: Clock
) -> AsyncGenerator[OpenCard]:
    """The card in the browser, served until the block is left; gives its pages and the address to print.

    Its books are a second connection to the ledger at `database`.

    Args:
        settings: all of them; those of the card count.
        post: takes presses, and what changed in the ledger, to the conversation's queue.
        card: one of the conversation's delegates.
        database: the ledger's file.
        clock: the conversation's.

    Raises:
        ConfigWrong: the address is taken, or reaches beyond this machine without a password.
        LedgerUnusable: the ledger cannot be opened.
    """
    access = _access(settings, kept_token(card_token_file()))
    listening = listen(settings.card.host, settings.card.port)
    try:
        books = await SqliteBooks.open(database)
    except BaseException:
        listening.close()
        raise
    pages = Pages(card, books, clock, post)
    exports = {
        form.value: (lambda form=form: exported(books.rows(), form))
        for form in (ExportFormat.CSV, ExportFormat.BEANCOUNT)
    }
    app = create_app(access, pages, LedgerApi(books, exports, post))
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
    if is_loopback(settings.card.host):
        return Access(token, password)
    if not password:
        raise ConfigWrong(
            f"card.host: {settings.card.host} lets other machines see the card; set a password in "
            'VOICED_CARD__PASSWORD or card.password, or card.host = "127.0.0.1"'
        )
    return Access(token, password, names_of_this_machine())
