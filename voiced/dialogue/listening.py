"""LISTENING: words without an open draft are an entry, or are about saved rows or the ledger."""

from __future__ import annotations

from collections.abc import Callable

from voiced.dialogue.answers import answer_saved, answers_question, decline, no, say_again, yes
from voiced.dialogue.draft.decisions import takes_away
from voiced.dialogue.draft.opening import enter_entry
from voiced.dialogue.saved_rows import (
    look_back,
    may_amend,
    offer_amendment,
    offer_undo,
    offer_undo_together,
    offer_wished_undo,
    undoes_and_goes_on,
)
from voiced.dialogue.sentences import phrases
from voiced.dialogue.sentences.choices import GO_ON_WITH_IT
from voiced.dialogue.session import leave
from voiced.dialogue.turn import Turn
from voiced.dialogue.values import effects as fx
from voiced.dialogue.values.state import AmendOffer, ChangeInQuestion, PlainQuestion, Told, UndoOffer
from voiced.language.commands import command as cmd
from voiced.language.commands import guards
from voiced.language.commands.asides import (
    comes_too_late,
    says_that_is_all,
    speaks_of_just_now,
    takes_back,
    thanks,
)
from voiced.language.commands.classifier import Utterance
from voiced.language.commands.lexicon import Kind
from voiced.language.commands.row_commands import is_row_alone, names_row
from voiced.language.commands.wording import Wording, read_words
from voiced.language.entries.habit_words import without_stated
from voiced.language.numbers.amounts import find_amounts, holds_amount
from voiced.language.text.expression import expression

_OF_A_RECORD = expression(r"第[\d一二两三四五六七八九十]+[笔项]")
"""「第二个半价」 counts things, 「第二笔」 rows."""


def handle_outside(turn: Turn, utterance: Utterance) -> None:
    """Handle words while no draft is open."""
    if undoes_and_goes_on(turn, utterance):
        return
    if turn.state.recovered is not None and utterance.text == GO_ON_WITH_IT:
        # The card offers the button as long as those rows wait, whatever was asked meanwhile.
        turn.update(open_question=PlainQuestion.RESUME_DRAFT)
    if answers_question(turn, utterance):
        turn.before_card(fx.TellFinalText(utterance.text, turn.state.batch))
        return
    asked = turn.state.open_question
    if isinstance(asked, ChangeInQuestion) and is_row_alone(utterance.wording):
        turn.before_card(fx.TellFinalText(utterance.text, None))
        offer_amendment(turn, turn.read(f"{utterance.text}{asked.words}").wording)
        return
    match utterance.command:
        case cmd.NewEntry():
            enter_entry(turn, utterance)
        case _ if obey := _afterword(turn, utterance.wording):
            turn.before_card(fx.TellFinalText(utterance.text, None))
            obey(turn)
        case cmd.FreeWords():
            _hear_free_words(turn, utterance)
        case cmd.Compound() as compound:
            turn.before_card(fx.TellFinalText(utterance.text, None))
            _obey(turn, utterance.wording, _part_to_obey(turn, utterance.wording, compound))
        case command:
            turn.before_card(fx.TellFinalText(utterance.text, None))
            _obey(turn, utterance.wording, command)


def _part_to_obey(turn: Turn, wording: Wording, compound: cmd.Compound) -> cmd.SimpleCommand:
    """The part of a compound to obey without a draft: a drop of rows that are saved, or else the last (「确认并退出」)."""
    first, *_ = compound.decisions
    return first if takes_away(first) and _is_about_saved(turn, wording) else compound.operations[-1]


def _afterword(turn: Turn, wording: Wording) -> Callable[[Turn], None] | None:
    """The action for words that follow a save, beside their command: an offer to undo, or the end of the session."""
    open_question = turn.state.open_question
    if open_question is not PlainQuestion.RESUME_DRAFT and takes_back(wording):
        return offer_wished_undo
    if thanks(wording) or (_may_be_all(turn) and says_that_is_all(wording)):
        return leave
    if open_question is PlainQuestion.MORE_ENTRIES and comes_too_late(wording):
        return offer_undo
    return None


def _hear_free_words(turn: Turn, utterance: Utterance) -> None:
    """Handle words without a command: an entry, a change of a saved row, or words about a draft that is absent."""
    told = read_words(without_stated(utterance.said))
    wording = told if guards.tells_of_entry(told) else utterance.wording
    if not guards.points_back(wording) and not (
        guards.states_other_value(wording) and _is_about_saved(turn, wording)
    ):
        enter_entry(turn, utterance)
    elif _amends_saved(turn, wording):
        turn.before_card(fx.TellFinalText(utterance.text, None))
        offer_amendment(turn, wording)
    elif guards.tells_of_entry(wording) or guards.asks_for_price(wording):
        _enter_unless_refused(turn, utterance)
    else:
        turn.before_card(fx.TellFinalText(utterance.text, None))
        turn.say(phrases.NO_DRAFT)


def _amends_saved(turn: Turn, wording: Wording) -> bool:
    """Whether words that could be a new entry change a saved row instead."""
    if _tells_of_another(turn, wording):
        return False
    if may_amend(turn, wording):
        return _is_about_saved(turn, wording) or names_row(wording)
    return _is_about_saved(turn, wording) and not guards.tells_of_entry(wording)


def _tells_of_another(turn: Turn, wording: Wording) -> bool:
    """Whether words that point at something (盒马那单65, 仓库这个月700) tell of an entry, since they name no row saved last."""
    if not (guards.tells_of_entry(wording) and guards.only_points(wording)):
        return False
    texts = {text for row in turn.state.last_saved for text in (row.description, row.category) if text}
    said = wording.words(Kind.UNKNOWN)
    return not any(text in word or (len(word) > 1 and word in text) for word in said for text in texts)


def _enter_unless_refused(turn: Turn, utterance: Utterance) -> None:
    """Enter an entry that the words correct at once; refuse 「先别记打车30」 and 「第二笔打车30」."""
    rows = guards.row_numbers(utterance.wording)
    is_list = len(rows) > 1 and len(find_amounts(utterance.said)) > 1  # 「记两笔，第一笔打车三十，第二笔…」
    if rows and not is_list and _OF_A_RECORD.search(utterance.said):
        turn.before_card(fx.TellFinalText(utterance.text, None))
        turn.say(phrases.no_such_row(rows[0]))
    elif guards.stops(utterance.wording):
        turn.before_card(fx.TellFinalText(utterance.text, None))
        turn.say(phrases.NOT_RECORDED)
    else:
        enter_entry(turn, utterance)


def _is_about_saved(turn: Turn, wording: Wording) -> bool:
    """Whether our last sentence or the words themselves are about saved rows."""
    open_question = turn.state.open_question
    is_ours = open_question is PlainQuestion.MORE_ENTRIES or isinstance(
        open_question, UndoOffer | AmendOffer | ChangeInQuestion | Told
    )
    return bool(turn.state.last_saved) and (is_ours or speaks_of_just_now(wording))


def _may_be_all(turn: Turn) -> bool:
    """Whether the speaker may end the session in answer to our last sentence."""
    open_question = turn.state.open_question
    is_answered = open_question is PlainQuestion.MORE_ENTRIES or isinstance(open_question, Told)
    return is_answered or turn.state.said == phrases.LISTENING


def _obey(turn: Turn, wording: Wording, command: cmd.SimpleCommand) -> None:
    open_question = turn.state.open_question
    if isinstance(command, cmd.AboutSaved):
        look_back(turn, wording.text, command)
        return
    if isinstance(command, cmd.NeedsDraft):
        _obey_without_draft(turn, wording, command)
        return
    match command:
        case cmd.ConfirmAll() if open_question is PlainQuestion.MORE_ENTRIES and turn.state.last_saved:
            turn.remark(phrases.IS_WRITTEN)
        case cmd.Assent() | cmd.ConfirmAll() if isinstance(open_question, UndoOffer | AmendOffer):
            answer_saved(turn, wording)
        case cmd.Assent() | cmd.ConfirmAll():
            yes(turn)
        case cmd.Denial():
            no(turn)
        case cmd.Restart() if open_question is PlainQuestion.RESUME_DRAFT:
            decline(turn)
        case cmd.Continue() if open_question is PlainQuestion.RESUME_DRAFT:
            yes(turn)
        case cmd.Continue():
            turn.after_card(fx.TellContinueRecording())
            turn.say(phrases.LISTENING)
        case cmd.Wait() | cmd.Restart():
            turn.remark(phrases.GO_ON)
        case cmd.Exit():
            leave(turn)


def _obey_without_draft(turn: Turn, wording: Wording, command: cmd.NeedsDraft) -> None:
    """Obey a command about a draft as one about our last sentence, or say that there is no draft."""
    open_question = turn.state.open_question
    if isinstance(command, cmd.CancelAll) and open_question is PlainQuestion.RESUME_DRAFT:
        decline(turn)
    elif isinstance(command, cmd.CancelAll) and isinstance(open_question, UndoOffer | AmendOffer | Told):
        turn.say(phrases.LISTENING)
    elif command == cmd.ReadOut():
        say_again(turn)
    elif isinstance(command, cmd.ConfirmRows | cmd.ReadOut) and _is_about_saved(turn, wording):
        turn.remark(phrases.written(turn.state.last_saved))
    elif isinstance(command, cmd.DropsRows) and _is_about_saved(turn, wording):
        offer_undo_together(turn)
    elif isinstance(command, cmd.CancelRows) and _describes_amount(command.rows):
        turn.say(phrases.NOT_RECORDED)
    else:
        turn.say(phrases.NO_DRAFT)


def _describes_amount(rows: cmd.RowSelector) -> bool:
    """Whether a row is described by an amount, as an entry is: 打车30不要了."""
    return isinstance(rows, cmd.DescribedRow) and holds_amount(rows.words)
