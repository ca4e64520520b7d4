"""The clauses of a sentence and the pauses between them."""

from __future__ import annotations

from voiced.speaking.clauses import clauses


def test_a_sentence_pauses_longest_at_its_stops_and_ends_without_a_pause() -> None:
    heard = clauses("识别到两笔交易：第一笔，支出六十元；第二、三笔好了。请确认。")
    assert [clause.text for clause in heard] == [
        "识别到两笔交易",
        "第一笔",
        "支出六十元",
        "第二",
        "三笔好了",
        "请确认",
    ]
    colon, comma, semicolon, listing, stop, end = (clause.pause_seconds for clause in heard)
    assert listing < comma < semicolon == colon < stop
    assert end == 0


def test_of_two_marks_in_a_row_the_longer_pause_counts() -> None:
    alone, both = clauses("好了。还有吗？"), clauses("「好了」。还有吗？")
    assert both == alone


def test_a_sentence_without_words_has_no_clause() -> None:
    assert clauses(" ，。") == ()
