"""The words of a question by their kinds, found from left to right.

Words of no kind and of no list are left over. A question with left-over words that cannot be a name is refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from enum import Enum, auto

from msgspec import Struct

from voiced.domain.question import Period
from voiced.domain.vocabulary import Vocabulary
from voiced.language.questions.bounds import Bounds, find_bounds
from voiced.language.questions.periods import find_periods
from voiced.language.questions.subjects import KnownSubject, SubjectNames, subject_names
from voiced.language.text.expression import expression


class Kind(Enum):
    """The part that words play in a question."""

    PERIOD = auto()
    SUBJECT = auto()
    ACCOUNT = auto()
    BOUNDS = auto()
    UNKNOWN = auto()
    LEAD = auto()
    FILLER = auto()
    PAUSE = auto()
    BUDGET = auto()
    SHARE = auto()
    BALANCE = auto()
    COMPARE = auto()
    SAME_SPAN = auto()
    DIFFER = auto()
    MORE = auto()
    WHICH_ONE = auto()
    LATEST = auto()
    EARLIEST = auto()
    WHEN = auto()
    MOST = auto()
    LEAST = auto()
    OF_ROW = auto()
    BY_CATEGORY = auto()
    BY_ACCOUNT = auto()
    BY_SHOP = auto()
    BY_DAY = auto()
    BY_MONTH = auto()
    EACH_CATEGORY = auto()
    EACH_MONTH = auto()
    WHERE_TO = auto()
    AVERAGE = auto()
    PER_DAY = auto()
    PER_WEEK = auto()
    PER_MONTH = auto()
    PER_ROW = auto()
    WHETHER = auto()
    COUNT = auto()
    LIST = auto()
    HOW_MUCH = auto()
    IN_ALL = auto()
    SPENT = auto()
    EARNED = auto()
    MOVED = auto()
    INTO = auto()
    RECORDED = auto()
    AND = auto()
    OR = auto()
    EVER = auto()
    WITHOUT = auto()
    WITHIN = auto()


class Token(Struct, frozen=True):
    """Words of one kind, with what they stand for."""

    kind: Kind
    text: str
    meaning: Period | KnownSubject | Bounds | str | None = None


_VERB = (
    r"(?:开支|[花用造付交缴砸扔搭送买吃喝充加打坐看修理点扣刷订租玩养随去跑搞])(?:得|的)?"
    r"(?:出去|进去|起来|掉|出|进|去|完)?(?:了|过|的|着|是)*"
)
_MUCH = r"(?:多少|好多|几(?:个|块|百|千|万))(?:个|冤枉)?(?:钱|块钱|块|元)?(?:了|的)?"
_ROW = r"(?:笔|次|回|单|趟|场|顿|杯|条)"
# In the order of the search: of several kinds the first that matches, so longer forms stand first.
_FORMS: tuple[tuple[Kind, str], ...] = (
    (
        Kind.LEAD,
        r"请问|问一下|我?就?想知道|告诉我|报个数|(?:你?给我|帮我?|帮忙)?(?:算算|算一下|看[看哈]|看一下|查一?下|查查|统计一?下|说一?下)(?:账)?|你给我|帮我|帮忙"
        r"|不算转账|有点慌|肉疼|心疼|钱不经花|那[几两三四五六七八九]天|费钱|加到一[起块]儿?",
    ),
    (
        Kind.WHEN,
        r"(?:是|在)?(?:什么时候|啥时候|啥时|几月几号|几号|何时|多久(?:以?前|之前|了)?|多长时间了?|哪一?日)",
    ),
    (Kind.EVER, r"(?:交|花|买|去|加|打|理|喝|吃|付|还|充|看)过(?=多少|几|好多|吗|没)"),
    (Kind.IN_ALL, r"一共|总共|总计|合计|拢共|统共|共计|总的?|共|加起来|加一起|加在一起|前前后后|前后|拢"),
    (Kind.BUDGET, r"(?:总的?)?预算|额度|超支了?|超了没|超没超|爆没爆|超标|超了?"),
    (
        Kind.SHARE,
        r"占比|比例|比重|占(?:了|到|去)?(?:多大|多少|几成|百分之几)?|百分之(?:几|多少)|几成|多大(?:比例|比重)?",
    ),
    (
        Kind.BALANCE,
        r"收入减支出|一进一出|收支(?:情况|相抵|平衡|差额?)?|净(?:收入|剩|赚|差|结余)|结余|盈余|入不敷出|攒下?了?|存下?了?"
        r"|(?:是)?赚了?还是亏了?|是赚是亏|(?:能)?(?:剩|省)下?了?(?=多少|几|$)|还?剩下?了?(?=多少|几|$)|差额",
    ),
    (
        Kind.LATEST,
        r"(?:离|距离)?(?:上一?|最近一|最后一|最近的一|最近那)(?:次|回|趟|顿|笔|杯)|多久没|好久没|几天没",
    ),
    (Kind.EARLIEST, r"第一[次笔回]|最早(?:的?那?一?[次笔])?|头一[次回笔]"),
    (Kind.SAME_SPAN, r"同期|同一时期|同时期|这时候"),
    (Kind.COMPARE, r"相比|比起来|对比(?:一下)?|比较(?:一下)?|比一比|比(?!如|方)"),
    (Kind.DIFFER, r"差(?:多少|了多少|别)|相差"),
    (
        Kind.MOST,
        r"(?:[花用付买打吃喝去赚随交].?得?|费钱|开销)?(?:最|顶)(?:多|大|高|贵|狠|凶|费钱|厉害|烧钱|猛)的?",
    ),
    (Kind.LEAST, r"(?:[花用付买打吃喝去随交].?得?|开销)?最(?:少|小|低|便宜|省钱?|不费钱)的?"),
    (Kind.WHICH_ONE, r"哪一?个(?!月|分?类|账户|类|方面|项)|哪边|哪头|谁"),
    (Kind.BY_MONTH, r"哪一?个?月|几月份?"),
    (Kind.BY_DAY, r"哪一?天"),
    (
        Kind.BY_CATEGORY,
        r"(?:哪|什么|啥)(?:一|个|些)?个?(?:分类|类别|类|种|方面|项目?|块(?!钱)|地方)(?:的?(?:钱|开销|支出|消费))?|(?:前[三几五3]|排前面的?)(?:大?类|名|个|大)?|大头|排(?:名|行榜?|序)",
    ),
    (Kind.BY_ACCOUNT, r"(?:哪|什么|啥)(?:一|个|张)?(?:账户|卡|支付方式|付款方式|方式)"),
    (Kind.BY_SHOP, r"(?:哪|什么)家店?|哪个(?:店|地方|商家)"),
    (
        Kind.WHERE_TO,
        r"钱?(?:都|主要|主要都)?(?:是)?(?:花|用)(?:(?:在|到)了?(?:哪儿?|什么|啥)(?:里|儿|地方|上面?|方面)*|(?:去)?哪儿?(?:里|地方)?)(?:去|上)?了?(?!几|一?笔)|钱(?:都)?去哪儿?了?",
    ),
    (
        Kind.EACH_CATEGORY,
        r"(?:分别)?各个?(?:分?类|类别|项|方面)|每个?(?:分?类|类别|项)|按(?:分?类|类别)|分类(?:统计|汇总)?",
    ),
    (Kind.EACH_MONTH, r"每个?月(?:分别|各|都)|各个?月|逐月|按月"),
    (Kind.PER_DAY, r"(?:平均)?(?:每一?|一)(?:天|日)|日均|每日"),
    (Kind.PER_WEEK, r"(?:平均)?(?:每一?|一)个?(?:周|星期|礼拜)|周均"),
    (Kind.PER_MONTH, r"(?:平均)?(?:每一?|一)个?月|月均"),
    (Kind.PER_ROW, rf"(?:平均)?(?:每一?|一){_ROW}(?!(?:是|都|花)?(?:什么|啥|哪))"),
    (Kind.AVERAGE, r"平均(?:下来|起来)?|均摊"),
    (Kind.COUNT, rf"(?:几|多少){_ROW}(?:账|支出|消费|收入)?(?:了)?"),
    (Kind.HOW_MUCH, rf"{_MUCH}"),
    (
        Kind.LIST,
        rf"(?:都|是|有|{_VERB}|些)*(?:些)?(?:什么|啥子?|哪些(?:东西)?|哪一?{_ROW}|哪几{_ROW})(?:东西|账|钱|支出|消费|开销)?(?:了)?|哪几{_ROW}|明细|流水|清单|账单|列(?:出来|一下)|念(?:一遍|一下|给我听听?)|记录|的账(?!户)",
    ),
    (
        Kind.WHETHER,
        r"有没有|有无|是不是没?|是否|(?P<verb>[交买还付发喝吃打看到记充加去收缴有花省])没(?P=verb)(?:过|了)?|(?:了|过)?(?:没有|没得|没)(?=[啊呀呢？]*$)|(?:了|过)?(?:吗|么|伐|不)(?=[啊呀呢？]*$)",
    ),
    (
        Kind.MORE,
        r"(?:[花用吃付]得?)?(?:更|还)?(?:多(?!少)|少|高|低|省|贵|便宜|涨|降|费钱)(?:还是[多少高低])?(?:花|用|出|付|吃|掉)*(?:了|些|点|一点|一些)*",
    ),
    (
        Kind.EARNED,
        r"总?(?:收入|进账|入账|到账|到手|收到|收进来|进来|赚到?|挣到?|领到?|退回来|收回来|收|进)(?:了|的|过)*",
    ),
    (Kind.MOVED, r"转账|转(?:出去|出|进去|过去|走|了|给)+|转"),
    (Kind.INTO, r"往|充到|存到"),
    (Kind.RECORDED, r"记(?:账|录)?(?:了|过|的)*|账(?!户|上)"),
    (Kind.SPENT, rf"总?(?:支出|开销|花销|花费|消费|开支)|{_VERB}"),
    (Kind.OF_ROW, r"(?:那|这)?(?:一|1)?(?:笔|单|件|项)(?:东西|钱|支出|消费|账)?|那(?:一)?(?:次|回|趟)"),
    (Kind.WITHOUT, r"除了|不算|不含|扣除|刨去|去掉|以外|之外|除外"),
    (Kind.WITHIN, r"其中|里面|里头|当中"),
    (Kind.OR, r"还是|或者"),
    (Kind.AND, r"和|跟|与|同|加上?|还有|以及|、"),
    (Kind.PAUSE, r"[，。；？]"),
    (
        Kind.FILLER,
        r"咱们?家?|我们?家?|咱俩|俩|俺|家里|到底|究竟|大概|差不多|目前|现在|刚才|刚刚|来着|为止|分别|那[一]?[类项]|这[一]?[类项]|那些|这些|的话|那会儿?"
        r"|唉|诶|哎|嗯|那个|这个|这|那|就|光|只|都|也|又|还|才|已经|老|一下|发"
        r"|上头|上面?|方面|里|身上|这块儿?|那块儿?|块儿|的|了|是|有|要|得|给|它|他|她|为|在|到|用|把|我|你"
        r"|钱|费|嘛|呀|啊|呢|吧|嘞|哈|哦|呗|么|吗|个|从|出|地|啦|咧|按|账上?|好",
    ),
)
_TOKENS = expression("|".join(f"(?P<{kind.name}>{form})" for kind, form in _FORMS))
_KINDS = {kind.name: kind for kind, _ in _FORMS}
_SPLIT_VERB = expression(
    r"(?P<verb>[加打理看洗剪做坐吃喝点去买交还])(?:了|过)?(?P<count>(?:几|多少|一)(?:次|回|趟|杯|顿|场|笔))(?P<noun>[\u4e00-\u9fff]{1,4}?)(?=$|[，。；？了呢啊呀])"
)


def tokens_of(text: str, vocabulary: Vocabulary, now: datetime) -> tuple[Token, ...] | None:
    """The words of normalised text by kind; None if an amount in it bounds nothing."""
    names = subject_names(vocabulary)
    text = _SPLIT_VERB.sub(lambda split: _rejoined(split["verb"], split["count"], split["noun"], names), text)
    bounds = find_bounds(text)
    if bounds is None:
        return None
    days = text
    for one in bounds:
        days = f"{days[: one.start]}{'，' * (one.end - one.start)}{days[one.end :]}"
    fixed: list[tuple[int, int, Kind, Period | Bounds]] = [
        *((one.start, one.end, Kind.PERIOD, one.period) for one in find_periods(days, now)),
        *((one.start, one.end, Kind.BOUNDS, one) for one in bounds),
    ]
    return tuple(_scanned(text, sorted(fixed, key=lambda one: one[:2]), names, _accounts(vocabulary)))


def _rejoined(verb: str, count: str, noun: str, names: SubjectNames) -> str:
    """「打了几次车」 as 「打车几次」, 「喝了几杯咖啡」 as 「咖啡几杯」."""
    thing = f"{verb}{noun}"
    return f"{thing if thing in names.known or noun not in names.known else noun}{count}"


def _scanned(
    text: str,
    fixed: Sequence[tuple[int, int, Kind, Period | Bounds]],
    names: SubjectNames,
    accounts: dict[str, str],
) -> list[Token]:
    tokens: list[Token] = []
    waiting = list(fixed)
    at = unknown = 0

    def flush(end: int) -> None:
        if unknown < end:
            tokens.append(Token(Kind.UNKNOWN, text[unknown:end]))

    while at < len(text):
        while waiting and waiting[0][0] < at:
            waiting.pop(0)
        if waiting and waiting[0][0] == at:
            flush(at)
            _, end, kind, meaning = waiting.pop(0)
            tokens.append(Token(kind, text[at:end], meaning))
            at = unknown = end
            continue
        limit = waiting[0][0] if waiting else len(text)
        end, token = _next(text, at, limit, names, accounts)
        if token is None:
            at += 1
        else:
            flush(at)
            tokens.append(token)
            at = unknown = end
    flush(len(text))
    return tokens


def _next(
    text: str, at: int, limit: int, names: SubjectNames, accounts: dict[str, str]
) -> tuple[int, Token | None]:
    """The token at a place, which ends before `limit`: of a name and other words, the longer one."""
    form = _TOKENS.match(text, at, limit)
    named = names.longest_at(text, at)
    if (
        named
        and (later := names.longest_at(text, at + 1) if at + 1 < len(text) else None)
        and later[0] > named[0]
    ):
        named = None
    account = next((name for name in accounts if text.startswith(name, at)), None)
    ends = (
        form.end() if form else 0,
        at + len(account) if account else 0,
        named[0] if named and named[0] <= limit else 0,
    )
    best = max(ends)
    if not best:
        return at, None
    if account and ends[1] == best:
        return best, Token(Kind.ACCOUNT, account, accounts[account])
    if named and ends[2] == best and not (form and ends[0] == best and form.lastgroup in _BEFORE_NAMES):
        return best, Token(Kind.SUBJECT, text[at:best], named[1])
    kind = (
        next(
            name for name in (form.lastgroup, *form.groupdict()) if name in _KINDS and form[name] is not None
        )
        if form
        else ""
    )
    return best, Token(_KINDS[kind], text[at:best])


_BEFORE_NAMES = frozenset({"BUDGET", "BALANCE", "COUNT", "LIST"})
"""Kinds whose words are no names even where a list has them."""


def _accounts(vocabulary: Vocabulary) -> dict[str, str]:
    """The names of accounts, longest first, and what the ledger calls them."""
    names = {
        word: account.name for account in vocabulary.accounts for word in (account.name, *account.keywords)
    }
    return {word: names[word] for word in sorted(names, key=len, reverse=True)}
