"""How often a price was paid, by the words around it."""

from __future__ import annotations

import pytest

from voiced.language.entries.several import times_paid
from voiced.language.numbers.amounts import find_amounts
from voiced.language.text.spelling import normalise


def times(said: str) -> str | None:
    words = normalise(said)
    (price,) = find_amounts(words)
    found = times_paid(words, price)
    return None if found is None else str(found)


@pytest.mark.parametrize(
    ("said", "count"),
    [
        ("豆奶四块一袋，我拿了五袋", "5"),
        ("请了四个小工，一人一天两百，干了三天", "12"),
        ("雇三个人，每人每天一百六", "3"),
        ("一个面包八块，给仨孩子各买一个", "3"),
        ("冰棍两块一根，给四个同学一人买一根", "4"),
        ("笔记本两块五的拿了八本", "8"),
        ("去一趟回一趟每趟三块", "2"),
        ("拖鞋俩一双九块", None),
        ("话剧票一百二一张，第二张半价，我买了两张", "1.5"),
        ("轮胎六百，第二条半价，一共换了四条", "3.0"),
        ("第二件毛衣半价两百一件买了三件", "2.5"),
        ("酸奶十块第二盒半价", "1.5"),
        ("半件烤鸭四十", None),
        ("一桶油九十", None),
    ],
)
def test_the_times_that_a_price_was_paid(said: str, count: str | None) -> None:
    assert times(said) == count
