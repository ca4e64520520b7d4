"""The saved rows: undo, change and copies of the rows saved last."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta

from msgspec.structs import replace

from voiced.dialogue.draft.additions import take_up
from voiced.dialogue.draft.decisions import Refusal, select
from voiced.dialogue.draft.forgetting import forget_habit, forget_in_draft
from voiced.dialogue.ledger_questions import ask_ledger
from voiced.dialogue.sentences import phrases
from voiced.dialogue.turn import Turn
from voiced.dialogue.values import effects as fx
from voiced.dialogue.values import events as ev
from voiced.dialogue.values.requests import (
    Amending,
    Correcting,
    Looking,
    Parsing,
    ReadingQuestion,
    SettingUp,
    Undoing,
)
from voiced.dialogue.values.state import AmendOffer, ChangeInQuestion, PlainQuestion, UndoOffer
from voiced.domain.batch import DraftTransaction
from voiced.domain.transaction import Correction, ParseResult, Transaction
from voiced.language.changes.change_rows import AlreadyResolved, NotUnderstood
from voiced.language.changes.correction import Changed, LocalCorrection, correct
from voiced.language.changes.slots import Restated
from voiced.language.commands import command as cmd
from voiced.language.commands.classifier import Utterance, behind_undo
from voiced.language.commands.habitual import is_of_this_time
from voiced.language.commands.wording import Wording, read_words
from voiced.language.rows import NoSuchRow, WhichRow


def look_back(turn: Turn, said: str, command: cmd.AboutSaved) -> None:
    """Answer a question about the ledger, offer to undo or change saved rows, or copy one."""
    match command:
        case cmd.AskLedger(question):
            ask_ledger(turn, said, question)
        case cmd.UndoSaved():
            offer_wished_undo(turn)
        case cmd.AmendSaved(words):
            offer_amendment(turn, read_words(words))
        case cmd.CopySaved() as copy:
            _copy(turn, copy)
        case cmd.UnlearnHabit(rows) if rows is not None:
            _forget_habit_of(turn, rows)
        case cmd.UnlearnHabit():
            forget_habit(turn)


def _forget_habit_of(turn: Turn, rows: cmd.RowSelector) -> None:
    """Forget the habits of rows of the draft that are named."""
    if turn.state.batch is None:
        turn.remark(phrases.NO_DRAFT)
        return
    match select(rows, turn.state.batch):
        case Refusal(sentence):
            turn.note_objection()
            turn.remark(sentence)
        case named:
            forget_in_draft(turn, named)


def _copy(turn: Turn, copy: cmd.CopySaved) -> None:
    """Put a copy of a saved row into the draft, with today's date; it waits for a confirm like any other row."""
    if copy.thing:
        row = turn.state.memory.like(copy.thing, turn.moment.now.date() - timedelta(days=copy.days_ago))
        missing = phrases.nothing_like(copy.thing)
    else:
        row = next(reversed(turn.state.last_saved), None)
        missing = phrases.NOTHING_SAVED_BEFORE
    if row is None:
        turn.remark(missing)
        return
    account = None if row.account == turn.state.vocabulary.default_account else row.account
    entry = replace(row.entry, date=turn.moment.now.date(), account=account)
    take_up(turn, (entry,))


def offer_undo(turn: Turn) -> None:
    """Ask whether to undo the rows saved last."""
    _offer_undo(turn, phrases.undo_offer)


def offer_wished_undo(turn: Turn) -> None:
    """Ask whether to undo the rows saved last, as the speaker asked; a wish to undo one row outlives our question."""
    _offer_undo(turn, phrases.undo_offer)
    offer = turn.state.open_question
    if isinstance(offer, UndoOffer) and len(turn.state.last_saved) == 1:
        turn.update(open_question=UndoOffer(offer.batch_id, is_wish=True))


def undoes_and_goes_on(turn: Turn, utterance: Utterance) -> bool:
    """Undo the row that the speaker wished to undo, if an entry follows in place of a yes, or the end of the session.

    Return whether that is so. The entry is handled after the undo. 恢复 brings the row back.
    """
    offer, rows, command = turn.state.open_question, turn.state.last_saved, utterance.command
    entry = behind_undo(utterance.wording) if isinstance(command, cmd.NewEntry) and len(rows) == 1 else ""
    if entry:
        undo(turn, UndoOffer(rows[0].batch_id))
        turn.defer(turn.read(entry))
        return True
    goes_on = isinstance(command, cmd.NewEntry | cmd.Continue | cmd.Exit)
    if goes_on and isinstance(offer, UndoOffer) and offer.is_wish:
        undo(turn, offer)
        turn.defer(utterance)
        return True
    return False


def offer_undo_together(turn: Turn) -> None:
    """Ask whether to undo the rows saved last, and say of several rows that they can only be undone together."""
    is_one = len(turn.state.last_saved) == 1
    _offer_undo(turn, phrases.undo_offer if is_one else phrases.undo_offer_together)


def _offer_undo(turn: Turn, sentence: Callable[[Sequence[Transaction]], str]) -> None:
    turn.forget_deferred_saves()  # A confirm that was said before this question answers another one.
    rows = turn.state.last_saved
    if rows:
        turn.say(sentence(rows), UndoOffer(rows[0].batch_id))
    else:
        turn.remark(phrases.NOTHING_SAVED_BEFORE)


def offer_amendment(turn: Turn, wording: Wording) -> None:
    """Ask whether to change a row saved last as the words say."""
    rows = turn.state.last_saved
    if not rows:
        turn.remark(phrases.NOTHING_SAVED_BEFORE)
        return
    match _correction_of_saved(turn, wording):
        case Changed((Correction(index, fields),)) if not fields.is_empty:
            before = _as_entry(rows[index])
            turn.forget_deferred_saves()
            offer = turn.read_back.amend_offer(before, before.amended(fields))
            turn.say(offer, AmendOffer(rows[index].id, fields, is_of_this_time(wording.text)))
        case Changed() | WhichRow() | NoSuchRow():
            turn.say(phrases.WHICH_ROW, ChangeInQuestion(wording.text))
        case Restated() | AlreadyResolved() | NotUnderstood():
            turn.remark(phrases.NOT_UNDERSTOOD_CHANGE)


def may_amend(turn: Turn, wording: Wording) -> bool:
    """Whether rules can change a row saved last by the words."""
    return isinstance(_correction_of_saved(turn, wording), Changed)


def _correction_of_saved(turn: Turn, wording: Wording) -> LocalCorrection:
    return correct(wording, as_items(turn.state.last_saved), turn.state.vocabulary, turn.moment.now)


def as_items(rows: Sequence[Transaction]) -> tuple[DraftTransaction, ...]:
    """Saved rows as rows of a draft, so that the rules for draft rows apply to them."""
    return tuple(DraftTransaction(index, _as_entry(row)) for index, row in enumerate(rows))


def undo(turn: Turn, offer: UndoOffer) -> None:
    """Undo the rows of an offer that the speaker accepted."""
    number = turn.number()
    turn.update(in_flight=Undoing(number), open_question=UndoOffer(offer.batch_id))
    turn.after_card(fx.UndoBatch(number, offer.batch_id))


def amend(turn: Turn, offer: AmendOffer) -> None:
    """Change the row of an offer that the speaker accepted."""
    number = turn.number()
    turn.update(in_flight=Amending(number, offer.transaction_id))
    turn.after_card(fx.AmendRow(number, offer.transaction_id, offer.change, offer.is_once))


def revised(turn: Turn, event: ev.Revised) -> None:
    """Note and say the changes that the ledger made; the outcome of an outdated request is noted silently."""
    known, changed = turn.state.last_saved, event.changed
    undoing = turn.take_request(Undoing, event.number)
    amending = turn.take_request(Amending, event.number)
    if undoing is not None:
        left = {row.id: row for row in (*known, *changed.undone)}
        rows_changed(turn, ev.RowsChanged(undone=tuple(left.values())))
        turn.keep_dropped(map(_as_entry, changed.undone))
        _say_done(turn, _taken_back(known, changed.undone))
    elif amending is None:
        rows_changed(turn, changed)
    elif changed.rows:
        rows_changed(turn, changed)
        _say_done(turn, "".join(turn.read_back.amended(row) for row in changed.rows))
    else:
        gone = tuple(row for row in known if row.id == amending.transaction_id)
        rows_changed(turn, ev.RowsChanged(undone=gone))
        _say_done(turn, phrases.NOT_IN_LEDGER)


def _taken_back(known: Sequence[Transaction], rows: Sequence[Transaction]) -> str:
    """The sentence about undone rows; they are named if they differ from the rows of the offer."""
    if not rows:
        return phrases.NOT_IN_LEDGER
    return phrases.UNDONE if tuple(rows) == tuple(known) else phrases.taken_back(rows)


def rows_changed(turn: Turn, event: ev.RowsChanged) -> None:
    """Note a change of saved rows: 「刚才那笔」 means the changed rows, and an earlier offer about them is void.

    Every change passes here, by voice, on the card or by another program, and is reported to the card.
    """
    if event == ev.RowsChanged():
        return
    before = turn.state
    turn.update(
        last_batch=_renewed(before.last_batch, event.rows),
        last_undone=before.last_undone - _ids(event.rows) | _ids(event.undone) & _ids(before.last_batch),
    )
    if turn.state.last_saved != before.last_saved and isinstance(
        before.open_question, UndoOffer | AmendOffer
    ):
        turn.update(open_question=PlainQuestion.NOTHING)
    turn.after_card(fx.TellRevised(turn.state.last_saved))


def ledger_known(turn: Turn, event: ev.LedgerKnown) -> None:
    """Take over the ledger's vocabulary and memory, and note saved rows that another program changed."""
    turn.update(vocabulary=event.vocabulary, memory=event.memory)
    last, read = turn.state.last_batch, event.batch
    if read is None or not last or last[0].batch_id != read.batch_id or read.rows == turn.state.last_saved:
        return
    gone = _ids(last) - _ids(read.rows)
    rows_changed(turn, ev.RowsChanged(read.rows, undone=tuple(row for row in last if row.id in gone)))


def _renewed(rows: tuple[Transaction, ...], changed: Sequence[Transaction]) -> tuple[Transaction, ...]:
    """The rows, each in its changed form if it was changed."""
    by_id = {row.id: row for row in changed}
    return tuple(by_id.get(row.id, row) for row in rows)


def _ids(rows: Sequence[Transaction]) -> frozenset[str]:
    return frozenset(row.id for row in rows)


def _say_done(turn: Turn, sentence: str) -> None:
    """Say that a change was made; without an open draft the speaker may go on or end the session, as after a save."""
    is_outside = turn.state.batch is None
    turn.say(sentence, PlainQuestion.MORE_ENTRIES if is_outside else PlainQuestion.NOTHING)


def ledger_failed(turn: Turn, event: ev.LedgerFailed) -> None:
    """Say that the ledger could not be read or changed."""
    request = turn.state.in_flight
    if (
        request is None
        or isinstance(request, Parsing | Correcting | ReadingQuestion)
        or request.number != event.number
    ):
        return
    turn.update(in_flight=None)
    match request:
        case Looking():
            turn.say(phrases.LEDGER_AWAY if event.is_away else phrases.LEDGER_SILENT)
        case Undoing() | Amending() | SettingUp():
            turn.say(phrases.LEDGER_UNSURE if event.is_away else phrases.LEDGER_UNCHANGED)


def _as_entry(row: Transaction) -> ParseResult:
    """The entry of a saved row without its accounts, which are read back only if they were said."""
    return replace(row.entry, account=None, to_account=None)
