"""A real command, run at changes of state."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Self

import pytest

from voiced.adapters.machine.state_hook import WAITING, StateHook
from voiced.errors import ConfigWrong

SURROUNDINGS = {
    "PATH": "/usr/bin:/bin",
    "LAMP": "17",
    "VOICED_LLM__API_KEY": "secret",
    "PGPASSWORD": "secret",
    "NOTIFY_SOCKET": "/run/notify",
    "CREDENTIALS_DIRECTORY": "/run/credentials",
}


@asynccontextmanager
async def running(hook: StateHook) -> AsyncGenerator[None]:
    task = asyncio.ensure_future(hook.run())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait([task])


@pytest.fixture
def told(tmp_path: Path) -> Iterator[Told]:
    with Told(tmp_path / "told") as told:
        yield told


class Told:
    """A pipe that the command writes lines into."""

    def __init__(self, path: Path) -> None:
        os.mkfifo(path)
        self._path = path
        self._file = os.fdopen(os.open(path, os.O_RDWR))  # also for writing: so it never ends

    async def lines(self, number: int) -> list[str]:
        """The next lines, once they are there."""
        return [(await asyncio.to_thread(self._file.readline)).rstrip("\n") for _ in range(number)]

    def __str__(self) -> str:
        return str(self._path)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()


class Complaints(logging.Handler):
    """What is logged, to be waited for."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.queue: asyncio.Queue[str] = asyncio.Queue()

    def emit(self, record: logging.LogRecord) -> None:
        self.queue.put_nowait(record.getMessage())


@pytest.fixture
def complaints() -> Iterator[Complaints]:
    complaints, log = Complaints(), logging.getLogger("voiced.adapters.machine.state_hook")
    log.addHandler(complaints)
    yield complaints
    log.removeHandler(complaints)


def script(folder: Path, text: str) -> str:
    file = folder / "on state.sh"
    file.write_text(f"#!/bin/sh\n{text}\n")
    file.chmod(0o755)
    return f"'{file}'"


async def test_the_command_finds_the_state_and_its_own_variables_but_no_secrets(
    tmp_path: Path, told: Told
) -> None:
    command = script(
        tmp_path, f"env | grep -E 'VOICED|LAMP|NOTIFY|CRED|PG' | sort | tr '\\n' ' ' > {told}; echo > {told}"
    )
    hook = StateHook(command, environment=SURROUNDINGS)
    async with running(hook):
        hook.tell("listening")
        hook.tell("idle")
        assert await told.lines(2) == ["LAMP=17 VOICED_STATE=listening ", "LAMP=17 VOICED_STATE=idle "]


async def test_arguments_are_given_as_they_are(tmp_path: Path, told: Told) -> None:
    hook = StateHook(
        f"""{script(tmp_path, f'echo "$1|$2" > {told}')} 'a b' '$HOME;'""", environment=SURROUNDINGS
    )
    async with running(hook):
        hook.tell("idle")
        assert await told.lines(1) == ["a b|$HOME;"]


async def test_a_slow_command_is_killed_with_its_children_and_the_next_state_is_told(
    tmp_path: Path, told: Told, complaints: Complaints
) -> None:
    text = f'echo "$VOICED_STATE" > {told}; [ "$VOICED_STATE" = idle ] || {{ sleep 600 & wait; }}'
    hook = StateHook(script(tmp_path, text), deadline_seconds=0.5, environment=SURROUNDINGS)
    async with running(hook):
        hook.tell("listening")
        hook.tell("idle")
        assert await told.lines(2) == ["listening", "idle"]
    assert complaints.queue.get_nowait() == (
        f"hooks.on_state: {tmp_path}/on state.sh took more than 0.5 s for listening and was killed"
    )


async def test_a_command_that_does_not_keep_up_misses_the_oldest_states(tmp_path: Path, told: Told) -> None:
    hook = StateHook(script(tmp_path, f'echo "$VOICED_STATE" > {told}'), environment=SURROUNDINGS)
    for number in range(WAITING + 3):
        hook.tell(str(number))
    async with running(hook):
        assert await told.lines(WAITING) == [str(number) for number in range(3, WAITING + 3)]


@pytest.mark.parametrize(
    ("command", "complaint"),
    [
        ("/no/such/lamp", "hooks.on_state: /no/such/lamp cannot be run: No such file or directory"),
        ("sh -c 'exit 3'", "hooks.on_state: sh ended with 3 for idle"),
    ],
)
async def test_a_command_that_fails_costs_a_line_in_the_log(
    command: str, complaint: str, complaints: Complaints
) -> None:
    hook = StateHook(command, environment=SURROUNDINGS)
    async with running(hook):
        hook.tell("idle")
        assert await complaints.queue.get() == complaint


def test_an_open_quotation_is_told() -> None:
    with pytest.raises(
        ConfigWrong, match=r"hooks.on_state: \"lamp 'on\" is not a valid command: No closing quotation"
    ):
        StateHook("lamp 'on")
