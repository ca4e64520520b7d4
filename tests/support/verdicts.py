"""Verdicts on a model, as `voiced llm check` keeps them."""

from __future__ import annotations

from datetime import datetime

from tests.support.now import NOW
from voiced.gateway.check.cases import check_digest
from voiced.gateway.check.verdict import CheckedModel, CheckFigures, CheckVerdict, Share
from voiced.ports.trust import CheckCause

URL = "http://127.0.0.1:11434/v1"
MODEL = CheckedModel(URL, "qwen", "structured", "json_schema")
DIGEST = check_digest("structured")
FIGURES = CheckFigures(10, 10, Share(5, 5), Share(4, 4), Share(1, 1), 0, 0, 0.5, 0.5)


def a_verdict(
    *, model: CheckedModel = MODEL, at: datetime = NOW, causes: tuple[CheckCause, ...] = ()
) -> CheckVerdict:
    """A verdict on the model; passed unless there is a cause against it."""
    return CheckVerdict(model, DIGEST, at, passed=not causes, causes=causes, figures=FIGURES)
