"""Our beancount export opened in fava, over HTTP, as a person does who looks at it in a browser."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Generator
from datetime import date
from pathlib import Path
from threading import Thread
from typing import cast
from urllib.request import urlopen

import pytest
from cheroot.wsgi import Server
from fava.application import create_app

from tests.support.ledger_rows import a_row, batch_of
from voiced.adapters.exchange.file_formats import FileFormat, exported
from voiced.domain.transaction import Transaction
from voiced.domain.vocabulary import DEFAULT_ACCOUNTS, DEFAULT_CATEGORIES

ROWS = batch_of(
    "b",
    *(
        a_row(
            "35.5",
            category.name,
            category.type,
            day=date(2026, 11, 1 + at % 28),
            description="说“好”\\\n换行",
        )
        for at, category in enumerate(DEFAULT_CATEGORIES)
    ),
    *(a_row(account=account.name) for account in DEFAULT_ACCOUNTS),
    a_row(description="自己的名字", account="小金库 2号"),
)


@pytest.fixture
async def ledger(tmp_path: Path) -> Path:
    async def rows() -> AsyncGenerator[Transaction]:
        for row in ROWS:
            yield row

    file = tmp_path / "voiced.beancount"
    file.write_text(
        "".join([text async for text in exported(rows(), FileFormat.BEANCOUNT)]), encoding="utf-8"
    )
    return file


@pytest.fixture
def fava(ledger: Path) -> Generator[str]:
    """The address of fava's own web server."""
    server = Server(("127.0.0.1", 0), create_app([ledger]))
    server.prepare()
    _, port = cast("tuple[str, int]", server.bind_addr)  # pyright: ignore[reportUnknownMemberType] - untyped there
    serving = Thread(target=server.serve)
    serving.start()
    try:
        yield f"http://127.0.0.1:{port}/voiced"
    finally:
        server.stop()
        serving.join()


def asked(address: str) -> bytes:
    with urlopen(address, timeout=30) as response:  # noqa: S310 - fava's own
        assert response.status == 200
        return response.read()


def test_fava_shows_every_entry_and_complains_of_none(fava: str):
    for page in ("income_statement", "balance_sheet", "journal", "errors"):
        assert b"<title>" in asked(f"{fava}/{page}/")
    assert json.loads(asked(f"{fava}/api/errors"))["data"] == []
    journal = json.loads(asked(f"{fava}/api/journal"))["data"]
    assert len([entry for entry in journal if entry["t"] == "Transaction"]) == len(ROWS)
