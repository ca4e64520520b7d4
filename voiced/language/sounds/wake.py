"""The wake phrase, found in recognised text by its sound.

Recognisers do not know 小记小记: they write 小鸡小鸡 or 小计小季. So the phrase is compared by syllables, with the tolerance
of `pinyin`.

A false wake is worse than having to repeat the phrase, so the phrase must be complete. Half of a doubled phrase does not
wake, since 小记 sounds like 小鸡 and 小计. A shorter phrase needs more room around it:

- four syllables or more wake anywhere in the text, for example among the words of a radio;
- three wake at the beginning of a sentence;
- two wake only as a whole clause: at both ends the text ends, or the recogniser wrote punctuation.
"""

from __future__ import annotations

from voiced.errors import ConfigWrong
from voiced.language.numbers.numerals import SPOKEN_DIGITS
from voiced.language.sounds.pinyin import SYLLABLES, sound
from voiced.language.text.spelling import TO_SIMPLIFIED

LEAST_SYLLABLES, MOST_SYLLABLES = 2, 8

_ANYWHERE = 4
_AT_A_BEGINNING = 3
_FILLERS = frozenset("嗯呃唔唉哎欸诶喔噢额啊哦呀哈嘿喂呢吧")
# Recognisers that write figures hear 小七小七 as 小7小7.
_ONE_SCRIPT = {**str.maketrans("0123456789", SPOKEN_DIGITS), **TO_SIMPLIFIED}


class WakePhrase:
    """The phrase that begins a session. Immutable."""

    def __init__(self, phrase: str) -> None:
        """Take a phrase of Chinese characters. Three to six are advised, best a word said twice.

        Raises:
            ConfigWrong: the phrase holds another character, or is too short or too long.
        """
        if not LEAST_SYLLABLES <= len(phrase) <= MOST_SYLLABLES or not all(c in SYLLABLES for c in phrase):
            raise ConfigWrong(
                f"session.wake_phrase: {phrase!r} is not allowed, but {LEAST_SYLLABLES} to {MOST_SYLLABLES} "
                "simplified Chinese characters, such as 小记小记"
            )
        self._phrase = phrase
        self._sound = sound(phrase)
        self._repeat = self._sound[: _period(self._sound)]

    @property
    def phrase(self) -> str:
        """The phrase as it was configured."""
        return self._phrase

    @property
    def wakes_early(self) -> bool:
        """Whether a partial text may wake. A short phrase needs the final text, which shows where the clause ends."""
        return len(self._sound) >= _ANYWHERE

    def after(self, text: str) -> str | None:
        """The text behind the phrase, which may be empty; None if the text does not hold the phrase."""
        heard = _Heard(text)
        for at in range(len(heard.sound) - len(self._sound) + 1):
            if heard.sound[at : at + len(self._sound)] == self._sound:
                end = at + len(self._sound)
                while heard.sound[end : end + len(self._repeat)] == self._repeat:
                    end += len(self._repeat)
                if self._has_room(heard, at, end):
                    return heard.text_from(end)
        return None

    def _has_room(self, heard: _Heard, at: int, end: int) -> bool:
        if len(self._sound) >= _ANYWHERE:
            return True
        if not heard.pauses_before(at):
            return False
        return len(self._sound) >= _AT_A_BEGINNING or heard.pauses_before(end)


class _Heard:
    """A text as the syllables of its characters, without fillers, and the place of each in the text."""

    def __init__(self, text: str) -> None:
        self._text = text
        one_script = text.translate(_ONE_SCRIPT)
        self._places = [
            at for at, character in enumerate(one_script) if character.isalnum() and character not in _FILLERS
        ]
        self.sound = sound("".join(one_script[at] for at in self._places))

    def text_from(self, place: int) -> str:
        """The text from a syllable on."""
        return self._text[self._places[place] :].strip() if place < len(self._places) else ""

    def pauses_before(self, place: int) -> bool:
        """Whether the text begins or ends here, or there is punctuation before the syllable."""
        if place in (0, len(self._places)):
            return True
        between = self._text[self._places[place - 1] + 1 : self._places[place]]
        return any(not character.isalnum() and not character.isspace() for character in between)


def _period(syllables: tuple[tuple[str, str], ...]) -> int:
    """The number of syllables that the phrase repeats: 2 for 小记小记; all of them if it repeats no part."""
    return next(
        length
        for length in range(1, len(syllables) + 1)
        if syllables == (syllables[:length] * len(syllables))[: len(syllables)]
        and not len(syllables) % length
    )
