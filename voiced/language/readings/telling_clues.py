"""The clues for what a whole sentence does: tell of an entry, talk, plan or ask."""

from __future__ import annotations

from voiced.language.readings.occurrence import occurrence_signs
from voiced.language.readings.outline import Outline, form_of, magnitude


def telling_clues(drawn: Outline) -> tuple[str, ...]:
    """The clues for what a whole sentence does."""
    characters = drawn.characters
    size = len(characters)
    signs = occurrence_signs(drawn.text)
    clues = {f"g:{sign}" for sign in signs}
    clues |= {f"1:{sign}" for sign in characters}
    clues |= {f"2:{characters[at : at + 2]}" for at in range(size - 1)}
    clues |= {f"3:{characters[at : at + 3]}" for at in range(size - 2)}
    clues |= {
        "b:",
        f"n:{min(len(drawn.numbers), 4)}",
        f"n$:{sum(number.is_money for number in drawn.numbers)}",
        f"t:{min(len(drawn.things), 3)}",
        f"^:{characters[1:3]}",
        f"$:{characters[-3:-1]}",
        f"z:{min(size // 5, 5)}",
    }
    if drawn.numbers:
        at = drawn.places[-1]
        clues |= {f"+:{characters[at + 1 : at + 3]}", f"-:{characters[at - 2 : at]}"}
        clues |= {f"k:{form_of(number)}{magnitude(number.value)}" for number in drawn.numbers}
    return tuple(sorted(clues))
