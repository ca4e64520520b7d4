"""The clauses of a correction: the rows that each clause names, and the values that it states.

A clause is read by the parts that its words play: 「第二笔打车从三十改成四十」 names row 2, describes it as 打车, gives 三十 as the
old value and states 四十. Whether a phrase is an amount, a day or a category is decided in `values`.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from voiced.domain.transaction import EntryField
from voiced.language.changes.values import ChangeClause, Phrase, SaidField, whole_amount
from voiced.language.commands.lexicon import Kind
from voiced.language.commands.wording import Wording, hear_words, pattern
from voiced.language.text.phrases import phrases

_EMPTY = ChangeClause()
_FIELDS: tuple[tuple[SaidField, str], ...] = (
    (EntryField.AMOUNT, "金额 数字 数额 数目 价格 价钱 单价 总价 钱数 数"),
    (EntryField.CATEGORY, "分类 类别 种类 类目"),
    (EntryField.TYPE, "类型"),
    (EntryField.DATE, "日期 时间"),
    (EntryField.DESCRIPTION, "备注 描述 说明"),
    (EntryField.ACCOUNT, "账户 账号 支付方式 付款方式"),
    (EntryField.TO_ACCOUNT, "转入账户"),
)
_FIELD_OF: Mapping[str, SaidField] = {word: field for field, words in _FIELDS for word in words.split()}

_PHRASE = pattern("[UNKNOWN NUMBER] ([UNKNOWN NUMBER PARTICLE AND ASSENT SUBJECT]* [UNKNOWN NUMBER])?")
_FILLERS = frozenset(
    {
        *(
            Kind.PARTICLE,
            Kind.AND,
            Kind.ASSENT,
            Kind.APPROVE,
            Kind.CAN,
            Kind.BUT,
            Kind.MORE,
            Kind.HOLD,
        ),
        *(Kind.LEAD, Kind.SUBJECT, Kind.SAVED),
    }
)
_NAMING_ROWS = frozenset({Kind.ROWS, Kind.THIS, Kind.ALL, Kind.COUNT})
_DENYING = frozenset({"不是", "而不是", "并不是", "不", "别", "非", "不要"})
_THINKING = frozenset({"应该", "感觉", "觉得"})
_SUPPOSING = frozenset({"好像", "可能", "大概", "也许", "估计", "似乎"})
_PHRASES = phrases("clauses")
_BEYOND_RULES = _PHRASES["beyond_rules"]
_FILING = _PHRASES["filing"]
_CUE = _PHRASES["cue"]
_WRITING = frozenset({Kind.PARTICLE, Kind.CHANGE, Kind.IS, Kind.ADJUST})
_IDLE = frozenset({"一下", "了", "啊", "呀", "吧"})
_ADDING = frozenset({"加", "加上", "多", "减", "减去"})
_VALUE_NEXT = pattern("PARTICLE* [UNKNOWN NUMBER TYPE OTHERS LEAD]")
_AMOUNT_NEXT = pattern("PARTICLE* NUMBER")
_SUM = _PHRASES["sum"]
_VALUES_TOO = frozenset({"其他", "其它", "今天"})
_LOOSE_ROWS = _PHRASES["loose_rows"]
_WORD_AND_AMOUNT = pattern("UNKNOWN PARTICLE* NUMBER")
_MARKED = pattern("PARTICLE* THIS")
_TRIMMED = "的了吧呀啊哦呢嘛"


def read_changes(wording: Wording) -> tuple[ChangeClause, ...] | None:
    """The clauses of a correction, in order; None if the words say more than plain changes of fields."""
    reader = _Reader(wording)
    return reader.clauses() if reader.read() else None


def goes_beyond_rules(written: Wording) -> bool:
    """Whether the words ask for a change that rules do not make: to split, merge or swap rows, or to compute."""
    return any(_BEYOND_RULES.search(word) for word in hear_words(written).words(Kind.CHANGE))


class _Reader:
    """Reads a wording from left to right; `done` holds the finished clauses, `clause` the one that is being read."""

    def __init__(self, wording: Wording) -> None:
        self.wording = wording
        self.mentions = iter(wording.mentions)
        self.done: list[ChangeClause] = []
        self.at = 0
        self._begin()

    def _begin(self) -> None:
        self.clause = _EMPTY
        # phrases before the first 改成 or 是; they describe the row if one of these follows
        self.leads: list[Phrase] = []
        self.joint = ""  # the joint between several phrases: 红包还有工资
        self.field: SaidField | None = None
        self.is_cued = False
        self.denies = False

    def read(self) -> bool:
        """Read the whole wording; False if it says more than changes."""
        while self.at < len(self.wording.shape):
            if not self._read_word():
                return False
        self._end_clause()
        return True

    def clauses(self) -> tuple[ChangeClause, ...]:
        return tuple(clause for clause in self.done if clause != _EMPTY)

    def _read_word(self) -> bool:
        shape, at = self.wording.shape, self.at
        if phrase := _PHRASE.match(shape, at):
            self._read_phrase(phrase.end())
            return True
        kind, word = shape[at], self.wording.word(at)
        self.at += 1
        if kind in _NAMING_ROWS:
            self._read_rows(kind, word)
            return True
        match kind:
            case Kind.TYPE:
                self._add(word, EntryField.TYPE)
            case Kind.OTHERS | Kind.LEAD if word in _VALUES_TOO and (self.denies or self.is_cued):
                self._add(word, self.field)
            case Kind.FIELD:
                return self._read_field(_FIELD_OF[word])
            case Kind.IS | Kind.SPENT:
                self._cue()
                self.clause = replace(self.clause, is_sum=self.clause.is_sum or _SUM.search(word) is not None)
            case Kind.CAN if self.clause.denied:  # 不要餐饮要娱乐
                self._cue()
            case Kind.CHANGE | Kind.ADJUST:
                return self._read_change(word)
            case Kind.DENIAL | Kind.CANCEL:
                if word == "不" and self.clause.stated and _AMOUNT_NEXT.match(shape, self.at):
                    return False  # 改成两千，不，两千五
                self.denies = word in _DENYING and _VALUE_NEXT.match(shape, self.at) is not None
                return self.denies
            case _:
                return self._read_remark(kind, word)
        return True

    def _read_rows(self, kind: str, word: str) -> None:
        if kind == Kind.ROWS:
            if replace(self.clause, confirms=False) != _EMPTY or self.leads or self.is_cued:
                self._end_clause()
            is_loose = _LOOSE_ROWS.search(word) is not None
            self.clause = replace(self.clause, numbers=next(self.mentions).numbers, is_loose=is_loose)
        elif kind == Kind.THIS:
            self.clause = replace(self.clause, is_pointing=not self.clause.numbers)
        elif kind == Kind.ALL:
            self.clause = replace(self.clause, is_about_all=True)
        else:
            self.clause = replace(self.clause, counted=word)

    def _read_remark(self, kind: str, word: str) -> bool:
        """Read a word that by itself changes no field; False if rules cannot read it."""
        match kind:
            case Kind.PAUSE:
                self._end_clause()
            case Kind.WRONG:
                self._cue()
                self.clause, self.is_cued = replace(self.clause, objects=True), False
            case Kind.CONFIRM | Kind.SURE | Kind.CHECK:
                self.clause = replace(self.clause, confirms=True)
            case Kind.DOUBT if word in _SUPPOSING:
                self.clause = replace(self.clause, supposes=True)
            case Kind.DOUBT:
                return word in _THINKING
            case Kind.WAIT:
                return not _BEYOND_RULES.search(word)  # 少记了五块
            case Kind.ASSENT | Kind.APPROVE if word[0] in "对正没" and self._is_of_named_row():
                return False  # 三十三是对的, 六百那个对的
            case Kind.MORE if _AMOUNT_NEXT.match(self.wording.shape, self.at):
                return False  # 还有十块
            case Kind.MORE if self.leads:
                self.joint = "和"
            case _:
                return kind in _FILLERS
        return True

    def _is_of_named_row(self) -> bool:
        """Whether an approval belongs to a row that the clause names, and not to the change behind it."""
        return self.clause.described is not None or (self.is_cued and not self.clause.stated)

    def _read_phrase(self, end: int) -> None:
        words = self.wording.text[self.wording.spans[self.at][0] : self.wording.spans[end - 1][1]]
        points = _MARKED.match(self.wording.shape, end)
        if points:
            self.clause = replace(self.clause, described=words)
            end = points.end()
        elif (
            self.is_cued
            and _WORD_AND_AMOUNT.fullmatch(self.wording.shape, self.at, end)
            and len(self.wording.word(end - 1)) > 1  # 上周三 is a day
        ):
            for place in (self.at, end - 1):  # 改成买菜五十
                self._add(self.wording.word(place), self.field)
        else:
            self._add(words, self.field)
        self.at = end

    def _add(self, words: str, field: SaidField | None) -> None:
        phrase = Phrase(words.rstrip(_TRIMMED) or words, field)
        if self.denies:
            self.clause = replace(self.clause, denied=(*self.clause.denied, phrase))
            self.denies = False
        elif self.is_cued:
            self.clause = replace(self.clause, stated=(*self.clause.stated, phrase))
        else:
            self.leads.append(phrase)
        self.field = None

    def _cue(self) -> None:
        """Read 改成 or 是: the phrases before it describe the row, and the new value follows."""
        if self.leads and self.clause.subject is None:
            subject = self.joint.join(lead.words for lead in self.leads)
            self.clause, self.leads = replace(self.clause, subject=subject.removeprefix("从")), []
        self.is_cued = True

    def _read_change(self, word: str) -> bool:
        if _BEYOND_RULES.search(word):
            return False
        if word[0] in "都全":
            self.clause = replace(self.clause, is_about_all=True)
        named = _FIELD_OF.get(word.removesuffix("是")) if word.endswith("是") else None
        if named:
            self._cue()
            return self._read_field(named)
        if _CUE.search(word):
            self._cue()
            if _FILING.search(word):
                if self.wording.text[self.wording.spans[self.at - 1][1] :].startswith(("上", "进")):
                    return False  # 算上运费三十八
                self.field = EntryField.CATEGORY
        return True

    def _read_field(self, field: SaidField) -> bool:
        if field is not EntryField.DESCRIPTION:
            self.field = field
            self.clause = replace(self.clause, objects=True)
            return True
        # All words behind 备注改成 are the description.
        if not self._skip_writing():
            return False
        start = (
            self.wording.spans[self.at][0] if self.at < len(self.wording.spans) else len(self.wording.text)
        )
        words = self.wording.text[start:].rstrip("吧？")
        self._cue()
        if words:
            self.clause = replace(self.clause, stated=(*self.clause.stated, Phrase(words, field)))
        self.clause = replace(self.clause, objects=True)
        self.at = len(self.wording.shape)
        return True

    def _skip_writing(self) -> bool:
        """Pass 改成 or 就写, but not the particles behind it: 给 belongs to 「给妈妈买的」. False for 加上 and the like."""
        is_cued = self.is_cued
        for at in range(self.at, len(self.wording.shape)):
            kind, word = self.wording.shape[at], self.wording.word(at)
            if kind not in _WRITING:
                break
            if word in _ADDING:
                return False
            is_cue = kind != Kind.PARTICLE
            if is_cue or not is_cued or (word in _IDLE and self.at == at):
                self.at = at + 1
            is_cued = is_cued or is_cue
        return True

    def _denies_amount_of_lead(self) -> bool:
        """Whether words describe the row and deny its amount: 「耳机不是二百三」. In 「娱乐不是餐饮」 they state a value."""
        denied = any(whole_amount(phrase.words) for phrase in self.clause.denied)
        return denied and bool(self.leads) and not any(whole_amount(lead.words) for lead in self.leads)

    def _end_clause(self) -> None:
        if self.clause.subject is None and self._denies_amount_of_lead():
            self.clause = replace(self.clause, subject="和".join(lead.words for lead in self.leads))
        else:
            self.clause = replace(self.clause, stated=(*self.clause.stated, *self.leads))
        self.done.append(self.clause)
        self._begin()
