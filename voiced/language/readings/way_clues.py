"""The clues for the way of the money of a row."""

from __future__ import annotations

from voiced.language.readings.direction import direction_by, direction_signs
from voiced.language.readings.moves import moves_of
from voiced.language.readings.outline import BREAKS, Outline, magnitude


def way_clues(drawn: Outline, which: int, left: int, right: int) -> tuple[str, ...]:
    """The clues for the way of the money of a number, whose row lies between two places of the outline."""
    characters, place = drawn.characters, drawn.places[which]
    before = characters[left:place]
    if before[:1] in BREAKS:
        before = f"^{before[1:]}"
    behind = characters[place + 1 : right] + "$"
    words = drawn.words(left, right)
    here = direction_signs(words)
    signs = [*(f"g:{sign}" for sign in here), f"G:{direction_by(here).type.name}", f"gg:{' '.join(here)}"]
    if len(words) < len(drawn.text):
        signs += [*(f"h:{sign}" for sign in direction_signs(drawn.text))]
    clues = set(signs)
    clues |= {f"l1:{sign}" for sign in before} | {f"r1:{sign}" for sign in behind}
    clues |= {f"l:{before[at : at + 2]}" for at in range(len(before) - 1)}
    clues |= {f"r:{behind[at : at + 2]}" for at in range(len(behind) - 1)}
    clues |= {f"l3:{before[at : at + 3]}" for at in range(len(before) - 2)}
    clues |= {f"r3:{behind[at : at + 3]}" for at in range(len(behind) - 2)}
    clues |= {f"o:{characters[at : at + 2]}" for at in range(left)}
    clues |= {f"t:{thing}" for at, thing in drawn.things.items() if left < at <= right}
    moves = moves_of(characters[left : place + 1])
    moves_behind = moves_of(characters[place:right])
    clues |= {f"s:{moves[at : at + 2]}" for at in range(len(moves) - 1)}
    clues |= {f"s:{moves[at : at + 3]}" for at in range(len(moves) - 2)}
    clues |= {f"S:{moves_behind[at : at + 2]}" for at in range(len(moves_behind) - 1)}
    clues |= {
        f"ss:{moves[:-1]}",
        f"SS:{moves_behind[1:]}",
        "b:",
        f"-1:{characters[place - 1]}",
        f"-21:{characters[max(place - 2, 0) : place]}",
        f"+1:{characters[place + 1]}",
        f"+12:{characters[place + 1 : place + 3]}",
        f"^:{before[:2]}",
        f"m:{magnitude(drawn.numbers[which].value)}",
    }
    return tuple(sorted(clues))
