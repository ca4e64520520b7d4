"""Chinese and mixed numerals (一百二, 两千零五十, 1万2, 3.5k), read as numbers, and numbers written as numerals."""

from __future__ import annotations

from decimal import Decimal

from voiced.language.text.expression import expression

DIGITS = {
    **{character: value for value, character in enumerate("零一二三四五六七八九")},
    "〇": 0,
    "两": 2,
    "俩": 2,
    "仨": 3,
}
MULTIPLIERS = {"十": 10, "百": 100, "千": 1000, "k": 1000, "K": 1000}
SECTIONS = {"万": 10_000, "w": 10_000, "W": 10_000, "亿": 100_000_000}

_POINTS = "点"
_TOKEN = expression(r"\d+(?:\.\d+)?|[零〇一二两俩仨三四五六七八九十百千万亿kKwW]")
_PLACES = ("", "十", "百", "千")
_SPOKEN = "零一二三四五六七八九"


def value_of(numeral: str) -> Decimal | None:
    """The exact number of a numeral; None if it is vague (几十, 三四十, 百八十) or not a numeral.

    A last digit without a place counts in the place below the one before it: 一百二 is 120, 一万二 is 12000,
    but 一百零二 is 102. Figures and Chinese places mix: 1万2, 3千5百, 1.2万, 1w5. 点五 is 0.5.
    """
    whole, point, decimals = numeral.partition(_POINTS)
    if point:
        return _with_decimals(whole or "零", decimals)
    figures = numeral.replace(".", "", 1)
    if figures.isascii() and figures.isdigit():
        return Decimal(numeral)
    if len(numeral) > 1 and all(character in DIGITS for character in numeral):
        return _digit_by_digit(numeral)
    return _placed(numeral)


def spoken(number: int) -> str:
    """The numeral for a whole number from 0 to below 10^12: 1280 is 一千二百八十, 2 is 二, 12 is 十二."""
    if number < 10_000:
        words = _spoken_section(number) or "零"
        return words.removeprefix("一") if 10 <= number < 20 else words
    size, name = (100_000_000, "亿") if number >= 100_000_000 else (10_000, "万")
    high, low = divmod(number, size)
    gap = "零" if 0 < low < size // 10 else ""
    return spoken(high) + name + gap + (spoken(low) if low else "")


def _spoken_section(number: int) -> str:
    words = ""
    for place in reversed(range(4)):
        digit = number // 10**place % 10
        if digit:
            words += _SPOKEN[digit] + _PLACES[place]
        elif words and number % 10**place and not words.endswith("零"):
            words += "零"
    return words


def _with_decimals(whole: str, decimals: str) -> Decimal | None:
    number = value_of(whole)
    digits = "".join(str(DIGITS[c]) if c in DIGITS else c for c in decimals)
    if number is None or not (digits.isascii() and digits.isdigit()):
        return None
    return number + Decimal(f"0.{digits}")


def _digit_by_digit(numeral: str) -> Decimal | None:
    """The number of digits in a row: 二零零 is 200. Two neighbouring digits (三四, also 三五) are vague, so None."""
    if len(numeral) == 2 and _is_guess(DIGITS[numeral[0]], DIGITS[numeral[1]]):
        return None
    return Decimal("".join(str(DIGITS[character]) for character in numeral))


def _is_guess(first: int, second: int) -> bool:
    return second - first == 1 or (first, second) == (3, 5)


def _placed(numeral: str) -> Decimal | None:
    """Digits and places in turn: 一千二百八十, 1万2, 两百五."""
    tokens = _TOKEN.findall(numeral)
    if not tokens or sum(map(len, tokens)) != len(numeral):
        return None
    total: Decimal | int = 0
    section: Decimal | int = 0
    digit: Decimal | int | None = None
    # The place read last, within a section and among sections: each has to be smaller than the one before it.
    place, section_place = 10_000, 10**12
    shorthand = 0
    for sign in tokens:
        if sign in "零〇":
            shorthand = 0
        elif sign in MULTIPLIERS:
            if MULTIPLIERS[sign] >= place or (digit is None and sign != "十"):
                return None
            place = shorthand = MULTIPLIERS[sign]
            section += (1 if digit is None else digit) * place
            digit = None
        elif sign in SECTIONS:
            section += digit or 0
            if SECTIONS[sign] >= section_place or not section:
                return None
            section_place = shorthand = SECTIONS[sign]
            total += section * section_place
            section, digit, place = 0, None, 10_000
        elif digit is not None:
            return None
        else:
            digit = DIGITS[sign] if sign in DIGITS else Decimal(sign)
            shorthand = shorthand if len(sign) == 1 else 0
    if digit is not None:
        section += digit * (shorthand // 10) if shorthand >= 100 else digit
    return Decimal(total + section)
