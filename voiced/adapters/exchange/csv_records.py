"""Records of a CSV file for spreadsheets."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

BYTE_ORDER_MARK = "\ufeff"
"""At the beginning it tells Excel that the file is UTF-8."""


def record(cells: Sequence[str]) -> str:
    """A record of RFC 4180 with its line end."""
    written = io.StringIO()
    csv.writer(written).writerow(cells)
    return written.getvalue()
