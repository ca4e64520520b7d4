"""Plays the check to the configured gateway or model, and tells and keeps what it found."""

from __future__ import annotations

from collections.abc import Callable

from voiced.adapters.llm.gateway_client import GatewayClient
from voiced.adapters.machine.clocks import SystemClock
from voiced.adapters.machine.paths import trust_file
from voiced.adapters.machine.trust_file import TrustFile
from voiced.app.build_model import gateway_of, upstream_of
from voiced.app.model_trust import CAUSE_HELP, CAUSE_WORDS, asked_model
from voiced.config import Settings
from voiced.errors import ConfigWrong
from voiced.gateway.check.playing import CheckResults, CheckTimes, check_model
from voiced.gateway.check.respondents import ModelAlone, Respondent, ThroughGateway
from voiced.gateway.check.scoring import Deadlines95
from voiced.gateway.check.verdict import CheckVerdict


async def check_configured(settings: Settings, progress: Callable[[int, int], None]) -> CheckResults:
    """Play all cases to the configured gateway, else to the configured model.

    Raises:
        ConfigWrong: neither is configured, or an address or a key cannot be used.
        InterpreterFailure: it cannot be reached, or it refuses every request.
    """
    asked, llm = asked_model(settings), settings.llm
    if asked is None:
        raise ConfigWrong("no language model is configured; set llm.base_url or llm.upstream_url")
    clock = SystemClock()
    deadlines = Deadlines95(llm.parse_deadline_seconds, llm.correction_deadline_seconds)
    connection = gateway_of(settings) if llm.base_url else upstream_of(llm)
    respondent: Respondent
    if isinstance(connection, GatewayClient):
        respondent = ThroughGateway(connection)
    else:
        respondent = ModelAlone(connection, settings.dialogue.protocol)
    try:
        # The first case does not pay for loading the HTTP library.
        await connection.prepare()
        times = CheckTimes(clock.now, clock.monotonic)
        return await check_model(respondent, asked, deadlines, times, progress)
    finally:
        await connection.close()


def keep_verdict(verdict: CheckVerdict) -> None:
    """Keep it for daemons and gateways of this user.

    Raises:
        OSError: the state folder cannot be written.
    """
    TrustFile(trust_file()).keep(verdict)


def conclusion(verdict: CheckVerdict, settings: Settings) -> list[str]:
    """The verdict in plain words, and what helps."""
    setting = settings.llm.trust
    if not verdict.passed:
        causes = ", ".join(CAUSE_WORDS[cause] for cause in verdict.causes)
        helps = list(dict.fromkeys(CAUSE_HELP[cause] for cause in verdict.causes))
        weighed = "" if setting != "full" else ', but llm.trust = "full" believes them'
        return [
            f"not passed: {causes}. Its answers are weighed by rules{weighed}.",
            *(f"  {one[0].upper()}{one[1:]}." for one in helps),
        ]
    if setting == "weighed":
        return ['passed, but llm.trust = "weighed" has its answers weighed by rules all the same.']
    return [
        "passed: it is believed for 90 days. A daemon or a gateway that runs already may need a reload to begin with it."
    ]
