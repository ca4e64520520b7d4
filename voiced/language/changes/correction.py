"""Corrections by rule, without a model: 第二笔改成50, 红包那笔是收入, 不是三十五是五十三.

The row has to be certain. Words that may mean two rows, or that ask for more than new values (拆成两笔), change no row: a question is
better than a change to the wrong row.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct

from voiced.domain.batch import DraftTransaction
from voiced.domain.transaction import Correction
from voiced.domain.vocabulary import Vocabulary
from voiced.language.changes.arithmetic import computed_changes
from voiced.language.changes.change_rows import NotUnderstood, PendingRows, RowsRefused
from voiced.language.changes.differences import difference_told, speaks_of_tail
from voiced.language.changes.plain_words import in_plain_words
from voiced.language.changes.rest import Rest
from voiced.language.changes.rows_meant import rows_meant
from voiced.language.changes.slots import Filled, Restated, fill
from voiced.language.commands.lexicon import Kind
from voiced.language.commands.refusals import denied_category
from voiced.language.commands.wording import Wording, hear_words, pattern, read_words
from voiced.language.rows import WhichRow
from voiced.language.text.expression import expression
from voiced.language.text.phrases import phrases


class Changed(Struct, frozen=True):
    """The changes of rows; the indices are those of the draft."""

    corrections: tuple[Correction, ...]


# 「别把打车改成五十」 forbids a change; 「不要餐饮要改成娱乐」 asks for the change behind 要.
_FORBIDS_CHANGE = expression(
    "(?:(?<![类级性])别|不要|甭|莫|勿|先别)再?(?:把|将)?[^，。、；是要]{0,8}(?:改|换|变|调|算|记)[成为到作]"
)

_WANTS_CHANGE = pattern("[WRONG CHANGE FIELD]")
_PHRASES = phrases("correction")
_BEYOND_RULES = _PHRASES["beyond_rules"]

LocalCorrection = Changed | Restated | RowsRefused


def correct(
    written: Wording, items: Sequence[DraftTransaction], vocabulary: Vocabulary, now: datetime
) -> LocalCorrection:
    """The changes that the words make in the pending rows of a draft.

    `items` are all rows of the draft, so row numbers are those of the card, also after rows were confirmed or cancelled.
    """
    if _FORBIDS_CHANGE.search(written.text):
        return NotUnderstood()
    said = in_plain_words(written.text, items, vocabulary)
    heard = hear_words(written if said == written.text else read_words(said))
    pending = PendingRows.of(heard, items)
    if pending.refusal is not None:
        return pending.refusal
    if changed := (
        computed_changes(pending.said, pending.items)
        or difference_told(pending.said, pending.items, vocabulary)
    ):
        return Changed(pending.of_the_draft(changed))
    if speaks_of_tail(said) or not pending.items:
        return NotUnderstood()
    wording = heard if heard.text == pending.said else read_words(pending.said)
    match fill(wording, pending.items, vocabulary, now):
        case Filled(corrections):
            return Changed(pending.of_the_draft(corrections))
        case NotUnderstood() if _lacks_row(wording, pending.items, vocabulary):
            return WhichRow()
        case found:
            return found


def _lacks_row(wording: Wording, items: Sequence[DraftTransaction], vocabulary: Vocabulary) -> bool:
    """Whether the words call a value wrong, or ask for a change, and could mean several rows: 金额错了, 把那个改一下."""
    if len(items) == 1 or not _WANTS_CHANGE.search(wording.shape):
        return False
    if goes_beyond_rules(wording) or denied_category(wording, vocabulary):
        return False
    told = rows_meant(wording.text, items, vocabulary)
    beside = Rest.of(wording, (), items)
    return (
        told.pointed is None
        and len(told.named) != 1
        and all(len(word) <= 2 for word in beside.wording.words(Kind.UNKNOWN))
    )


def goes_beyond_rules(written: Wording) -> bool:
    """Whether the words ask for a change that rules do not make: to split, merge or swap rows, or to compute."""
    return any(_BEYOND_RULES.search(word) for word in hear_words(written).words(Kind.CHANGE))
