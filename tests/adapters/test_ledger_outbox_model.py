"""Whatever becomes of server, cable and device: what was confirmed is in the books once, and as it was changed last."""

from __future__ import annotations

import asyncio
import tempfile
from contextlib import AsyncExitStack, suppress
from enum import Enum, auto
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from tests.adapters.cable import Cable
from tests.support.ledger_rows import a_row, batch_of
from tests.support.postgres_rig import PostgresRig, device
from voiced.adapters.ledger.ledger_outbox import OutboxLedger
from voiced.domain.money import Money
from voiced.domain.transaction import FieldChange, Transaction
from voiced.errors import LedgerAway, NotInLedger

SAVING = b"INSERT INTO new_batches"
ROWS = 2


devices, choices = st.integers(0, 1), st.integers(0, 100)


class Way(Enum):
    """What becomes of the cable before a batch is saved.

    Only answers to saves are lost: a change on the server whose answer is lost is done and not told, and no model
    knows of that.
    """

    AS_IT_IS = auto()
    PULLED = auto()
    ANSWER_LOST = auto()


class TwoDevices(RuleBasedStateMachine):
    """Two devices, each with a cable of its own to one server, and the books as they should be."""

    postgres: PostgresRig

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.folder = tempfile.TemporaryDirectory(prefix="w-")
        self.cables: list[Cable] = []
        self.devices: list[tuple[AsyncExitStack, OutboxLedger]] = []
        self.rows: dict[str, list[Transaction]] = {}
        self.batches: list[tuple[int, list[Transaction]]] = []

    @initialize()
    def begin(self) -> None:
        self.server = self.postgres.empty_ledger()
        for number in range(2):
            place = Path(self.folder.name) / str(number)
            place.mkdir()
            self.cables.append(Cable(self.postgres.socket, place))
            self.runner.run(self.cables[number].plug_in())
            self.devices.append(self.runner.run(self._start(number)))

    def teardown(self) -> None:
        if self.devices:
            self.runner.run(self._everything_arrives())
            for number in range(2):
                self.runner.run(self.devices[number][0].aclose())
                self.runner.run(self.cables[number].pull())
        self.runner.close()
        self.folder.cleanup()

    async def _start(self, number: int) -> tuple[AsyncExitStack, OutboxLedger]:
        stack = AsyncExitStack()
        place = Path(self.folder.name) / str(number)
        url = self.postgres.through(self.server, place)
        return stack, await stack.enter_async_context(device(url, place / "outbox.db"))

    async def _prepare_way(self, number: int, way: Way) -> None:
        match way:
            case Way.AS_IT_IS:
                pass
            case Way.PULLED:
                await self.cables[number].pull()
            case Way.ANSWER_LOST:
                await self.cables[number].plug_in()
                self.cables[number].lose_the_answer_to(SAVING)

    async def _everything_arrives(self) -> None:
        expected = sorted((row for rows in self.rows.values() for row in rows), key=lambda row: row.id)
        for number, (_, ledger) in enumerate(self.devices):
            await self.cables[number].plug_in()
            await _read(ledger)
        assert sorted(await _read(self.devices[0][1]), key=lambda row: row.id) == expected
        assert await _read(self.devices[1][1]) == await _read(self.devices[0][1])

    @rule(number=devices, way=st.sampled_from(Way))
    def save(self, number: int, way: Way) -> None:
        self.runner.run(self._prepare_way(number, way))
        batch_id = f"b{len(self.batches)}"
        batch = batch_of(batch_id, *(a_row(str(place + 1)) for place in range(ROWS)))
        self.runner.run(self.devices[number][1].save_batch(batch_id, batch))
        self.batches.append((number, batch))
        self.rows[batch_id] = batch[:]

    @rule(chosen=choices)
    def save_again(self, chosen: int) -> None:
        if self.batches:
            number, batch = self.batches[chosen % len(self.batches)]
            self.runner.run(self.devices[number][1].save_batch(batch[0].batch_id, batch))

    @rule(chosen=choices, place=st.integers(0, ROWS - 1), fen=st.integers(1, 5))
    def amend(self, chosen: int, place: int, fen: int) -> None:
        if self.batches:
            number, batch = self.batches[chosen % len(self.batches)]
            change = FieldChange(amount=Money(fen))
            with suppress(LedgerAway, NotInLedger):
                amended = self.runner.run(self.devices[number][1].amend(batch[place].id, change))
                self.rows[amended.batch_id][place] = amended
                assert amended.amount == Money(fen)

    @rule(chosen=choices)
    def undo(self, chosen: int) -> None:
        if self.batches:
            number, batch = self.batches[chosen % len(self.batches)]
            with suppress(LedgerAway):
                self.runner.run(self.devices[number][1].undo_batch(batch[0].batch_id))
                self.rows[batch[0].batch_id] = []

    @rule(number=devices)
    def plug_in(self, number: int) -> None:
        self.runner.run(self.cables[number].plug_in())

    @rule(number=devices)
    def restart(self, number: int) -> None:
        self.runner.run(self.devices[number][0].aclose())
        self.devices[number] = self.runner.run(self._start(number))

    @rule()
    def everything_arrives(self) -> None:
        self.runner.run(self._everything_arrives())

    @invariant()
    def nothing_is_doubled(self) -> None:
        if self.devices:
            counted = "SELECT count(*), count(DISTINCT id) FROM transactions"
            ((rows, ids),) = self.postgres.sql(self.server, counted)
            assert rows == ids


async def _read(ledger: OutboxLedger) -> list[Transaction]:
    """The rows, asked for as often as it takes."""
    while True:
        try:
            return [row async for row in ledger.rows()]
        except LedgerAway:
            continue


@pytest.mark.usefixtures("patient")
def test_confirmed_rows_are_in_the_ledger_once(postgres: PostgresRig):
    TwoDevices.postgres = postgres
    brief = settings(max_examples=8, stateful_step_count=15, suppress_health_check=[HealthCheck.too_slow])
    run_state_machine_as_test(TwoDevices, settings=brief)
