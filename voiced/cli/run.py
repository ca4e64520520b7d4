"""`voiced run`: the daemon with a real microphone and speaker."""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from voiced.adapters.machine.card_place import published
from voiced.adapters.machine.clocks import SystemClock
from voiced.adapters.machine.paths import pid_files, start_file
from voiced.adapters.machine.pid_file import held
from voiced.adapters.machine.service_notify import ServiceNotify, StartPatience
from voiced.app.build_conversation import Surroundings
from voiced.app.build_ears import loader_for_daemon
from voiced.app.build_ledger import ledger_of
from voiced.app.build_sound import open_sound
from voiced.app.build_voice import bank_folder, neural_model, tell_missing_bank
from voiced.app.kept_preferences import KeptPreferences
from voiced.app.secret_files import fingerprints
from voiced.app.service import Service
from voiced.cli import options as shared
from voiced.cli.colours import Palette
from voiced.cli.command import CommandParser
from voiced.cli.transcripts import JsonLines, Transcript
from voiced.config import Settings
from voiced.ports.conversation import Clock, Watcher
from voiced.runtime.recognizer_shelf import RecognizerShelf

if TYPE_CHECKING:
    from voiced.app.build_daemon import OpenDaemon

_EPILOG = """\
examples:
  voiced run                            as configured; say the wake phrase, 小记小记, or: voiced wake
  voiced run --offline --db try.db      without a language model, with a ledger for trying it
  voiced service install --now          have systemd run it from now on
  voiced card                           the address of its page

signals:
  SIGUSR1          begin a session, as the wake phrase does
  SIGHUP           read the configuration anew; it applies after the present session
  SIGTERM, SIGINT  stop in order: finish a save in progress, drop an open draft
"""


@dataclass(frozen=True)
class _Options(shared.RecogniserOptions):
    db: Path | None
    speech_dir: Path | None
    json: bool
    debug_recording_dir: Path | None
    verbose: bool


def define(command: CommandParser) -> None:
    """Define the command."""
    command.explain(
        "Listens to the microphone and answers through the loudspeaker, until it is stopped.", _EPILOG
    )
    shared.add_recogniser_options(command)
    shared.add_written_ledger_option(command)
    shared.add_model_options(command)
    command.add_argument(
        "--speech-dir",
        type=Path,
        metavar="D",
        help="keep the daemon's sentences as numbered WAV files, in place of playing them",
    )
    command.add_argument(
        "--json", action="store_true", help="one event a line, as JSON (default: a transcript)"
    )
    shared.add_recording_option(command)
    command.run_with(_listen, _Options)


async def _listen(options: _Options) -> None:
    clock, notify, shelf = SystemClock(), ServiceNotify(), RecognizerShelf()
    transcript, start = _transcript(options, clock.monotonic), StartPatience(start_file(), notify)

    def reload() -> None:
        service.reload()

    choice = KeptPreferences(options.config, reload)
    service = Service(
        lambda: shared.settings_to_listen(options),
        lambda settings: _open(options, settings, clock, transcript, notify, shelf, choice),
        notify,
        _look_for_models,
        start.is_over,
        fingerprints,
    )
    _obey_signals(service)
    pid_file = pid_files()[0]
    with held(pid_file) as ours, start.under_way(lambda: service.is_stopping):
        if not ours:
            logging.getLogger(__name__).warning("%s: another daemon runs; both hear the speaker", pid_file)
        await service.run()
    shelf.close()
    transcript.end()


def _look_for_models(settings: Settings) -> None:
    """Look for the recogniser's model and for what the configured voice needs, without loading them.

    Raises:
        NoModelYet: one of them is missing.
    """
    loader_for_daemon(settings)
    if settings.voice.engine == "neural":
        neural_model(settings)
    if settings.voice.engine == "bank":
        bank_folder(settings)


@asynccontextmanager
async def _open(
    options: _Options,
    settings: Settings,
    clock: Clock,
    transcript: Watcher,
    notify: ServiceNotify,
    shelf: RecognizerShelf,
    choice: KeptPreferences,
) -> AsyncGenerator[OpenDaemon]:
    """A daemon with these settings and options; the address of its card is printed."""
    if not options.verbose:
        logging.getLogger("voiced").setLevel(settings.log.level.upper())
    tell_missing_bank(settings)
    async with open_sound(settings, clock) as sound:
        from voiced.app.build_daemon import open_daemon  # noqa: PLC0415 - 0.2 s of loading, while the microphone opens

        load = shelf.loader(settings.asr, loader_for_daemon(settings))
        around = Surroundings(
            options.db or ledger_of(settings),
            clock,
            transcript,
            options.speech_dir,
            utterance_folder=options.debug_recording_dir,
        )
        async with open_daemon(settings, around, sound, load, notify, choice) as opened:
            if opened.card is None:
                yield opened
                return
            with published(opened.card):
                # Others may read a journal, so the token goes to a terminal only; `voiced card` prints it on demand.
                place = opened.card if sys.stderr.isatty() else opened.card.without_token()
                for address in (place.address, *place.addresses_for_others):
                    print(f"card: {address}", file=sys.stderr, flush=True)
                yield opened


def _transcript(options: _Options, monotonic: Callable[[], float]) -> JsonLines | Transcript:
    if not options.json:
        return Transcript(Palette.of(sys.stdout))
    began = monotonic()
    return JsonLines(lambda: monotonic() - began)


def _obey_signals(service: Service) -> None:
    loop = asyncio.get_running_loop()
    for stop in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(stop, service.ask_to_stop)
    loop.add_signal_handler(signal.SIGUSR1, service.wake)
    loop.add_signal_handler(signal.SIGHUP, service.reload)
