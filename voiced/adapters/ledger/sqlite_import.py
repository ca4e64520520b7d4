"""Takes a file of another program into a ledger in a file: looks first, and then writes the new rows as one batch."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from msgspec import structs
from msgspec.structs import replace

from voiced.adapters.exchange.file_formats import format_of, readings_of
from voiced.adapters.exchange.importing import ImportPlan, as_seen, in_one_batch, plan_import
from voiced.adapters.ledger.sqlite_intake import kept_openings, known_ids, take_in
from voiced.domain.file_import import FileImport
from voiced.domain.vocabulary import Vocabulary


class SqliteImporter:
    """`Importer` for a ledger's file, on threads of its own. Names that the ledger lacks are added."""

    def __init__(self, ledger: Path, vocabulary: Callable[[], Awaitable[Vocabulary]]) -> None:
        """Open nothing yet.

        Args:
            ledger: a ledger that was opened before.
            vocabulary: reads its names.
        """
        self._ledger = ledger
        self._vocabulary = vocabulary

    async def preview(self, text: str) -> FileImport:
        """What an import would add; see `Importer.preview`."""
        seen, _ = await asyncio.to_thread(self._plan, text, await self._vocabulary())
        return seen

    async def take(self, text: str) -> FileImport:
        """Add what is new; see `Importer.take`."""
        return await asyncio.to_thread(self._take, text, await self._vocabulary())

    def _take(self, text: str, vocabulary: Vocabulary) -> FileImport:
        seen, plan = self._plan(text, vocabulary)
        take_in(self._ledger, plan, lambda _: None)
        return seen

    def _plan(self, text: str, vocabulary: Vocabulary) -> tuple[FileImport, ImportPlan]:
        """The new rows of a text, and the plan to write them."""
        form = format_of(text)
        whole = plan_import(readings_of(text, form), form, vocabulary, adds_names=True)
        seen = as_seen(whole, form, known_ids(self._ledger, whole.rows), kept_openings(self._ledger))
        seen = replace(seen, rows=in_one_batch(seen.rows))
        return seen, structs.replace(
            whole, rows=seen.rows, categories=seen.categories, accounts=seen.accounts
        )
