"""The entries of a sentence whose amounts the weights have chosen, put together from its pieces."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from msgspec.structs import replace

from voiced.domain.transaction import EntryField, TransactionType
from voiced.domain.vocabulary import Vocabulary
from voiced.language.days.dates import CLOCK, TIME_OF_DAY, DateMention
from voiced.language.entries.content import has_content, masked
from voiced.language.entries.doubts import doubtful_fields
from voiced.language.entries.items import SECOND_THOUGHT
from voiced.language.entries.pieces import DISCOUNT, AmountPiece, Item, PlainPiece, Sentence, pieces
from voiced.language.names.accounts import TransferMention, find_all_accounts, find_transfers
from voiced.language.numbers.amounts import AmountMention, find_amounts
from voiced.language.readings.numbers import Number, NumberRole, Way
from voiced.language.readings.reading import Paid

TYPES = {
    Way.OUT: TransactionType.EXPENSE,
    Way.IN: TransactionType.INCOME,
    Way.BETWEEN: TransactionType.TRANSFER,
}
_NOT_MASKED = frozenset({NumberRole.COUNT, NumberRole.NAME})


def weighed_items(
    text: str,
    paid: Sequence[Paid],
    numbers: Sequence[Number],
    roles: Sequence[NumberRole],
    days: Sequence[DateMention],
    vocabulary: Vocabulary,
) -> tuple[Item, ...]:
    """An entry for each number that gives a row its amount, with the words around it."""
    sentence = _sentence(text, paid, numbers, roles, days, vocabulary)
    of_start = {one.number.start: one for one in paid}
    items: list[Item] = []
    leads: list[PlainPiece] = []
    day: date | None = None
    for piece in pieces(sentence):
        found = _day_in(sentence, piece)
        if isinstance(piece, AmountPiece):
            day = found or day
            items.append(_item(sentence, piece, leads, day, of_start[piece.amount.start]))
            leads = []
        elif not _is_second_thought(text, piece):
            if has_content(sentence.mask[piece.start : piece.end]):
                leads.append(piece)
            items, day = _remarked(sentence, piece, items, found, day)
    if items and leads:
        items[-1] = _with_remarks_behind(sentence, items[-1], leads)
    if len(items) == 1 and sum(number.is_money for number in numbers) == 1:
        return (replace(items[0], context=text),)
    return tuple(items)


def _sentence(
    text: str,
    paid: Sequence[Paid],
    numbers: Sequence[Number],
    roles: Sequence[NumberRole],
    days: Sequence[DateMention],
    vocabulary: Vocabulary,
) -> Sentence:
    accounts = find_all_accounts(text, vocabulary)
    amounts = tuple(_mention(one.number) for one in paid)
    spans = [(mention.start, mention.end) for mention in (*days, *accounts)]
    spans += [
        (number.start, number.end)
        for number, role in zip(numbers, roles, strict=True)
        if role not in _NOT_MASKED or any(one.number is number for one in paid)
    ]
    spans += [found.span() for pattern in (TIME_OF_DAY, CLOCK, DISCOUNT) for found in pattern.finditer(text)]
    return Sentence(
        text, masked(text, spans), amounts, tuple(days), accounts, find_transfers(text, vocabulary)
    )


def _mention(number: Number) -> AmountMention:
    return AmountMention(number.start, number.end, number.amount, number.is_explicit)


def _item(
    sentence: Sentence, piece: AmountPiece, leads: Sequence[PlainPiece], day: date | None, paid: Paid
) -> Item:
    words, content = sentence.text[piece.start : piece.end], sentence.mask[piece.start : piece.end]
    lead = "，".join(sentence.mask[before.start : before.end] for before in leads)
    transfers = [_transfer_in(sentence, part) for part in (piece, *leads)]
    moved = next((found for found in transfers if found), None) or TransferMention(0, 0, None, None)
    # A clause with a sum that is no row (余额还有五百，打车三十) tells of that sum.
    told = "，".join(
        sentence.text[before.start : before.end] for before in leads if not _holds_number(sentence, before)
    )
    doubtful = doubtful_fields(sentence, content, piece.amount)
    return Item(
        words,
        content,
        lead,
        f"{told}，{words}" if told else words,
        paid.number.amount,
        day,
        moved.account or _account_in(sentence, piece),
        is_clear=True,
        doubtful=doubtful - {EntryField.AMOUNT} if paid.worked_out else doubtful,
        to_account=moved.to_account,
        type=TYPES[paid.way],
        proposal=paid.worked_out,
    )


def _holds_number(sentence: Sentence, remark: PlainPiece) -> bool:
    return bool(find_amounts(sentence.text[remark.start : remark.end]))


def _is_second_thought(text: str, remark: PlainPiece) -> bool:
    return SECOND_THOUGHT.fullmatch(text, remark.start, remark.end) is not None


def _remarked(
    sentence: Sentence, remark: PlainPiece, items: list[Item], found: date | None, day: date | None
) -> tuple[list[Item], date | None]:
    """The entries so far with the account of a clause without an amount, and the day that holds from there on."""
    account = _account_in(sentence, remark)
    if account and items:
        items = [*items[:-1], replace(items[-1], account=items[-1].account or account)]
    return items, found or day


def _with_remarks_behind(sentence: Sentence, item: Item, leads: Sequence[PlainPiece]) -> Item:
    """The last entry with the clauses behind it: they name the thing if nothing else does, and may name the day."""
    behind = "，".join(sentence.mask[remark.start : remark.end] for remark in leads)
    if not has_content(item.content) and not item.lead:
        item = replace(item, lead=behind, context=f"{behind}，{item.words}")
    if item.day is None:
        item = replace(item, day=next((day for one in leads if (day := _day_in(sentence, one))), None))
    return item


def _day_in(sentence: Sentence, piece: PlainPiece | AmountPiece) -> date | None:
    found = (day.day for day in sentence.days if piece.start <= day.start < piece.end)
    return next(found, None)


def _account_in(sentence: Sentence, piece: PlainPiece | AmountPiece) -> str | None:
    found = (one.name for one in sentence.accounts if piece.start <= one.start < piece.end)
    return next(found, None)


def _transfer_in(sentence: Sentence, piece: PlainPiece | AmountPiece) -> TransferMention | None:
    found = (one for one in sentence.transfers if piece.start <= one.start < piece.end)
    return next(found, None)
