"""What holds after any sequence of whatever may happen: words, presses, answers late and twice, failures, crashes."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from tests.dialogue.anything import (
    ACTS,
    DRAFTS,
    OUTCOMES,
    POLICIES,
    PRESSES,
    SPEECH,
    WORLD,
    Act,
    Anything,
    Enter,
)
from voiced.dialogue.values.policy import Policy

UNHURRIED = settings(database=None, suppress_health_check=[HealthCheck.too_slow])


class ManyThings(RuleBasedStateMachine):
    """Sequences that are chosen with care, and shrink to the shortest that fails."""

    conversation: Anything

    @initialize(policy=st.sampled_from(POLICIES))
    def begin(self, policy: Policy) -> None:
        self.conversation = Anything(policy)

    @rule(act=st.sampled_from(SPEECH))
    def speaker(self, act: Act) -> None:
        self.conversation.do(act)

    @rule(act=st.sampled_from(PRESSES))
    def hand(self, act: Act) -> None:
        self.conversation.do(act)

    @rule(act=st.sampled_from(OUTCOMES))
    def outcome(self, act: Act) -> None:
        self.conversation.do(act)

    @rule(act=st.sampled_from(WORLD))
    def fate(self, act: Act) -> None:
        self.conversation.do(act)

    def teardown(self) -> None:
        if hasattr(self, "conversation"):
            self.conversation.still_listens()


@pytest.mark.timeout(900)
class TestManyThings(ManyThings.TestCase):
    settings = settings(UNHURRIED, max_examples=1_500, stateful_step_count=16)


@pytest.mark.timeout(900)
@settings(UNHURRIED, max_examples=9_000)
@given(
    policy=st.sampled_from(POLICIES),
    entries=st.sampled_from(DRAFTS),
    acts=st.binary(min_size=20, max_size=36),
)
def test_a_great_many_sequences_that_begin_with_a_draft(policy: Policy, entries: str, acts: bytes) -> None:
    """Two bytes are an act: drawn all at once, a sequence costs a fifth of what the rules above cost."""
    conversation = Anything(policy)
    conversation.do(Enter(entries))
    for high, low in zip(acts[::2], acts[1::2], strict=False):
        act = ACTS[(high << 8 | low) % len(ACTS)]
        note(f"{act}")
        conversation.do(act)
    conversation.still_listens()
