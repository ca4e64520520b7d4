"""Everything that voiced raises on purpose, in one tree.

::

    VoicedError
    ├── WrongInput            the user can mend it; the command line prints one line and exits with 2
    │   ├── ConfigWrong         an unknown key, a bad value, an unreadable file
    │   ├── AudioWrong          a missing file, no WAV, an unsupported or empty WAV
    │   ├── ModelMissing        a model or an engine that is not installed
    │   │   └── NoModelYet        a model is missing or incomplete; the daemon can wait for it
    │   ├── RequestWrong        a request to the gateway that has another form
    │   ├── InstallationWrong   a service that cannot be installed as asked
    │   └── LedgerUnusable      a database that cannot be read or is of a newer version
    └── Failure               the world did not do its part; the dialogue goes on
        ├── LedgerFailure       a row could not be written or read
        │   ├── LedgerRefusal     a rule of the ledger forbids it: trying again will not help
        │   ├── LedgerAway        the server that keeps the ledger cannot be reached
        │   ├── LedgerMoved       the ledger's file is not in its place any more
        │   ├── BatchConflict     another batch with this id is already written
        │   └── NotInLedger       a row or a batch of that id was never written
        ├── InterpreterFailure  the language model did not answer, or not usefully
        │   ├── InterpreterUnreachable  … since it cannot be reached: no network, or the connection is refused
        │   └── UpstreamFailure   the model behind the gateway did not; its reason goes out with HTTP 502
        │       ├── UpstreamUnreachable  … since it cannot be reached; HTTP 503
        │       └── UpstreamLate    … not in time; HTTP 504
        ├── RecognizerFailure   speech could not be turned into text
        ├── VoiceFailure        a sentence could not be synthesised or played
        ├── MicrophoneFailure   no sound comes in
        ├── DownloadFailure     a model could not be fetched whole
        ├── InstallationFailure a step of installing or removing the service could not be done
        └── NotRunning          the daemon that is to be told something does not run

Mistakes of the person who speaks are never exceptions: they are values that the dialogue answers.
A message says what is wrong, where, and what to do.
"""


class VoicedError(Exception):
    """Base of all errors that voiced raises on purpose."""


class WrongInput(VoicedError):  # noqa: N818 - named by what it is, as kopf and httpx do
    """Input that the person who operates the daemon can mend."""


class ConfigWrong(WrongInput):
    """The configuration has an unknown key, a bad value or cannot be read."""


class AudioWrong(WrongInput):
    """An audio file is missing, is no WAV, or is of a form that is not supported."""


class ModelMissing(WrongInput):
    """A model or a speech engine is not installed."""


class NoModelYet(ModelMissing):
    """A model is missing or incomplete. It may be put there later, so a service waits for it."""


class RequestWrong(WrongInput):
    """A request to the gateway is no JSON or has another form than its description says."""


class InstallationWrong(WrongInput):
    """The service cannot be installed or removed as asked."""


class LedgerUnusable(WrongInput):
    """The database cannot be opened, is no ledger, or was written by a newer version."""


class Failure(VoicedError):  # noqa: N818 - see WrongInput
    """The outside world did not do its part; what the user said is not lost."""


class LedgerFailure(Failure):
    """Rows could not be written or read. Nothing was written in part."""


class LedgerRefusal(LedgerFailure):
    """A rule of the ledger forbids what was to be written; trying it again will not help."""


class LedgerAway(LedgerFailure):
    """The server that keeps the ledger cannot be reached. Whether it did what was asked last is not known."""


class LedgerMoved(LedgerFailure):
    """The ledger's file was removed or replaced while it was open. Whoever opens it now finds another ledger."""


class BatchConflict(LedgerFailure):
    """A batch with this id but other rows is already in the ledger."""


class NotInLedger(LedgerFailure):
    """The ledger never held a row or a batch of this id."""


class InterpreterFailure(Failure):
    """The language model did not answer in time, or not usefully."""


class InterpreterUnreachable(InterpreterFailure):
    """The language model cannot be reached: the connection was refused, or there is no network."""


class UpstreamFailure(InterpreterFailure):
    """The model behind the gateway refused, or gave an answer that cannot be used."""


class UpstreamUnreachable(UpstreamFailure, InterpreterUnreachable):
    """The model behind the gateway cannot be reached: the connection was refused, or there is no network."""


class UpstreamLate(UpstreamFailure):
    """The model behind the gateway did not answer in time."""


class RecognizerFailure(Failure):
    """Speech could not be turned into text."""


class VoiceFailure(Failure):
    """A sentence could not be synthesised or played."""


class MicrophoneFailure(Failure):
    """No sound comes in from the microphone."""


class DownloadFailure(Failure):
    """A model could not be fetched, or what came is not what it should be. Nothing was put into place."""


class InstallationFailure(Failure):
    """A step of installing or removing the service could not be done. What was done before it stays."""


class NotRunning(Failure):
    """The daemon that a command is meant for does not run, or is not ours to signal."""
