"""Layer 1: the words of an utterance, and the command that they express while a draft is open, without a model.

An utterance is read once, when it arrives; later steps use the `Utterance` in place of the recogniser's text.

The vocabulary of commands is closed (`lexicon`), and a command has to match the whole utterance. An utterance with an
unknown word is a new entry (an amount and its purpose), or a change, which the correction rules or the model work out.
So an unforeseen sentence leads to a question; it never saves or drops an entry.
"""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct

from voiced.domain.vocabulary import Vocabulary
from voiced.language.commands import command as cmd
from voiced.language.commands.batch_commands import batch_command
from voiced.language.commands.guards import concedes, is_natural_assent, only_tells
from voiced.language.commands.habitual import habitual_command
from voiced.language.commands.lexicon import Kind
from voiced.language.commands.reasoned import command_with_reason
from voiced.language.commands.refusals import denied_category, refused_words
from voiced.language.commands.row_commands import names_row, row_command
from voiced.language.commands.wording import Wording, hear_words, pattern, read_words
from voiced.language.names.categories import is_category_word
from voiced.language.numbers.amounts import find_amounts
from voiced.language.questions.asking import ask, may_ask
from voiced.language.text.expression import expression
from voiced.language.text.spelling import as_said, clauses

# Constants, since looking up a member of an enum costs more than the search for its letter.
_READ, _SAVED, _UNKNOWN, _NUMBER, _PAUSE = (
    kind.value for kind in (Kind.READ, Kind.SAVED, Kind.UNKNOWN, Kind.NUMBER, Kind.PAUSE)
)
_READ_ROWS = pattern(
    "[PARTICLE ALL]* ROWS [PARTICLE IS FIELD SPENT]* ASK+ PARTICLE* | READ+ PARTICLE* ROWS PARTICLE* | PARTICLE* ROWS PARTICLE* READ+ PARTICLE*"
)
_READ_DESCRIBED = pattern("PARTICLE* UNKNOWN PARTICLE* THIS [PARTICLE IS]* (ASK+ | READ+)")
_CHECKED_ROW = pattern(
    "PARTICLE* (ROWS | UNKNOWN PARTICLE* THIS) [PARTICLE FIELD IS]* (DOUBT | [ASSENT APPROVE] ASK) PARTICLE*"
)
_IS_IT_RIGHT = expression("[吧吗么？]$")
_STATES_CATEGORY = pattern("PARTICLE* (CHANGE | FIELD [IS BUT CHANGE]) UNKNOWN PARTICLE*")
_READ_ALL = pattern("[PARTICLE ALL SUBJECT COUNT]* (ALL | SPENT | SUBJECT) [PARTICLE IS]* ASK+")

_UNDO = pattern(
    "[PARTICLE ASSENT]* (CANCEL+ PARTICLE* SAVED PARTICLE* THIS? | SAVED PARTICLE* THIS? (PARTICLE* WRONG PARTICLE* PAUSE?)? [PARTICLE ALL]* CANCEL+) PARTICLE*"
)
_TAKE_BACK = pattern(
    "[PARTICLE ASSENT]* (UNKNOWN PARTICLE* SAVED PARTICLE* THIS? | SAVED PARTICLE* THIS? [PARTICLE ALL]* UNKNOWN) PARTICLE*"
)
_OUR_VERB = ("收回",)
"""The verb of our own question; in an entry it may mean anything (收回借款)."""
_AMEND = pattern(
    "[PARTICLE ASSENT]* SAVED PARTICLE* THIS? [PARTICLE FIELD TYPE NUMBER UNKNOWN]* [CHANGE ADJUST IS] .*"
)
_POINTS_AT_ENTRY = pattern("SAVED PARTICLE* THIS")
_NAMED_ENTRY = expression("[笔条个的]$")

# An amount with content is a change and no entry in these shapes: 打车改成四十, 不是打车是地铁三十, 红包那笔三十, 打车是四十,
# 分类交通三十.
_CHANGES = pattern(
    "ROWS | CHANGE | DENIAL [^IS]* IS | [UNKNOWN NUMBER] PARTICLE* THIS | ^PARTICLE* THIS PARTICLE* IS"
    "| [IS ADJUST] [SPENT PARTICLE]* NUMBER (?!UNKNOWN) | NUMBER PARTICLE* IS | NUMBER PAUSE? PARTICLE* DENIAL PARTICLE* [NUMBER TYPE] | ^[PARTICLE ASSENT MORE]* FIELD [^NUMBER]* UNKNOWN"
)
_CHARGED = pattern(
    "[PARTICLE PAUSE]* CANCEL PARTICLE* UNKNOWN [PARTICLE SPENT]* ADJUST [PARTICLE SPENT]* NUMBER PARTICLE*"
)
_TAKES_MONEY = "扣"
_OBJECTS = pattern("[WRONG BUT HOLD READ]")
_OBJECTS_THEN_ADDS = pattern("[WRONG BUT] .* [MORE CONTINUE]")
# 「充电宝便宜了二十」 states a difference, not what was spent.
_COMPARED = expression("(?:便宜|贵|涨|降|[多少][记算说收给付找扣打写报])了$")
_ASKED_FOR = expression("(?:请问)?(?:可以|能|能不能|可不可以|能否)(?:帮我)?(?P<wish>.{2,12})[吗么？]+")
# Recognisers write a voice that trails off with dots. The speaker of 「嗯…」 is thinking and has not agreed.
_TRAILS_OFF = expression(r"(?:…|\.\.)\s*$")
_WAITS_TO_TELL = pattern(
    "[PARTICLE PAUSE ASSENT MORE LEAD THIS]* WAIT [PARTICLE PAUSE ASSENT WAIT LEAD AND CAN UNKNOWN SUBJECT SAVED]*"
    "(MORE [PARTICLE PAUSE]* ASK? [PARTICLE PAUSE]*)?"
)
_LOOKED_AT = expression(
    "手机|钱包|小票|账单|单子|发票|收据|短信|流水|(?:微信|支付宝|银行|转账|付款|消费)(?:账单|记录|余额|流水)?"
)
_ANNOUNCES_CONTENT = pattern(
    "[PARTICLE PAUSE AND ASSENT APPROVE CAN]* MORE [MORE PARTICLE PAUSE AND COUNT SUBJECT SPENT]* UNKNOWN [UNKNOWN PARTICLE]*"
)


def classify(text: str, vocabulary: Vocabulary, now: datetime) -> cmd.Command:
    """The command that the words express. If no command is certain, it is `FreeWords`."""
    return command_in(text, read_words(as_said(text)), vocabulary, now)


def command_in(text: str, written: Wording, vocabulary: Vocabulary, now: datetime) -> cmd.Command:
    """The command of an utterance; `text` is the text of the recogniser, `written` its words with the kind of each."""
    if question := _question(written, vocabulary, now):
        return question
    if habitual := habitual_command(written):
        return habitual
    wording = hear_words(written)
    if refused := refused_words(wording, vocabulary):
        return cmd.CancelRows(cmd.DescribedRow(refused))
    if _describes_entry(wording):
        return cmd.NewEntry()
    if denied_category(written, vocabulary) or concedes(wording) or is_natural_assent(text, written):
        return cmd.FreeWords()
    command = (
        _about_saved(wording)
        or _undo_for_reason(wording)
        or row_command(wording, vocabulary)
        or batch_command(wording)
        or command_with_reason(wording, vocabulary)
    )
    command = command or _politely_asked(written.text, vocabulary) or _wait_to_tell(wording, vocabulary)
    command = command or cmd.FreeWords()
    return cmd.Wait() if isinstance(command, cmd.Assent) and _TRAILS_OFF.search(text) else command


def behind_undo(wording: Wording) -> str:
    """The words behind a first clause that undoes the row saved last: 买菜65 in 撤销刚才那笔，买菜65. Empty for other words."""
    if _SAVED not in wording.shape or _PAUSE not in wording.shape:
        return ""
    first, *rest = clauses(wording.text)
    return "，".join(rest) if isinstance(_about_saved(read_words(first)), cmd.UndoSaved) else ""


def _undo_for_reason(wording: Wording) -> cmd.UndoSaved | None:
    """The undo in a clause of its own, beside clauses that only give the reason: 刚才那笔撤销吧，衣服我退了."""
    if _SAVED not in wording.shape or _PAUSE not in wording.shape:
        return None
    parts = tuple(map(read_words, clauses(wording.text)))
    undoes = [isinstance(_about_saved(part), cmd.UndoSaved) for part in parts]
    tells = [only_tells(part) and not names_row(part) for part in parts]
    is_undo = undoes.count(True) == 1 and all(u or t for u, t in zip(undoes, tells, strict=True))
    return cmd.UndoSaved() if is_undo else None


def _wait_to_tell(wording: Wording, vocabulary: Vocabulary) -> cmd.Wait | None:
    """The wish to wait with its reason: 等一下我接个电话, 让我看下手机. Other words of a category may be values for a row."""
    if not _WAITS_TO_TELL.fullmatch(wording.shape):
        return None
    names_value = any(
        is_category_word(words, vocabulary) and not _LOOKED_AT.fullmatch(words)
        for words in wording.words(_UNKNOWN)
    )
    return None if names_value else cmd.Wait()


def _politely_asked(said: str, vocabulary: Vocabulary) -> cmd.Command | None:
    """The command in a polite question: 「可以取消吗」. Only commands that drop count, since a drop can be restored."""
    asked = _ASKED_FOR.fullmatch(said)
    if asked is None:
        return None
    wording = read_words(asked["wish"])
    wish = row_command(wording, vocabulary) or batch_command(wording)
    return wish if isinstance(wish, cmd.CancelAll | cmd.CancelRows) else None


def may_save(command: cmd.Command) -> bool:
    """Whether the command may write rows to the ledger."""
    if isinstance(command, cmd.NoDecision):
        return False
    match command:
        case cmd.ConfirmAll() | cmd.Assent() | cmd.ConfirmRows() | cmd.ConfirmOnly() | cmd.Continue():
            return True
        case cmd.Compound() as compound:
            return any(may_save(operation) for operation in compound.operations)
        case (
            cmd.CancelAll()
            | cmd.CancelRows()
            | cmd.KeepRows()
            | cmd.Restart()
            | cmd.Exit()
            | cmd.Denial()
            | cmd.ReadOut()
        ):
            return False


def _question(wording: Wording, vocabulary: Vocabulary, now: datetime) -> cmd.Command | None:
    """The question in the words about rows of the draft or about the ledger; None if they ask neither."""
    shape, said = wording.shape, wording.text
    if _IS_IT_RIGHT.search(said) and _CHECKED_ROW.fullmatch(shape):
        rows = cmd.Rows(wording.mentions[0].numbers) if wording.mentions else None
        return cmd.ReadOut(rows or cmd.DescribedRow(wording.word(shape.index(_UNKNOWN))))
    if _READ not in shape and (not may_ask(said) or _states_category(wording, vocabulary)):
        return None
    if _READ_ROWS.fullmatch(shape):
        return cmd.ReadOut(cmd.Rows(wording.mentions[0].numbers))
    if _READ_DESCRIBED.fullmatch(shape):
        return cmd.ReadOut(cmd.DescribedRow(wording.word(shape.index(_UNKNOWN))))
    if (asked := ask(said, vocabulary, now)) is not None:
        return cmd.AskLedger(asked)
    return cmd.ReadOut() if _READ_ALL.fullmatch(shape) else None


def _states_category(wording: Wording, vocabulary: Vocabulary) -> bool:
    """Whether the words only give a category: 分类是出差. 出差 of the speaker's own is also a thing to ask about."""
    return _STATES_CATEGORY.fullmatch(wording.shape) is not None and is_category_word(
        wording.words(_UNKNOWN)[0], vocabulary
    )


def _describes_entry(wording: Wording) -> bool:
    """Whether the words tell of a new entry: an amount with content, or announced content (还有停车费)."""
    shape = wording.shape
    if _CHARGED.fullmatch(shape) and wording.words(Kind.ADJUST) == (_TAKES_MONEY,):
        return True  # 取消酒店扣了我二十
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


def _about_saved(wording: Wording) -> cmd.Command | None:
    """The command about a saved entry; None if the words point at no such entry (刚才那笔, 上一笔)."""
    shape = wording.shape
    place = shape.find(_SAVED)
    if place < 0:
        return None
    pointed = _POINTS_AT_ENTRY.match(shape, place)
    if not pointed and not _NAMED_ENTRY.search(wording.word(place)):
        return None
    if _UNDO.fullmatch(shape) or (_TAKE_BACK.fullmatch(shape) and wording.words(_UNKNOWN) == _OUR_VERB):
        return cmd.UndoSaved()
    if _AMEND.fullmatch(shape):
        end = pointed.end() if pointed else place + 1
        return cmd.AmendSaved(wording.text[wording.spans[end - 1][1] :].lstrip("的"))
    return None


class Utterance(Struct, frozen=True):
    """The words of one utterance.

    Attributes:
        text: the text of the recogniser, to show and to send.
        wording: the words in canonical spelling, and the kind of each.
        command: the command of the words alone; an open question may give them another meaning.
    """

    text: str
    wording: Wording
    command: cmd.Command

    @property
    def said(self) -> str:
        """The words in canonical spelling."""
        return self.wording.text

    @property
    def would_save(self) -> bool:
        """Whether the words may write rows to the ledger, by a command or as a chatty yes (嗯对就这样)."""
        return may_save(self.command) or is_natural_assent(self.text, self.wording)


def read_utterance(text: str, vocabulary: Vocabulary, now: datetime) -> Utterance:
    """Read the words of an utterance: spelling, kinds, command."""
    wording = read_words(as_said(text))
    return Utterance(text, wording, command_in(text, wording, vocabulary, now))
