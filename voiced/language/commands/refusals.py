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
from voiced.language.commands.wording import Wording, hear_words, pattern, read_words
from voiced.language.days.dates import find_date
from voiced.language.names.categories import is_category_word
from voiced.language.numbers.amounts import find_amounts, holds_amount
from voiced.language.questions.asking import is_question
from voiced.language.text.phrases import phrases

_OPENING = "[PARTICLE PAUSE ASSENT WRONG WAIT LEAD BUT]*"
_THING = "[UNKNOWN NUMBER SPENT PARTICLE LEAD SUBJECT TYPE ASSENT IS ALL AND PAUSE SAVED THIS COUNT]"
_AWAY_LAST = pattern(
    f"{_THING}* NUMBER [PARTICLE THIS COUNT PAUSE ALL LEAD]* CANCEL [CANCEL PARTICLE PAUSE]*"
)
_AWAY_FIRST = pattern(f"{_OPENING} CANCEL [CANCEL PARTICLE COUNT]* {_THING}* NUMBER [PARTICLE THIS COUNT]*")
_PHRASES = phrases("refusals")
_RECORDING = _PHRASES["recording"]
_DELETING = _PHRASES["deleting"]
_OF_ONE_THING = pattern("[PARTICLE THIS COUNT]* UNKNOWN [PARTICLE THIS]* NUMBER [PARTICLE THIS COUNT]*")
_OF_ALL = pattern("[ALL AND PAUSE]")
_PART_OF_PRICE = _PHRASES["part_of_price"]
_NAMED_AWAY = pattern("[PARTICLE THIS]* UNKNOWN [PARTICLE THIS COUNT]* CANCEL [CANCEL PARTICLE]*")
_ALONE = pattern("[PARTICLE ASSENT WRONG WAIT LEAD]* CANCEL [CANCEL PARTICLE]*")
_CALCULATED = _PHRASES["calculated"]
_GAVE_BACK = "退"
_GIVEN_BACK = _PHRASES["given_back"]
_RUN_ON = _PHRASES["run_on"]
_CLAUSE = _PHRASES["clause"]


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
    "[ROWS OTHERS EXCEPT THIS COUNT CANCEL RESTART WRONG CHANGE ADJUST BUT FIELD TYPE NUMBER]"
    "| DENIAL .* [UNKNOWN LEAD] | UNKNOWN .* DENIAL | ALL PARTICLE* DENIAL | DOUBT .* [ASSENT APPROVE CONFIRM CAN] | IS PARTICLE* UNKNOWN"
)
_ASKS = _PHRASES["asks"]
_A_LITTLE = frozenset({"一点"})
"""Words that hold a numeral and state no value: 你坐过来一点."""
_A_QUANTITY = 6
"""Characters. A clause that gives a row another quantity is not longer: 买了四盏."""
_BESIDE = _PHRASES["beside"]
_IDIOM = _PHRASES["idiom"]
_UNSAID = _PHRASES["unsaid"]
_PAID_OTHERWISE = _PHRASES["paid_otherwise"]

_DENIES_CATEGORY = _PHRASES["denies_category"]


def denied_category(wording: Wording, vocabulary: Vocabulary) -> str | None:
    """The category that the words deny without naming the right one: 不算餐饮, 餐饮不对. None for other words."""
    found = _DENIES_CATEGORY.fullmatch(wording.text)
    if found is None:
        return None
    name = found["denied"] or found["wrong"]
    return name if any(category.name == name for category in vocabulary.categories) else None


def _counts_elsewhere(said: str) -> bool:
    """Whether a number is no amount and stands in a long clause: 我们班今天来了三十个娃儿, but not 买了四盏."""
    return not find_amounts(said) and max(map(len, _CLAUSE.findall(said)), default=0) > _A_QUANTITY


def _to_us(said: str) -> str:
    """The words without the clauses to somebody else in the room, and without idioms: 宝宝别闹, 舍不得."""
    clauses = _CLAUSE.findall(_IDIOM.sub("", said))
    return "，".join(clause for clause in clauses if not _BESIDE.fullmatch(clause))


def holds_objection(written: Wording, vocabulary: Vocabulary, now: datetime) -> bool:
    """Whether the words hold a change, a refusal, or a new value for a row, beside words to somebody else in the room."""
    if _ASKS.search(written.text) or is_question(written.text):
        return False
    said = _to_us(written.text)
    wording = hear_words(written if said == written.text else read_words(said))
    shape = wording.shape
    if _A_LITTLE.issuperset(wording.words(Kind.NUMBER)) or _counts_elsewhere(said):
        shape = shape.replace(Kind.NUMBER, Kind.PARTICLE)
    if _WANTS_CHANGE.search(shape) or _UNSAID.search(said) or _PAID_OTHERWISE.search(said):
        return True
    day = find_date(said, now)
    if day is not None and day.day < now.date():
        return True
    # 「锅里的汤开了」 tells of something else than of the category of a row.
    unknown = wording.words(Kind.UNKNOWN)
    return bool(unknown) and all(is_category_word(words, vocabulary) for words in unknown)
