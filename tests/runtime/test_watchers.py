"""Several watchers of one conversation: each is told everything, and one that fails does no harm."""

from __future__ import annotations

import logging

import pytest

from tests.support.fakes import RecordingWatcher
from voiced.dialogue.values import effects as fx
from voiced.dialogue.values.state import Phase
from voiced.ports.conversation import Report
from voiced.runtime.watchers import Watchers


class Broken:
    def tell(self, report: Report) -> None:
        raise ValueError(report)


def test_all_are_told_everything_in_order() -> None:
    one, two = RecordingWatcher(), RecordingWatcher()
    both = Watchers(one, two)
    both.tell(fx.ChangeState(Phase.LISTENING))
    both.tell(fx.TellPartialText("午"))
    both.tell(fx.TellFinalText("午饭", None))
    assert one.reports == two.reports == ["state LISTENING", "partial 午", "final 午饭 -"]


def test_one_that_raises_is_logged_without_what_was_said(caplog: pytest.LogCaptureFixture) -> None:
    other = RecordingWatcher()
    with caplog.at_level(logging.WARNING):
        Watchers(Broken(), other).tell(fx.TellFinalText("秘密", None))
    assert other.reports == ["final 秘密 -"]
    assert "Broken failed" in caplog.text
    assert "秘密" not in caplog.text
