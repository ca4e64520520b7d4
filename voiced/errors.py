"""The tree of all errors that voiced raises on purpose.

::

    VoicedError
    ├── WrongInput            the user can repair it; the command line prints one line and exits with 2
    │   ├── ConfigWrong         an unknown key, a bad value, an unreadable file
    │   ├── AudioWrong          a file that is missing, empty or not a supported WAV
    │   ├── ModelMissing        a model or an engine that is not installed
    │   │   └── NoModelYet        a model is missing or incomplete; the daemon can wait for it
    │   ├── RequestWrong        a request to the gateway or the card that has the wrong form
    │   ├── InstallationWrong   a service that cannot be installed as asked
    │   └── LedgerUnusable      a database that cannot be read or is of a newer version
    └── Failure               something outside voiced failed; the dialogue goes on
        ├── LedgerFailure       a row could not be written or read
        │   ├── LedgerRefusal     a rule of the ledger forbids it: trying again will not help
        │   ├── LedgerAway        the server that keeps the ledger cannot be reached
        │   ├── LedgerMoved       the ledger's file was removed or replaced
        │   ├── BatchConflict     another batch with this id is already written
        │   └── NotInLedger       a row or a batch of that id was never written
        ├── InterpreterFailure  the language model gave no useful answer in time
        │   ├── InterpreterUnreachable  it cannot be reached: no network, or the connection is refused
        │   └── UpstreamFailure   the model behind the gateway failed; the gateway answers HTTP 502 with the reason
        │       ├── UpstreamUnreachable  it cannot be reached; HTTP 503
        │       └── UpstreamLate    it did not answer in time; HTTP 504
        ├── RecognizerFailure   speech could not be turned into text
        ├── VoiceFailure        a sentence could not be synthesised or played
        ├── MicrophoneFailure   the microphone delivers no sound
        ├── DownloadFailure     a model could not be downloaded
        ├── ConversationFailure the conversation of a source of sent words failed
        ├── Overloaded          too many requests wait for an answer
        ├── InstallationFailure a step of installing or removing the service failed
        └── NotRunning          the daemon that a command addresses is not running

A mistake of the speaker is never an exception: it is a value that the dialogue answers.
A message says what is wrong, where, and what to do.
"""

import errno
from pathlib import Path
from typing import Self


class VoicedError(Exception):
    """Base of all errors that voiced raises on purpose."""


class WrongInput(VoicedError):  # noqa: N818 - named by what it is, as kopf and httpx do
    """Input that the operator of the daemon can repair."""


class ConfigWrong(WrongInput):
    """The configuration has an unknown key or a bad value, or it cannot be read."""


class AudioWrong(WrongInput):
    """An audio file is missing or empty, or it is not a supported WAV file."""


class ModelMissing(WrongInput):
    """A model or a speech engine is not installed."""


class NoModelYet(ModelMissing):
    """A model is missing or incomplete. It may be installed later, so a service waits for it."""


class RequestWrong(WrongInput):
    """A request to the gateway or the card is not JSON, or it differs from the documented form."""


class InstallationWrong(WrongInput):
    """The service cannot be installed or removed as asked."""


class LedgerUnusable(WrongInput):
    """The database cannot be opened, is not a ledger, or was written by a newer version."""

    @classmethod
    def missing(cls, ledger: Path) -> Self:
        """There is no file with this name."""
        return cls(f"{ledger}: there is no such ledger; name another with --db")


class Failure(VoicedError):  # noqa: N818 - see WrongInput
    """Something outside voiced failed. The draft is kept."""


class LedgerFailure(Failure):
    """Rows could not be written or read. No write is ever done in part."""


class LedgerRefusal(LedgerFailure):
    """A rule of the ledger forbids the write; trying again will not help."""


class LedgerAway(LedgerFailure):
    """The server that keeps the ledger cannot be reached. It may have carried out the last request."""


class LedgerMoved(LedgerFailure):
    """The ledger's file was removed or replaced while it was open. Opening it anew would open another ledger."""


class BatchConflict(LedgerFailure):
    """A batch with this id but other rows is already in the ledger."""


class NotInLedger(LedgerFailure):
    """The ledger never held a row or a batch of this id."""


class InterpreterFailure(Failure):
    """The language model gave no useful answer in time."""


class InterpreterUnreachable(InterpreterFailure):
    """The language model cannot be reached: the connection was refused, or there is no network."""


class UpstreamFailure(InterpreterFailure):
    """The model behind the gateway refused, or gave an unusable answer."""


class UpstreamUnreachable(UpstreamFailure, InterpreterUnreachable):
    """The model behind the gateway cannot be reached: the connection was refused, or there is no network."""


UNREACHABLE = "upstream_unreachable"
"""The code of that error, sent with HTTP 503: it tells a daemon that it is offline though its gateway is there."""


class UpstreamLate(UpstreamFailure):
    """The model behind the gateway did not answer in time."""


class RecognizerFailure(Failure):
    """Speech could not be turned into text."""


class VoiceFailure(Failure):
    """A sentence could not be synthesised or played."""


class BrokerAway(Failure):
    """There is no broker of MQTT at the address, it refuses us, or the connection was lost."""


class MicrophoneFailure(Failure):
    """The microphone delivers no sound."""


class DownloadFailure(Failure):
    """A model could not be downloaded, or the download is not the expected file. Nothing was installed."""


class ConversationFailure(Failure):
    """The conversation of a source of sent words failed. Its draft is kept, and its next words begin it anew."""


class Overloaded(Failure):
    """Too many requests wait for an answer; a later one may be taken."""


class InstallationFailure(Failure):
    """A step of installing or removing the service failed. The steps before it stay done."""


class NotRunning(Failure):
    """The daemon that a command addresses is not running, or this user may not signal it."""

    def __init__(self, reason: str = "voiced is not running; start it with: voiced run") -> None:
        super().__init__(reason)


DISK_TROUBLE = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO})
"""Numbers of an `OSError` where the input is right and a later attempt may succeed: the disk is full or fails."""
