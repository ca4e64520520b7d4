"""The reply to our offer of entries: a yes, a no, or words that do not decide."""

from __future__ import annotations

from enum import Enum, auto

from voiced.language.commands import command as cmd
from voiced.language.commands.asides import CALLED_OFF
from voiced.language.commands.classifier import Utterance
from voiced.language.commands.guards import denies_change


class OfferReply(Enum):
    """The decision about an offer. UNCLEAR is 「不改」, which may mean yes or no. OTHER words may state an amount."""

    YES = auto()
    NO = auto()
    UNCLEAR = auto()
    OTHER = auto()


def reply_of(utterance: Utterance) -> OfferReply:
    """The reply to an offer. 取消 declines no offer: it may concern the draft."""
    command = utterance.command
    if isinstance(command, cmd.NoDecision):
        return OfferReply.OTHER
    match command:
        case cmd.Denial():
            return OfferReply.NO
        case cmd.CancelAll() if CALLED_OFF not in utterance.said:
            return OfferReply.NO
        case cmd.ConfirmAll() if denies_change(utterance.wording):
            return OfferReply.UNCLEAR
        case cmd.Assent() | cmd.ConfirmAll():
            return OfferReply.YES
        case (
            cmd.CancelAll()
            | cmd.ConfirmRows()
            | cmd.ConfirmOnly()
            | cmd.CancelRows()
            | cmd.KeepRows()
            | cmd.Restart()
            | cmd.Exit()
            | cmd.Continue()
            | cmd.ReadOut()
            | cmd.Compound()
        ):
            return OfferReply.OTHER
