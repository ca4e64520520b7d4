"""The commands of docs/several-devices.md for the server make a database in which a device can keep a ledger."""

from __future__ import annotations

import asyncio
import re
import shlex
from pathlib import Path

import pytest

from tests.support.ledger_files import rows_of
from tests.support.ledger_rows import a_row, batch_of
from tests.support.postgres_rig import PostgresRig, device
from voiced.config import load_settings

DOCUMENT = (Path(__file__).parents[2] / "docs" / "several-devices.md").read_text(encoding="utf-8")
TYPED = re.compile(r"^\$ sudo -u postgres (.*)$", re.MULTILINE)
CONFIGURED = re.search(r"```toml\n(.*?)```", DOCUMENT, re.DOTALL)


@pytest.mark.usefixtures("patient")
def test_the_commands_make_a_database_that_a_device_can_use(postgres: PostgresRig, tmp_path: Path):
    typed = [shlex.split(line) for line in TYPED.findall(DOCUMENT)]
    assert [program for program, *_ in typed] == ["createuser", "createdb"]
    for program, *arguments in typed:
        # The rig's owner is called voiced already, and nobody is there to type a password.
        renamed = [word.replace("voiced", "resident") for word in arguments if word != "--pwprompt"]
        postgres.command(program, *renamed)
    url = postgres.url("household").replace("voiced@", "resident@")

    async def save() -> int:
        async with device(url, tmp_path / "outbox.db") as ledger:
            await ledger.save_batch("b1", batch_of("b1", a_row()))
            return len(await rows_of(ledger))

    assert asyncio.run(save()) == 1


def test_the_settings_are_right(tmp_path: Path):
    assert CONFIGURED is not None
    file = tmp_path / "voiced.toml"
    file.write_text(CONFIGURED[1], encoding="utf-8")
    assert load_settings(file, environment={}).ledger.url.startswith("postgresql://voiced@")
