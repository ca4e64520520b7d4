"""Words that refuse a whole draft; a model's cancel needs them."""

from __future__ import annotations

from collections.abc import Sequence

from voiced.domain.batch import DraftTransaction
from voiced.domain.vocabulary import Vocabulary
from voiced.gateway.rows_told import rows_told
from voiced.language.commands.kinds import Kind
from voiced.language.commands.wording import Wording, pattern, read_words

_OF_A_PART = pattern("[TYPE FIELD NUMBER ROWS EXCEPT OTHERS HOLD]")


def drops(said: str, items: Sequence[DraftTransaction], vocabulary: Vocabulary) -> bool:
    """Whether normalised words refuse the whole draft, and not a part of it or something unknown."""
    wording = read_words(said)
    if Kind.CANCEL not in wording.shape or _OF_A_PART.search(wording.shape):
        return False
    if Kind.ALL in wording.shape:
        return True
    told = rows_told(said, items, vocabulary)
    is_of_one = bool(told.pointed or told.named) or Kind.THIS in wording.shape
    return not _names_other(wording) and (len(items) == 1 or not is_of_one)


def _names_other(wording: Wording) -> bool:
    """Whether the words hold one of two characters or more that the grammar does not know."""
    return any(
        kind == Kind.UNKNOWN and len(wording.word(place)) > 1 for place, kind in enumerate(wording.shape)
    )
