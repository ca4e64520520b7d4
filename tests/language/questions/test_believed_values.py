"""What a believed model's value may leave to it, and half questions that say too little."""

from __future__ import annotations

from tests.language.questions.test_held import asked, held, value
from tests.language.questions.test_reading import after
from tests.support.now import NOW
from voiced.domain.money import Money
from voiced.domain.transaction import TransactionType
from voiced.domain.vocabulary import DEFAULT_VOCABULARY
from voiced.language.questions.parts import parts_of
from voiced.language.questions.remarks import is_remark
from voiced.language.questions.tokens import Token, TokenKind
from voiced.language.questions.whole_questions import names_its_days
from voiced.language.text.spelling import normalise


def test_a_balance_leaves_nothing_out() -> None:
    balance = value("balance", "上个月", type=None)
    assert held("上个月霍霍进来的减掉霍霍出去的剩多少", balance, believed=True) is not None


def test_a_verb_tells_the_category_of_what_was_given_back() -> None:
    refunds = value("total", "这个月", type=TransactionType.INCOME, categories=("退款",), words=("淘宝",))
    question = held("这个月淘宝霍霍退了多少", refunds, believed=True)
    assert question is not None
    assert [subject.label for subject in question.rows.subjects] == ["退款", "淘宝"]
    assert held("这个月淘宝霍霍到账多少", refunds, believed=True) is None


def test_rows_are_bounded_on_both_sides_by_two_words() -> None:
    between = value("count", "这个月", words=("打车",), at_least=Money(20000), at_most=Money(50000))
    for said in (
        "这个月打车霍霍两百以上，五百以下的有几笔",
        "这个月打车霍霍五百以下，两百以上的有几笔",
        "这个月打车两百以上霍霍五百以下的有几笔",
    ):
        assert held(said, between, believed=True) is not None, said
    other = value("count", "这个月", words=("打车",), at_least=Money(10000), at_most=Money(50000))
    assert held("这个月打车霍霍两百以上，五百以下的有几笔", other, believed=True) is None


def test_half_a_share_names_the_whole() -> None:
    assert after("今年奶茶花了多少", "占吃饭的百分之几") == "nothing"


def test_the_other_direction_of_gifts_is_refused() -> None:
    assert after("今年收到的红包一共多少", "支出呢") == "nothing"


def test_a_sum_of_the_same_thing_keeps_the_days() -> None:
    assert after("今年取过几次钱", "一共取了多少钱") == "total 转账 2026-01-01..2026-12-31 取现"


def test_a_question_behind_an_open_one_names_its_days() -> None:
    question = asked("这个月打车花了多少")
    assert names_its_days(normalise("这个月打车花了多少"), question, DEFAULT_VOCABULARY, NOW)
    assert not names_its_days(normalise("打车花了多少"), question, DEFAULT_VOCABULARY, NOW)


def test_a_denied_thing_beside_another_one_leaves_the_question_open() -> None:
    for said in ("今年苹果不是打车奶茶花了多少", "今年苹果，不是手机奶茶，花了多少"):
        assert parts_of(normalise(said), DEFAULT_VOCABULARY, NOW) is None, said


def test_a_place_behind_a_thing_narrows_it() -> None:
    parts = parts_of(normalise("今年奶茶去医院花了多少"), DEFAULT_VOCABULARY, NOW)
    assert parts is not None
    assert [known.subject.label for known in parts.subjects] == ["奶茶", "去医院"]


def test_words_that_ask_as_well_are_no_remark_beside_a_bare_question() -> None:
    how_much = Token(TokenKind.HOW_MUCH, "多少")
    assert not is_remark([Token(TokenKind.UNKNOWN, "我真弄糊涂"), how_much], [how_much])
