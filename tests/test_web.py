"""What is wrong with a request, or behind the server, has one HTTP answer: for the card and for the gateway."""

from __future__ import annotations

import json

import pytest

from voiced.errors import (
    BatchConflict,
    LedgerFailure,
    NotInLedger,
    RequestWrong,
    UpstreamFailure,
    UpstreamLate,
    UpstreamUnreachable,
    VoicedError,
    VoiceFailure,
)
from voiced.web import BodyTooLong, answer_to


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (RequestWrong("x"), 400, "bad_request"),
        (BodyTooLong("x"), 413, "too_long"),
        (NotInLedger("x"), 404, "not_found"),
        (LedgerFailure("x"), 503, "ledger_failed"),
        (BatchConflict("x"), 503, "ledger_failed"),
        (UpstreamFailure("x"), 502, "upstream_failed"),
        (UpstreamUnreachable("x"), 503, "upstream_unreachable"),
        (UpstreamLate("x"), 504, "upstream_late"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, VoicedError) else "",
)
def test_an_error_has_the_status_and_the_code_of_its_kind(error: VoicedError, status: int, code: str) -> None:
    answer = answer_to(error)
    assert answer.status_code == status
    assert json.loads(bytes(answer.body)) == {"error": {"code": code, "message": "x"}}


def test_an_error_that_no_request_leads_to_goes_on() -> None:
    with pytest.raises(VoiceFailure):
        answer_to(VoiceFailure("x"))
