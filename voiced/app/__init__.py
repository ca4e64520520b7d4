"""The composition root: the only place that names adapters and knows the settings."""

from voiced.app.behaviour import patience_of, policy_of
from voiced.app.conversation import Surroundings, open_conversation
from voiced.app.daemon import OpenDaemon, open_daemon
from voiced.app.ears import Engine, kept_utterances, open_ears, recognizer_loader, voice_activity_of
from voiced.app.ledger import LedgerPlace, ledger_of, open_ledger
from voiced.app.model import gateway_of
from voiced.app.service import Service

__all__ = [
    "Engine",
    "LedgerPlace",
    "OpenDaemon",
    "Service",
    "Surroundings",
    "gateway_of",
    "kept_utterances",
    "ledger_of",
    "open_conversation",
    "open_daemon",
    "open_ears",
    "open_ledger",
    "patience_of",
    "policy_of",
    "recognizer_loader",
    "voice_activity_of",
]
