"""A PostgreSQL server of our own (Debian's programs, with a cluster in a temporary folder), and devices whose ledger is on it."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
from collections.abc import AsyncGenerator, Generator, Sequence
from contextlib import asynccontextmanager, closing, contextmanager
from itertools import count
from pathlib import Path
from tempfile import mkdtemp
from urllib.parse import quote

import psycopg

from voiced.adapters.ledger.ledger_outbox import OutboxLedger
from voiced.adapters.ledger.outbox_file import Outbox
from voiced.adapters.ledger.postgres_ledger import PostgresLedger
from voiced.adapters.ledger.postgres_server import PostgresServer
from voiced.runtime.tasks import Tasks

_USER = "voiced"
_IMPATIENT = "-c search_path=voiced -c lock_timeout=10s"
_STOP_SECONDS = 20
_PORT = 5432
"""The port, which only names the socket: the server does not listen on the network."""

# The log is for our start only.
_ALWAYS = ("listen_addresses=", "max_connections=50", "log_min_messages=log", "log_checkpoints=off")

# A crash of the machine may take everything: nothing of a test outlives it.
_IN_A_HURRY = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")


class PostgresRig:
    """A server on a socket in `folder`; see the module."""

    def __init__(self, folder: Path, settings: Sequence[str]) -> None:
        self._folder = folder
        self._settings = (*_ALWAYS, *settings, f"unix_socket_directories={folder}")
        self._data = folder / "data"
        self._server: subprocess.Popen[str] | None = None
        self._numbers = count(1)
        self._ledger: str | None = None
        folder.chmod(0o700)
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres", "postgres")

    def make(self) -> None:
        """Make the cluster and start it."""
        self._run(
            "initdb", "--no-sync", "--auth=trust", f"--username={_USER}", "--encoding=UTF8", "--locale=C"
        )
        self.start()

    def start(self) -> None:
        """Start the server; return when it accepts a client."""
        settings = [f"-c{setting}" for setting in self._settings]
        self._server = subprocess.Popen(
            # It ends with the tests, however they end.
            [
                *("setpriv", "--pdeathsig=QUIT"),
                *_as_postgres(),
                "--",
                _program("postgres"),
                "-D",
                self._data,
                *settings,
            ],
            stderr=subprocess.PIPE,
            text=True,
            cwd="/",
        )
        assert self._server.stderr is not None
        said = ""
        for line in self._server.stderr:
            said += line
            if "ready to accept connections" in line:
                return
        raise RuntimeError(f"postgres ended: {said}")

    def stop(self, sign: signal.Signals = signal.SIGINT) -> None:
        """End the server; its clients are cut off."""
        if self._server is not None:
            self._server.send_signal(sign)
            self._server.communicate(timeout=_STOP_SECONDS)
            self._server = None

    def url(self, database: str) -> str:
        """The address of a database."""
        return f"postgresql://{_USER}@/{database}?host={quote(str(self._folder))}"

    def through(self, url: str, folder: Path) -> str:
        """The address of the same database by a socket in another folder."""
        return url.replace(quote(str(self._folder)), quote(str(folder)))

    @property
    def socket(self) -> Path:
        """The address at which the server listens."""
        return self._folder / f".s.PGSQL.{_PORT}"

    def new_database(self) -> str:
        """The address of a new, empty database."""
        name = f"ledger{next(self._numbers)}"
        self.sql("postgres", f"CREATE DATABASE {name}")
        return self.url(name)

    def empty_ledger(self) -> str:
        """The address of a ledger that has the default names and no rows; the same one at each call."""
        if self._ledger is None:
            self._ledger = self.new_database()
        elif self.sql(self._ledger, "SELECT to_regclass('voiced.batches') IS NOT NULL") == [(True,)]:
            listed = "batches, transactions, lessons, revisions, budgets, recurring, bills, bill_lines, bill_links, bill_changes"
            self.sql(self._ledger, f"TRUNCATE {listed} RESTART IDENTITY")
        return self._ledger

    def guard(self, user: str, password: str) -> None:
        """Make another user, whose connections need a password."""
        self.sql("postgres", f"CREATE ROLE {user} SUPERUSER LOGIN PASSWORD '{password}'")
        rules = self._data / "pg_hba.conf"
        rules.write_text(f"local all {user} scram-sha-256\n{rules.read_text()}")
        self.stop()
        self.start()

    def command(self, program: str, *arguments: str) -> None:
        """Run a program of PostgreSQL's as the owner of the server does."""
        owner = (f"--host={self._folder}", f"--username={_USER}")
        subprocess.run([_program(program), *owner, *arguments], check=True, capture_output=True)

    def sql(self, database: str, statement: str) -> list[tuple[object, ...]]:
        """Execute statements as another program would; the database is given by its name or its address."""
        url = database if "/" in database else self.url(database)
        with closing(psycopg.connect(url, autocommit=True, options=_IMPATIENT)) as connection:
            cursor = connection.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [
                "setpriv",
                "--pdeathsig=QUIT",
                *_as_postgres(),
                "--",
                _program(program),
                "-D",
                self._data,
                *arguments,
            ],
            check=True,
            capture_output=True,
            cwd="/",
        )


@contextmanager
def postgres_rig(settings: Sequence[str] = _IN_A_HURRY) -> Generator[PostgresRig]:
    """A server with these settings that runs until the block is left."""
    # Not pytest's own folder: the path of a socket is short, and another user has to reach it.
    folder = Path(mkdtemp(prefix="pg-"))
    rig = PostgresRig(folder, settings)
    try:
        rig.make()
        yield rig
    finally:
        # Unwritten data is not needed any more.
        rig.stop(signal.SIGQUIT)
        shutil.rmtree(folder)


def _program(name: str) -> str:
    """The folder of the server's programs. Debian has one for each version, which is not on the PATH."""
    installed = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return str(installed[-1]) if installed else name


def _as_postgres() -> list[str]:
    """PostgreSQL does not run as root."""
    if os.geteuid() != 0:
        return []
    user = pwd.getpwnam("postgres")
    return [f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]


@asynccontextmanager
async def device(url: str, outbox: Path) -> AsyncGenerator[OutboxLedger]:
    """The ledger at `url`, as a device with the outbox file `outbox` uses it."""
    ledger = OutboxLedger(PostgresLedger(PostgresServer.at(url)), await Outbox.open(outbox))
    try:
        await ledger.prepare()
        async with Tasks() as tasks:
            tasks.start(ledger.deliver())
            yield ledger
    finally:
        await ledger.close()
