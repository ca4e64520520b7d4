"""Entries from a spoken sentence by rule, without a model."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from voiced.domain.money import Money
from voiced.domain.transaction import AMOUNT_ALONE, Doubt, ParseResult, TransactionType
from voiced.domain.vocabulary import Vocabulary
from voiced.language.commands.refusals import after_withdrawal, refused_names, refused_words
from voiced.language.commands.wording import read_words
from voiced.language.entries.content import entry_words
from voiced.language.entries.doubts import RULES_IN_DOUBT, foreign_amounts, names_currency
from voiced.language.entries.fields import SpokenFields, spoken_fields
from voiced.language.entries.items import read_items
from voiced.language.entries.left_out import without_retracted
from voiced.language.entries.pieces import Item
from voiced.language.entries.two_readers import ToldEntries, read_both, with_occurrence
from voiced.language.readings.occurrence import Occurrence
from voiced.language.text.expression import expression


class Reading(Struct, frozen=True):
    """The result of the local rules for a sentence.

    Attributes:
        results: the first entry; empty for a sentence without entries.
        left_out: the words of the other entries, in order.
        is_certain: whether the sentence holds exactly one entry and the rules are sure of it, so no model is needed.
        is_list_certain: whether it holds several entries, and the rules are sure of all of them.
        doubt: the reason why the sentence may mean something else, with both readings; None without a doubt.
    """

    results: tuple[ParseResult, ...]
    left_out: tuple[str, ...]
    is_certain: bool
    doubt: Doubt | None = None
    is_list_certain: bool = False


def parse_sentence(said: str, vocabulary: Vocabulary, now: datetime) -> Reading:
    """The first entry of a sentence, and the words of the others. The text may come from a recogniser.

    An entry counts only with an exact amount (几十块 is not exact).
    """
    told = told_entries(said, vocabulary, now)
    items = _happened(told.items)
    doubt = _doubt(told, vocabulary, now)
    first = next((item for item in items if item.amount), None)
    if first is None:
        return Reading((), (), is_certain=False, doubt=doubt)
    spoken = spoken_fields(first, vocabulary)
    others = tuple(item.words for item in items if item is not first)
    # An amount beside the entry whose money did not move may be a second entry all the same.
    is_alone = all(item in items or not item.amount for item in told.items)
    is_open = _is_open(first) or not told.is_sure or not is_alone or _MENDS.search(said)
    certain = not others and not is_open and len(first.words) <= _LONG and spoken.is_category_certain
    is_list_certain = bool(others) and told.is_sure and not any(_is_open(item) for item in items)
    return Reading((_result(first, spoken, now),), others, certain, doubt, is_list_certain)


def _is_open(item: Item) -> bool:
    """Whether the amount of an entry may be another one."""
    return item.is_doubtful or item.proposal is not None


def split_sentence(said: str, vocabulary: Vocabulary, now: datetime) -> tuple[ParseResult, ...]:
    """All entries of a sentence in the order said, as far as rules can separate them."""
    return _rows(_happened(read_told(said, vocabulary, now)), vocabulary, now)


def _happened(items: Sequence[Item]) -> tuple[Item, ...]:
    """The entries whose money moved."""
    return tuple(item for item in items if item.occurrence is Occurrence.HAPPENED)


def _rows(items: Sequence[Item], vocabulary: Vocabulary, now: datetime) -> tuple[ParseResult, ...]:
    return tuple(entry_of(item, vocabulary, now) for item in items if item.amount)


def _doubt(told: ToldEntries, vocabulary: Vocabulary, now: datetime) -> Doubt | None:
    if told.reason is None:
        return None
    rows = _rows(_happened(told.items), vocabulary, now)
    if not rows:
        return None
    rival = _rows(told.rival, vocabulary, now)
    return Doubt(told.reason, (rows, rival) if rival else (rows,))


def read_told(said: str, vocabulary: Vocabulary, now: datetime) -> tuple[Item, ...]:
    """The entries that the sentence speaks of, without those that it takes back (打车30不要了, 午饭30，算了)."""
    return told_entries(said, vocabulary, now).items


@lru_cache(maxsize=4)
def told_entries(said: str, vocabulary: Vocabulary, now: datetime) -> ToldEntries:
    """The entries of `read_told` with the doubt about them. One utterance asks several times, so the last answers are kept."""
    said = entry_words(said)
    if not _MAY_REFUSE.search(said):
        told = read_both(said, vocabulary, now)
        return replace(told, items=with_occurrence(told, told.items))
    _, said = after_withdrawal(said)
    if _is_refused(said, vocabulary):
        return ToldEntries(())
    told = read_both(said, vocabulary, now)
    if _REFUSES_EITHER.search(said):
        either = [
            replace(item, context=said, content=item.content.removeprefix("不要")) for item in told.items
        ]
        return replace(told, items=with_occurrence(told, either))
    names = refused_names(said)
    kept = tuple(item for item in told.items if not _is_left_out(item, names, vocabulary))
    kept = without_retracted(said, kept)
    kept_of_rival = [item for item in told.rival if not _is_left_out(item, names, vocabulary)]
    if len(kept) < len(told.items) or len(kept_of_rival) < len(told.rival):
        # What is taken back by name is read by rule: the doubt was about the whole sentence.
        told = ToldEntries(kept, entry_chance=told.entry_chance, is_sure=True)
    return replace(told, items=with_occurrence(told, kept))


def refuses_part(said: str, vocabulary: Vocabulary, now: datetime) -> bool:
    """Whether the sentence takes back an entry, possibly beside others (午饭三十不算，奶茶十五)."""
    said = entry_words(said)
    if not _MAY_REFUSE.search(said):
        return False
    items = read_items(said, vocabulary, now)
    return bool(refused_names(said)) or any(_is_refused(item.words, vocabulary) for item in items)


def withdrawn(said: str, vocabulary: Vocabulary, now: datetime) -> tuple[Item, ...]:
    """The entries that a clause behind them takes back: the first two in 午饭三十，奶茶十五，算了，打车二十."""
    before, _ = after_withdrawal(entry_words(said))
    return tuple(item for item in read_items(before, vocabulary, now) if item.amount)


def without_taken_back(
    results: Sequence[ParseResult], said: str, vocabulary: Vocabulary, now: datetime
) -> tuple[ParseResult, ...]:
    """A model's entries of a sentence, without those that the sentence takes back.

    Entries are compared by amount, since the model may use other names.
    """
    words = entry_words(said)
    if not _MAY_REFUSE.search(words):
        return tuple(results)
    told = {item.amount for item in read_told(said, vocabulary, now)}
    named = {item.amount for item in read_items(words, vocabulary, now)}
    gone = named - told if told else set[Money | None]()
    return tuple(result for result in results if result.amount not in gone)


def _is_left_out(item: Item, names: tuple[str, ...], vocabulary: Vocabulary) -> bool:
    """Whether an entry is taken back in its own words, or by name in another clause (午饭三十打车二十，午饭不算)."""
    return _is_refused(item.words, vocabulary) or any(
        len(name) >= _SURELY_A_NAME and name in item.content for name in names
    )


def _is_refused(words: str, vocabulary: Vocabulary) -> bool:
    return refused_words(read_words(words), vocabulary) is not None


def entry_of(item: Item, vocabulary: Vocabulary, now: datetime) -> ParseResult:
    """The entry that rules make of a part of a sentence."""
    return _result(item, spoken_fields(item, vocabulary), now)


_MAY_REFUSE = expression("[不别删去取撤划免算弃掉清没只就废报付出请结]")
_REFUSES_EITHER = expression(r"[\d块元钱]不要(?!了)[^，。、；？\d]+\d")
"""「打车30不要午饭20」 takes back one of the two entries, and does not tell which."""
_SURELY_A_NAME = 2
"""Characters that a name needs to identify an entry: 饭 alone stands in too many names."""
_MENDS = expression("不[是对]")
"""A value that was denied leaves open which one is meant: 昨天打车三十，不是昨天，前天."""
_LONG = 20
"""Characters. An entry of more characters may say more than the rules understand."""


def _result(item: Item, spoken: SpokenFields, now: datetime) -> ParseResult:
    proposed = item.proposal
    is_foreign = item.amount in foreign_amounts(item.words)
    is_transfer = spoken.type is TransactionType.TRANSFER
    result = ParseResult(
        amount=None if is_foreign else proposed.amount if proposed else item.amount,
        type=spoken.type,
        category=spoken.category,
        date=item.day or now.date(),
        description="" if is_foreign and names_currency(spoken.description) else spoken.description,
        account=item.account if is_transfer else item.account or item.to_account,
        to_account=item.to_account if is_transfer else None,
    )
    doubtful = item.doubtful - AMOUNT_ALONE if is_foreign else item.doubtful
    doubtful |= AMOUNT_ALONE if proposed else frozenset()
    return result.doubted(doubtful, RULES_IN_DOUBT) if doubtful else result
