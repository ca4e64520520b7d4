"""What the options say goes before the configuration."""

from __future__ import annotations

import pytest

from voiced.adapters.absent import NoInterpreter
from voiced.app.build_conversation import policy_of
from voiced.app.build_model import interpreter_of
from voiced.cli.options import ModelOptions, settings_of


@pytest.mark.parametrize("key", ["BASE_URL", "UPSTREAM_URL"])
def test_offline_asks_neither_a_gateway_nor_a_model_that_is_configured(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(f"VOICED_LLM__{key}", "http://127.0.0.1:9/v1")
    settings = settings_of(ModelOptions(config=None, llm=None, offline=True))
    assert not policy_of(settings).model_configured
    assert isinstance(interpreter_of(settings), NoInterpreter)
