"""The entries of a typed sentence by the local rules, and the question that has to be answered before they are rows."""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct

from voiced.dialogue.sentences import phrases
from voiced.dialogue.sentences.read_back import ReadBack
from voiced.domain.batch import MAX_ITEMS, DraftBatch
from voiced.domain.memory import LedgerMemory
from voiced.domain.vocabulary import Vocabulary
from voiced.errors import WrongInput
from voiced.language.commands.classifier import Utterance, read_utterance
from voiced.language.entries.habit_words import recognised
from voiced.language.entries.things import things_left_out
from voiced.language.entries.weighing import Weighed, doubt_of, read_entries, tells_of_no_entry


class TypedEntries(Struct, frozen=True):
    """The entries that a sentence tells of, under the ledger's names.

    Attributes:
        draft: the entries, none of them confirmed.
        question: asks whether they are right, or for the part that is missing or in doubt.
        is_certain: whether the sentence has one reading, and nothing in it was left out.
        is_settled_by_yes: whether a plain yes answers the question, so that the entries can be rows.
    """

    draft: DraftBatch
    question: str
    is_certain: bool
    is_settled_by_yes: bool


def entries_typed(
    text: str, vocabulary: Vocabulary, memory: LedgerMemory, now: datetime, batch_id: str
) -> TypedEntries:
    """Read a sentence as the daemon does without a model.

    Args:
        text: the sentence.
        vocabulary: the ledger's names.
        memory: its latest rows, for remarks on an odd entry, and the habits that file entries.
        now: the present time.
        batch_id: the id of the draft.

    Raises:
        WrongInput: the sentence tells of no entry, or of more than a draft holds.
    """
    utterance = read_utterance(text, vocabulary, now)
    weighed = read_entries(utterance, vocabulary, now)
    weighed = weighed.with_rows(lambda entry: recognised(entry, utterance.said, memory, vocabulary, now))
    entries = weighed.rows or weighed.possible
    if not entries:
        raise WrongInput(_why_no_entry(text, utterance, vocabulary, now))
    if len(entries) > MAX_ITEMS:
        raise WrongInput(f"the sentence tells of {len(entries)} entries; write at most {MAX_ITEMS} at a time")
    draft = DraftBatch.of(entries, batch_id=batch_id, created_at=now)
    left_out = things_left_out(utterance.said, entries, vocabulary, now)
    question = _question(weighed, draft, ReadBack(now, memory))
    return TypedEntries(
        draft,
        f"{phrases.left_out(left_out)}{question}" if left_out else question,
        is_certain=doubt_of(weighed) is None and not left_out,
        is_settled_by_yes=_is_settled_by_yes(weighed, draft),
    )


def _why_no_entry(text: str, utterance: Utterance, vocabulary: Vocabulary, now: datetime) -> str:
    if tells_of_no_entry(utterance.said, vocabulary, now):
        return f"「{text}」 tells of no payment that was made, so nothing is written"
    return f"「{text}」 tells of no entry; write a purpose and an amount, as in: voiced ledger add 打车30"


def _question(weighed: Weighed, draft: DraftBatch, read_back: ReadBack) -> str:
    incomplete = next((item for item in draft.items if not item.is_complete), None)
    if incomplete is not None:
        is_foreign = incomplete.lacks_amount and weighed.foreign
        return phrases.foreign(weighed.foreign[0]) if is_foreign else read_back.one(incomplete)
    if weighed.possible:
        return read_back.record_offer(weighed.possible)
    if weighed.unknown_account is not None:
        return phrases.no_such_account(weighed.unknown_account)
    return read_back.draft(draft)


def _is_settled_by_yes(weighed: Weighed, draft: DraftBatch) -> bool:
    is_one_list = not weighed.rows or not weighed.possible
    return is_one_list and weighed.unknown_account is None and all(item.is_complete for item in draft.items)
