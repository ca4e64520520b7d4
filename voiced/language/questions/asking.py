"""The question that words ask the ledger, or the reason why it has no answer."""

from __future__ import annotations

from datetime import datetime
from enum import Enum

from msgspec.structs import replace

from voiced.domain.question import LedgerQuestion, Measure
from voiced.domain.vocabulary import Vocabulary
from voiced.language.numbers.amounts import find_amounts
from voiced.language.questions.bounds import find_bounds
from voiced.language.questions.dialects import in_standard_words
from voiced.language.questions.parts import parts_of
from voiced.language.questions.reading import read_question
from voiced.language.questions.said_hours import said_hours
from voiced.language.questions.subjects import is_guess
from voiced.language.questions.wordings import without_false_amounts
from voiced.language.text.expression import expression
from voiced.language.text.spelling import clauses


class Unanswered(Enum):
    """Why a question about the ledger has no answer.

    HOURS: it asks for a time of the day that is not a part of some days. BALANCE: it asks for the money at hand. REASONS: it asks why so
    much was spent. FUTURE: it asks for money of a time to come.
    """

    NOT_UNDERSTOOD = "not understood"
    HOURS = "hours"
    BALANCE = "balance"
    REASONS = "reasons"
    FUTURE = "future"


_HOW_MUCH = r"(?:多少|好多|几[块百千万])(?:块?钱|元)?"
_SO = r"(?:了|的|是|有|一共|总共|共|到底)*"
_ASKS = expression(
    r"还是|各|分别|多[少久]|[这那]么|好多|多大|几|吗|没|什么|啥|哪|谁|最|[呢伐么？]$|[念报讲列](?:给|把|[念报讲列一出]|个)|阿(?=[^拉姨里妈爸])|给我听|有没有|是不是|不$|明细|流水|清单|一遍|预算|额度|超(?!市)|亏|费钱|结余|收支|平均|日均|占|比|差"
    r"|最近[^，]{0,3}[笔条]|总?(?:支出|开销|花销|花费|消费|收入|进账)(?:总共|一共)?[呢？]?$|(?:一共|总共|合计)$|一笔$|账$|前[三几五十]|[列算查看说讲念报](?:一下|[算查看说讲念报])$|排|加起来|加一[块起]|合起来|报个数|报一下|攒|剩|^[^把帮快去]*(?:[交付缴还]了|过了)吧$"
)
_OF_THE_DRAFT = expression(
    r"改[成为到一]|改$|[删撤]|取消|第[一二三四五六七八九十\d两几]+[笔条个]|[这那上][一几两三]?[笔条](?!开|支|消)|不要了|别记|记一笔|再记|确认|记好|存好|保存|刚才那|[是为]支出$|[是为]收入$|那笔"
)
"""Words about rows of the draft, or about the row saved last."""
_CHANGES = expression("[删撤]|改[成为到]|改$|取消|不要了|别记")
_MEANS_SEVERAL = expression(r"(?:最[大小多少贵]的|哪|(?:正好|刚好).{1,8})那?一?[笔条]|[年月周]的?第一[笔条]")
_ASKS_SUM = expression(
    rf"(?:花掉|花出去|花费|花销|花|用掉|用|支出|消费|开销|开支|付|交|收入|收到|赚到?|挣到?|进账|入账|到账|收){_SO}{_HOW_MUCH}|{_HOW_MUCH}的?(?:支出|开销|花销|消费|收入)"
)
_ASKS_OTHER = expression(
    r"预算|最[大高多]的?(?:那?一?[笔项])?(?:收入|进账)|还剩(?:下|了)?几|报表|统计|汇总|查询|查(?:一下|下|看)?(?:账单?|记录|明细|流水)"
    rf"|平均.*{_HOW_MUCH}|(?:花|用|记|买|吃|打|坐|去)(?:了|过)(?:几|多少)[次杯]"
)
_PERIOD = expression(
    r"(?:上+|这|本|近|最近)[一二两三几\d]?个?(?:周|星期|礼拜|月|季度|半?年)|[今去前]年|\d+月|[一二三四五六七八九十]月|[今昨前]天"
)
_ASKS_OF_PERIOD = expression(
    rf"(?:是|一共|总共){_SO}{_HOW_MUCH}|{_HOW_MUCH}[了呢啊呀？]*$|最[大贵高多]|花(?:了|在)(?:什么|哪)"
)
_IN_ALL_AT_THE_END = expression(rf"(?:一共|总共|拢共|前前后后)[^，。]{{2,}}{_HOW_MUCH}[了呢啊呀？]*$")
_BALANCE = expression(
    r"余额(?!宝)|(?:卡|花呗|白条|借呗)的?(?:总|可用|剩余|剩下的?)?额度|(?:(?:现在|目前|手里|手头|手上|卡里|卡上|账上|账户里?|钱包里?|一共|总共|还|我们?|咱们?)+的?)有多少(?:块)?钱[了呢啊呀？]*$"
    r"|^(?:我|我们|咱们|现在|目前|手里|还)*剩(?:下|了)?多少(?:钱)?[了呢啊呀？]*$|(?:微信|支付宝|余额宝|卡|钱包|账户)里?(?:还|面|现在|目前)*(?:有|剩)(?:下)?多少|(?:信用卡|花呗|白条)(?:现在|目前|一共|总共|还)*欠(?:了|着)?多少"
)
_BUDGET = "预算"
_WHICH_THINGS = expression("什么|啥|哪些|几笔")
_SPENDING = "(?:花(?!呗)|用掉|用了|开销|支出|开支)"
_SO_MUCH = "[这那]么(?:多|大|高|快|少)"
_REASONS = expression(
    rf"(?:为什么|为啥|怎么|咋).*(?:{_SPENDING}.*{_SO_MUCH}|钱.*(?:不够|花光|没了))|{_SPENDING}.*{_SO_MUCH}.*(?:为什么|为啥|怎么回事)"
)
_FUTURE = expression(
    rf"(?:下+一?个?(?:周|星期|礼拜|月|季度)|明[年天]|(?<![号日天月年])以后|将来).*(?:{_SPENDING}|收入|赚|挣|要交|准备).*(?:多少|几)"
)
_TIME = expression(rf"{_PERIOD.pattern}|周末|国庆|春节|过年|五一|最近|上一?[次回趟笔]|[第头]一[次回趟笔]")
_WORD_OF_ASKING = expression(
    rf"{_HOW_MUCH}|几[次回笔趟杯顿单场瓶包件]|哪[天些笔个家样类儿里月次回]|什么时候|啥时|几号|是啥|有啥|啥玩意|[有是]什么|最[大高多贵少小便狠凶肉]|没到账|[了过]没|了吗|占比|比例|几成"
)
_ENDS_ASKING = expression(
    rf"(?:{_HOW_MUCH}|[几多少][次回笔趟杯顿单]|哪[些几][笔个]?|什么|啥玩?意?儿?|有没有)(?:东西)?[了呢啊呀嘛呐的？]*$"
)
_NOT_ASKED = expression(
    r"(?<!预)算了(?:吧|不|，|$|算了)|不(?:问|查|说|看|想知道|用告诉)了?[^，]{0,2}$|不想知道|不用告诉|谁知道|没问你|跟我说一声|给[你您]转|[你您]自己|^[^，]{0,2}[你您](?:今|昨|前|上|这|到底|那)[^，]*[花买用]"
    r"|提醒|导出|发我邮|扫[你我]|的时候[你您]|^我跟你[说讲](?!的)|问问?(?:她|他|老)|问我.*我(?:说|都|没|就)|[莫别]跟|多少钱?都|多少算多少|[^，]得跟|没有办法|^[^，]{1,3}[你您](?:去|.{1,4}完了)"
    r"|又[^，]{0,3}[超多]了(?!没|吗)|[票货座房位]还?有没有|还有没有[票货座房位]"
)
"""Words that take the question back, are said to another person, or only complain."""
_HALF = expression("那?么?其中")
"""其中 is about the answer before, so the words alone are half a question."""
_HOURS = expression(
    r"[今昨前明当][早晚夜晨](?![饭餐])|早上|上午|中午(?!饭)|午后|下午(?!茶)|傍晚|晚上|夜里|夜间|半夜|深夜|凌晨|清晨|早晨|几点|[零一二三四五六七八九十\d]点(?:钟|半|以[前后]|之[前后]|到)"
)
_OF_HOURS = frozenset({Measure.TOTAL, Measure.COUNT, Measure.LISTED})
"""Measures of some hours: those that can say as well how many rows have no time."""


def ask(said: str, vocabulary: Vocabulary, now: datetime) -> LedgerQuestion | Unanswered | None:
    """The question that normalised words ask the ledger, or why it has no answer; None if they ask the ledger nothing."""
    said = in_standard_words(said)
    if not may_ask(said) or _CHANGES.search(said) or _NOT_ASKED.search(said):
        return None
    if _OF_THE_DRAFT.search(said) and not (_MEANS_SEVERAL.search(said) or _is_of_days(said)):
        return None
    if asks_balance(said):
        return Unanswered.BALANCE
    if reason := _no_records(said):
        return None if find_amounts(said) else reason
    asks = is_question(said) or may_be_question(said)
    if _HOURS.search(said):
        if not asks or find_amounts(said):
            return None
        return _of_hours(said, vocabulary, now) or Unanswered.HOURS
    question = None if _HALF.match(said) else read_question(said, vocabulary, now)
    if question is not None:
        return question
    return Unanswered.NOT_UNDERSTOOD if asks and not _states_amount(said) else None


def _of_hours(said: str, vocabulary: Vocabulary, now: datetime) -> LedgerQuestion | None:
    """The question about a part of some days (昨天晚上花了多少)."""
    part = said_hours(said)
    parts = None if part is None or _HOURS.search(part.rest) else parts_of(part.rest, vocabulary, now)
    if part is None or parts is None or not parts.periods:
        return None
    question = read_question(part.rest, vocabulary, now)
    if question is None or question.measure not in _OF_HOURS or question.threshold is not None:
        return None
    return replace(question, rows=replace(question.rows, period=part.of(question.rows.period)))


def _is_of_days(said: str) -> bool:
    """Whether 那笔 is a row of some day, and none of the draft: 大前天那笔洗牙花了多少, 种牙那笔是哪天花的."""
    without = _THAT_ROW.sub("", said)
    is_dated = _PERIOD.search(said) or _ASKS_WHEN.search(said)
    return bool(_THAT_ROW.search(said) and is_dated and not _OF_THE_DRAFT.search(without))


_THAT_ROW = expression(r"[这那上][一几两三]?[笔条]")
_ASKS_WHEN = expression("哪一?天|什么时候|啥时候")


def is_certain(question: LedgerQuestion) -> bool:
    """Whether rules know each word of the question, so that no model has to read it."""
    rows = (question.rows, *(series.rows for series in question.series))
    return not any(is_guess(subject) for one in rows for subject in one.subjects)


def _no_records(said: str) -> Unanswered | None:
    """Why rows of the past cannot tell what is asked: it is about reasons, or about a time to come."""
    if _REASONS.search(said):
        return Unanswered.REASONS
    return Unanswered.FUTURE if _FUTURE.search(said) and _BUDGET not in said else None


def may_ask(said: str) -> bool:
    """Whether the words may be a question. A quick look at every utterance."""
    return _ASKS.search(said) is not None


def is_question(said: str) -> bool:
    """Whether the words surely ask about the ledger. The question may be one that has no answer."""
    if (
        _ASKS_SUM.search(said)
        or _ASKS_OTHER.search(said)
        or _BALANCE.search(said)
        or _IN_ALL_AT_THE_END.search(said)
    ):
        return True
    return bool(_PERIOD.search(said) and _ASKS_OF_PERIOD.search(said))


def may_be_question(said: str) -> bool:
    """Whether the words likely ask about rows of a time: a time and a word of asking. A model may know which."""
    return _TIME.search(said) is not None and _WORD_OF_ASKING.search(said) is not None


def may_be_asked_of_a_model(said: str, *, after_answer: bool) -> bool:
    """Whether words that rules take for no question may be one: a model reads them, and says so where they ask the ledger nothing.

    They hold a word of asking, or go on about the answer before; they state no amount but a limit, and change or name no row. An amount
    in the last clause, beside no word of asking, is that of an entry: 「修了几单，平台回款到四百二」.
    """
    if _NO_QUESTION.search(said) or _CHANGES.search(said) or _PAID.search(said):
        return False
    if _OF_THE_DRAFT.search(said) and not (after_answer or _TIME.search(said)):
        return False
    plain = without_false_amounts(said)
    if find_amounts(plain) and not find_bounds(said):
        return False
    asking = (_MAY_ASK, _GOES_ON) if after_answer else (_MAY_ASK,)
    ending = filter(find_amounts, clauses(plain)[-1:])
    return all(any(words.search(text) for words in asking) for text in (said, *ending))


_PAID = expression(r"(?:买|花|付|交|给|充|转|收|发|退|卖)了.*[\d一二两三四五六七八九十百千]{2,}[块元]?钱?$")
"""「买了一盒弦跟几个弦轴钉网上三百一十二」 tells an entry, though 几个 asks and 上三百 may bound."""
_NO_QUESTION = expression(r"记一?[下笔上]|导出|提醒|[你您].{0,4}[了过]没|去掉|退货|咋成|改了")
_MAY_ASK = expression(
    r"(?<!没)多[少钱儿大久]|好多|几[多时号月天块次回笔趟杯顿单场瓶件个样家]|哪|[么啥嘛].{0,2}时候|(?:是|有|买|花|记|吃|都|[的了])些?(?:啥|什么)|(?:啥|什么)(?:时候|钱|账|来路)|嘛[？]?$|吗|[没冇]得?[有咧啊呀]?$|有没有|[^，]没[有]?[啊呀咧，]|[给咯]有"
    r"|占|比例|百分(?!之[一二两三四五六七八九十\d])|排[个一名]|前[三五十几\d]|[报念讲列说](?:[给出]|一[下遍哈]|个?[总数]|(?<![再先接当]说)(?<![再先]讲)$)|总数|(?:总共|一共)(?=[^，]{0,4}几|$)|清单|明细|预算"
)
_GOES_ON = expression(
    r"[呢嘞咧哩喃呐嘛咯噶][？]?$|^(?:那|光|换|其中|加上|不算|除了|刨|平均|都是|跟|比)|[呢嘞咧哩喃](?=.{0,6}$)"
)
"""Words of a half question behind an answer: 上个月的咯, 去年呢一整年的."""


def _states_amount(said: str) -> bool:
    """Whether the words hold an amount that bounds nothing in a question: 「超过两百的都有些啥」 is no entry of 200."""
    said = without_false_amounts(said)
    return bool(find_amounts(said)) and not (find_bounds(said) and _ENDS_ASKING.search(said))


def asks_balance(said: str) -> bool:
    """Whether the words ask for the money at hand: 我还有多少钱, 余额是多少. A question for a budget is a different one."""
    return _BUDGET not in said and _BALANCE.search(said) is not None


_ASKS_AGAIN = expression("[你您][^，]{0,3}[说讲念问]")
"""「你说什么」 asks for the sentence once more."""


def listing_of_today(said: str, vocabulary: Vocabulary, now: datetime) -> LedgerQuestion | None:
    """The question for today's entries that 「记了什么」 and 「我都买了些什么」 ask while no draft is open."""
    if not _WHICH_THINGS.search(said) or _ASKS_AGAIN.search(said):
        return None
    question = read_question(f"今天{said}", vocabulary, now)
    return question if question is not None and question.measure is Measure.LISTED else None
