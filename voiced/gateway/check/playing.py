"""Plays the cases, one after the other, and stops early where the answer is known: out of reach, refused, or far too slow."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from datetime import datetime

from msgspec import Struct

from voiced.errors import InterpreterFailure, InterpreterUnreachable
from voiced.gateway.check.cases import CheckCase, cases_for, check_digest
from voiced.gateway.check.judging import fault_in
from voiced.gateway.check.respondents import MissingAnswer, Respondent, Trouble
from voiced.gateway.check.scoring import Deadlines95, PlayedCase, causes_in, figures_of
from voiced.gateway.check.verdict import CheckedModel, CheckVerdict

PATIENCE = 4
"""An answer is awaited for so many times its deadline: to say how slow a model is, it has to answer."""
_MOST_LATE = 10
"""After so many cases without an answer in time the model is slow, whatever comes."""
_REFUSED_AT_FIRST = 3
"""If the first cases are all refused, an address, a key or a setting is wrong, and the model was not measured."""


class CheckTimes(Struct, frozen=True):
    """What the check needs of a clock."""

    now: Callable[[], datetime]
    monotonic: Callable[[], float]


class CheckResults(Struct, frozen=True):
    """A verdict, and the cases behind it."""

    verdict: CheckVerdict
    played: tuple[PlayedCase, ...]

    @property
    def wrong(self) -> tuple[PlayedCase, ...]:
        """The cases that were not answered right."""
        return tuple(one for one in self.played if not one.is_right)


async def check_model(
    respondent: Respondent,
    asked: CheckedModel,
    deadlines: Deadlines95,
    times: CheckTimes,
    progress: Callable[[int, int], None],
) -> CheckResults:
    """Play all cases.

    Args:
        respondent: answers them.
        asked: the model; behind a gateway its name is taken from the answers.
        deadlines: the configured deadlines.
        times: the time.
        progress: is told how many of how many cases were played.

    Raises:
        InterpreterUnreachable: there is no connection.
        InterpreterFailure: the first requests are all refused.
    """
    cases = cases_for(asked.protocol)
    played: list[PlayedCase] = []
    progress(0, len(cases))
    for case in cases:
        played.append(await _played(respondent, case, deadlines, times))
        _check_reached(played)
        progress(len(played), len(cases))
        if sum(_is(one, Trouble.LATE) for one in played) >= _MOST_LATE:
            break
    figures = figures_of(played, len(cases), respondent.form)
    causes = causes_in(played, figures, deadlines)
    model = CheckedModel(
        asked.address, asked.model or respondent.model, asked.protocol, asked.upstream_format
    )
    verdict = CheckVerdict(
        model, check_digest(asked.protocol), times.now(), passed=not causes, causes=causes, figures=figures
    )
    return CheckResults(verdict, tuple(played))


async def _played(
    respondent: Respondent, case: CheckCase, deadlines: Deadlines95, times: CheckTimes
) -> PlayedCase:
    patience = PATIENCE * (deadlines.correction if case.is_about_draft else deadlines.parse)
    began = times.monotonic()
    try:
        async with asyncio.timeout(patience):
            given = await respondent.answer(case)
    except TimeoutError:
        given = MissingAnswer(Trouble.LATE, f"no answer within {patience:g} s")
    seconds = times.monotonic() - began
    if isinstance(given, MissingAnswer):
        return PlayedCase(case, seconds, trouble=given)
    return PlayedCase(case, seconds, fault_in(case, given))


def _check_reached(played: Sequence[PlayedCase]) -> None:
    """See that the model answers at all.

    Raises:
        InterpreterUnreachable: the last three cases, or the first one, found no connection.
        InterpreterFailure: the first cases were all refused.
    """
    last = played[-_REFUSED_AT_FIRST:]
    gone = all(_is(one, Trouble.UNREACHABLE) for one in last)
    if gone and (len(played) == 1 or len(last) == _REFUSED_AT_FIRST):
        raise InterpreterUnreachable(_told(last[-1]))
    if len(played) == _REFUSED_AT_FIRST and all(_is(one, Trouble.REFUSED) for one in played):
        raise InterpreterFailure(_told(last[-1]))


def _is(one: PlayedCase, trouble: Trouble) -> bool:
    return one.trouble is not None and one.trouble.trouble is trouble


def _told(one: PlayedCase) -> str:
    return "" if one.trouble is None else one.trouble.told
