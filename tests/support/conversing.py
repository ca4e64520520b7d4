"""A conversation with stand-ins for the world: silent and offline, unless a test gives other parts."""

from __future__ import annotations

from uuid import UUID

from tests.support.now import NOW
from voiced.adapters.absent import NoInterpreter, SilentPlayer, SilentVoice
from voiced.adapters.machine.clocks import SampleClock
from voiced.dialogue.values import events as ev
from voiced.dialogue.values.policy import Policy
from voiced.ports.conversation import Clock, Interpreter, Watcher
from voiced.ports.ledger import Ledger
from voiced.ports.sound import Player, Voice
from voiced.runtime.conversation import Conversation, World

OFFLINE = Policy(offline=True)
ASKING = Policy(model_configured=True, local_first=False)
"""Every sentence goes to the model."""


def world(
    ledger: Ledger,
    watcher: Watcher,
    *,
    clock: Clock | None = None,
    interpreter: Interpreter | None = None,
    voice: Voice | None = None,
    player: Player | None = None,
) -> World:
    """A world of these parts; ids are counted from 1."""
    ids = iter(range(1, 1_000_000))
    return World(
        clock=clock or SampleClock(NOW),
        ledger=ledger,
        interpreter=interpreter or NoInterpreter(),
        voice=voice or SilentVoice(),
        player=player or SilentPlayer(),
        watcher=watcher,
        fresh_id=lambda: str(UUID(int=next(ids))),
    )


async def wake(conversation: Conversation) -> None:
    """Begin a session."""
    conversation.post(ev.Woken())
    await conversation.settled()


async def say(conversation: Conversation, *texts: str) -> None:
    """Say each of the sentences, and after each let the daemon finish its answer."""
    for text in texts:
        conversation.post(ev.Heard(text))
        await conversation.settled()
