"""Commands about the whole draft. Each pattern has to match the whole utterance, never a part of it."""

from __future__ import annotations

from voiced.language.commands import command as cmd
from voiced.language.commands.lexicon import Kind
from voiced.language.commands.wording import Wording, pattern
from voiced.language.text.expression import Expression, expression

_LEADS_IN = "ASSENT IS CAN APPROVE SURE ALL SUBJECT"
_READ_OUT = pattern(f"[{_LEADS_IN} MORE]* READ [ALL SUBJECT]*")
_RESTART = pattern(f"[{_LEADS_IN} WRONG LEAD CANCEL]* RESTART [RESTART SUBJECT ASSENT]*")
_CANCEL = pattern(
    "[ASSENT IS APPROVE SURE ALL SUBJECT WRONG WAIT LEAD]* CAN* [ALL SUBJECT]* CANCEL (?:[CANCEL WRONG ALL SUBJECT]* CANCEL)? [CANCEL ALL SUBJECT ASSENT CONTINUE]*"
)
_SAVE_AND_EXIT = pattern(f"[{_LEADS_IN}]* CONFIRM [CONFIRM {_LEADS_IN} MORE]* EXIT [EXIT SUBJECT ASSENT]*")
_EXIT = pattern(f"[{_LEADS_IN} WRONG LEAD CANCEL DENIAL]* EXIT [EXIT SUBJECT ASSENT]*")
_SAVE_AND_CONTINUE = pattern(
    f"[{_LEADS_IN}]* CONFIRM [CONFIRM {_LEADS_IN} MORE]* CONTINUE [CONTINUE SUBJECT ASSENT]*"
)
_CONTINUE = pattern(f"[{_LEADS_IN} LEAD MORE]* CONTINUE [CONTINUE SUBJECT ASSENT MORE]*")
_COPY = pattern(f"[{_LEADS_IN} LEAD MORE]* (?:COPY+ SAVED? THIS?|SAVED THIS? COPY+) ASSENT*")
_WAIT = pattern(
    f"[{_LEADS_IN} DOUBT]* DOUBT [MORE WAIT]+ | [{_LEADS_IN} LEAD CONFIRM CHECK DENIAL SAVED WAIT MORE CONTINUE]* [WAIT MORE] [{_LEADS_IN} CONFIRM WAIT MORE CONTINUE]*"
)
_CONFIRM = pattern(
    f"[{_LEADS_IN} CONFIRM]* [CONFIRM CHECK SURE APPROVE] [ASSENT CAN APPROVE CONFIRM SURE ALL SUBJECT]*"
)
_FIELDS_RIGHT = pattern("FIELD+ ALL [IS CAN]* [ASSENT APPROVE]+")
_RIGHT_SO_SAVED = pattern("MORE+ ALL* [CONFIRM SURE APPROVE] [CONFIRM ASSENT ALL SUBJECT]*")
# 「没有了，确认」: the pause keeps 没有确认 apart. 「金额没错，确认」 saves by its last word.
_NO_MORE_SO_SAVED = pattern(
    "[PARTICLE ASSENT]* DENIAL PARTICLE* PAUSE ([PARTICLE ALL]+ PAUSE)?"
    " [PARTICLE ASSENT]* [CONFIRM SURE APPROVE] [CONFIRM ASSENT PARTICLE ALL]*"
)
_NO_MORE = frozenset(
    {"没了", "没有了", "没得了", "没啥了", "没什么了", "没有别的", "没有别的了", "没别的", "没别的了"}
    | {"没要记的了", "没有要记的了", "没啥要记的了"}
)
_FIELD_RIGHT_SO_SAVED = pattern(
    "FIELD+ ALL* [IS CAN]* [ASSENT APPROVE]+ CONFIRM [CONFIRM ASSENT ALL SUBJECT]*"
)
_RIGHT = frozenset({"对了", "哦对了"})
"""Words that announce more (对了，还有…), unless a confirm alone follows: 对了，保存."""
_WITHOUT_STOP = pattern("CONTINUE+ WAIT CONTINUE*")
_DO_NOT_STOP = frozenset({"别停", "不要停"})
_THEN_RECORD = pattern(".+ PAUSE PARTICLE* UNKNOWN PARTICLE*")
_RECORD = "记"
_ASSENT = pattern("SUBJECT* [ASSENT IS CAN ALL]* [ASSENT CAN]+ | IS+")
_ASSENT_TO_ALL = pattern("[ASSENT IS]+ ALL")
_THESE_ARE_ALL = frozenset({"就这么多", "就是这么多", "就是这些", "就是这几笔", "就是这两笔", "就是这几条"})
_DENIAL = pattern("ASSENT* DENIAL+")

# In the order of precedence: cancel > exit > continue > confirm. Saving and leaving comes before leaving alone.
_COMMANDS: tuple[tuple[Expression, cmd.SimpleCommand | cmd.Compound], ...] = (
    (_READ_OUT, cmd.ReadOut()),
    (_RESTART, cmd.Restart()),
    (_CANCEL, cmd.CancelAll()),
    (_SAVE_AND_EXIT, cmd.Compound((cmd.ConfirmAll(),), cmd.Exit())),
    (_EXIT, cmd.Exit()),
    (_SAVE_AND_CONTINUE, cmd.Compound((cmd.ConfirmAll(),), cmd.Continue())),
    (_CONTINUE, cmd.Continue()),
    (_COPY, cmd.CopySaved()),
    (_WAIT, cmd.Wait()),
    (_CONFIRM, cmd.ConfirmAll()),
    (_FIELDS_RIGHT, cmd.ConfirmAll()),
    (_ASSENT, cmd.Assent()),
    (_DENIAL, cmd.Denial()),
)
# One pattern of all of them in this order, with one group for each command: the patterns themselves have no groups.
_ANY = expression("|".join(f"({shape.pattern})" for shape, _ in _COMMANDS))


def batch_command(wording: Wording) -> cmd.SimpleCommand | cmd.Compound | None:
    """The command of an utterance about the whole draft; None if the utterance holds other words."""
    core = wording.core
    if _RIGHT_SO_SAVED.fullmatch(core) and _RIGHT.issuperset(wording.words(Kind.MORE)):
        return cmd.ConfirmAll()
    if _ASSENT_TO_ALL.fullmatch(core) and _THESE_ARE_ALL.issuperset(wording.words(Kind.ALL)):
        return cmd.Assent()
    if _WITHOUT_STOP.fullmatch(core) and _DO_NOT_STOP.issuperset(wording.words(Kind.WAIT)):
        return cmd.Continue()
    match = _ANY.fullmatch(core)
    if match is None:
        return cmd.ConfirmAll() if _adds_nothing_and_confirms(wording) else None
    return _COMMANDS[(match.lastindex or 1) - 1][1]


def _adds_nothing_and_confirms(wording: Wording) -> bool:
    """Whether words that add nothing lead to an explicit confirm: 没有了，确认; 金额没错，保存; 没错，记."""
    if _NO_MORE_SO_SAVED.fullmatch(wording.shape):
        return _NO_MORE.issuperset(wording.words(Kind.DENIAL))
    return bool(_FIELD_RIGHT_SO_SAVED.fullmatch(wording.core)) or _agrees_to_record(wording)


def _agrees_to_record(wording: Wording) -> bool:
    """Whether a yes is followed by 记 alone: 没错，记. Inside other words 记 means nothing by itself."""
    if not _THEN_RECORD.fullmatch(wording.shape) or wording.words(Kind.UNKNOWN) != (_RECORD,):
        return False
    match = _ANY.fullmatch(wording.core[:-1])
    return match is not None and isinstance(
        _COMMANDS[(match.lastindex or 1) - 1][1], cmd.ConfirmAll | cmd.Assent
    )
