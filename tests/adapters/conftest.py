"""Real recognisers, each loaded once for all tests, and ledgers on both databases."""

from __future__ import annotations

import os
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from tests.support.postgres_rig import PostgresRig
from voiced.adapters.ledger.postgres_ledger import PostgresDatabase
from voiced.adapters.ledger.postgres_server import PostgresServer
from voiced.adapters.ledger.sql_database import Database
from voiced.adapters.ledger.sqlite_database import SqliteDatabase
from voiced.adapters.recognition.vosk_recognizer import VoskRecognizer
from voiced.adapters.recognition.whisper_recognizer import WhisperRecognizer

CHECKOUT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def models() -> Path:
    """Where scripts/fetch-test-models puts the weights."""
    return Path(os.environ.get("VOICED_MODELS") or CHECKOUT / ".cache" / "models")


@pytest.fixture(scope="session")
def whisper(models: Path) -> Iterator[WhisperRecognizer]:
    recognizer = WhisperRecognizer(models / "whisper-base", cpu_threads=2)
    yield recognizer
    recognizer.close()


@pytest.fixture(scope="session")
def vosk(models: Path) -> Iterator[VoskRecognizer]:
    """Vosk with its Korean model: no package carries the Mandarin one."""
    recognizer = VoskRecognizer(models / "vosk-ko")
    yield recognizer
    recognizer.close()


@pytest.fixture(params=["sqlite", "postgres"])
def open_database(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], Awaitable[Database]]:
    """Opens a new ledger's tables, as often as wanted."""
    if request.param == "sqlite":
        return lambda: SqliteDatabase.open(tmp_path / "ledger.db")
    server: PostgresRig = request.getfixturevalue("postgres")
    url = server.empty_ledger()

    async def on_postgres() -> Database:
        return PostgresDatabase(PostgresServer.at(url))

    return on_postgres


@pytest.fixture
async def database(open_database: Callable[[], Awaitable[Database]]) -> AsyncGenerator[Database]:
    """The tables of a new ledger."""
    opened = await open_database()
    yield opened
    await opened.close()
