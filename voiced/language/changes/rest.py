"""The rest of a correction: its words beside the values and the names of rows, which may explain the change but say no more."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from voiced.domain.batch import DraftTransaction
from voiced.domain.transaction import EntryField, TransactionType
from voiced.domain.vocabulary import Vocabulary
from voiced.language.changes.said_values import SaidValue
from voiced.language.commands.lexicon import Kind
from voiced.language.commands.wording import Wording, pattern, read_words
from voiced.language.entries.content import masked
from voiced.language.names.categories import KeywordMatch, find_names
from voiced.language.numbers.numerals import is_measure
from voiced.language.numbers.ordinals import find_ordinals
from voiced.language.rows import name_in
from voiced.language.text.expression import expression
from voiced.language.text.phrases import phrases

_PHRASES = phrases("rest")
SPEAKS_OF_ALL = _PHRASES["speaks_of_all"]
CIRCUMSTANCES = _PHRASES["circumstances"]
_AGAINST = frozenset(
    {
        *(Kind.DENIAL, Kind.CANCEL, Kind.HOLD, Kind.EXIT, Kind.RESTART, Kind.DOUBT, Kind.ASK, Kind.COPY),
        *(Kind.CONTINUE, Kind.CONFIRM, Kind.CHECK, Kind.SURE, Kind.WAIT, Kind.MORE, Kind.EXCEPT, Kind.OTHERS),
    }
)
_MORE_FIELDS = pattern("MORE PARTICLE* [FIELD CHANGE]")
_EARNED = expression("到手")
_THINKING = _PHRASES["thinking"]
_NEGATION = _PHRASES["negation"]
_SUBJECT = pattern("^[^IS CHANGE]*UNKNOWN PARTICLE* (FIELD PARTICLE*)? [IS CHANGE]")
_ALL_BUT = _PHRASES["all_but"]
_SOME = "俩仨"
_JOINED_TO = _PHRASES["joined_to"]


class Rest(Struct, frozen=True):
    """The words beside the values and the names of the rows.

    Attributes:
        wording: these words; commas stand in the places of the others.
        filed: the names of the new categories.
        before: the text before 都, which tells that several rows share a value; without it the whole text.
    """

    wording: Wording
    before: str
    filed: frozenset[str]

    @classmethod
    def of(cls, whole: Wording, values: Sequence[SaidValue], items: Sequence[DraftTransaction]) -> Rest:
        """The rest of the words `whole` beside these values and the names of these rows."""
        said = whole.text
        spans = [(value.start, value.end) for value in values]
        spans += [match.span() for match in SPEAKS_OF_ALL.finditer(said)]
        spans += [(mention.start, mention.end) for mention in find_ordinals(said)]
        spans += [match.span() for match in _ALL_BUT.finditer(said)]
        for item in items:
            name = item.result.description if len(item.result.description) == 1 else name_in(said, item)
            at = said.find(name) if name else -1
            if at >= 0:
                spans.append((at, at + len(name)))
        rest = read_words(masked(said, spans)) if spans else whole
        shared = SPEAKS_OF_ALL.search(said)
        is_filed = (value for value in values if value.field is EntryField.CATEGORY and not value.is_denied)
        filed = frozenset(said[value.start : value.end] for value in is_filed)
        return cls(rest, rest.text[: shared.start()] if shared else rest.text, filed)

    @property
    def is_against(self) -> bool:
        """Whether the rest negates, doubts, asks or holds another command."""
        wording = self.wording
        for place, kind in enumerate(wording.shape):
            word = wording.word(place)
            if (
                kind in _AGAINST
                and not _THINKING.fullmatch(word)
                and not _MORE_FIELDS.match(wording.shape, place)
            ):
                return True
            if kind == Kind.UNKNOWN and _NEGATION.search(word):
                return True
            if kind == Kind.NUMBER and not (
                len(word) == 1 and (word in _SOME or is_measure(wording.text, wording.spans[place][1]))
            ):
                return True
        return False

    @property
    def approves(self) -> bool:
        """Whether the rest calls the row right: 前面那笔正确. 好了 and the like only end a sentence."""
        return any(word[0] in "对正没" for word in self.wording.words(Kind.APPROVE, Kind.ASSENT))

    def joins_another(self, vocabulary: Vocabulary) -> bool:
        """Whether the rest joins a thing to a row: 红包和奶茶, beside a row 红包."""
        return any(
            find_names(match["thing"], of_type, vocabulary)
            for match in _JOINED_TO.finditer(self.wording.text)
            for of_type in TransactionType
        )

    def gives_amount_of_another(
        self, values: Sequence[SaidValue], vocabulary: Vocabulary, items: Sequence[DraftTransaction]
    ) -> bool:
        """Whether a thing that no row is stands right before an amount: 打车30, beside a row 吃饭."""
        said = _EARNED.sub("，，", self.wording.text)
        starts = {value.start for value in values if value.is_amount and not value.is_denied}
        return any(
            keyword.end - keyword.start > 1
            and not _is_one_of(said, keyword, items)
            and (
                keyword.end in starts
                or (said[keyword.end :].startswith("花了") and keyword.end + 2 in starts)
            )
            for of_type in TransactionType
            for keyword in find_names(said, of_type, vocabulary)
        )

    def names_another(self, vocabulary: Vocabulary, items: Sequence[DraftTransaction]) -> bool:
        """Whether the rest names a thing that no row is: before 是 or 改成, or by a word of a category."""
        if _SUBJECT.search(self.wording.shape):
            return True
        beside = _EARNED.sub("，，", CIRCUMSTANCES.sub("，", self.before))
        return any(
            keyword.end - keyword.start > 1
            and keyword.category.name not in self.filed
            and not _is_one_of(self.before, keyword, items)
            for of_type in TransactionType
            for keyword in find_names(beside, of_type, vocabulary)
        )


def _is_one_of(said: str, keyword: KeywordMatch, items: Sequence[DraftTransaction]) -> bool:
    """Whether a word of a category may mean a row of that category, with which it shares a character: 房租 beside 租金."""
    word = said[keyword.start : keyword.end]
    return any(
        keyword.category.name == item.result.category and set(word) & set(item.result.description)
        for item in items
    )
