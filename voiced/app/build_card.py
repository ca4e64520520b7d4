"""Builds the card: its access rules, its books and its server. Only imported if the card is enabled."""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing, asynccontextmanager
from datetime import date
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from voiced.adapters.bills.files import read_content
from voiced.adapters.exchange.file_formats import FileFormat, between, exported
from voiced.adapters.ledger.sql_bills import SqlBills
from voiced.adapters.ledger.sql_books import SqlBooks
from voiced.adapters.ledger.sql_database import Database
from voiced.adapters.ledger.sql_names import SqlNames
from voiced.adapters.ledger.sqlite_import import SqliteImporter
from voiced.adapters.machine.card_place import CardPlace
from voiced.adapters.machine.listening_socket import Served, TakePort, listen
from voiced.adapters.machine.paths import card_token_file, say_token_file
from voiced.adapters.machine.say_tokens import SayTokens
from voiced.adapters.machine.secrets import credential, kept_token
from voiced.app.build_conversation import Surroundings
from voiced.app.build_ledger import open_database
from voiced.card.access import COOKIE, Access, Allowance, is_loopback, names_of_this_machine
from voiced.card.balances_api import BalancesApi
from voiced.card.bills_api import BillsApi
from voiced.card.card import Card
from voiced.card.habits_api import HabitsApi
from voiced.card.import_api import ImportApi
from voiced.card.ledger_api import Export, LedgerApi
from voiced.card.names_api import NamesApi
from voiced.card.recurring_api import RecurringApi
from voiced.card.say_api import AT_ONCE, SayApi
from voiced.card.selection_api import SelectionApi
from voiced.card.serving import serving
from voiced.card.settings_api import SettingsApi
from voiced.card.socket import Pages
from voiced.card.web_app import TokenApi, create_app
from voiced.config import Settings
from voiced.dialogue.values import events as ev
from voiced.dialogue.values.state import Phase
from voiced.domain.profile import profile_in
from voiced.errors import ConfigWrong
from voiced.ports.conversation import Clock
from voiced.ports.ledger import Importer, Names
from voiced.ports.preferences import ChoiceOfPreferences
from voiced.runtime.bill_import import BillImport
from voiced.runtime.conversation import Conversation
from voiced.runtime.conversations import Conversations
from voiced.runtime.tasks import Tasks

log = logging.getLogger(__name__)

CARD = Served("the card", "card.host", "card.port")


class OpenCard(Struct, frozen=True):
    """A card that is served.

    Attributes:
        place: its address, and the token that opens it.
    """

    pages: Pages
    place: CardPlace


@asynccontextmanager
async def open_card(
    settings: Settings,
    conversations: Conversations,
    card: Card,
    around: Surroundings,
    take_port: TakePort = listen,
    measured_in: Callable[[Database], TokenApi] | None = None,
    choice: ChoiceOfPreferences | None = None,
) -> AsyncGenerator[OpenCard]:
    """The card of a conversation, served until the block is left; gives its pages and its address.

    Presses, and changes of the ledger, go to the conversation's queue. The card reads by a second connection to the
    ledger. It changes saved rows by the conversation's ledger, where they may still wait for a server.

    Args:
        settings: the settings; those of the card are used.
        conversations: that of the room is shown; the others answer the sentences that are sent.
        card: one of the conversation's watchers.
        around: the conversation's surroundings.
        take_port: opens the socket to serve at.
        measured_in: makes the endpoint of the metrics, over the card's connection; None to serve none.
        choice: keeps the settings that people change; None where there is no daemon to take them over.

    Raises:
        ConfigWrong: the address cannot be used, or is reachable from other machines without a password.
        LedgerUnusable: the ledger cannot be opened.
    """
    conversation = conversations.room
    access = access_of(settings, kept_token(card_token_file()), around.clock)
    listening = take_port(settings.card.host, settings.card.port, CARD)
    host, port = listening.getsockname()[:2]
    if port != settings.card.port != 0:
        log.warning(
            "card.port: %d is taken, another daemon may run on this machine; the card is at port %d",
            settings.card.port,
            port,
        )
        # A browser sends a cookie to every port of a machine, so each card needs a cookie name of its own.
        access = replace(access, cookie_name=f"{access.cookie_name}-{port}")
    try:
        database = await open_database(around.database)
        books = SqlBooks(database, conversation.world.ledger)
    except BaseException:
        listening.close()
        raise
    trust = conversation.world.trust
    pages = Pages(
        card,
        conversation.vocabulary,
        around.clock,
        conversation.post,
        settings.session.wake_phrase,
        conversation.handled,
        socket.gethostname(),
        lambda: None if trust is None else trust.standing(),
    )
    importer = None
    if isinstance(around.database, Path):
        importer = SqliteImporter(around.database, books.vocabulary)
    tokens = SayTokens(say_token_file())
    try:
        say = SayApi(tokens.owner_of, conversations.say, Allowance(AT_ONCE, settings.say.per_minute / 60))
        measuring = () if measured_in is None else (measured_in(database),)
        apis = ledger_apis(
            books, SqlNames(database), importer, conversation, conversations.tell, around.clock
        )
        desk = BillImport(SqlBills(database), books.vocabulary, read_content, around.clock)
        bills = BillsApi(desk, conversations.tell)
        place = CardPlace(host, port, access.token, asks_password=access.password is not None)
        choosing = () if choice is None else (settings_api(choice, conversation, access, place),)
        app = create_app(access, pages, (say, *measuring), *apis, bills, *choosing)
        async with Tasks() as tasks, serving(app, listening, tasks.start):
            yield OpenCard(pages, place)
    finally:
        await books.close()


def ledger_apis(
    books: SqlBooks,
    names: Names,
    importer: Importer | None,
    room: Conversation,
    tell: Callable[[ev.Event], None],
    clock: Clock,
) -> tuple[LedgerApi, NamesApi, ImportApi, RecurringApi, HabitsApi, BalancesApi, SelectionApi]:
    """The endpoints of the ledger page. Changes of the ledger are told to the conversations by `tell`."""
    ledger = room.world.ledger

    def export_as(form: FileFormat) -> Export:
        async def export(first: date, last: date) -> AsyncGenerator[str]:
            # A part of the ledger begins with what was there before; that is known of the whole one only.
            openings = (await books.balances()).openings if first == date.min else ()
            rows = between(books.rows(), first, last)
            async with aclosing(exported(rows, form, openings=openings)) as parts:
                async for part in parts:
                    yield part

        return export

    async def renew() -> None:
        tell(ev.LedgerKnown(await ledger.vocabulary(), await ledger.memory(), None))

    exports = {
        form.value: export_as(form) for form in (FileFormat.CSV, FileFormat.BEANCOUNT, FileFormat.QIANJI)
    }
    return (
        LedgerApi(books, exports, lambda: clock.now().date(), tell),
        NamesApi(names, clock, renew),
        ImportApi(importer, tell, clock.now, renew),
        RecurringApi(ledger, clock, tell, room.post),
        HabitsApi(ledger, books.rows_that_taught, renew),
        BalancesApi(books, lambda: clock.now().date(), renew),
        SelectionApi(books, tell),
    )


def settings_api(
    choice: ChoiceOfPreferences, room: Conversation, access: Access, place: CardPlace
) -> SettingsApi:
    """The endpoint of the settings. A code for a second device holds an invitation in place of the password."""

    def entrances() -> Sequence[str]:
        return replace(place, token=access.invitation(), asks_password=False).addresses_for_others

    return SettingsApi(choice, lambda: room.phase is Phase.IDLE, entrances)


def access_of(settings: Settings, token: str, clock: Clock) -> Access:
    """The access rules of the card.

    Raises:
        ConfigWrong: the card is reachable from other machines and has no password.
    """
    password = settings.card.password or credential("card.password")
    profile = profile_in(os.environ)
    cookie = f"{COOKIE}-{profile}" if profile else COOKIE
    if is_loopback(settings.card.host):
        return Access(token, clock, password, cookie_name=cookie)
    if not password:
        raise ConfigWrong(
            f"card.host: {settings.card.host} is reachable from other machines and needs a password; set one in "
            'VOICED_CARD__PASSWORD or card.password, or card.host = "127.0.0.1"'
        )
    return Access(token, clock, password, names_of_this_machine(), cookie)
