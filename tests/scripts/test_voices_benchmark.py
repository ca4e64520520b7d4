"""The benchmark of voices counts what was understood by its sound and its amounts, not by how a recogniser writes it."""

from __future__ import annotations

import pytest

from benchmarks.read_backs import SpokenReadBack
from benchmarks.voices import Tally
from tests.support.syllables import syllable_errors
from voiced.domain.money import Money


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("识别到两笔交易", "10别到2笔交易"),
        ("五百八十三块一", "583.1元"),
        ("三块一。剩余两笔", "3块1剩余2笔"),
        ("支出九元", "支出酒源"),
        ("已追加", "一追加"),
    ],
)
def test_another_way_to_write_the_same_sound_has_no_wrong_syllable(said: str, heard: str) -> None:
    assert syllable_errors(said, heard)[0] == 0


def test_a_wrong_number_has_as_many_wrong_syllables_as_are_heard_otherwise() -> None:
    assert syllable_errors("两千九百零一元", "两千八百零一元") == (1, 7)
    assert syllable_errors("四十六元", "四百一十六元") == (2, 4)


def test_an_amount_written_with_a_point_or_a_comma_is_right_and_a_homophone_of_it_is_wrong() -> None:
    tally = Tally()
    amounts = (Money(28_208), Money(66_270), Money(1_338_496), Money(900))
    tally.add(
        SpokenReadBack(
            "两百八十二块零八分、六百六十二块七、一万三千三百八十四块九毛六、九元",
            amounts,
            has_free_words=False,
        ),
        "282.08分、662.7、13,384.96元、酒源",
    )
    assert (tally.right_amounts, tally.amounts, tally.wrong_syllables) == (3, 4, 0)
