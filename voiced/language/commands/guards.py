"""Last checks before rows are written: words that forbid a save, and words that allow it if no model can be asked."""

from __future__ import annotations

from voiced.language.commands.lexicon import EXPLICIT_YES, YES, Kind
from voiced.language.commands.wording import Wording, pattern
from voiced.language.sounds.pinyin import SYLLABLES
from voiced.language.text.expression import expression

_FORBIDDING = pattern(
    "[ROWS OTHERS EXCEPT CANCEL RESTART EXIT WAIT MORE DENIAL HOLD WRONG CHANGE ADJUST DOUBT BUT ASK NUMBER]"
)
# In a word that is not listed, one of these characters is enough to forbid a save.
_FORBIDDING_CHARACTER = expression("[不没别未非勿莫否错误改换删减加少停等但]")
_OBJECTING_FIRST = pattern(
    "[PARTICLE PAUSE LEAD]* [WRONG DENIAL] [PARTICLE PAUSE IS]* (?=[UNKNOWN NUMBER DOUBT])"
)
_ONE_OF_A_LIST_HELD = pattern("NUMBER .* NUMBER .* PAUSE .* UNKNOWN PARTICLE* HOLD")
_POINTING_BACK = pattern("[ROWS OTHERS EXCEPT THIS DENIAL HOLD WRONG CHANGE]")
_OTHER_VALUE = pattern("[PARTICLE PAUSE ASSENT WAIT WRONG LEAD]* IS PARTICLE* NUMBER PARTICLE*")
_HOLDING_BACK = pattern(
    "[PARTICLE PAUSE ASSENT WAIT LEAD WRONG ROWS THIS]* HOLD [HOLD PARTICLE PAUSE ASSENT WAIT LEAD ROWS THIS ALL SUBJECT]*"
)
# 「那是公司的」 only tells; each of these kinds may ask for more. 「又不办了」 and 「还没到」 tell as well.
_ASKING_FOR_MORE = pattern(
    "[OTHERS EXCEPT COUNT CONFIRM CHECK SURE APPROVE CANCEL RESTART EXIT CONTINUE COPY WAIT HOLD CHANGE ADJUST DOUBT"
    " BUT FIELD TYPE NUMBER ASK READ] | MORE (?!DENIAL)"
)
# 「昨天前天各打车二十」 tells of new entries, 「各五十」 does not.
_SHARED_OUT = pattern("UNKNOWN .* NUMBER")
_YES_OR_CAN = YES | {Kind.CAN}
_CHATTY = pattern("[ASSENT IS CAN]* APPROVE [ASSENT CAN]*")
_EDITS = ("改", "动", "整", "更正", "纠正")
_LIKE_THIS = expression("就是?这[样么]")
# These words agree wherever they stand. 好, 行, 对 and 不错 are parts of other words (真好, 招行, 天气不错), so they
# count only in a clause without unknown words.
_AGREES_ANYWHERE = frozenset({Kind.CONFIRM, Kind.CHECK})
_NOTHING_WRONG = expression("^(?:没|冇|就|不用|不需|不改|无需)")
_AGREES_ALONE = pattern("[SURE APPROVE ASSENT CAN IS]")
_FOLLOWS_US = expression("(?:按|照|听)你?(?:说|讲|记)?的")
_NOT_SO = expression("不(?:是.*)?[啊呀吧的了，。]*")
# 「补对」 may be 不对, 「美问题」 may be 没问题: one such syllable in an unknown word is enough to ask again.
_DENYING_SYLLABLES = frozenset({"bu", "mei", "bie", "cuo", "gai", "huan", "shan"})


def objects_first(wording: Wording) -> bool:
    """Whether the words object to what stands before they name another thing: 不对，我说的是地铁那个六块的."""
    return _OBJECTING_FIRST.match(wording.shape) is not None


def forbids_saving(wording: Wording) -> bool:
    """Whether the words hold a negation, a doubt or a change, so that even a model's confirm may not save.

    A denied fault or change does not count: 没错, 没问题, 不用改了.
    """
    if _FORBIDDING.search(wording.shape) or concedes(wording):
        return True
    return any(
        kind not in YES and _FORBIDDING_CHARACTER.search(wording.word(place))
        for place, kind in enumerate(wording.shape)
    )


def holds_assent(wording: Wording) -> bool:
    """Whether the words agree, without a word that negates, doubts or changes, or one that sounds like it."""
    if forbids_saving(wording):
        return False
    unknown = "".join(wording.words(Kind.UNKNOWN))
    if any(SYLLABLES.get(character) in _DENYING_SYLLABLES for character in unknown):
        return False
    if _FOLLOWS_US.search(wording.text) or any(
        kind in _AGREES_ANYWHERE or (kind == Kind.APPROVE and _NOTHING_WRONG.search(wording.word(place)))
        for place, kind in enumerate(wording.shape)
    ):
        return True
    clauses = wording.shape.split(Kind.PAUSE.value)
    return any(Kind.UNKNOWN not in clause and _AGREES_ALONE.search(clause) for clause in clauses)


def only_tells(wording: Wording, start: int = 0, end: int | None = None) -> bool:
    """Whether the words from letter `start` to `end` of the shape hold no command, value, change or question.

    Such words may give the reason for a command beside them: 那是公司的.
    """
    return not _ASKING_FOR_MORE.search(wording.shape, start, len(wording.shape) if end is None else end)


def points_back(wording: Wording) -> bool:
    """Whether the words judge, change or point at something said before: 不对, 改成50, 第二笔."""
    tells = _SHARED_OUT.search(wording.shape)
    return any(
        not (tells and wording.word(found.start()) == "各")
        for found in _POINTING_BACK.finditer(wording.shape)
    )


def only_points(wording: Wording) -> bool:
    """Whether the words point at something (那单, 这个) and neither judge nor change it, so that they may tell of something new."""
    return {wording.shape[found.start()] for found in _POINTING_BACK.finditer(wording.shape)} == {Kind.THIS}


def states_other_value(wording: Wording) -> bool:
    """Whether the words only say that a value is so, and so correct the one before: 等等，是三十八."""
    return _OTHER_VALUE.fullmatch(wording.shape) is not None


def tells_of_entry(wording: Wording) -> bool:
    """Whether the words hold an amount and an unknown word, so that they may be an entry (停车十五, 停车十五不对十八)."""
    return Kind.NUMBER in wording.shape and Kind.UNKNOWN in wording.shape


def asks_for_price(wording: Wording) -> bool:
    """Whether the words ask about an amount and no change: 这个要50块吗."""
    shape = wording.shape
    return Kind.NUMBER in shape and Kind.ASK in shape and Kind.CHANGE not in shape


def denies_change(wording: Wording) -> bool:
    """Whether the words agree only by saying that a change is needless: 不用改, 没什么要改的."""
    approving = wording.words(*EXPLICIT_YES)
    return bool(approving) and all(word.endswith(_EDITS) for word in approving)


def says_it_is_not_so(wording: Wording) -> bool:
    """Whether a no calls the row just read wrong (不, 不是我的). 没有 and 不用 only decline a change."""
    return _NOT_SO.fullmatch(wording.text) is not None


def row_numbers(wording: Wording) -> tuple[int, ...]:
    """The row numbers that the words hold."""
    return tuple(number for mention in wording.mentions for number in mention.numbers)


def stops(wording: Wording) -> bool:
    """Whether the words stop a command, alone or among other words: 先别记打车30, but not 猫粮一百三，猫砂二十，驱虫药先别记."""
    if Kind.HOLD not in wording.shape:
        return False
    return _ONE_OF_A_LIST_HELD.search(wording.shape) is None


def holds_back(wording: Wording) -> bool:
    """Whether the words only stop a command: 先别保存, 等一下先别存, 别取消."""
    return _HOLDING_BACK.fullmatch(wording.shape) is not None


def concedes(wording: Wording) -> bool:
    """Whether the words only concede a yes, so that a "but" may follow: 行是行, 对也对, but not 对，是对的 with a pause."""
    if "是" not in wording.text and "也" not in wording.text:
        return False
    for place, kind in enumerate(wording.shape):
        if kind in _YES_OR_CAN:
            start, end = wording.spans[place]
            said = wording.word(place).rstrip("的了")
            behind = wording.text[end:].lstrip("的了")
            # 「是对的是对的」 is a yes said twice.
            if behind.startswith((f"是{said}", f"也{said}")) and not wording.text.endswith("是", 0, start):
                return True
    return False


def is_natural_assent(text: str, wording: Wording) -> bool:
    """Whether the words agree in a chatty way, with two or more different assents around 「就这样」: 嗯对就这样.

    The requirements leave such an utterance to the model. If no model can be asked, it counts as a yes.
    """
    if not (_LIKE_THIS.search(wording.text) and _CHATTY.fullmatch(wording.core)):
        return False
    assents = set(wording.words(Kind.ASSENT))
    # Normalising drops a leading 嗯; here it counts.
    return len(assents) + text.lstrip().startswith("嗯") > 1
