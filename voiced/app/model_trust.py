"""How far the configured model is believed: the setting, what the check found, and what failed since."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

from voiced.adapters.machine.clocks import SystemClock
from voiced.adapters.machine.paths import trust_file
from voiced.adapters.machine.trust_file import TrustFile
from voiced.config import Llm, Settings
from voiced.gateway.check.verdict import CheckedModel
from voiced.ports.trust import CheckCause, TrustReason, TrustStanding

log = logging.getLogger(__name__)

VALID_FOR = timedelta(days=90)
"""A verdict holds so long. Models behind an API are exchanged under the same name."""


class ModelTrust:
    """Says whether a model is believed now. A check that another process passes counts at once."""

    def __init__(
        self,
        asked: CheckedModel,
        setting: str,
        file: TrustFile,
        now: Callable[[], datetime],
        answering: Callable[[], str] = str,
    ) -> None:
        """Prepare; the file is read with the first question.

        Args:
            asked: the configured model; without a name behind a gateway.
            setting: `llm.trust`.
            file: the kept verdicts.
            now: the time.
            answering: the model that the gateway's answers name; empty before the first one.
        """
        self._asked = asked
        self._setting = setting
        self._file = file
        self._now = now
        self._answering = answering
        self._revoked: datetime | None = None

    @property
    def model(self) -> CheckedModel:
        """The model, behind a gateway with the name that its answers have."""
        if self._asked.model:
            return self._asked
        asked = self._asked
        return CheckedModel(asked.address, self._answering(), asked.protocol, asked.upstream_format)

    @property
    def believes(self) -> bool:
        """Whether its answers stand once they keep the invariants."""
        return self.standing().believes

    def standing(self) -> TrustStanding:
        """Whether it is believed, and why."""
        if self._setting == "weighed":
            return TrustStanding(believes=False, reason=TrustReason.BY_HAND)
        revoked = self._revoked_at()
        if revoked is not None:
            return TrustStanding(believes=False, reason=TrustReason.REVOKED, since=revoked)
        if self._setting == "full":
            return TrustStanding(believes=True, reason=TrustReason.BY_HAND)
        return self._measured()

    def revoke(self) -> None:
        """Weigh the model from now on, until it passes the check again. What cannot be kept holds until this process ends."""
        self._revoked = self._now()
        log.warning(
            "the language model began to fail; its answers are weighed until voiced llm check is passed"
        )
        try:
            self._file.revoke(self.model, self._revoked)
        except OSError as error:
            log.warning("%s: %s; the next start believes the model again", self._file.path, error.strerror)

    def _measured(self) -> TrustStanding:
        from voiced.gateway.check.cases import check_digest  # noqa: PLC0415 - 30 ms, where a model is asked

        verdict = self._file.verdict_on(self.model, check_digest(self._asked.protocol))
        if verdict is None:
            return TrustStanding(believes=False, reason=TrustReason.UNMEASURED)
        since = verdict.measured_at
        if self._now() - since > VALID_FOR:
            return TrustStanding(believes=False, reason=TrustReason.OLD, since=since)
        if verdict.passed:
            return TrustStanding(believes=True, reason=TrustReason.PASSED, since=since)
        cause = verdict.causes[0] if verdict.causes else None
        return TrustStanding(believes=False, reason=TrustReason.FAILED, since=since, cause=cause)

    def _revoked_at(self) -> datetime | None:
        """The time of the revocation, unless the check was passed after it."""
        kept = self._file.revoked_at(self.model)
        if self._revoked is None or kept is not None:
            return kept
        # It may be missing in the file because it could not be written, or because the check was passed.
        from voiced.gateway.check.cases import check_digest  # noqa: PLC0415 - the same

        verdict = self._file.verdict_on(self.model, check_digest(self._asked.protocol))
        is_passed = verdict is not None and verdict.passed and verdict.measured_at > self._revoked
        return None if is_passed else self._revoked


def trust_of(settings: Settings, answering: Callable[[], str] = str) -> ModelTrust | None:
    """The trust in the configured model; None if no model is configured."""
    asked = asked_model(settings)
    if asked is None:
        return None
    return ModelTrust(asked, settings.llm.trust, TrustFile(trust_file()), SystemClock().now, answering)


def trust_of_gateway(settings: Settings, gguf: Path | None) -> ModelTrust:
    """The trust of `voiced gateway` in its own model: the file `gguf`, or the configured one."""
    asked = own_asked_model(settings.llm, settings.dialogue.protocol)
    if gguf is not None:
        asked = CheckedModel(str(gguf.absolute()), gguf.stem, settings.dialogue.protocol)
    return ModelTrust(asked, settings.llm.trust, TrustFile(trust_file()), SystemClock().now)


def asked_model(settings: Settings) -> CheckedModel | None:
    """The configured gateway or model, as verdicts name it; None if neither is configured."""
    llm, protocol = settings.llm, settings.dialogue.protocol
    if llm.base_url:
        return CheckedModel(llm.base_url.rstrip("/"), "", protocol)
    return own_asked_model(llm, protocol) if llm.upstream_url else None


def own_asked_model(llm: Llm, protocol: str) -> CheckedModel:
    """The model that this process asks itself."""
    return CheckedModel(llm.upstream_url.rstrip("/"), llm.upstream_model, protocol, llm.upstream_format)


def trust_in_words(standing: TrustStanding) -> str:
    """The standing for the operator: `weighed (never measured)`."""
    return f"{'believed' if standing.believes else 'weighed'} ({_why(standing)})"


def trust_remedy(standing: TrustStanding) -> str:
    """What the operator can do; empty if the model is believed, or weighed by hand."""
    match standing.reason:
        case TrustReason.PASSED | TrustReason.BY_HAND:
            return ""
        case TrustReason.FAILED if standing.cause is not None:
            return f"{CAUSE_HELP[standing.cause]}; then run voiced llm check"
        case _:
            return "voiced llm check measures it; a model that passes is believed"


def _why(standing: TrustStanding) -> str:
    day = "" if standing.since is None else f"{standing.since:%Y-%m-%d}"
    match standing.reason:
        case TrustReason.PASSED:
            return f"checked on {day}"
        case TrustReason.BY_HAND:
            return "llm.trust says so"
        case TrustReason.UNMEASURED:
            return "never measured"
        case TrustReason.FAILED:
            cause = "" if standing.cause is None else f": {CAUSE_WORDS[standing.cause]}"
            return f"measured on {day} and failed{cause}"
        case TrustReason.OLD:
            return f"the check of {day} is older than {VALID_FOR.days} days"
        case TrustReason.REVOKED:
            return f"revoked since {day}, because it began to fail"


CAUSE_WORDS = {
    CheckCause.SLOW: "slow",
    CheckCause.UNREADABLE: "bad JSON",
    CheckCause.TRAPPED: "fell for a trap",
    CheckCause.AMOUNTS: "wrong amounts",
    CheckCause.TYPES: "wrong types",
    CheckCause.DAYS: "wrong days",
    CheckCause.ROWS: "entries missing or too many",
    CheckCause.TALK: "talk taken for entries",
    CheckCause.CORRECTIONS: "misunderstood corrections",
    CheckCause.QUESTIONS: "misunderstood questions",
}
"""The causes for the operator."""
_LARGER = "use a larger model"
CAUSE_HELP = {
    CheckCause.SLOW: "raise llm.parse_deadline_seconds and llm.correction_deadline_seconds (at most 60), or use a faster model",
    CheckCause.UNREADABLE: "set llm.upstream_format to the strictest format that the API knows (json_schema, json_object or text)",
    CheckCause.TRAPPED: "use a model that tells words from orders",
    CheckCause.AMOUNTS: _LARGER,
    CheckCause.TYPES: _LARGER,
    CheckCause.DAYS: _LARGER,
    CheckCause.ROWS: _LARGER,
    CheckCause.TALK: _LARGER,
    CheckCause.CORRECTIONS: _LARGER,
    CheckCause.QUESTIONS: _LARGER,
}
"""What helps against each cause."""
