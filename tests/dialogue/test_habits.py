"""A household's habits in conversations: what two like corrections teach, and how it is said."""

from __future__ import annotations

from dataclasses import replace

from tests.support.now import NOW
from tests.support.script import LOCAL, in_session, play
from voiced.dialogue.machine import step
from voiced.dialogue.values import effects as fx
from voiced.dialogue.values import events as ev
from voiced.dialogue.values.policy import Policy
from voiced.dialogue.values.state import Dialogue
from voiced.domain.habits import Habit, HabitField
from voiced.domain.memory import LedgerMemory
from voiced.domain.transaction import TransactionType
from voiced.domain.vocabulary import DEFAULT_VOCABULARY

SOAP = Habit("洗衣液", TransactionType.EXPENSE, HabitField.CATEGORY, "餐饮", 2, NOW)
BY_WECHAT = replace(SOAP, field=HabitField.ACCOUNT, value="微信")


def knowing(*habits: Habit, policy: Policy = LOCAL) -> Dialogue:
    """A session of a household with these habits."""
    known = ev.LedgerKnown(DEFAULT_VOCABULARY, LedgerMemory(habits=habits))
    state, _ = step(policy, in_session(policy), known, MOMENT)
    return state
