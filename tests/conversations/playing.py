"""Plays a recorded conversation through the whole daemon: real ledger, real HTTP, real voice activity."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from pathlib import Path

import msgspec

from tests.conversations.conversation import RecordedConversation
from tests.support.answers import answer_of, interpretation_of
from tests.support.ledger_files import rows_in
from tests.support.scripted_llm import Answer, Answerer, JsonValue, scripted_llm
from voiced.adapters.machine.clocks import SampleClock
from voiced.app.build_conversation import Surroundings, open_conversation
from voiced.app.build_ears import open_ears
from voiced.cli.colours import Palette
from voiced.cli.transcripts import Transcript
from voiced.config import Settings
from voiced.domain.transaction import Transaction
from voiced.gateway.protocol.exchanges import CORRECT, PARSE
from voiced.ports.sound import Recognizer
from voiced.runtime.replaying import Replay, ReplayTurn

SATURDAY = datetime(2026, 11, 21, 10, 30, tzinfo=timezone(timedelta(hours=8)))


class Told(Transcript):
    """A transcript that is kept, so that a failing test shows the conversation."""

    def __init__(self) -> None:
        super().__init__(Palette(is_coloured=False))
        self.lines: list[str] = []

    def _print(self, line: str) -> None:
        self.lines.append(line)


@dataclass(frozen=True, slots=True)
class Played:
    """What a conversation came to."""

    rows: tuple[Transaction, ...]
    transcript: str

    @property
    def with_categories(self) -> tuple[str, ...]:
        """`amount TYPE category` of each row."""
        return tuple(f"{row.amount} {row.type} {row.category}" for row in self.rows)


async def play_conversation(
    conversation: RecordedConversation,
    turns: Iterable[ReplayTurn],
    load: Callable[[], Recognizer],
    database: Path,
) -> Played:
    """Play turns; a model answers over HTTP where the conversation needs one, else the daemon is offline."""
    settings, clock, told = Settings(), SampleClock(SATURDAY), Told()
    answers = list(conversation.answers)
    async with AsyncExitStack() as stack:
        if answers:
            server = await stack.enter_async_context(scripted_llm(_answering(answers)))
            settings = msgspec.structs.replace(
                settings, llm=msgspec.structs.replace(settings.llm, base_url=server.url)
            )
        running = await stack.enter_async_context(
            open_conversation(settings, Surroundings(database, clock, told))
        )
        ears = await stack.enter_async_context(open_ears(settings, running, load))
        await Replay(running, ears, clock.advance).play(turns)
        await running.stop()
    assert not answers, f"the model was not asked for {answers}"
    return Played(tuple(await rows_in(database)), "\n".join(told.lines))


def _answering(answers: list[str]) -> Answerer:
    """A gateway that gives these answers (see `tests.support.answers`), and takes each from the list."""

    def answer(path: str, body: JsonValue) -> Answer:
        del body
        words, today = answers.pop(0), SATURDAY.date()
        match path:
            case PARSE.path:
                return Answer(PARSE.write_answer(answer_of(words, today), "stand-in"))
            case CORRECT.path:
                return Answer(CORRECT.write_answer(interpretation_of(words, today), "stand-in"))
            case _:
                raise ValueError(f"the daemon has no question at {path}")

    return answer
