"""Where utterances end, by the phase of the dialogue."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from voiced.dialogue.values.state import Phase
from voiced.hearing.completeness import Completeness
from voiced.hearing.segmenter import Endpointing

_LEAVING = frozenset({Completeness.LEAVES})
_CLOSED = _LEAVING | {Completeness.CLOSED}


class Patience(Struct, frozen=True):
    """The endpointing of each phase, and how many frames before its beginning belong to an utterance."""

    endpointing: Mapping[Phase, Endpointing]
    preroll_frames: int

    def ends_early(self, phase: Phase, rows_waiting: int) -> frozenset[Completeness]:
        """The degrees of completeness that end an utterance early.

        Entries are dictated with pauses, and may begin with a command word (「取消」). While several rows are pending, 「第一笔」
        may follow 「确认」; a single row is confirmed either way.
        """
        if phase is not Phase.CONFIRMING:
            return _LEAVING
        return _CLOSED if rows_waiting > 1 else _CLOSED | {Completeness.VERB}
