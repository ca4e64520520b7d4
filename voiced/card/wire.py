"""The message from daemon to page, the whole card; docs/card.md explains it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime

import msgspec

from voiced.card.card import CardMicrophone, CardState, ShortQuestion
from voiced.card.page_messages import FIELD_CALLED, camel
from voiced.dialogue.sentences.choices import readings
from voiced.dialogue.values.card_answer import CardAnswer
from voiced.domain.batch import DraftBatch, DraftTransaction
from voiced.domain.left_out import LeftOutReason
from voiced.domain.money import MAX_FEN
from voiced.domain.question import Grouping, RowsBehind
from voiced.domain.row_texts import TEXTS, texts_of
from voiced.domain.transaction import ParseResult, Transaction
from voiced.domain.vocabulary import Vocabulary
from voiced.errors import RequestWrong
from voiced.ports.trust import TrustStanding


class _Wire(msgspec.Struct, frozen=True, rename="camel"):
    """A part of a message to the page, with camelCase names."""


WireRow = dict[str, str]
"""A row of the ledger: its texts by their camelCase names."""

DraftRow = dict[str, str | int | list[str] | None]
"""A row of the draft, by camelCase names: its index, number and status, whether it is complete, its doubts and its fields."""


class CategoryName(_Wire, frozen=True):
    """A category to choose from."""

    name: str
    type: str


class WireLeftOut(_Wire, frozen=True):
    """An entry of the tray; `until` is null as long as the draft is open."""

    words: str
    reason: LeftOutReason
    entry: DraftRow
    until: datetime | None


class RestorableEntries(_Wire, frozen=True):
    """The entries that can come back: those that a crash left behind, those dropped last, and those of the tray."""

    left_behind: list[DraftRow]
    dropped: list[DraftRow]
    until: datetime | None
    tray: list[WireLeftOut]


class SavedBatch(_Wire, frozen=True):
    """The batch saved last."""

    count: int
    batch_id: str
    rows: list[WireRow]


class AnswerBar(_Wire, frozen=True):
    """A bar of the picture; `behind` is the value of that parameter of a search which finds its rows."""

    name: str
    amount: str
    whole: str | None
    behind: str | None


class Answer(_Wire, frozen=True):
    """The answer to a question."""

    title: str
    figure: str
    unit: str
    count: int
    total: str
    behind: str | None
    layout: str
    bars: list[AnswerBar]
    rows: list[WireRow]


class RoomElsewhere(_Wire, frozen=True):
    """A room with a voice satellite."""

    name: str
    phase: str
    pending: int
    said: str


class ModelStanding(_Wire, frozen=True):
    """Whether the language model is believed, and why; `since` is the day of the check or of the revocation."""

    believes: bool
    reason: str
    since: date | None
    cause: str | None


class Now(_Wire, tag_field="type", tag="now", frozen=True):
    """The whole card."""

    phase: str
    hearing: bool
    partial: str
    heard: str
    said: str
    sentences: list[str]
    question: ShortQuestion | None
    speaking: str
    interim: str
    error: str
    microphone: CardMicrophone
    speaks: bool
    revision: int
    taken: int
    draft: list[DraftRow] | None
    offline: bool
    saved: SavedBatch | None
    answer: Answer | None
    categories: list[CategoryName]
    accounts: list[str]
    ledger_changes: int
    restorable: RestorableEntries
    rooms: list[RoomElsewhere]
    model: ModelStanding | None
    wake_phrase: str
    host: str
    server_time: datetime


_ROWS_OF_ANSWER = 5
"""Rows of an answer that are shown with it; the others are in the ledger."""
_MOST_BEHIND = 4000
_behind_decoder = msgspec.json.Decoder(RowsBehind)
_NAME_OUTSIDE = {name: camel(name) for name in TEXTS}


def now_of(
    state: CardState,
    vocabulary: Vocabulary,
    wake_phrase: str,
    host: str,
    time: datetime,
    taken: int = 0,
    standing: TrustStanding | None = None,
) -> bytes:
    """The whole card as a message.

    Args:
        state: what it shows.
        vocabulary: the names to choose from.
        wake_phrase: begins a session.
        host: the name of this machine.
        time: now.
        taken: the number of this page's latest press that is in it.
        standing: whether the language model is believed; None without a model.
    """
    saved = state.saved
    now = Now(
        phase=state.phase.value.lower(),
        hearing=state.hearing,
        partial=state.partial,
        heard=state.heard,
        said=state.said,
        sentences=list(state.sentences),
        question=state.question,
        speaking=state.speaking,
        interim=state.interim,
        error=state.error,
        microphone=state.microphone,
        speaks=state.speaks,
        revision=state.revision,
        taken=taken,
        draft=draft_rows(state.draft),
        offline=state.is_offline,
        saved=SavedBatch(len(saved), saved[0].batch_id, rows_of(saved)) if saved else None,
        answer=None if state.answer is None else answer_of(state.answer),
        categories=categories_of(vocabulary),
        accounts=accounts_of(vocabulary),
        ledger_changes=state.ledger_changes,
        restorable=RestorableEntries(
            list(map(_fields_of, state.restorable.left_behind)),
            list(map(_fields_of, state.restorable.dropped)),
            state.restorable.until,
            [
                WireLeftOut(one.words, one.reason, _fields_of(one.entry), one.until)
                for one in state.restorable.tray
            ],
        ),
        rooms=[
            RoomElsewhere(room.name, room.phase.value.lower(), room.pending, room.said)
            for room in state.rooms
        ],
        model=None if standing is None else _model_of(standing),
        wake_phrase=wake_phrase,
        host=host,
        server_time=time,
    )
    return msgspec.json.encode(now)


def _model_of(standing: TrustStanding) -> ModelStanding:
    return ModelStanding(
        standing.believes,
        standing.reason.value,
        None if standing.since is None else standing.since.date(),
        None if standing.cause is None else standing.cause.value,
    )


def answer_of(answer: CardAnswer) -> Answer:
    """The answer to a question for the page. Its rows are not repeated beside a picture."""
    return Answer(
        title=answer.title,
        figure=str(answer.figure.number),
        unit=answer.figure.unit.value,
        count=answer.count,
        total=str(answer.total),
        behind=_parameter(answer.behind),
        layout=answer.layout.value,
        bars=[
            AnswerBar(
                bar.name,
                str(bar.amount),
                None if bar.whole is None else str(bar.whole),
                _parameter(bar.behind),
            )
            for bar in answer.bars
        ],
        rows=[] if answer.bars else rows_of(answer.rows[:_ROWS_OF_ANSWER]),
    )


_NO_GROUPS_BEHIND = (Grouping.SERIES, Grouping.WEEK, Grouping.DAYS_OFF)


def behind_of(parameter: str) -> RowsBehind:
    """The rows that a search asks for with its parameter `behind`.

    Raises:
        RequestWrong: it is not what an answer on the card gave.
    """
    if len(parameter) > _MOST_BEHIND:
        raise RequestWrong(f"behind has more than {_MOST_BEHIND} characters")
    try:
        behind = _behind_decoder.decode(parameter)
    except (msgspec.MsgspecError, RecursionError, UnicodeEncodeError) as error:
        raise RequestWrong(f"behind is no part of an answer: {error}") from error
    if behind.group is not None and behind.group[0] in _NO_GROUPS_BEHIND:
        raise RequestWrong("behind names a group that is told by its rows: a series, a week, or days off")
    if any(limit and abs(limit.fen) > MAX_FEN for limit in (behind.rows.at_least, behind.rows.at_most)):
        raise RequestWrong("behind has an amount beyond a billion yuan")
    return behind


def _parameter(behind: RowsBehind | None) -> str | None:
    return None if behind is None else msgspec.json.encode(behind).decode()


def rows_of(rows: Sequence[Transaction]) -> list[WireRow]:
    """Rows of the ledger for the page."""
    return [{_NAME_OUTSIDE[name]: text for name, text in texts_of(row).items()} for row in rows]


def draft_rows(draft: DraftBatch | None) -> list[DraftRow] | None:
    """The rows of a draft."""
    return None if draft is None else [_draft_row(item) for item in draft.items]


def categories_of(vocabulary: Vocabulary) -> list[CategoryName]:
    """The categories to choose from, in order."""
    return [CategoryName(category.name, category.type.value) for category in vocabulary.categories]


def accounts_of(vocabulary: Vocabulary) -> list[str]:
    """The accounts to choose from; the first is the default account."""
    return [account.name for account in vocabulary.accounts]


def _draft_row(item: DraftTransaction) -> DraftRow:
    entry = item.result
    return {
        "index": item.index,
        "number": item.number,
        **_fields_of(entry),
        "status": item.status.value,
        "complete": item.is_complete,
        "doubtful": entry.is_doubtful,
        "habit": not entry.from_habits.is_empty,
        "readings": None if entry.doubt is None else list(readings(entry.doubt)),
    }


def _fields_of(entry: ParseResult) -> DraftRow:
    fields = {name: getattr(entry, field) for name, field in FIELD_CALLED.items()}
    return {name: None if value is None else str(value) for name, value in fields.items()}
