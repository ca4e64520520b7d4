"""Ledger rows as CSV for spreadsheets: the columns of the JSON lines, UTF-8 with a byte order mark."""

from __future__ import annotations

import csv
import io
from collections.abc import AsyncGenerator, AsyncIterator, Sequence

from voiced.domain.transaction import TEXTS, Transaction

BYTE_ORDER_MARK = "\ufeff"
"""At the beginning it tells Excel that the file is UTF-8."""

# A spreadsheet evaluates a cell with such a beginning, full-width forms included. OWASP, "CSV Injection".
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


async def spreadsheet(rows: AsyncIterator[Transaction]) -> AsyncGenerator[str]:
    """Rows as records of RFC 4180 below the names of the columns.

    The byte order mark tells Excel that the file is UTF-8. A text that a spreadsheet would evaluate gets an apostrophe.
    """
    yield BYTE_ORDER_MARK + record(TEXTS)
    async for row in rows:
        yield record([_disarmed(text) for text in row.texts.values()])


def rearmed(cell: str) -> str:
    """The original text of a cell of such a file."""
    return cell[1:] if cell.startswith("'") and _is_armed(cell) else cell


def _disarmed(text: str) -> str:
    return f"'{text}" if _is_armed(text) else text


def _is_armed(text: str) -> bool:
    # Leading apostrophes are skipped, so that removing one is always right.
    return text.lstrip("'").startswith(_FORMULA_STARTS)


def record(cells: Sequence[str]) -> str:
    """A record of RFC 4180 with its line end."""
    written = io.StringIO()
    csv.writer(written).writerow(cells)
    return written.getvalue()
