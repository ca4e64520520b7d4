"""The entries of a sentence, put together from its pieces.

People say the purpose and then the amount (吃饭六十打车三十), seldom the reverse (三十五的午饭). A piece that has an amount
without a purpose belongs to the entry before it (…AA每人七十五). A sum of listed entries is not an entry, and 「不对，是三十五」
corrects the entry before it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, datetime

from msgspec import Struct
from msgspec.structs import replace

from voiced.domain.transaction import EntryField, TransactionType
from voiced.domain.vocabulary import Vocabulary
from voiced.language.days.dates import DateMention
from voiced.language.entries.content import has_content
from voiced.language.entries.doubts import doubtful_fields
from voiced.language.entries.left_out import SUMMED, is_sum
from voiced.language.entries.pieces import AmountPiece, Item, PlainPiece, Sentence, find_mentions, pieces
from voiced.language.names.accounts import TransferMention
from voiced.language.names.categories import find_keywords
from voiced.language.numbers.amounts import AmountMention, choose_amount
from voiced.language.readings.occurrence import DENIED_ENTRY
from voiced.language.text.phrases import phrases


def read_items(text: str, vocabulary: Vocabulary, now: datetime) -> tuple[Item, ...]:
    """The entries that normalised text tells of, in order; empty for text without an amount."""
    sentence = find_mentions(text, vocabulary, now)
    reader = _Reader(sentence, vocabulary)
    for piece in pieces(sentence):
        if isinstance(piece, PlainPiece):
            reader.take_remark(piece)
        else:
            reader.take_priced(piece)
    return reader.items()


_PHRASES = phrases("items")
SECOND_THOUGHT = _PHRASES["second_thought"]
_DENIES = _PHRASES["denies"]
_CONTRASTS = _PHRASES["contrasts"]
_EACH = _PHRASES["each"]
_OLD_PRICE = _PHRASES["old_price"]
_TAKES_OFF = _PHRASES["takes_off"]
_AND = _PHRASES["and"]


class _Draft(Struct):
    """An entry while it is being read."""

    spans: list[tuple[int, int]]
    amounts: list[AmountMention]
    lead: str
    day: date | None
    account: str | None
    transfer: TransferMention | None = None
    is_clear: bool = True
    is_total: bool = False


class _Reader(Struct):
    """Puts the pieces of a sentence together, one after the other."""

    sentence: Sentence
    vocabulary: Vocabulary
    drafts: list[_Draft] = []
    leads: list[PlainPiece] = []
    day: date | None = None
    is_mending: bool = False

    def take_remark(self, remark: PlainPiece) -> None:
        """Read a clause without an amount: it leads to the next entry, or adds to those before it."""
        words = self._words(remark.start, remark.end)
        second_thought = SECOND_THOUGHT.match(words)
        if second_thought and second_thought.end() == len(words):
            self.is_mending = True
            return
        day, account = self._day_in(remark), self._account_in(remark)
        is_mending, self.is_mending = self.is_mending or second_thought is not None, False
        if has_content(self._content(remark.start, remark.end)):
            self.leads.append(remark)
        if not self.drafts or (day and not is_mending and not words.endswith("的")):
            self.day = day or self.day
            return
        for draft in self.drafts if words.startswith(("都", "全")) else self.drafts[-1:]:
            draft.day, draft.account = day or draft.day, account or draft.account

    def take_priced(self, piece: AmountPiece) -> None:
        """Read a piece with an amount: it is another entry, or adds to the last one."""
        words = self._words(piece.start, piece.end)
        self.day = self._day_in(piece) or self.day
        if self._is_denied(piece):
            self._take_denied(piece)
            return
        # 「不是打车30，是公交2块」 denies its first entry, which keeps the denial in its words.
        is_denied_first = not self.drafts and DENIED_ENTRY.match(words) is not None
        second_thought = None if is_denied_first else SECOND_THOUGHT.match(words)
        if second_thought:
            piece = AmountPiece(piece.start + second_thought.end(), piece.end, piece.amount)
            words = words[second_thought.end() :]
        is_mending, self.is_mending = self.is_mending or second_thought is not None, False
        speaks = has_content(self._content(piece.start, piece.end))
        if is_mending and self.drafts:
            self._mend(piece, speaks=speaks)
        elif self.drafts and words.startswith("其中"):
            self.drafts[-1].is_total = True
            self._begin(piece)
        elif (each := self._each_in(piece)) and len(days := self._days_before(piece, each)) > 1:
            self._begin_each_day(piece, each, days)
        elif each and len(parts := self._parts(piece)) > 1:
            self._begin_each(piece, parts)
        elif self.drafts and (words.startswith("的") or self._is_old_price(self.drafts[-1])):
            # 「原价三百的外套打折后一百八」: the first amount is not the price.
            self._continue(piece)
        elif self.drafts and _TAKES_OFF.match(words):
            self._take_off(piece)
        elif speaks or self.leads or not self.drafts:
            self._begin(piece)
        elif not (SUMMED.search(words) and len(self.drafts) > 1):
            self._continue(piece)

    def _each_in(self, piece: AmountPiece) -> re.Match[str] | None:
        return _EACH.search(self._words(piece.start, piece.amount.start))

    def _is_denied(self, piece: AmountPiece) -> bool:
        words = self._words(piece.start, piece.amount.start)
        is_contrast = bool(self.drafts) and _CONTRASTS.fullmatch(words)
        return bool(is_contrast or _DENIES.search(words))

    def _take_denied(self, piece: AmountPiece) -> None:
        """Read a denied amount. 「午饭三十五不是三十」 keeps the amount before it; 「午饭不是三十是三十五」 takes the one behind it."""
        self.is_mending = bool(self.drafts)
        if self.drafts:
            self.drafts[-1].is_clear = False
        elif has_content(self._content(piece.start, piece.amount.start)):
            self.leads.append(PlainPiece(piece.start, piece.amount.start))

    def items(self) -> tuple[Item, ...]:
        """All entries, without a sum of the entries that are listed beside it."""
        items = [self._item(draft) for draft in self.drafts if not draft.is_total]
        entries = tuple(
            item for item in items if not is_sum(item, [other for other in items if other is not item])
        )
        return (
            tuple(replace(item, context=self.sentence.text) for item in entries)
            if len(entries) == 1
            else entries
        )

    def _begin(self, piece: AmountPiece) -> None:
        lead = "，".join(self._content(before.start, before.end) for before in self.leads)
        transfers = [self._transfer_in(part) for part in (piece, *self.leads)]
        self.leads.clear()
        draft = _Draft([(piece.start, piece.end)], [piece.amount], lead, self.day, self._account_in(piece))
        draft.transfer = next((found for found in transfers if found), None)
        # Words on both sides may be two entries, of which one has no amount.
        draft.is_clear = not (
            has_content(self._content(piece.start, piece.amount.start))
            and has_content(self._content(piece.amount.end, piece.end))
        )
        self.drafts.append(draft)

    def _begin_each(self, piece: AmountPiece, parts: Sequence[tuple[int, int]]) -> None:
        """Begin an entry for each thing: 「早饭和午饭各三十」."""
        self.leads.clear()
        account = self._account_in(piece)
        for part in parts:
            self.drafts.append(_Draft([part], [piece.amount], "", self.day, account, is_clear=False))

    def _begin_each_day(self, piece: AmountPiece, each: re.Match[str], days: Sequence[DateMention]) -> None:
        """Begin an entry for each day, with the words around 各: 「昨天前天各打车二十」."""
        self.leads.clear()
        account = self._account_in(piece)
        for day in days:
            spans = [
                (day.start, day.end),
                (days[-1].end, piece.start + each.start()),
                (piece.start + each.end(), piece.end),
            ]
            spans = [(start, end) for start, end in spans if start < end]
            self.drafts.append(_Draft(spans, [piece.amount], "", day.day, account, is_clear=False))

    def _parts(self, piece: AmountPiece) -> list[tuple[int, int]]:
        """The spans of the things that share an amount (早饭和午饭各三十)."""
        listed = [(lead.start, lead.end) for lead in self.leads]
        head = _EACH.split(self._content(piece.start, piece.amount.start))[0]
        edges = [0, *(at for joint in _AND.finditer(head) for at in joint.span()), len(head)]
        spans = list(zip(edges[::2], edges[1::2], strict=True))
        if not listed and sum(has_content(head[start:end]) for start, end in spans) < 2:
            words = find_keywords(head, TransactionType.EXPENSE, self.vocabulary)
            ends = [word.end for word in words]
            spans = list(zip([0, *ends], ends, strict=False))
        named = [
            (piece.start + start, piece.start + end) for start, end in spans if has_content(head[start:end])
        ]
        return listed + named

    def _continue(self, piece: AmountPiece) -> None:
        """Add an amount to the entry before it: 「…AA每人七十五我出七十五」."""
        draft = self.drafts[-1]
        draft.spans.append((piece.start, piece.end))
        draft.amounts.append(piece.amount)
        draft.account = self._account_in(piece) or draft.account
        draft.is_clear = False

    def _take_off(self, piece: AmountPiece) -> None:
        """Add words that lower the price of the entry before them; the sum in them belongs to no entry."""
        draft = self.drafts[-1]
        draft.spans.append((piece.start, piece.end))
        draft.is_clear = False

    def _is_old_price(self, draft: _Draft) -> bool:
        """Whether an entry so far has only an old price or a reduction: 「原价一百打八折」, 「满一百减二十」."""
        is_price = _OLD_PRICE.match(self._words(*draft.spans[0])) is not None
        return is_price and not draft.lead and not has_content(self._content_of(draft))

    def _mend(self, piece: AmountPiece, *, speaks: bool) -> None:
        """Correct the amount of the named entry, or of the last one: 「奶茶十五…不对奶茶是十八」."""
        content = self._content(piece.start, piece.end)
        meant = next((d for d in reversed(self.drafts) if _share_a_word(content, self._content_of(d))), None)
        if speaks and meant is None:
            self.drafts.pop()
            self._begin(piece)
        draft = meant or self.drafts[-1]
        draft.amounts, draft.is_clear = [piece.amount], False
        if speaks:
            draft.spans = [(piece.start, piece.end)]

    def _item(self, draft: _Draft) -> Item:
        chosen = choose_amount(self.sentence.text, draft.amounts)
        amount = chosen.amount if chosen and chosen.amount and chosen.amount.is_recordable else None
        words = "，".join(self._words(start, end) for start, end in draft.spans)
        content = self._content_of(draft)
        doubtful = doubtful_fields(self.sentence, content, chosen) if chosen else frozenset[EntryField]()
        context = f"{draft.lead}，{words}" if draft.lead else words
        moved = draft.transfer or TransferMention(0, 0, None, None)
        return Item(
            words,
            content,
            draft.lead,
            context,
            amount,
            draft.day,
            moved.account or draft.account,
            draft.is_clear,
            doubtful,
            moved.to_account,
        )

    def _words(self, start: int, end: int) -> str:
        return self.sentence.text[start:end]

    def _content(self, start: int, end: int) -> str:
        return self.sentence.mask[start:end]

    def _content_of(self, draft: _Draft) -> str:
        return "，".join(self._content(start, end) for start, end in draft.spans)

    def _days_in(self, piece: PlainPiece | AmountPiece) -> tuple[DateMention, ...]:
        return tuple(found for found in self.sentence.days if piece.start <= found.start < piece.end)

    def _days_before(self, piece: AmountPiece, each: re.Match[str]) -> tuple[DateMention, ...]:
        return self._days_in(PlainPiece(piece.start, piece.start + each.start()))

    def _day_in(self, piece: PlainPiece | AmountPiece) -> date | None:
        return next((found.day for found in self._days_in(piece)), None)

    def _account_in(self, piece: PlainPiece | AmountPiece) -> str | None:
        found = (found.name for found in self.sentence.accounts if piece.start <= found.start < piece.end)
        return next(found, None)

    def _transfer_in(self, piece: PlainPiece | AmountPiece) -> TransferMention | None:
        found = (found for found in self.sentence.transfers if piece.start <= found.start < piece.end)
        return next(found, None)


def _share_a_word(one: str, other: str) -> bool:
    pairs = {one[at : at + 2] for at in range(len(one) - 1)}
    return any("，" not in pair and pair in other for pair in pairs)
