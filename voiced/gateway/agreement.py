"""Words that agree to a draft, or refuse the whole of it: without them no model saves or drops anything."""

from __future__ import annotations

import re
from collections.abc import Sequence

from voiced.domain.batch import DraftTransaction
from voiced.language.amounts import find_amounts
from voiced.language.guards import forbids_saving
from voiced.language.kinds import Kind
from voiced.language.ordinals import find_ordinals
from voiced.language.text import normalise
from voiced.language.wording import pattern, read_words

_AGREEING = pattern("[APPROVE ASSENT CONFIRM SURE CAN]")
_DROPPING = re.compile("取消|不要|不记|算了|删|作废|撤|清空|别记|不存|不保存|丢掉|不算")
_KEEPING = re.compile("(?:别|不要|不用|先别|不许|没让你|没说要?)(?:取消|删|撤|清空|作废)")


def agrees(text: str) -> bool:
    """Whether words agree, and hold nothing that negates, doubts or changes, nor anything garbled."""
    wording = read_words(normalise(text))
    if forbids_saving(text) or not _AGREEING.search(wording.shape):
        return False
    return Kind.UNKNOWN not in wording.shape


def drops(said: str, items: Sequence[DraftTransaction]) -> bool:
    """Whether normalised words drop the whole draft: they refuse, and name neither an amount nor one row of several."""
    if not _DROPPING.search(said) or _KEEPING.search(said) or find_amounts(said) or find_ordinals(said):
        return False
    return len(items) == 1 or not any(
        item.result.description and item.result.description in said for item in items
    )
