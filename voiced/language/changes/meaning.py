"""What words that are no command mean for the rows of an open draft, for the dialogue, the gateway and `voiced nlu` alike."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct

from voiced.domain.batch import DraftTransaction
from voiced.domain.vocabulary import Vocabulary
from voiced.language.changes.change_rows import NotUnderstood
from voiced.language.changes.correction import LocalCorrection, correct, goes_beyond_rules
from voiced.language.changes.drops import rows_dropped_for_reason
from voiced.language.changes.plain_words import only_keeps
from voiced.language.changes.restating import AboutRows, about_open_rows
from voiced.language.commands import command as cmd
from voiced.language.commands.asides import says_that_is_all, thanks
from voiced.language.commands.classifier import Utterance
from voiced.language.commands.guards import points_back, tells_of_entry
from voiced.language.commands.row_commands import named_as_right
from voiced.language.rows import WhichRow, find_rows


class DroppedRows(Struct, frozen=True):
    """The words drop these rows, beside the reason for it; `numbers` from 1."""

    numbers: tuple[int, ...]


class Kept(Struct, frozen=True):
    """The words leave the rows as they are."""


class Added(Struct, frozen=True):
    """The words are about an entry of their own."""


class BeyondRules(Struct, frozen=True):
    """The words ask for a change that rules do not make, such as to split a row."""


Meaning = LocalCorrection | AboutRows | DroppedRows | Kept | Added | BeyondRules


def understand(
    utterance: Utterance, items: Sequence[DraftTransaction], vocabulary: Vocabulary, now: datetime
) -> Meaning:
    """The meaning of words for the rows of a draft, decided rows included."""
    wording = utterance.wording
    if isinstance(utterance.command, cmd.NewEntry):
        return about_open_rows(wording.text, items, vocabulary, now) or Added()
    if dropped := rows_dropped_for_reason(wording, items, vocabulary):
        return DroppedRows(dropped)
    pending = [item for item in items if item.is_pending]
    if _keeps_rows(utterance, pending):
        return Kept()
    found = correct(wording, items, vocabulary, now)
    may_say_more = NotUnderstood | WhichRow if len(pending) == 1 else NotUnderstood
    if not isinstance(found, may_say_more):
        return found
    if goes_beyond_rules(wording):
        return BeyondRules()
    if tells_of_entry(wording) and not points_back(wording):  # 奶茶好像是十九
        return about_open_rows(wording.text, items, vocabulary, now) or NotUnderstood()
    return NotUnderstood()


def _keeps_rows(utterance: Utterance, pending: Sequence[DraftTransaction]) -> bool:
    """Whether the words only say that rows are right (奶茶没错, 三碗都要记，没重复) or that no more follow (就这两笔)."""
    wording = utterance.wording
    if says_that_is_all(wording) and not thanks(wording):
        return True
    name = named_as_right(wording)
    return only_keeps(wording.text, pending) or (name is not None and bool(find_rows(name, pending)))
