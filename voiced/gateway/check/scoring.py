"""Turns played cases into figures, and figures into a verdict."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from voiced.gateway.check.cases import CaseKind, CheckCase
from voiced.gateway.check.respondents import MissingAnswer, Trouble
from voiced.gateway.check.verdict import AnswerForm, CheckFigures, Share
from voiced.ports.trust import CheckCause

SENTENCES_SHARE = 0.95
"""The share of sentences, lists and talk that has to be exact in amount, type and day."""
CORRECTIONS_SHARE = 0.9
"""The share of words about a draft that has to be understood."""
MOST_UNREADABLE_SHARE = 0.02
"""More unreadable answers than this are named as a cause of their own, before what they made wrong."""
_PERCENTILE = 0.95


class PlayedCase(Struct, frozen=True):
    """A case after its answer.

    Attributes:
        fault: what is wrong with the answer; None if it is right, or if a trap was avoided.
        trouble: the reason if there is no answer.
    """

    case: CheckCase
    seconds: float
    fault: CheckCause | None = None
    trouble: MissingAnswer | None = None

    @property
    def is_right(self) -> bool:
        """Whether an answer came, and is right."""
        return self.fault is None and self.trouble is None


class Deadlines95(Struct, frozen=True):
    """The time within which 95 % of answers have to come, in seconds: about entries, and about a draft."""

    parse: float
    correction: float


def figures_of(played: Sequence[PlayedCase], cases: int, form: AnswerForm | None) -> CheckFigures:
    """The figures of the cases that were played."""
    troubles = Counter(one.trouble.trouble for one in played if one.trouble)
    return CheckFigures(
        cases=cases,
        asked=len(played),
        sentences=_share(played, CaseKind.SENTENCE, CaseKind.LIST, CaseKind.TALK),
        corrections=_share(played, CaseKind.CORRECTION),
        traps=Share(*_avoided(played)),
        unreadable=troubles[Trouble.UNREADABLE] + troubles[Trouble.REFUSED] + troubles[Trouble.UNREACHABLE],
        late=troubles[Trouble.LATE],
        parse_p95=_p95([one.seconds for one in played if not one.case.is_about_draft]),
        correction_p95=_p95([one.seconds for one in played if one.case.is_about_draft]),
        form=form,
        questions=_share(played, CaseKind.QUESTION),
    )


def causes_in(
    played: Sequence[PlayedCase], figures: CheckFigures, deadlines: Deadlines95
) -> tuple[CheckCause, ...]:
    """The reasons why the check was not passed, the main one first; none if it was passed."""
    causes: list[CheckCause] = []
    if figures.parse_p95 > deadlines.parse or figures.correction_p95 > deadlines.correction:
        causes.append(CheckCause.SLOW)
    are_sentences_right = figures.sentences.reaches(SENTENCES_SHARE)
    are_corrections_right = figures.corrections.reaches(CORRECTIONS_SHARE)
    falls_short = not (are_sentences_right and are_corrections_right)
    if falls_short and figures.unreadable > MOST_UNREADABLE_SHARE * figures.asked:
        causes.append(CheckCause.UNREADABLE)
    if figures.traps.right < figures.traps.of:
        causes.append(CheckCause.TRAPPED)
    if not are_sentences_right:
        faults = Counter(one.fault for one in played if one.fault and not one.case.is_about_draft)
        for apart in (CheckCause.TRAPPED, CheckCause.QUESTIONS):
            faults.pop(apart, None)
        causes += [fault for fault, _ in faults.most_common()]
    if not are_corrections_right and any(one.fault is CheckCause.CORRECTIONS for one in played):
        causes.append(CheckCause.CORRECTIONS)
    if falls_short and not causes:
        # Single answers went astray without a common cause.
        causes.append(CheckCause.UNREADABLE)
    return tuple(causes)


def _share(played: Sequence[PlayedCase], *kinds: CaseKind) -> Share:
    of_kind = [one for one in played if one.case.kind in kinds]
    return Share(sum(one.is_right for one in of_kind), len(of_kind))


def _avoided(played: Sequence[PlayedCase]) -> tuple[int, int]:
    traps = [one for one in played if one.case.kind is CaseKind.TRAP]
    return sum(one.fault is None for one in traps), len(traps)


def _p95(seconds: list[float]) -> float:
    if not seconds:
        return 0.0
    ordered = sorted(seconds)
    return round(ordered[max(0, math.ceil(_PERCENTILE * len(ordered)) - 1)], 3)
