"""Commands about single rows: 删掉第二笔, 第一笔没问题, 第二笔不要其他的确认."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from voiced.domain.vocabulary import Vocabulary
from voiced.language.commands import command as cmd
from voiced.language.commands.lexicon import Kind
from voiced.language.commands.row_clauses import RowClause, Verb, read_row_clauses
from voiced.language.commands.wording import Wording, pattern, read_words
from voiced.language.names.categories import is_category_word
from voiced.language.text.expression import expression
from voiced.language.text.spelling import clauses

_NAMES_ROWS = pattern("[ROWS OTHERS EXCEPT THIS COUNT]")
_UNMARKED = pattern(
    "[PARTICLE ASSENT]* (CANCEL [PARTICLE CANCEL]* UNKNOWN | UNKNOWN PARTICLE* CANCEL) [PARTICLE CANCEL]*"
)
# The words that may open an utterance about rows: 好, 没问题, 还有, 那. Doubt and hesitation may open only a cancel.
_OPENING = pattern(
    "[PARTICLE PAUSE AND ALL SUBJECT ASSENT APPROVE CAN MORE WRONG WAIT LEAD]* (?:THIS(?=ROWS) | SPENT(?=PARTICLE* COUNT))?"
)
_OBJECTION = pattern("[WRONG WAIT LEAD]")
# 「只要第一笔」 names the row to keep; 「只要第一笔对就保存」 states a condition.
_ROWS_WANTED = pattern(
    "[PARTICLE PAUSE ASSENT]* [DOUBT CAN LEAD UNKNOWN] PARTICLE* (ROWS | [UNKNOWN NUMBER] [UNKNOWN NUMBER SPENT PARTICLE]* THIS)"
    " PARTICLE* (PAUSE? OTHERS [PARTICLE ALL]* CANCEL PARTICLE*)?"
)
_ONLY_WANTED = expression("[只就仅](?:想|需)?要|只留下?")
# 「除了打车都要」 drops one row and saves none, as 「除了第二笔都要」 does.
_ALL_WANTED_BUT = pattern(
    "[PARTICLE ASSENT]* EXCEPT PARTICLE* UNKNOWN [EXCEPT PARTICLE PAUSE OTHERS]* ALL PARTICLE* CAN PARTICLE*"
)
_WANTED = "要"
_SAVES_ONLY = expression("[只仅](?:确认|确定|保存|记|存)")
_NAMED_ALONE = pattern(
    "[PARTICLE PAUSE ASSENT IS]* (ROWS | [UNKNOWN NUMBER] [UNKNOWN NUMBER SPENT PARTICLE]* THIS) [PARTICLE PAUSE]*"
)
_NAMED_AND_RIGHT = pattern("[PARTICLE PAUSE ASSENT]* UNKNOWN [PARTICLE THIS]* [APPROVE CAN] PARTICLE*")
_NAMED_AND_WRONG = pattern("[PARTICLE PAUSE ASSENT]* UNKNOWN [PARTICLE THIS FIELD]* WRONG PARTICLE*")
_ROW_ALONE = pattern(
    "[PARTICLE PAUSE ASSENT WAIT LEAD WRONG ADJUST]* ROWS [PARTICLE PAUSE FIELD WRONG CHANGE ADJUST]*"
)
# 「第二笔记错了删掉」 gives the reason, then the command.
_SPOILT_SO_DROPPED = pattern("ROWS PARTICLE* [WRONG CHANGE] [PARTICLE PAUSE]* CANCEL [PARTICLE CANCEL]*")
_DENIES_BEFORE = pattern("[PARTICLE PAUSE]* [WRONG DENIAL]")
_ROWS_INSTEAD = pattern(
    "[PARTICLE PAUSE WRONG]* DENIAL PARTICLE* ROWS [PARTICLE PAUSE]* IS PARTICLE* ROWS PARTICLE*"
    "| [PARTICLE PAUSE]* WRONG [PARTICLE PAUSE]* IS PARTICLE* ROWS PARTICLE*"
)
_ADDS = expression("[也还都再]")
_MANY = "(?:前面|前头|上面|别|其[他它余]|剩下|余下)(?:的|那|些|[两俩三四五六七八九几][笔条个])*"
_ONE = "第?[一二两三四五六七八九十\\d]{1,2}[笔条个号]"
_KEPT = expression(
    f"(?:{_MANY}(?:都|就|全|我|也|还)*要|(?:{_MANY}|{_ONE})(?:都|就|全|我|也|还)*(?:留着?|留下|保留|别动|不动|不变|先?[放搁]着|(?:等会儿?|待会儿?|回头|以后)?再说|[先再]?等(?:等|一下|会儿?)))[吧啊的了]*"
)
"""前面那些要, 第一笔留着, 第一个先放着: rows that stay as they are, beside other rows."""
_DECIDES = pattern("[CANCEL CONFIRM]")
_TWICE = expression("重复|记重|记多")
_TRAILS_OFF = pattern("[AND MORE] PARTICLE*$")


def row_command(wording: Wording, vocabulary: Vocabulary) -> cmd.SimpleCommand | cmd.Compound | None:
    """The command of an utterance about single rows; None if it names no row, says more, or has two readings."""
    shape = wording.shape
    if Kind.PAUSE in shape and _DECIDES.search(shape) and (others := _without_kept(wording.text)):
        command = row_command(read_words(others), vocabulary)
        if isinstance(command, cmd.CancelRows) or (
            isinstance(command, cmd.ConfirmRows) and isinstance(command.rows, cmd.Rows)
        ):
            return command
    if _UNMARKED.fullmatch(shape):
        return _cancel_by_word(wording, vocabulary)
    if _ROWS_WANTED.fullmatch(shape) and (wanted := _ONLY_WANTED.search(wording.text)):
        return _keep(wording, wanted.end())
    if _ALL_WANTED_BUT.fullmatch(shape) and wording.words(Kind.CAN) == (_WANTED,):
        return cmd.CancelRows(cmd.DescribedRow(wording.words(Kind.UNKNOWN)[0]))
    if not _NAMES_ROWS.search(shape) or _TRAILS_OFF.search(shape):
        return None
    opening = _OPENING.match(shape)
    start = opening.end() if opening else 0
    if _SPOILT_SO_DROPPED.fullmatch(shape, start) and _is_spoilt(wording):
        return cmd.CancelRows(cmd.Rows(wording.mentions[0].numbers))
    read = read_row_clauses(wording, start) or ()
    decisions, then = _decisions(read), _step_after(read)
    is_drop = then is None and all(isinstance(decision, cmd.CancelRows) for decision in decisions)
    if not decisions or (_OBJECTION.search(shape, 0, start) and not is_drop):
        return None
    match decisions, then:
        case (cmd.ConfirmRows(cmd.Rows() | cmd.DescribedRow() as rows),), None if _SAVES_ONLY.search(
            wording.text
        ):
            return cmd.ConfirmOnly(rows)
        case (decision,), None:
            return decision
        case _:
            return cmd.Compound(decisions, then)


def _without_kept(said: str) -> str:
    """The text without the clauses that only say that rows stay; empty if there is no such clause."""
    parts = clauses(said)
    left = [part for part in parts if not _KEPT.fullmatch(part)]
    return "，".join(left) if len(left) < len(parts) else ""


def row_objected_to(wording: Wording) -> int | None:
    """The number of the row that words only name or object to: 第二笔, 第一笔不对, 改第一笔. None for other words."""
    if not _ROW_ALONE.fullmatch(wording.shape):
        return None
    numbers = wording.mentions[0].numbers
    return numbers[0] if len(numbers) == 1 else None


def named_as_right(wording: Wording) -> str | None:
    """The name in words that only say that something is right or wanted as it is: 奶茶没错, 手续费也要."""
    return wording.words(Kind.UNKNOWN)[0] if _NAMED_AND_RIGHT.fullmatch(wording.shape) else None


def named_as_wrong(wording: Wording) -> str | None:
    """The name in words that only call a row wrong: 打车的记错了, 奶茶那笔不对."""
    return wording.words(Kind.UNKNOWN)[0] if _NAMED_AND_WRONG.fullmatch(wording.shape) else None


def denies_before(wording: Wording) -> bool:
    """Whether a row command begins by denying the command before it: 错了，要删的是第二笔. With 也 it only adds to it."""
    return _DENIES_BEFORE.match(wording.shape) is not None and not _ADDS.search(wording.text)


def rows_instead(wording: Wording) -> tuple[int, ...]:
    """The row numbers that replace those named first: 2 in 「不是第一笔，是第二笔」; empty for other words."""
    return wording.mentions[-1].numbers if _ROWS_INSTEAD.fullmatch(wording.shape) else ()


def is_row_alone(wording: Wording) -> bool:
    """Whether the words only name a row: 第二笔, 是第二笔吧, 打车那笔."""
    return _NAMED_ALONE.fullmatch(wording.shape) is not None


def names_row(wording: Wording) -> bool:
    """Whether the words name rows of the draft: 第二笔, 其他的, 这笔, 两笔."""
    return _NAMES_ROWS.search(wording.shape) is not None


def _keep(wording: Wording, start: int) -> cmd.KeepRows:
    """The command to keep only the rows that the text names from character `start` on."""
    if wording.mentions:
        return cmd.KeepRows(cmd.Rows(wording.mentions[0].numbers))
    marked = wording.spans[wording.shape.index(Kind.THIS)][0]
    return cmd.KeepRows(cmd.DescribedRow(wording.text[start:marked].rstrip("的")))


def _is_spoilt(wording: Wording) -> bool:
    """Whether a row is called wrong, or a repetition. Of two rows that repeat each other one was meant to stay."""
    if Kind.WRONG in wording.shape:
        return True
    return len(wording.mentions[0].numbers) == 1 and _TWICE.search(wording.text) is not None


def _cancel_by_word(wording: Wording, vocabulary: Vocabulary) -> cmd.SimpleCommand | None:
    """The cancel in 「奶茶不要了」. Only words of a category count without 那笔, so 发票不要了 is left out."""
    words = wording.word(wording.shape.index(Kind.UNKNOWN))
    return cmd.CancelRows(cmd.DescribedRow(words)) if is_category_word(words, vocabulary) else None


def _decisions(clauses: Sequence[RowClause]) -> tuple[cmd.RowCommand, ...]:
    """The commands about rows in the order in which no entry is lost; empty if the clauses contradict each other.

    Named rows come before 其他的, and 其他的 before the whole draft, so that rows to drop are dropped before the rest is
    saved.
    """
    found: list[cmd.RowCommand] = []
    for clause in clauses:
        for command in _commands_of(clause):
            if command is None:
                return ()
            found.append(command)
    if len(found) == 1:
        return (found[0],)
    return () if _contradict(found) else tuple(sorted(_merged(found), key=_rank))


def _commands_of(clause: RowClause) -> Iterator[cmd.RowCommand | None]:
    if clause.rows:
        yield from (_command(selector, clause.verb) for selector in clause.rows)
    elif clause.verb is Verb.SAVE:
        yield cmd.ConfirmAll()


def _step_after(clauses: Sequence[RowClause]) -> cmd.Exit | cmd.Continue | None:
    match clauses:
        case (*_, RowClause(verb=Verb.LEAVE)):
            return cmd.Exit()
        case (*_, RowClause(verb=Verb.MOVE_ON)):
            return cmd.Continue()
        case _:
            return None


def _command(selector: cmd.RowSelector, verb: Verb) -> cmd.RowCommand | None:
    match selector, verb:
        case _, Verb.DROP:
            return cmd.CancelRows(selector)
        case cmd.AllRowsBut(numbers), Verb.WANT:
            return cmd.CancelRows(cmd.Rows(numbers))
        case cmd.AllRowsBut(), Verb.APPROVE:
            return None  # 「除了第二笔都对」 says that row 2 is wrong
        case _, Verb.SAVE | Verb.APPROVE | Verb.WANT | Verb.LEAVE | Verb.MOVE_ON:
            return cmd.ConfirmRows(selector)


def _contradict(commands: Sequence[cmd.RowCommand]) -> bool:
    """Whether two of the commands name the same row."""
    named: list[cmd.RowSelector | int] = []
    for command in commands:
        match command:
            case cmd.ConfirmRows(cmd.Rows(numbers)) | cmd.CancelRows(cmd.Rows(numbers)):
                named.extend(numbers)
            case cmd.ConfirmRows(rows) | cmd.CancelRows(rows):
                named.append(rows)
            case cmd.ConfirmAll() | cmd.ConfirmOnly() | cmd.KeepRows():
                pass
    return len(set(named)) < len(named)


def _merged(commands: Sequence[cmd.RowCommand]) -> Iterator[cmd.RowCommand]:
    """The commands, with those for numbered rows and the same verb joined into one: 第一笔对第三笔也对."""
    cancelled = [n for command in commands if isinstance(command, cmd.CancelRows) for n in _numbers(command)]
    confirmed = [n for command in commands if isinstance(command, cmd.ConfirmRows) for n in _numbers(command)]
    if cancelled:
        yield cmd.CancelRows(cmd.Rows(tuple(cancelled)))
    if confirmed:
        yield cmd.ConfirmRows(cmd.Rows(tuple(confirmed)))
    yield from (command for command in commands if not _numbers(command))


def _numbers(command: cmd.RowCommand) -> tuple[int, ...]:
    match command:
        case cmd.ConfirmRows(cmd.Rows(numbers)) | cmd.CancelRows(cmd.Rows(numbers)):
            return numbers
        case cmd.ConfirmRows() | cmd.CancelRows() | cmd.ConfirmAll() | cmd.ConfirmOnly() | cmd.KeepRows():
            return ()


def _rank(command: cmd.RowCommand) -> int:
    match command:
        case cmd.CancelRows(cmd.Rows() | cmd.DescribedRow()):
            return 0
        case cmd.ConfirmRows(cmd.Rows() | cmd.DescribedRow()):
            return 1
        case cmd.CancelRows() | cmd.ConfirmRows():
            return 2
        case cmd.ConfirmAll() | cmd.ConfirmOnly() | cmd.KeepRows():
            return 3
