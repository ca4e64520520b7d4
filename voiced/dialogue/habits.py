"""The memory by voice: what was learnt, why a row has its values, and habits that are stated or to be forgotten.

Nothing is changed before the speaker agreed to its read-back.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from voiced.dialogue.draft.forgetting import forget
from voiced.dialogue.sentences import memory as sentences
from voiced.dialogue.sentences import phrases
from voiced.dialogue.turn import Turn
from voiced.dialogue.values import effects as fx
from voiced.dialogue.values.state import HabitOffer, Phase, SuggestedHabit
from voiced.domain.habits import Habit, HabitField, habits_behind, without_same
from voiced.domain.thing_words import habit_words, likeness
from voiced.domain.transaction import FieldChange, TransactionType
from voiced.language.commands import command as cmd
from voiced.language.commands.asides import repeats_verb
from voiced.language.commands.classifier import Utterance
from voiced.language.commands.memory_words import (
    AboutMemory,
    AsksMemory,
    AsksReason,
    ForgetsThing,
    StatesHabit,
    about_memory,
)
from voiced.language.commands.replies import OfferReply, reply_of

_VERBS = ("记", "忘", "忘掉")


def speaks_of_memory(turn: Turn, utterance: Utterance) -> bool:
    """Obey or answer words about what was learnt; return whether they are such words."""
    meant = about_memory(utterance.said, turn.state.vocabulary) if turn.policy.habits else None
    return meant is not None and _obey(turn, meant)


def _obey(turn: Turn, meant: AboutMemory) -> bool:
    match meant:
        case AsksMemory():
            turn.remark(sentences.learnt(turn.state.memory.habits))
        case ForgetsThing(thing):
            _offer_to_forget(turn, thing)
        case StatesHabit() if meant.type is TransactionType.TRANSFER:
            return False
        case StatesHabit(thing, type_, field, value):
            words = habit_words(thing)
            _ask(turn, HabitOffer(Habit(words, type_, field, value, 1, turn.moment.now), words))
        case AsksReason(thing, field, value):
            return _say_reason(turn, thing, field, value)
    return True


def _ask(turn: Turn, offer: HabitOffer) -> None:
    """Ask for the consent to a change of the memory; a confirm that was said before answers another question."""
    turn.forget_deferred_saves()
    if offer.habit is None:
        turn.say(sentences.forget_offer(turn.state.memory.index.of(offer.words)), offer)
    else:
        turn.say(sentences.teach_offer(offer.habit), offer)


def _offer_to_forget(turn: Turn, thing: str) -> None:
    """Ask whether to forget the habits of the thing, or of the only words that are like it."""
    words = habit_words(thing)
    like = dict.fromkeys(habit.words for habit in turn.state.memory.habits if likeness(thing, habit.words))
    named = [words] if words in like else list(like)
    match named:
        case []:
            turn.remark(sentences.nothing_of(thing))
        case [only]:
            _ask(turn, HabitOffer(None, only))
        case several:
            turn.remark(sentences.which_to_forget(several))


def _say_reason(turn: Turn, thing: str, field: HabitField, value: str) -> bool:
    """Say why the open row, or else the row saved last, has a value; return whether there is such a row."""
    batch = turn.state.batch
    entries = [item.result for item in batch.pending_items] if batch is not None else []
    for entry in reversed(entries):
        if getattr(entry, field) == value and (not thing or thing in entry.description):
            words = "" if entry.understood is None else entry.understood.words
            is_learnt = field in entry.from_habits.names
            _say_why(turn, value, turn.state.memory.index.of(words) if is_learnt else (), field)
            return True
    for row in reversed(turn.state.last_saved):
        if getattr(row, field) == value and (not thing or thing in row.description):
            _say_why(turn, value, habits_behind(row, turn.state.memory.habits), field)
            return True
    return False


def _say_why(turn: Turn, value: str, habits: Iterable[Habit], field: HabitField) -> None:
    habit = next((habit for habit in habits if habit.field is field), None)
    today = turn.moment.now.date()
    turn.remark(sentences.not_learnt(value) if habit is None else sentences.reason(habit, today))


def answers_habit(turn: Turn, offer: HabitOffer, utterance: Utterance) -> bool:
    """Obey an answer to the question whether the memory is to be changed; return whether the words are one."""
    match reply_of(utterance):
        case OfferReply.NO:
            turn.say(sentences.UNCHANGED)
        case OfferReply.UNCLEAR:
            _ask(turn, offer)
            return True
        case OfferReply.YES:
            _change(turn, offer)
        case OfferReply.OTHER if any(repeats_verb(utterance.wording, verb) for verb in _VERBS):
            _change(turn, offer)
        case OfferReply.OTHER:
            return False
    if turn.state.phase is Phase.CONFIRMING:
        turn.say_pending()
    return True


def answers_suggestion(turn: Turn, asked: SuggestedHabit, utterance: Utterance) -> bool:
    """Obey an answer to the suggestion of a habit; return whether the words are one.

    A bare yes gives the values to the row and reads it back; between two it chooses neither, so that our question is repeated.
    An explicit confirm is about the row as it was read back.
    """
    is_wish = any(repeats_verb(utterance.wording, verb) for verb in _VERBS)
    match asked.changes, utterance.command:
        case (change,), _ if is_wish or isinstance(utterance.command, cmd.Assent):
            (row,) = turn.batch.items
            turn.open_draft(turn.batch.update_item(row.index, row.result.amended(change)))
        case _, cmd.Denial():
            pass
        case (_, _), cmd.Assent():
            turn.remark(turn.state.said)
            return True
        case _:
            return False
    turn.say_pending()
    return True


def habit_failed(turn: Turn, reason: str) -> None:
    """Say that a habit could not be set or forgotten."""
    turn.before_card(fx.TellError(reason))
    if turn.state.phase is not Phase.IDLE:
        turn.remark(phrases.HABIT_UNCHANGED)


def _change(turn: Turn, offer: HabitOffer) -> None:
    if offer.habit is None:
        forget(turn, offer.words)
        turn.say(phrases.FORGOTTEN)
    else:
        _teach(turn, offer.habit)
        _change_open_rows(turn, offer.habit)
        turn.say(sentences.taught(offer.habit))


def _teach(turn: Turn, habit: Habit) -> None:
    memory = turn.state.memory
    turn.update(memory=replace(memory, habits=(habit, *without_same(memory.habits, habit))))
    turn.after_card(fx.TeachHabit(habit))


def _change_open_rows(turn: Turn, habit: Habit) -> None:
    """Give the value to the open rows of these words; the read-back says it, and they wait for their confirm."""
    batch = turn.state.batch
    if batch is None:
        return
    is_category = habit.field is HabitField.CATEGORY
    given = FieldChange(category=habit.value) if is_category else FieldChange(account=habit.value)
    for item in batch.pending_items:
        understood = item.result.understood
        if understood is not None and (understood.words, item.result.type) == (habit.words, habit.type):
            batch = batch.update_item(item.index, item.result.amended(given))
    turn.open_draft(batch)
