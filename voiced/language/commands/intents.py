"""Layer 1: what an utterance asks for while a draft is open, decided on the spot and without a model.

The words of a command are closed (`lexicon`), and a command is a match of the whole utterance. What holds an unknown
word is a new entry (an amount and something it was spent on), or a change, which the correction rules or the model
work out. So a sentence that nobody thought of is asked back; it never saves or drops anything.
"""

from __future__ import annotations

from datetime import datetime

from voiced.domain.vocabulary import Vocabulary
from voiced.language.commands.batch_commands import batch_command
from voiced.language.commands.command import (
    AmendSaved,
    AskBalance,
    AskLedger,
    Assent,
    CancelAll,
    CancelRows,
    Command,
    Compound,
    ConfirmAll,
    ConfirmOnly,
    ConfirmRows,
    Continue,
    Correct,
    DescribedRow,
    NewInput,
    ReadOut,
    Rows,
    UndoSaved,
    Wait,
)
from voiced.language.commands.guards import concedes, is_natural_assent
from voiced.language.commands.kinds import Kind
from voiced.language.commands.questions import asks_balance, is_question, parse_question
from voiced.language.commands.refusals import denied_category, refused_words
from voiced.language.commands.row_commands import row_command
from voiced.language.commands.wording import Wording, hear_words, pattern, read_words
from voiced.language.numbers.amounts import find_amounts
from voiced.language.text.expression import expression
from voiced.language.text.spelling import normalise

# Looking a member up costs more than looking for its letter.
_READ, _SAVED, _UNKNOWN, _NUMBER = (kind.value for kind in (Kind.READ, Kind.SAVED, Kind.UNKNOWN, Kind.NUMBER))
_ASKS = expression(
    "什么|多少|几|哪|谁|最[大贵高多]|预算|余额|结余|账单|报表|统计|汇总|查|(?:支出|开销|花销|花费|收入|进账)[呢？]?$"
)
_READ_ROWS = pattern(
    "[PARTICLE ALL]* ROWS [PARTICLE IS FIELD SPENT]* ASK+ | READ+ PARTICLE* ROWS PARTICLE* | PARTICLE* ROWS PARTICLE* READ+ PARTICLE*"
)
_READ_DESCRIBED = pattern("PARTICLE* UNKNOWN PARTICLE* THIS [PARTICLE IS]* (ASK+ | READ+)")
_READ_ALL = pattern("[PARTICLE ALL LEDGER COUNT]* (ALL | SPENT | LEDGER) [PARTICLE IS]* ASK+")

_UNDO = pattern(
    "[PARTICLE ASSENT]* (CANCEL+ PARTICLE* SAVED PARTICLE* THIS? | SAVED PARTICLE* THIS? [PARTICLE ALL]* CANCEL+) PARTICLE*"
)
_AMEND = pattern(
    "[PARTICLE ASSENT]* SAVED PARTICLE* THIS? [PARTICLE FIELD TYPE NUMBER UNKNOWN]* [CHANGE ADJUST IS] .*"
)
_POINTS_AT_ENTRY = pattern("SAVED PARTICLE* THIS")
_NAMED_ENTRY = expression("[笔条个的]$")

# What makes a change of an amount with content: 打车改成四十, 不是打车是地铁三十, 红包那笔三十, 打车是四十, 分类交通三十.
_CHANGES = pattern(
    "ROWS | CHANGE | DENIAL [^IS]* IS | [UNKNOWN NUMBER] PARTICLE* THIS | ^PARTICLE* THIS PARTICLE* IS"
    "| [IS ADJUST] [SPENT PARTICLE]* NUMBER (?!UNKNOWN) | NUMBER PARTICLE* IS | NUMBER PAUSE? PARTICLE* DENIAL PARTICLE* [NUMBER TYPE] | ^[PARTICLE ASSENT MORE]* FIELD [^NUMBER]* UNKNOWN"
)
_OBJECTS = pattern("[WRONG BUT HOLD READ]")
_OBJECTS_THEN_ADDS = pattern("[WRONG BUT] .* [MORE CONTINUE]")
# 「充电宝便宜了二十」 says how far an amount is off, not what was spent.
_COMPARED = expression("(?:便宜|贵|涨|降|[多少][记算说收给付找扣打写报])了$")
_ASKED_FOR = expression("(?:请问)?(?:可以|能|能不能|可不可以|能否)(?:帮我)?(?P<wish>.{2,12})[吗么？]+")
# How a recogniser writes a voice that trails off: 「嗯…」 thinks, it agrees to nothing.
_TRAILS_OFF = expression(r"(?:…|\.\.)\s*$")
_ANNOUNCES_CONTENT = pattern(
    "[PARTICLE PAUSE AND ASSENT APPROVE CAN]* MORE [MORE PARTICLE PAUSE AND COUNT LEDGER SPENT]* UNKNOWN [UNKNOWN PARTICLE]*"
)


def classify(text: str, vocabulary: Vocabulary, now: datetime) -> Command:
    """What the words ask for. What is not certain is `Correct`, which changes nothing by itself."""
    said = normalise(text)
    wording = read_words(said)
    if question := _question(wording, vocabulary, now):
        return question
    wording = hear_words(wording)
    if refused := refused_words(wording, vocabulary):
        return CancelRows(DescribedRow(refused))
    if _describes_entry(wording):
        return NewInput()
    if denied_category(text, vocabulary) or concedes(wording) or ("就" in said and is_natural_assent(text)):
        return Correct()
    command = _about_saved(wording) or row_command(wording, vocabulary) or batch_command(wording)
    command = command or _politely_asked(said, vocabulary) or Correct()
    return Wait() if isinstance(command, Assent) and _TRAILS_OFF.search(text) else command


def _politely_asked(said: str, vocabulary: Vocabulary) -> Command | None:
    """「可以取消吗」 asks for it. Only commands that drop are understood so, since what they drop can be restored."""
    asked = _ASKED_FOR.fullmatch(said)
    if asked is None:
        return None
    wording = read_words(asked["wish"])
    wish = row_command(wording, vocabulary) or batch_command(wording)
    return wish if isinstance(wish, CancelAll | CancelRows) else None


def may_save(command: Command) -> bool:
    """Whether obeying the command may write rows to the ledger."""
    match command:
        case ConfirmAll() | Assent() | ConfirmRows() | ConfirmOnly() | Continue():
            return True
        case Compound(operations):
            return any(may_save(operation) for operation in operations)
        case _:
            return False


def _question(wording: Wording, vocabulary: Vocabulary, now: datetime) -> Command | None:
    """What is asked about rows of the draft or about the ledger; None for no question, or one about something else."""
    shape, said = wording.shape, wording.text
    if _READ not in shape and not _ASKS.search(said):
        return None
    if _READ_ROWS.fullmatch(shape):
        return ReadOut(Rows(wording.mentions[0].numbers))
    if _READ_DESCRIBED.fullmatch(shape):
        return ReadOut(DescribedRow(wording.word(shape.index(_UNKNOWN))))
    if is_question(said) and not find_amounts(said):
        return AskBalance() if asks_balance(said) else AskLedger(parse_question(said, vocabulary, now))
    return ReadOut() if _READ_ALL.fullmatch(shape) else None


def _describes_entry(wording: Wording) -> bool:
    """Whether the words tell of something new: an amount with content, or content that is announced (还有停车费)."""
    shape = wording.shape
    if _UNKNOWN not in shape or _CHANGES.search(shape):
        return False
    if _OBJECTS.search(shape) and not _OBJECTS_THEN_ADDS.search(shape):
        return False
    match find_amounts(wording.text) if _NUMBER in shape else ():
        case ():
            return _ANNOUNCES_CONTENT.fullmatch(shape) is not None
        case (amount,):
            return _COMPARED.search(wording.text, 0, amount.start) is None
        case _:
            return True


def _about_saved(wording: Wording) -> Command | None:
    """What is asked of an entry that was saved before; only where the words point at one (刚才那笔, 上一笔)."""
    shape = wording.shape
    place = shape.find(_SAVED)
    if place < 0:
        return None
    pointed = _POINTS_AT_ENTRY.match(shape, place)
    if not pointed and not _NAMED_ENTRY.search(wording.word(place)):
        return None
    if _UNDO.fullmatch(shape):
        return UndoSaved()
    if _AMEND.fullmatch(shape):
        end = pointed.end() if pointed else place + 1
        return AmendSaved(wording.text[wording.spans[end - 1][1] :].lstrip("的"))
    return None
