"""Words of refusal: words that take back an entry while they name it, and words that object to a draft.

打车30不要了, 别记打车30 and 把打车30去掉 refuse an entry. In 「去掉优惠付了三十」 and 「不要糖的奶茶十五」 the refusal concerns a part of
it, so the entry stays. After an objection (上周五付的, 不对, 车费少了五块) the next confirm does not save at once, because the
objection may have been misunderstood. Noise, questions and thanks are no objections.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from voiced.domain.vocabulary import Vocabulary
from voiced.language.commands.lexicon import Kind
from voiced.language.commands.questions import is_question
from voiced.language.commands.wording import Wording, hear_words, pattern, read_words
from voiced.language.days.dates import find_date
from voiced.language.names.categories import is_category_word
from voiced.language.numbers.amounts import holds_amount
from voiced.language.text.expression import expression

_OPENING = "[PARTICLE PAUSE ASSENT WRONG WAIT LEAD BUT]*"
_THING = "[UNKNOWN NUMBER SPENT PARTICLE LEAD SUBJECT TYPE ASSENT IS ALL AND PAUSE SAVED THIS COUNT]"
_AWAY_LAST = pattern(
    f"{_THING}* NUMBER [PARTICLE THIS COUNT PAUSE ALL LEAD]* CANCEL [CANCEL PARTICLE PAUSE]*"
)
_AWAY_FIRST = pattern(f"{_OPENING} CANCEL [CANCEL PARTICLE COUNT]* {_THING}* NUMBER [PARTICLE THIS COUNT]*")
# A verb of these speaks of the record, whatever follows. 取消 and 去掉 may also tell what a person did.
_RECORDING = expression("记|保存|入账|录|写")
_DELETING = expression("^(?:删[掉除]|划掉|撤[销掉]|抹|剔除|移除|拿掉|去掉|去除)")
_OF_ONE_THING = pattern("[PARTICLE THIS COUNT]* UNKNOWN [PARTICLE THIS]* NUMBER [PARTICLE THIS COUNT]*")
_OF_ALL = pattern("[ALL AND PAUSE]")
_PART_OF_PRICE = expression("优惠|折|券|零头|押金|定金|订金|运费|邮费|会员|补贴|税|满减|积分|费$")
_NAMED_AWAY = pattern("[PARTICLE THIS]* UNKNOWN [PARTICLE THIS COUNT]* CANCEL [CANCEL PARTICLE]*")
_ALONE = pattern("[PARTICLE ASSENT WRONG WAIT LEAD]* CANCEL [CANCEL PARTICLE]*")
_CALCULATED = expression("算了[一下]")
_GAVE_BACK = "退"
_GIVEN_BACK = expression("(?:返|返现|优惠|抹|便宜|折扣)了?(?:我|给我)?[\\d零一二两三四五六七八九十百]")
"""蛋白粉返了三十，刨掉: the amount is a difference, not the entry."""
# 「算了吧打车二十」 holds two clauses; 「算了二十」 states a price.
_RUN_ON = expression(
    r"(?:^|(?<=[，。；]))(?:算[了啦咯]|拉倒|作罢)[吧啊呀]*(?=[^，。；吧啊呀一下\d零两二三四五六七八九十百千半])"
)
_CLAUSE = expression("[^，。；]+")


def after_withdrawal(said: str) -> tuple[str, str]:
    """The normalised words before and behind the last clause that only takes back the words before it.

    The clause is 算了 in 午饭三十，算了，打车二十. Without such a clause between an amount and other words, the first part is
    empty and the second is the whole text. So it is if the thing was given back (衣服三百，不要了，退了三百), since it was bought.
    """
    said = _RUN_ON.sub(lambda run_on: f"{run_on.group()}，", said)
    clauses = tuple(_CLAUSE.finditer(said))
    for clause in reversed(clauses[1:-1]):
        words, before, behind = clause.group(), said[: clause.start() - 1], said[clause.end() + 1 :]
        if _ALONE.fullmatch(read_words(words).shape) and not _CALCULATED.search(words):
            return (before, behind) if holds_amount(before) and _GAVE_BACK not in behind else ("", said)
    return "", said


def refused_names(said: str) -> tuple[str, ...]:
    """The names of entries that normalised words take back by name alone, each in its own clause: 午饭不算."""
    clauses = map(read_words, _CLAUSE.findall(said))
    return tuple(clause.words(Kind.UNKNOWN)[0] for clause in clauses if _NAMED_AWAY.fullmatch(clause.shape))


def refused_words(wording: Wording, vocabulary: Vocabulary) -> str | None:
    """The description, with its amount, of the entry that the words take back: 打车30.

    None if they take back no entry, give no amount, or tell of another entry in a clause of its own
    (别记午饭三十，打车二十).
    """
    shape = wording.shape
    if Kind.CANCEL not in shape or Kind.NUMBER not in shape:
        return None
    if _GIVEN_BACK.search(wording.text):
        return None
    if shape.count(Kind.NUMBER) > 1 and not _OF_ALL.search(shape):
        return None
    clauses = tuple(map(read_words, _CLAUSE.findall(wording.text)))
    if len(clauses) > 1 and _is_for_one_clause(clauses, vocabulary):
        return None
    if _AWAY_LAST.fullmatch(shape) or _takes_away_first(wording, vocabulary):
        return "".join(wording.words(Kind.UNKNOWN, Kind.NUMBER))
    return None


def _is_for_one_clause(clauses: Sequence[Wording], vocabulary: Vocabulary) -> bool:
    """Whether one clause takes back its own entry and another clause tells of an entry."""
    refused = [refused_words(clause, vocabulary) is not None for clause in clauses]
    tells = [Kind.UNKNOWN in clause.shape and Kind.NUMBER in clause.shape for clause in clauses]
    return any(refused) and any(told and not away for told, away in zip(tells, refused, strict=True))


def _takes_away_first(wording: Wording, vocabulary: Vocabulary) -> bool:
    shape = wording.shape
    if not _AWAY_FIRST.fullmatch(shape):
        return False
    place = shape.index(Kind.CANCEL)
    verb = wording.word(place)
    if _RECORDING.search(verb):
        return True
    if not _OF_ONE_THING.fullmatch(shape, place + 1):
        return False
    thing = wording.word(shape.index(Kind.UNKNOWN, place))
    is_deleted = _DELETING.search(verb) is not None and not _PART_OF_PRICE.search(thing)
    return is_deleted or is_category_word(thing, vocabulary)


_WANTS_CHANGE = pattern(
    "[ROWS OTHERS EXCEPT THIS COUNT CANCEL RESTART HOLD WRONG CHANGE ADJUST BUT FIELD TYPE NUMBER]"
    "| DENIAL .* [UNKNOWN LEAD] | UNKNOWN .* DENIAL | ALL PARTICLE* DENIAL | DOUBT .* [ASSENT APPROVE CONFIRM CAN] | IS PARTICLE* UNKNOWN"
)
_ASKS = expression("[吗么？]$|[了过](?:没有?|不)[啊呀呢]?$|(?:要|想|会|能|可以).*[^不]不[啊呀]?$")
_A_LITTLE = frozenset({"一点"})
"""Words that hold a numeral and state no value: 你坐过来一点."""
_UNSAID = expression("[乱瞎胡]说|重了$|[记存]过了?$|开玩笑|说着玩|逗你玩")
"""Words that take back the previous words without a word of refusal."""
_PAID_OTHERWISE = expression(
    "AA|aa|一半|报[了销]|便宜|贵了|优惠|打折|免单|请客|[用的]券|只[付出给花要]|[多少][付收给记]"
)
"""Words that say that another amount, or another person, paid."""

_DENIES_CATEGORY = expression(
    "(?:[这那它]一?[笔个条]?|分类|类别)?(?:不是|并?不[该能]?算|别算|不属于|不[该能]?归)(?:在|到|为|作|是)?(?P<denied>[^，。、；？]{2,6}?)类?[的吧啊呀啦]*"
    "|(?:分类|类别)?(?P<wrong>[^，。、；？]{2,6}?)(?:这个)?(?:分类|类别|类)?(?:不对|错了|[记分归算]错了)[吧啊呀]?"
)


def denied_category(wording: Wording, vocabulary: Vocabulary) -> str | None:
    """The category that the words deny without naming the right one: 不算餐饮, 餐饮不对. None for other words."""
    found = _DENIES_CATEGORY.fullmatch(wording.text)
    if found is None:
        return None
    name = found["denied"] or found["wrong"]
    return name if any(category.name == name for category in vocabulary.categories) else None


def holds_objection(written: Wording, vocabulary: Vocabulary, now: datetime) -> bool:
    """Whether the words hold a change, a refusal, or a new value for a row."""
    said = written.text
    if _ASKS.search(said) or is_question(said):
        return False
    wording = hear_words(written)
    if _A_LITTLE.issuperset(wording.words(Kind.NUMBER)):
        shape = wording.shape.replace(Kind.NUMBER, Kind.PARTICLE)
    else:
        shape = wording.shape
    if _WANTS_CHANGE.search(shape) or _UNSAID.search(said) or _PAID_OTHERWISE.search(said):
        return True
    day = find_date(said, now)
    if day is not None and day.day != now.date():
        return True
    return any(is_category_word(words, vocabulary) for words in wording.words(Kind.UNKNOWN))
