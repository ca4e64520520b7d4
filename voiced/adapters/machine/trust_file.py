"""The kept verdicts on language models, and the models that began to fail since: one JSON file that only its owner reads."""

from __future__ import annotations

import logging
from datetime import datetime
from pathlib import Path

import msgspec
from msgspec import Struct

from voiced.adapters.machine.secrets import write_secret
from voiced.gateway.check.verdict import CheckedModel, CheckVerdict

log = logging.getLogger(__name__)

_MOST_KEPT = 50
"""The newest verdicts and revocations that are kept: more than the models that a household tries."""


class _Revoked(Struct, frozen=True):
    address: str
    model: str
    at: datetime


class _Kept(Struct, frozen=True):
    verdicts: tuple[CheckVerdict, ...] = ()
    revoked: tuple[_Revoked, ...] = ()


class TrustFile:
    """Reads the file anew after each change of it, also by another process. A broken file counts as empty."""

    def __init__(self, path: Path) -> None:
        """Prepare; the file and its folder are made with the first verdict."""
        self.path = path
        self._stamp: tuple[int, int] | None = None
        self._read = _Kept()

    def keep(self, verdict: CheckVerdict) -> None:
        """Keep a verdict in the place of an earlier one on the same model. A passed check ends a revocation.

        Raises:
            OSError: the file cannot be written.
        """
        kept = self._kept()
        others = [one for one in kept.verdicts if one.model != verdict.model]
        revoked = [one for one in kept.revoked if not (verdict.passed and _is_of(one, verdict.model))]
        self._write(_Kept((verdict, *others)[:_MOST_KEPT], tuple(revoked)))

    def revoke(self, model: CheckedModel, at: datetime) -> None:
        """Have the model weighed until it passes the check again.

        Raises:
            OSError: the file cannot be written.
        """
        kept = self._kept()
        others = [one for one in kept.revoked if not _is_of(one, model)]
        revoked = (_Revoked(model.address, model.model, at), *others)[:_MOST_KEPT]
        self._write(_Kept(kept.verdicts, revoked))

    def verdict_on(self, model: CheckedModel, digest: str) -> CheckVerdict | None:
        """The verdict on this model by these prompts and cases; behind a gateway whose model is unknown yet, the newest."""
        found = [
            one for one in self._kept().verdicts if one.digest == digest and _is_the_same(model, one.model)
        ]
        return max(found, key=lambda one: one.measured_at, default=None)

    def revoked_at(self, model: CheckedModel) -> datetime | None:
        """The time since which the model is weighed; None if it is not revoked."""
        return max((one.at for one in self._kept().revoked if _is_of(one, model)), default=None)

    def _kept(self) -> _Kept:
        try:
            stat = self.path.stat()
            stamp = stat.st_mtime_ns, stat.st_size
            if stamp != self._stamp:
                # The stamp is kept of a broken file too, so that it is told once.
                self._stamp, self._read = stamp, _Kept()
                self._read = msgspec.json.decode(self.path.read_bytes(), type=_Kept)
        except FileNotFoundError:
            self._stamp, self._read = None, _Kept()
        except OSError as error:
            self._read = _Kept()
            log.warning("%s: %s; the language model counts as unmeasured", self.path, error.strerror)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            log.warning("%s: is broken; the language model counts as unmeasured", self.path)
        return self._read

    def _write(self, kept: _Kept) -> None:
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_secret(self.path, msgspec.json.format(msgspec.json.encode(kept)) + b"\n")
        self._stamp = None


def _is_the_same(asked: CheckedModel, checked: CheckedModel) -> bool:
    if not asked.model:
        asked = msgspec.structs.replace(asked, model=checked.model)
    return asked == checked


def _is_of(revoked: _Revoked, model: CheckedModel) -> bool:
    """Whether the model was revoked; one without a known name shares the fate of every model at its address."""
    is_same = not model.model or not revoked.model or model.model == revoked.model
    return is_same and model.address == revoked.address
