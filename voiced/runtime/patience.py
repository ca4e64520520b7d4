"""How utterances are cut, by where the dialogue stands."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from voiced.dialogue.phase import Phase
from voiced.hearing.completeness import Completeness
from voiced.hearing.segmenter import Endpointing

_LEAVING = frozenset({Completeness.LEAVES})
_CLOSED = _LEAVING | {Completeness.CLOSED}


class Patience(Struct, frozen=True):
    """How utterances are cut, by phase, and how many frames before their beginning are heard with them."""

    endpointing: Mapping[Phase, Endpointing]
    preroll_frames: int

    def ends_early(self, phase: Phase, rows_waiting: int) -> frozenset[Completeness]:
        """What ends an utterance early.

        An entry is dictated with pauses, and 「取消」 may be the name of one. Where several rows wait, 「第一笔」 may follow
        on 「确认」; where one does, it is confirmed either way.
        """
        if phase is not Phase.CONFIRMING:
            return _LEAVING
        return _CLOSED if rows_waiting > 1 else _CLOSED | {Completeness.VERB}
