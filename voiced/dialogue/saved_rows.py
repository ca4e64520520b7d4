"""The saved rows: questions to the ledger, and undo or change of the rows saved last."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta

from voiced.dialogue.draft.additions import take_up
from voiced.dialogue.draft.decisions import Refusal, select
from voiced.dialogue.draft.forgetting import forget_habit, forget_in_draft
from voiced.dialogue.model import is_online, model_answered, request_context
from voiced.dialogue.sentences import figures, phrases
from voiced.dialogue.sentences.pictures import card_answer
from voiced.dialogue.turn import Turn
from voiced.dialogue.values import effects as fx
from voiced.dialogue.values import events as ev
from voiced.dialogue.values.requests import Amending, Looking, QuestionRequest, Rephrasing, SettingUp, Undoing
from voiced.dialogue.values.state import AmendOffer, ChangeInQuestion, PlainQuestion, Told, UndoOffer
from voiced.domain.batch import DraftTransaction
from voiced.domain.question import LedgerQuestion
from voiced.domain.transaction import Correction, ParseResult, Transaction
from voiced.language.changes.change_rows import AlreadyResolved, NotUnderstood
from voiced.language.changes.correction import Changed, LocalCorrection, correct
from voiced.language.changes.slots import Restated
from voiced.language.commands import command as cmd
from voiced.language.commands.classifier import Utterance, behind_undo
from voiced.language.commands.wording import Wording, read_words
from voiced.language.questions.asking import Unanswered
from voiced.language.questions.rephrased import read_rephrased
from voiced.language.rows import NoSuchRow, WhichRow
from voiced.language.text.spelling import normalise


def look_back(turn: Turn, said: str, command: cmd.AboutSaved) -> None:
    """Answer a question about the ledger, offer to undo or change saved rows, or copy one."""
    match command:
        case cmd.AskLedger(question):
            _ask_ledger(turn, said, question)
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


_UNANSWERED = {
    Unanswered.NOT_UNDERSTOOD: phrases.CANNOT_ANSWER,
    Unanswered.HOURS: phrases.NO_HOURS,
    Unanswered.BALANCE: phrases.BALANCE_UNKNOWN,
}


def _ask_ledger(turn: Turn, said: str, question: LedgerQuestion | Unanswered) -> None:
    """Ask the ledger a question; have the model rephrase one that rules cannot read, or say why it has no answer."""
    if not turn.policy.answer_questions:
        turn.remark(phrases.QUERY_LATER)
    elif question is Unanswered.NOT_UNDERSTOOD and is_online(turn):
        number = turn.number()
        turn.update(in_flight=Rephrasing(number, said))
        turn.after_card(fx.AskRephrasing(number, QuestionRequest(said, request_context(turn))))
    elif isinstance(question, Unanswered):
        turn.remark(_UNANSWERED[question])
    else:
        _look(turn, question)


def _look(turn: Turn, question: LedgerQuestion, plain: str = "") -> None:
    number = turn.number()
    turn.update(in_flight=Looking(number, plain))
    turn.after_card(fx.AskLedgerFor(number, question))


def rephrased(turn: Turn, event: ev.Rephrased) -> None:
    """Ask the ledger what the model put into plain words, if what was said bears it out."""
    request = turn.take_request(Rephrasing, event.number)
    if request is None:
        return
    model_answered(turn)
    plain = normalise(event.plain).rstrip("？。")
    question = read_rephrased(request.said, plain, turn.state.vocabulary, turn.moment.now)
    if question is None:
        turn.remark(phrases.CANNOT_ANSWER)
    else:
        _look(turn, question, plain)


def rephrasing_failed(turn: Turn, event: ev.ModelFailed) -> None:
    """Refuse the question. It is no reason to pause the model: a gateway may know entries alone."""
    if turn.take_request(Rephrasing, event.number) is not None:
        turn.before_card(fx.TellError(event.reason))
        turn.remark(phrases.CANNOT_ANSWER)


def answered(turn: Turn, event: ev.Answered) -> None:
    """Say the ledger's answer in one sentence, and show its rows on the card.

    An answer to a question that the model rephrased begins with its plain words, so that the speaker can object.
    """
    request = turn.take_request(Looking, event.number)
    if request is None:
        return
    today = turn.moment.now.date()
    turn.after_card(fx.TellAnswer(card_answer(event.answer, today)))
    shown, said = (
        f"{phrases.rephrased(request.plain)}{figures.answer(event.answer, today, amounts)}"
        for amounts in (figures.exact, figures.heard)
    )
    turn.say(shown, Told(event.answer.question), heard="" if said == shown else said)


def offer_undo(turn: Turn) -> None:
    """Ask whether to undo the rows saved last."""
    _offer_undo(turn, phrases.undo_offer)


def offer_wished_undo(turn: Turn) -> None:
    """Ask whether to undo the rows saved last, as the speaker asked; a wish to undo one row outlives our question."""
    _offer_undo(turn, phrases.undo_offer)
    match turn.state.open_question, turn.state.last_saved:
        case UndoOffer() as offer, (_,):
            turn.update(open_question=UndoOffer(offer.batch_id, is_wish=True))
        case _:
            pass


def undoes_and_goes_on(turn: Turn, utterance: Utterance) -> bool:
    """Undo the row that the speaker wished to undo, if an entry follows in place of a yes, or the end of the session.

    Return whether that is so. The entry is handled after the undo. 恢复 brings the row back.
    """
    rest = behind_undo(utterance.wording)
    match turn.state.open_question, utterance.command, turn.state.last_saved:
        case _, cmd.NewEntry(), (row,) if rest:
            undo(turn, UndoOffer(row.batch_id))
            turn.defer(turn.read(rest))
        case UndoOffer(is_wish=True) as offer, cmd.NewEntry() | cmd.Continue() | cmd.Exit(), _:
            undo(turn, offer)
            turn.defer(utterance)
        case _:
            return False
    return True


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
            turn.say(offer, AmendOffer(rows[index].id, fields))
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
    turn.after_card(fx.AmendRow(number, offer.transaction_id, offer.change))


def revised(turn: Turn, event: ev.Revised) -> None:
    """Note and say the changes that the ledger made; the outcome of an outdated request is noted silently."""
    known, changed = turn.state.last_saved, event.changed
    match turn.state.in_flight:
        case Undoing(number) if number == event.number:
            turn.update(in_flight=None)
            left = {row.id: row for row in (*known, *changed.undone)}
            rows_changed(turn, ev.RowsChanged(undone=tuple(left.values())))
            turn.keep_dropped(map(_as_entry, changed.undone))
            _say_done(turn, _taken_back(known, changed.undone))
        case Amending(number, transaction_id) if number == event.number and not changed.rows:
            turn.update(in_flight=None)
            gone = tuple(row for row in known if row.id == transaction_id)
            rows_changed(turn, ev.RowsChanged(undone=gone))
            _say_done(turn, phrases.NOT_IN_LEDGER)
        case Amending(number) if number == event.number:
            turn.update(in_flight=None)
            rows_changed(turn, changed)
            _say_done(turn, "".join(turn.read_back.amended(row) for row in changed.rows))
        case _:
            rows_changed(turn, changed)


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
    match turn.state.in_flight:
        case Looking(number) if number == event.number:
            turn.update(in_flight=None)
            turn.say(phrases.LEDGER_AWAY if event.is_away else phrases.LEDGER_SILENT)
        case Undoing(number) | Amending(number) | SettingUp(number) if number == event.number:
            turn.update(in_flight=None)
            turn.say(phrases.LEDGER_UNSURE if event.is_away else phrases.LEDGER_UNCHANGED)
        case _:
            pass


def _as_entry(row: Transaction) -> ParseResult:
    """The entry of a saved row without its accounts, which are read back only if they were said."""
    return replace(row.entry, account=None, to_account=None)
