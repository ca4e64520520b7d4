"""Recognised text in one canonical spelling, the form that all other rules of this package read.

Recognisers write simplified or traditional characters. A table of single characters is enough to convert them, since no
rule needs the traditional form back.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

from voiced.language.text.expression import expression
from voiced.packaged import packaged_lines

TO_SIMPLIFIED: Mapping[int, int] = {
    ord(traditional): ord(simplified)
    for line in packaged_lines("voiced.language", "tables/traditional.txt")
    for traditional, simplified in line.split()
}
"""A table for `str.translate`."""


SEPARATORS = "，。、；？"
"""The only punctuation that ends a clause in normalised text."""
CLAUSE = expression(f"[^{SEPARATORS}]+")
"""A clause of normalised text, without the punctuation around it."""

_LATIN = "A-Za-z"
# Most recognised text needs no tidying. A quick look for a character that may need it saves the other steps. Such a
# character is anything but a figure or a Chinese character, a traditional character, a formal numeral, or the first
# character of a filler. (A set is as fast here as one large character class, which takes 18 ms to compile.)
_OTHER_CHARACTER = expression("[^0-9\u4e00-\u9fff]")
_MAY_NEED_TIDYING = frozenset("壹贰叁肆伍陆柒捌玖拾佰仟廿卅嗯呃唔唉哎欸诶喔噢额啊哦呀哈那这就怎然").union(
    map(chr, TO_SIMPLIFIED)
)
_FIGURE = expression("[0-9]")
_UNTIDY = expression(r"[^0-9\u4e00-\u9fff]|[壹贰叁肆伍陆柒捌玖][拾佰仟万元块]")
_HESITANT = expression(
    r"[嗯呃唔唉哎欸诶喔噢额啊哦呀哈]|[那这]个[，。、；？]|就是说?[，。、；？]|怎么说呢|然后呢|那什么"
)
_THOUSANDS_COMMA = expression(r"(?<=\d),(?=\d{3}(?!\d))")
_SPACED_POINT = expression(r"(?<=\d)\s*\.\s*(?=\d)")
_FORMAL = expression(r"[零壹贰叁肆伍陆柒捌玖拾佰仟万]{2,}|[壹贰叁肆伍陆柒捌玖](?=[元块])")
_PLAIN_NUMERALS = str.maketrans("壹贰叁肆伍陆柒捌玖拾佰仟", "一二三四五六七八九十百千")
_FULL_STOP = expression(r"(?<!\d)\.|\.(?!\d)|…+")
_ONE_SPELLING = str.maketrans({",": "，", ";": "；", "?": "？", "!": "。", "\u3000": " ", "¥": "￥"})
# A space has a meaning only between Latin letters or figures; elsewhere recognisers put it between Chinese words.
_IDLE_SPACE = expression(rf"(?<![{_LATIN}\d])\s+|\s+(?![{_LATIN}\d])|(?<=[{_LATIN}])\s+(?=\d+[块元毛])")
_LONG_PIECE = 4
"""Characters. The words between which recognisers put spaces are shorter in the mean."""
_REPEATED_SEPARATOR = expression(rf"\s*([{SEPARATORS}])[{SEPARATORS}\s]*")
# A filler is dropped if words remain and if it can neither be an answer nor point at a row. 「那个」 alone may mean the
# row just read out, so it is dropped only before a comma or another filler. 「嗯呐」 is a yes, and 唔 right before a word
# is a southern 不: 「唔对」 must never become 「对」.
_LEADING_FILLER = expression(
    rf"(?:^|(?<=[{SEPARATORS}]))"
    rf"(?:(?:[呃唉哎欸诶喔噢]|嗯(?![呐哪])|唔(?=[{SEPARATORS}嗯呃唔]))+|额(?![度外头])|[啊哦](?!不)"
    rf"|(?:那个|这个|就是说|怎么说呢|就是|然后呢|那什么)(?=[{SEPARATORS}]|[嗯呃]+[^{SEPARATORS}嗯呃]))"
    rf"[{SEPARATORS}]?(?=.)"
)
_INNER_FILLER = expression(r"(?<=.)[嗯呃]+(?=.)")
# The speaker of 「第二笔嗯」 is still thinking, so the closing 嗯 does not approve the row.
_CLOSING_FILLER = expression(rf"(?<=[^{SEPARATORS}])[{SEPARATORS}]?[嗯呃]+$")
# 「等一哈」 and 「等哈」 are 「等一下」 in the south-west.
_CLOSING_PARTICLE = expression(rf"(?<=[^{SEPARATORS}])(?:[啊呀]|(?<![一等])哈)+(?=[{SEPARATORS}]|$)")
_HAN = r"\u3400-\u4dbf\u4e00-\u9fff"
_PAUSE = re.compile(rf"(?<=[{_HAN}\d])\s+(?=[{_HAN}])")
_NORTHERN_DAY = re.compile("(?:夜儿个?|昨个(?!月))")
_SPACE_AT_HAN = re.compile(rf"(?<=[{_HAN}])\s+|\s+(?=[{_HAN}])")


def normalise(text: str) -> str:
    """The text in simplified characters, half-width figures and one kind of punctuation, without needless spaces.

    Clauses stay separated by one of `SEPARATORS`. A text neither begins nor ends with a separator, except that it may
    end with a question mark. Fillers (嗯, 呃, 「那个，」) are dropped if words remain, so a bare 「嗯」 stays an answer.
    Normalising a normalised text does not change it.
    """
    text = unicodedata.normalize("NFKC", text)
    if _is_tidy(text):
        return text
    joined = "".join(text.split())
    if _is_tidy(joined) and not _FIGURE.search(joined):
        return joined  # only spaces between Chinese words, as recognisers write them, had to go
    text = text.translate(TO_SIMPLIFIED).replace("廿", "二十").replace("卅", "三十")
    if _UNTIDY.search(text):
        text = _THOUSANDS_COMMA.sub("", text).translate(_ONE_SPELLING)
        text = _FULL_STOP.sub("。", _SPACED_POINT.sub(".", text))
        text = _FORMAL.sub(lambda numeral: numeral.group().translate(_PLAIN_NUMERALS), text)
        text = _trimmed(_IDLE_SPACE.sub("", text))
    return _without_fillers(text) if _HESITANT.search(text) else text


def as_said(text: str) -> str:
    """The normalised text of an utterance, with its pauses, and with the days of northern speech as others say them."""
    return normalise(_NORTHERN_DAY.sub("昨天", _with_pauses(unicodedata.normalize("NFKC", text))))


def _with_pauses(text: str) -> str:
    """The text with a comma for each space that stands for a pause: in a text of long pieces, not of single words."""
    pieces = text.split()
    is_of_words = len("".join(pieces)) < _LONG_PIECE * len(pieces)
    return text if len(pieces) < 2 or is_of_words else _PAUSE.sub("，", text)


def clauses(text: str) -> tuple[str, ...]:
    """The clauses of normalised text, in order, without the punctuation between them."""
    return tuple(CLAUSE.findall(text))


def _is_tidy(text: str) -> bool:
    return _MAY_NEED_TIDYING.isdisjoint(text) and not _OTHER_CHARACTER.search(text)


def _trimmed(text: str) -> str:
    text = _REPEATED_SEPARATOR.sub(r"\1", text).lstrip(SEPARATORS)
    return text.rstrip("，。、；")


def _without_fillers(text: str) -> str:
    while True:
        shorter = _CLOSING_FILLER.sub("", text)
        shorter = _LEADING_FILLER.sub("", shorter)
        shorter = _INNER_FILLER.sub("", shorter)
        shorter = _trimmed(_CLOSING_PARTICLE.sub("", shorter))
        if shorter == text or not shorter:
            return text
        text = shorter


def join_words(words: str) -> str:
    """「打车 三十 块」 is 「打车三十块」; words in other letters stay apart."""
    return _SPACE_AT_HAN.sub("", " ".join(words.split()))
