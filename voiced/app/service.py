"""The daemon from start to stop: built from the settings, and rebuilt from new ones between two sessions."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, suppress
from typing import TYPE_CHECKING

import msgspec

from voiced.adapters.machine.pid_file import marked_as_waiting
from voiced.adapters.machine.service_notify import ServiceNotify
from voiced.config import SECTIONS, Settings
from voiced.domain.doubling import Doubling
from voiced.errors import NoModelYet, VoicedError, WrongInput
from voiced.runtime.daemon import AT_ONCE, Daemon, DaemonEnding

if TYPE_CHECKING:
    from voiced.app.build_daemon import OpenDaemon

log = logging.getLogger(__name__)

LOOK_SECONDS, _LONGEST_LOOK_SECONDS = 3.0, 20.0
"""The pause between two searches for a missing model; it grows while a model is found but cannot be loaded."""


class Service:
    """Runs one daemon after the other, each with the current settings, and reports to the service manager."""

    def __init__(
        self,
        read: Callable[[], Settings],
        open_with: Callable[[Settings], AbstractAsyncContextManager[OpenDaemon]],
        notify: ServiceNotify,
        look_for_models: Callable[[Settings], None],
        on_begun: Callable[[], None] = lambda: None,
        fingerprints: Callable[[Settings], Mapping[str, str]] = lambda _: {},
    ) -> None:
        """Prepare.

        Args:
            read: reads the settings.
            open_with: opens a daemon with these settings.
            notify: the service manager.
            look_for_models: raises `NoModelYet` if a daemon with these settings lacks a model.
            on_begun: called once, when the service has begun.
            fingerprints: gives a digest of each file that belongs to the settings, by the name to tell of it.

        Raises:
            ConfigWrong: the settings are wrong.
        """
        self._read = read
        self._open_with = open_with
        self._notify = notify
        self._look_for_models = look_for_models
        self._on_begun = on_begun
        self._fingerprints = fingerprints
        self._stirred = asyncio.Event()
        self._pause = Doubling(LOOK_SECONDS, _LONGEST_LOOK_SECONDS)
        self._settings = read()
        self._in_use = fingerprints(self._settings)
        self._next: Settings | None = None
        self._daemon: Daemon | None = None
        self._is_stopping = False
        self._is_called = False

    @property
    def is_stopping(self) -> bool:
        """Whether it was asked to end."""
        return self._is_stopping

    def wake(self) -> None:
        """Begin a session, as the button does, or as soon as the daemon is open."""
        if self._daemon is not None:
            self._daemon.wake()
        else:
            self._is_called = True

    def ask_to_stop(self) -> None:
        """End in good order, soon."""
        self._is_stopping = True
        self._stirred.set()
        self._notify.stopping()
        if self._daemon is not None:
            self._daemon.ask_to_stop()

    def reload(self) -> None:
        """Read the settings anew. They take effect as soon as no session is open; wrong settings are ignored."""
        self._notify.reloading()
        try:
            self._take(self._read())
        except WrongInput as error:
            every_mistake = str(error).replace("\n", "; ")
            log.error("%s; the settings stay as they are", every_mistake)  # noqa: TRY400 - no traceback of use
        self._notify.ready()

    async def run(self) -> None:
        """Run until asked to stop.

        A service waits for a missing model, so that it begins without another start. In the foreground a missing model
        is a mistake.

        Raises:
            WrongInput: the daemon cannot be built from its first settings.
            Failure: an essential part failed.
        """
        begin = AT_ONCE if self._settings.session.start == "at_once" else None
        tell_open = self._tell_begun
        while not self._is_stopping:
            async with AsyncExitStack() as stack:
                try:
                    self._daemon = (await self._opened(stack)).daemon
                except NoModelYet as missing:
                    if not self._notify.is_heard:
                        raise
                    tell_open()
                    tell_open = self._notify.alive
                    await self._wait_for_model(missing)
                    continue
                if self._is_stopping:
                    return
                self._in_use = self._fingerprints(
                    self._settings
                )  # the daemon may have written a missing file
                self._pause = self._pause.after_success()
                tell_open()
                tell_open = self._notify.alive
                if self._next is not None:
                    self._daemon.ask_to_make_way()
                if self._is_called:
                    begin, self._is_called = AT_ONCE, False
                if await self._daemon.run(begin=begin) is DaemonEnding.STOPPED:
                    return
                self._daemon, begin = None, None

    def _tell_begun(self) -> None:
        self._on_begun()
        self._notify.ready()

    async def _opened(self, stack: AsyncExitStack) -> OpenDaemon:
        """The daemon with the next settings, or with the previous ones if those fail."""
        fresh, self._next = self._next, None
        if fresh is None:
            return await stack.enter_async_context(self._open_with(self._settings))
        # A reload from now on is compared with the fresh settings, since it may bring the previous ones back.
        before, self._settings = self._settings, fresh
        self._notify.alive()  # loading a recogniser may take half the time until the next sign of life is due
        try:
            opened = await stack.enter_async_context(self._open_with(fresh))
        except (VoicedError, OSError) as error:  # OSError: no permission to look at a configured path
            log.error("%s; the settings stay as they were", error)  # noqa: TRY400 - no traceback of use
            self._notify.alive()  # the previous recogniser is loaded once more
            self._settings = before
            return await stack.enter_async_context(self._open_with(before))
        log.info("the new settings are in effect")
        return opened

    async def _wait_for_model(self, missing: NoModelYet) -> None:
        """Return when the model is installed, when new settings work without it, or when the service must stop."""
        log.error("%s; the service waits for it", missing)
        self._notify.status(f"waits for a model: {missing}")
        with marked_as_waiting():
            while True:
                self._notify.alive()
                with suppress(TimeoutError):
                    async with asyncio.timeout(self._pause.seconds):
                        await self._stirred.wait()
                self._stirred.clear()
                if self._is_stopping:
                    return
                if not self._lacks_model():
                    break
        if self._next is None:
            log.info("the model is installed")
        self._pause = self._pause.after_failure()  # reset when the daemon opens
        self._is_called = False  # the button was pressed while the daemon was deaf

    def _lacks_model(self) -> bool:
        """Whether the next settings lack their model. Opening the daemon reports their other mistakes."""
        try:
            self._look_for_models(self._settings if self._next is None else self._next)
        except NoModelYet:
            return True
        except (VoicedError, OSError):
            return False
        return False

    def _changed_files(self, fresh: Settings) -> Iterator[str]:
        """The files whose content differs from what the daemon has read; a new file shows in its key."""
        for name, digest in self._fingerprints(fresh).items():
            if self._in_use.get(name, digest) != digest:
                yield name

    def _take(self, fresh: Settings) -> None:
        changed = ", ".join((*_changed(self._settings, fresh), *self._changed_files(fresh)))
        if not changed:
            log.info("the settings are unchanged")
            self._next = None
            return
        log.info("changed: %s; it takes effect as soon as no session is open", changed)
        self._next = fresh
        self._stirred.set()
        if self._daemon is not None:
            self._daemon.ask_to_make_way()


def _changed(before: Settings, after: Settings) -> Iterator[str]:
    """The keys whose values differ."""
    old, new = (msgspec.structs.asdict(one) for one in (before, after))
    for section, names in SECTIONS.items():
        for name in names:
            if getattr(old[section], name) != getattr(new[section], name):
                yield f"{section}.{name}"
