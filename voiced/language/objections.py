"""Words that want something about the draft to be different, understood or not: 上周五付的, 不对, 车费少了五块.

What was meant may never have been understood, so the next confirm is not taken at once. Noise, a question and thanks
want nothing.
"""

from __future__ import annotations

from datetime import datetime

from voiced.domain.vocabulary import Vocabulary
from voiced.language.dates import find_date
from voiced.language.expression import expression
from voiced.language.kinds import Kind
from voiced.language.naming import is_category_word
from voiced.language.questions import is_question
from voiced.language.text import normalise
from voiced.language.wording import hear_words, pattern, read_words

_WANTS_CHANGE = pattern(
    "[ROWS OTHERS EXCEPT THIS COUNT CANCEL RESTART HOLD WRONG CHANGE ADJUST BUT FIELD TYPE NUMBER]"
    "| DENIAL .* [UNKNOWN LEAD] | UNKNOWN .* DENIAL | ALL PARTICLE* DENIAL | DOUBT .* [ASSENT APPROVE CONFIRM CAN] | IS PARTICLE* UNKNOWN"
)
_ASKS = expression("[吗么？]$")
_UNSAID = expression("[乱瞎胡]说|开玩笑|说着玩|逗你玩")
"""What takes back whatever was said before, without a word of refusal."""

_DENIES_CATEGORY = expression(
    "(?:[这那它]一?[笔个条]?|分类|类别)?(?:不是|并?不[该能]?算|别算|不属于|不[该能]?归)(?:在|到|为|作|是)?(?P<denied>[^，。、；？]{2,6}?)类?[的吧啊呀啦]*"
    "|(?:分类|类别)?(?P<wrong>[^，。、；？]{2,6}?)(?:这个)?(?:分类|类别|类)?(?:不对|错了|[记分归算]错了)[吧啊呀]?"
)


def denied_category(text: str, vocabulary: Vocabulary) -> str | None:
    """The category that words deny without naming the right one: 不算餐饮, 餐饮不对. None for any other words."""
    found = _DENIES_CATEGORY.fullmatch(normalise(text))
    if found is None:
        return None
    name = found["denied"] or found["wrong"]
    return name if any(category.name == name for category in vocabulary.categories) else None


def holds_objection(text: str, vocabulary: Vocabulary, now: datetime) -> bool:
    """Whether the words hold a change, a refusal or a value that a row might get."""
    said = normalise(text)
    if _ASKS.search(said) or is_question(said):
        return False
    wording = hear_words(read_words(said))
    if _WANTS_CHANGE.search(wording.shape) or _UNSAID.search(said):
        return True
    day = find_date(said, now)
    if day is not None and day.day != now.date():
        return True
    unknown = (wording.word(place) for place, kind in enumerate(wording.shape) if kind == Kind.UNKNOWN)
    return any(is_category_word(words, vocabulary) for words in unknown)
