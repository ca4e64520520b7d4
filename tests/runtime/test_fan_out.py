"""Several who watch: each hears everything, and one that fails hurts nobody."""

from __future__ import annotations

import logging

import pytest

from voiced.card.card import Card
from voiced.dialogue.phase import Phase
from voiced.runtime.fan_out import FanOut


class Broken(Card):
    def on_final_text(self, text: str, batch: object) -> None:
        raise ValueError(text)


def test_all_hear_everything():
    one, two = Card(), Card()
    both = FanOut(one, two)
    both.on_state_changed(Phase.LISTENING)
    both.on_speech_detected()
    both.on_nothing_heard()
    assert not one.state.hearing
    both.on_partial_text("午")
    both.on_final_text("午饭", None)
    both.on_interim_text("午饭")
    both.on_draft_batch_updated(None, 3)
    both.on_speaking("没听清")
    both.on_saved("b1", ())
    both.on_revised(())
    both.on_answer(())
    both.on_continue_recording()
    both.on_error("e")
    both.on_microphone_lost("unplugged")
    assert one.state == two.state
    assert (one.state.heard, one.state.revision, one.state.said) == ("午饭", 3, "没听清")
    both.on_microphone_back()
    assert not one.state.microphone_lost


def test_one_that_raises_is_logged_without_what_was_said(caplog: pytest.LogCaptureFixture):
    card = Card()
    with caplog.at_level(logging.WARNING):
        FanOut(Broken(), card).on_final_text("秘密", None)
    assert card.state.heard == "秘密"
    assert "Broken failed" in caplog.text
    assert "秘密" not in caplog.text
