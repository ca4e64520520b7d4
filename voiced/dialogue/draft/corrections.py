"""Changes of the draft's rows by rules, and the questions to the speaker if a change is unclear."""

from __future__ import annotations

from collections.abc import Sequence

from voiced.dialogue.draft.additions import (
    append_or_ask,
    append_weighed,
    ask_change_or_append,
    offer_entry,
    offer_thing,
)
from voiced.dialogue.draft.decisions import (
    Refusal,
    confirm_unless_objected,
    decide_rows,
    not_pending,
    select,
)
from voiced.dialogue.draft.opening import unmatched, weighed_in_draft
from voiced.dialogue.model import (
    RulesAlone,
    left_out,
    note_answer,
    remarks_on,
    splits_locally,
    tell_of_simple_changes,
)
from voiced.dialogue.sentences import phrases
from voiced.dialogue.turn import Turn
from voiced.dialogue.values import effects as fx
from voiced.dialogue.values.requests import Role
from voiced.dialogue.values.state import (
    Amendment,
    ChangeInQuestion,
    ChangeOrAppend,
    PlainQuestion,
    RowInQuestion,
)
from voiced.domain.batch import DraftTransaction
from voiced.domain.habits import of_this_time
from voiced.domain.transaction import CONFIDENCE_FLOOR, Correction, EntryField, ParseResult
from voiced.language.changes.change_rows import AlreadyResolved, NotUnderstood
from voiced.language.changes.correction import Changed, correct
from voiced.language.changes.meaning import Added, BeyondRules, DroppedRows, Kept, Meaning, understand
from voiced.language.changes.restating import SameRow
from voiced.language.changes.slots import Restated
from voiced.language.commands import command as cmd
from voiced.language.commands.classifier import Utterance
from voiced.language.commands.guards import is_natural_assent
from voiced.language.commands.habitual import is_of_this_time
from voiced.language.commands.refusals import denied_category, holds_objection
from voiced.language.commands.row_commands import named_as_wrong, row_objected_to
from voiced.language.entries.doubts import foreign_amounts
from voiced.language.entries.sentence import parse_sentence, refuses_part, split_sentence
from voiced.language.entries.weighing import Weighed, all_happened
from voiced.language.names.accounts import unknown_account
from voiced.language.names.filing import filed
from voiced.language.numbers.amounts import exceeds_every_row
from voiced.language.rows import NoSuchRow, WhichRow, find_rows


def follow_rules(turn: Turn, utterance: Utterance, why: RulesAlone) -> None:
    """Interpret the words by rules, without the model; ask again if the rules are unsure."""
    for remark in remarks_on(turn, why):
        turn.remark(remark)
    if is_natural_assent(utterance.text, utterance.wording):
        confirm_unless_objected(turn)
        return
    meaning = understand(utterance, turn.batch.items, turn.state.vocabulary, turn.moment.now)
    if not isinstance(utterance.command, cmd.NewEntry) and not isinstance(meaning, Kept):
        tell_of_simple_changes(turn, why)
    _follow(turn, utterance, meaning, why)


def _follow(turn: Turn, utterance: Utterance, meaning: Meaning, why: RulesAlone) -> None:
    match meaning:
        case Changed(corrections):
            change_rows(turn, corrections, utterance)
        case DroppedRows(numbers):
            decide_rows(turn, [cmd.CancelRows(cmd.Rows(numbers))])
        case Restated() | Kept():
            turn.say_pending()
        case WhichRow():
            _ask_which(turn, utterance)
        case NoSuchRow(number):
            refuse_rows(turn, phrases.no_such_row(number))
        case AlreadyResolved(numbers):
            refuse_rows(turn, phrases.already_done(numbers))
        case BeyondRules() if why is RulesAlone.LOCAL:
            turn.note_objection()
            turn.say(phrases.BEYOND_RULES)
            turn.forget_deferred_saves()
        case SameRow(index) if (entry := _only_entry(turn, utterance)) is not None:
            ask_change_or_append(turn, ChangeOrAppend(index, entry))
        case SameRow() | Added() if isinstance(utterance.command, cmd.NewEntry):
            _append_locally(turn, utterance, why)
        case SameRow() | Added() | BeyondRules() | NotUnderstood():
            if not offer_entry(turn, utterance):
                _not_understood(turn, utterance)


def _only_entry(turn: Turn, utterance: Utterance) -> ParseResult | None:
    """The entry of the words, if they make one."""
    entries = split_sentence(utterance.said, turn.state.vocabulary, turn.moment.now)
    weighed = weighed_in_draft(turn, utterance, entries)
    found = (*weighed.told, *weighed.possible)
    return found[0] if len(found) == 1 else None


def change_rows(turn: Turn, corrections: Sequence[Correction], utterance: Utterance) -> None:
    """Change rows, at least one, and read them back."""
    changed = _change(turn, corrections, utterance)
    if changed:
        _read_changed(turn, changed, _about_accounts(turn, [item.result for item in changed], utterance))
    elif changed is not None:
        turn.say_pending()


def change_and_append(
    turn: Turn, corrections: Sequence[Correction], utterance: Utterance, weighed: Weighed, lost: int
) -> None:
    """Change rows and add the entries that the same words tell; the change alone can be taken back."""
    changed = _change(turn, corrections, utterance)
    if changed is None:
        return
    for remark in _about_accounts(turn, [item.result for item in changed], utterance):
        turn.remark(remark)
    amendment = turn.state.amendment
    append_weighed(turn, utterance, weighed, lost, changed)
    if changed and amendment is not None:
        before = amendment.before
        for item in turn.batch.items[len(before) :]:
            before = before.append(item.result)
        turn.update(amendment=Amendment(before, turn.batch))


def _change(
    turn: Turn, corrections: Sequence[Correction], utterance: Utterance
) -> tuple[DraftTransaction, ...] | None:
    """Change rows, and return those that differ from before; None if the values are in a foreign currency, which is said."""
    foreign = foreign_amounts(utterance.said)
    if any(correction.fields.amount in foreign for correction in corrections):
        turn.note_objection()
        turn.say("".join(map(phrases.foreign, foreign.values())))
        return None
    batch = turn.batch
    for correction in corrections:
        result = batch.items[correction.index].result.amended(correction.fields)
        if correction.confidence is not None and correction.confidence < CONFIDENCE_FLOOR:
            result = result.doubted(correction.fields.names, correction.confidence)
        if is_of_this_time(utterance.said):
            result = of_this_time(result)
        batch = batch.update_item(correction.index, filed(result, turn.state.vocabulary))
    if batch == turn.batch:
        return ()
    turn.update(objected=False)
    before = turn.batch
    if before == turn.state.of_model and any(map(_changes_money, corrections)):
        note_answer(turn, is_good=False)
    turn.open_draft(batch)
    turn.update(amendment=Amendment(before, batch))
    turn.forget_saves_before_doubt([batch.items[correction.index] for correction in corrections])
    return tuple(batch.items[index] for index in sorted({correction.index for correction in corrections}))


def _changes_money(correction: Correction) -> bool:
    return bool(correction.fields.names & {EntryField.AMOUNT, EntryField.TYPE})


def undo_change(turn: Turn, amendment: Amendment) -> None:
    """Give the rows of the last change their values before it, and read them back."""
    before = amendment.before
    both = zip(before.items, amendment.after.items, strict=True)
    turn.update(objected=False)
    turn.open_draft(before)
    _read_changed(turn, [item for item, after in both if item != after])


def _read_changed(turn: Turn, rows: Sequence[DraftTransaction], remarks: Sequence[str] = ()) -> None:
    """Read changed rows back, and ask whether the draft is right or more is to change."""
    sentence = turn.read_back.modified(turn.batch, rows)
    turn.remember(Role.ASSISTANT, sentence)
    for remark in remarks:
        turn.remark(remark)
    short = turn.in_brief.modified(turn.batch, rows)
    if turn.batch.is_single:
        turn.say_draft(sentence, short=short)
    else:
        turn.say(sentence, PlainQuestion.MORE_CHANGES, short)


def _about_accounts(turn: Turn, changed: Sequence[ParseResult], utterance: Utterance) -> tuple[str, ...]:
    """Questions about accounts that the ledger lacks; for a single row the read-back itself asks."""
    if any(result.unknown for result in changed):
        return () if turn.batch.is_single else unmatched(changed)
    said = unknown_account(utterance.said, turn.state.vocabulary)
    return () if said is None else (phrases.no_such_account(said),)


def _append_locally(turn: Turn, utterance: Utterance, why: RulesAlone) -> None:
    """Add the entries that rules find in the words."""
    vocabulary, now = turn.state.vocabulary, turn.moment.now
    reading = parse_sentence(utterance.said, vocabulary, now)
    is_sure = why is RulesAlone.SILENT and reading.is_list_certain
    split = reading.left_out and (is_sure or splits_locally(turn))
    results = split_sentence(utterance.said, vocabulary, now) if split else reading.results
    if not results and all_happened(utterance.said, vocabulary, now):
        _not_understood(turn, utterance)
        return
    if reading.left_out and not split and not turn.batch.is_full:
        for remark in left_out(turn, why, reading.left_out):
            turn.say(remark)
    append_or_ask(turn, utterance, results, doubt=reading.doubt)
    if refuses_part(utterance.said, vocabulary, now):
        turn.note_objection()


def ask_again(turn: Turn, utterance: Utterance) -> None:
    """The model is unsure: ask which row is meant if only the row is missing, otherwise ask the speaker to repeat."""
    match correct(utterance.wording, turn.batch.items, turn.state.vocabulary, turn.moment.now):
        case WhichRow():
            _ask_which(turn, utterance)
        case NoSuchRow(number):
            refuse_rows(turn, phrases.no_such_row(number))
        case Restated():
            turn.say_pending()
            turn.forget_deferred_saves()
        case Changed() | AlreadyResolved() | NotUnderstood():
            _not_understood(turn, utterance)


def refuse_rows(turn: Turn, sentence: str) -> None:
    """Say why a command cannot mean these rows; the open question stays."""
    turn.note_objection()
    turn.remark(sentence)
    turn.remember(Role.ASSISTANT, sentence)
    turn.forget_deferred_saves()


def _ask_which(turn: Turn, utterance: Utterance) -> None:
    """Ask which row a change is meant for."""
    turn.note_objection()
    turn.say(phrases.WHICH_ROW, ChangeInQuestion(utterance.text))
    turn.remember(Role.ASSISTANT, phrases.WHICH_ROW)
    turn.forget_deferred_saves()


def _ask_about_row(turn: Turn, number: int) -> None:
    match select(cmd.Rows((number,)), turn.batch):
        case (item,) if item.is_pending:
            _ask_of_row(turn, item, turn.read_back.row_in_question(item))
        case tuple() | Refusal():
            refuse_rows(turn, not_pending([number], turn.batch).sentence)


def _row_called_wrong(turn: Turn, utterance: Utterance) -> int | None:
    """The number of the only pending row whose name the words call wrong: 打车的记错了."""
    name = named_as_wrong(utterance.wording)
    rows = find_rows(name, turn.batch.pending_items) if name else ()
    return rows[0] + 1 if len(rows) == 1 else None


def _ask_category(turn: Turn, utterance: Utterance) -> bool:
    """Ask for a row's category if the words only deny the present one; return whether a pending row has the denied category."""
    name = denied_category(utterance.wording, turn.state.vocabulary)
    rows = [item for item in turn.batch.pending_items if item.result.category == name]
    match rows:
        case ():
            return False
        case (item,):
            _ask_of_row(turn, item, phrases.which_category(item.result))
        case _:
            refuse_rows(turn, phrases.WHICH_ROW)
    return True


def _ask_of_row(turn: Turn, item: DraftTransaction, sentence: str) -> None:
    """Say a sentence that asks for the change of a row, and take the answer as a change of that row."""
    turn.note_objection()
    turn.say(sentence, RowInQuestion(item.index))
    turn.remember(Role.ASSISTANT, sentence)
    turn.forget_deferred_saves()


def _refusal(turn: Turn, utterance: Utterance) -> str | None:
    """The sentence that says why a row cannot get the value in the words: its account is unknown, its amount too large."""
    if (account := unknown_account(utterance.said, turn.state.vocabulary)) is not None:
        return phrases.no_such_account(account)
    return phrases.TOO_LARGE if exceeds_every_row(utterance.said) else None


def _not_understood(turn: Turn, utterance: Utterance) -> None:
    """Ask a question about a row, category, thing or account in the words; otherwise ask the speaker to repeat.

    After the second request to repeat in a row, the draft is read back too.
    """
    number = row_objected_to(utterance.wording)
    if number is not None:
        _ask_about_row(turn, number)
        return
    if _ask_category(turn, utterance):
        return
    number = _row_called_wrong(turn, utterance)
    if number is not None:
        _ask_about_row(turn, number)
        return
    if holds_objection(utterance.wording, turn.state.vocabulary, turn.moment.now):
        turn.note_objection()
    if offer_thing(turn, utterance):
        return
    if (refusal := _refusal(turn, utterance)) is not None:
        turn.note_objection()
        turn.say(refusal)
        turn.forget_deferred_saves()
        return
    is_help_needed = turn.state.said == phrases.NOT_UNDERSTOOD_CHANGE
    turn.after_card(fx.TellInterimText(utterance.text))
    turn.say(phrases.NOT_UNDERSTOOD_CHANGE)
    if is_help_needed:
        turn.say_pending()
    turn.remember(Role.ASSISTANT, phrases.NOT_UNDERSTOOD_CHANGE)
    turn.forget_deferred_saves()
