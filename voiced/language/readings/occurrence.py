"""Whether words with an amount tell of money that moved: 午饭三十 does, 午饭三十贵不贵 asks, 明天要交房租三千 plans.

The rules are closed lists of phrases. Words without a listed phrase count as money that moved. The clues for the weights tell
of a whole sentence whether it tells of an entry, talks, plans or asks.
"""

from __future__ import annotations

from enum import Enum, auto

from voiced.language.readings.direction import SOMEONE
from voiced.language.readings.outline import Outline, form_of, magnitude
from voiced.language.text.phrases import phrases


class Occurrence(Enum):
    """Whether the money of an amount moved.

    HAPPENED: it moved. POSSIBLE: it may have moved, so the speaker has to be asked. NONE: it did not move.
    """

    HAPPENED = auto()
    POSSIBLE = auto()
    NONE = auto()


_PHRASES = phrases("occurrence", SOMEONE=SOMEONE)
_ASKED_TO_RECORD = _PHRASES["asked_to_record"]
_REMINDER = _PHRASES["reminder"]
_PAID = _PHRASES["paid"]
_TO_ME = _PHRASES["to_me"]


DENIED_ENTRY = _PHRASES["denied_entry"]


_IS_QUESTION = _PHRASES["is_question"]
_IS_PLAN = _PHRASES["is_plan"]
_IS_OF_ANOTHER = _PHRASES["is_of_another"]
_IS_NOT_OURS = _PHRASES["is_not_ours"]
_IS_UNSURE = _PHRASES["is_unsure"]
_IS_NOT_DONE = _PHRASES["is_not_done"]
_IS_DENIED = _PHRASES["is_denied"]
_IS_WISHED = _PHRASES["is_wished"]
_IS_NO_PRICE = _PHRASES["is_no_price"]
_IS_HEARSAY = _PHRASES["is_hearsay"]
_DENIALS = (_IS_NOT_DONE, _IS_DENIED)
_NOT_AT_ALL = (*_DENIALS, _IS_WISHED, _IS_NO_PRICE, _IS_HEARSAY)
_SIGNS = (
    ("asks", _IS_QUESTION),
    ("to record", _ASKED_TO_RECORD),
    ("not done", _IS_NOT_DONE),
    ("denied", _IS_DENIED),
    ("wished", _IS_WISHED),
    ("no price", _IS_NO_PRICE),
    ("hearsay", _IS_HEARSAY),
    ("planned", _IS_PLAN),
    ("paid", _PAID),
    ("of another", _IS_OF_ANOTHER),
    ("to me", _TO_ME),
    ("unsure", _IS_UNSURE),
)


_HOUSEHOLD = _PHRASES["household"]


def is_of_stranger(words: str) -> bool:
    """Whether normalised words tell of money that somebody outside the household spent, or may bear in the end."""
    if _IS_NOT_OURS.search(words):
        return True
    of_another = _IS_OF_ANOTHER.search(_HOUSEHOLD.sub("我", words))
    return of_another is not None and not _TO_ME.search(words)


def rules_out_entry(words: str) -> bool:
    """Whether normalised words ask something or deny that the money moved, so that no weights can make an entry of them."""
    return any(denial.search(words) for denial in _DENIALS) or _asks(words)


def _asks(words: str) -> bool:
    return _IS_QUESTION.search(words) is not None and not _ASKED_TO_RECORD.search(words)


def occurrence_signs(words: str) -> tuple[str, ...]:
    """The kinds of words about whether money moved that normalised words hold, each a clue for the weights."""
    return tuple(name for name, pattern in _SIGNS if pattern.search(words))


def occurrence_of(words: str) -> Occurrence:
    """Whether the money of one amount moved, by the normalised words around it."""
    if reminder := _REMINDER.fullmatch(words):
        words = reminder["entry"]
    if any(sign.search(words) for sign in _NOT_AT_ALL) or _asks(words):
        return Occurrence.NONE
    is_paid = _PAID.search(words) is not None
    if _IS_PLAN.search(words) and not is_paid:
        return Occurrence.NONE
    if _IS_OF_ANOTHER.search(words) and not _TO_ME.search(words):
        return Occurrence.POSSIBLE
    return Occurrence.POSSIBLE if _IS_UNSURE.search(words) and not is_paid else Occurrence.HAPPENED


def telling_clues(drawn: Outline) -> tuple[str, ...]:
    """The clues for the kind of a whole sentence."""
    characters = drawn.characters
    size = len(characters)
    signs = occurrence_signs(drawn.text)
    clues = {f"g:{sign}" for sign in signs}
    clues |= {f"1:{sign}" for sign in characters}
    clues |= {f"2:{characters[at : at + 2]}" for at in range(size - 1)}
    clues |= {f"3:{characters[at : at + 3]}" for at in range(size - 2)}
    clues |= {
        "b:",
        f"n:{min(len(drawn.numbers), 4)}",
        f"n$:{sum(number.is_money for number in drawn.numbers)}",
        f"t:{min(len(drawn.things), 3)}",
        f"^:{characters[1:3]}",
        f"$:{characters[-3:-1]}",
        f"z:{min(size // 5, 5)}",
    }
    if drawn.numbers:
        at = drawn.places[-1]
        clues |= {f"+:{characters[at + 1 : at + 3]}", f"-:{characters[at - 2 : at]}"}
        clues |= {f"k:{form_of(number)}{magnitude(number.value)}" for number in drawn.numbers}
    return tuple(sorted(clues))
