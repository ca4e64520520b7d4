"""What a stranger wants first can be done with a phone and without a microphone."""

from __future__ import annotations

import pytest

from tests.card.browsing import PHONE
from tests.card.conftest import Visit
from tests.card.five_tasks import FINDS, TASKS, Task, move_in
from tests.card.house import House
from tests.support.now import NOW
from voiced.ports.conversation import MicrophoneLost


@pytest.mark.parametrize(
    ("tasks", "added"),
    [(TASKS, [("午饭", "35.5"), ("打车", "20"), ("买菜", "54.8")]), (FINDS, [("", "18")])],
    ids=["tasks", "finds"],
)
async def test_a_stranger_does_five_tasks_one_after_the_other(
    home: House, visit: Visit, tasks: tuple[Task, ...], added: list[tuple[str, str]]
):
    await move_in(home)
    home.watcher.tell(MicrophoneLost("unplugged"))
    person = await visit(PHONE)
    problems: dict[str, list[str]] = {}

    async def looked_at(step: str) -> None:
        problems[step] = await person.accessibility_problems()

    for task in tasks:
        await task(person, looked_at)

    assert {step: found for step, found in problems.items() if found} == {}
    today = [(row.description, str(row.amount)) async for row in home.ledger.rows() if row.date == NOW.date()]
    assert today[-len(added) :] == added
