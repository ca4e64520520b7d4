"""How utterances are cut, by where the dialogue stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from voiced.dialogue.phase import Phase
from voiced.hearing.completeness import Completeness
from voiced.hearing.segmenter import Endpointing

_LEAVING = frozenset({Completeness.LEAVES})
_ENDS_EARLY = {
    Phase.IDLE: _LEAVING,
    Phase.LISTENING: _LEAVING,
    Phase.CONFIRMING: _LEAVING | {Completeness.CLOSED},
}


@dataclass(frozen=True, slots=True)
class Patience:
    """How utterances are cut, by phase, and how many frames before their beginning are heard with them."""

    endpointing: Mapping[Phase, Endpointing]
    preroll_frames: int

    def ends_early(self, phase: Phase) -> frozenset[Completeness]:
        """What ends an utterance early: an entry is dictated with pauses, and 「取消」 may be the name of one."""
        return _ENDS_EARLY[phase]
