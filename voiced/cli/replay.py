"""`voiced replay`: plays recorded or typed user turns through the whole daemon."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Generator, Sequence
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from voiced.adapters.machine.clocks import SampleClock
from voiced.app.build_conversation import Surroundings, open_conversation, open_conversations
from voiced.app.build_ears import kept_utterances, open_ears, recognizer_loader
from voiced.card.card import Card
from voiced.cli import options as shared
from voiced.cli.colours import Palette
from voiced.cli.command import CommandParser
from voiced.cli.transcripts import JsonLines, Transcript
from voiced.config import Settings
from voiced.errors import LedgerFailure, WrongInput
from voiced.runtime.replaying import PressedTurn, Replay, ReplayTurn, SpokenTurn, TypedTurn
from voiced.runtime.watchers import Watchers

if TYPE_CHECKING:
    from voiced.card.socket import Pages

_TYPED, _PRESSED = "text:", "card:"
_EPILOG = """\
examples:
  voiced replay text:午饭35块 text:确认 --offline                 without --db, the ledger is deleted afterwards
  voiced replay 1.wav 2.wav --asr whisper --db try.db --json     recorded turns into a ledger of yours
  voiced replay text:午饭35块 card: --card 8400                   the second turn is pressed on the page
"""


def define(command: CommandParser) -> None:
    """Define the command."""
    command.explain(
        "Plays user turns through the whole daemon. The next turn starts when the daemon has answered.",
        _EPILOG,
    )
    command.add_argument(
        "turns",
        metavar="TURN",
        nargs="+",
        help="a WAV file, text:… to skip the audio half, or card: for the next press on the card",
    )
    shared.add_recogniser_options(command)
    command.add_argument("--db", type=Path, metavar="F", help="ledger to write to (default: a temporary one)")
    shared.add_model_options(command)
    command.add_argument(
        "--speech-dir", type=Path, metavar="D", help="keep the daemon's sentences as numbered WAV files"
    )
    command.add_argument("--json", action="store_true", help="one event a line, as JSON")
    command.add_argument(
        "--now", metavar="TIME", help="local time of the first sample, ISO 8601 (default: now)"
    )
    command.add_argument(
        "--card",
        type=int,
        metavar="PORT",
        help="serve the card there: begin when a page is open, end when the last one is closed",
    )
    shared.add_recording_option(command)
    command.run_with(_replay, shared.RecogniserOptions)


async def _replay(
    options: shared.RecogniserOptions,
    *,
    turns: Sequence[str],
    db: Path | None,
    speech_dir: Path | None,
    json: bool,
    now: str | None,
    card: int | None,
    debug_recording_dir: Path | None,
) -> None:
    # All arguments are checked before the ledger is created.
    settings = _with_card(shared.settings_to_listen(options), card)
    clock = SampleClock(shared.local_time(now))
    played = [_turn(argument) for argument in turns if argument != _PRESSED or card is None]
    load = recognizer_loader(settings) if any(isinstance(turn, SpokenTurn) for turn in played) else None
    transcript = JsonLines(lambda: clock.heard_seconds) if json else Transcript(Palette.of(sys.stdout))
    page = Card()
    watcher = transcript if card is None else Watchers(transcript, page)
    async with AsyncExitStack() as stack:
        around = Surroundings(
            stack.enter_context(_ledger(db)),
            clock,
            watcher,
            speech_dir,
            utterance_folder=debug_recording_dir,
        )
        conversation = await stack.enter_async_context(open_conversation(settings, around))
        ears = None
        if load is not None:
            ears = await stack.enter_async_context(open_ears(settings, conversation, load))
            keep = stack.enter_context(kept_utterances(around, conversation))
            ears.watch(on_endpoint=lambda: None, on_utterance=keep)
        replay = Replay(conversation, ears, clock.advance)
        if card is None:
            await replay.play(played)
        else:
            from voiced.app.build_card import open_card  # noqa: PLC0415 - its server takes 0.2 s, where there is a card

            conversations = await stack.enter_async_context(
                open_conversations(settings, conversation, around)
            )
            served = await stack.enter_async_context(open_card(settings, conversations, page, around))
            print(f"card: {served.place.address}", file=sys.stderr, flush=True)
            await served.pages.until(lambda: served.pages.open_pages > 0)
            await replay.play(_with_presses(turns, played, served.pages))
            await served.pages.until(lambda: served.pages.open_pages == 0)
        transcript.end()
        await conversation.stop()


@contextmanager
def _ledger(db: Path | None) -> Generator[Path]:
    """The named ledger, or a scratch one, which is deleted afterwards."""
    if db is not None:
        yield db
        return
    try:
        scratch = tempfile.TemporaryDirectory(prefix="voiced-")
    except OSError as error:
        raise LedgerFailure(
            f"there is no place for a scratch ledger: {error.strerror}; make room, or name a ledger with --db"
        ) from error
    with scratch as folder:
        # Backups carry the name of their ledger, and no backup carries this name.
        yield Path(folder) / "replay.db"


def _with_card(settings: Settings, port: int | None) -> Settings:
    """The settings with the card at this port.

    Raises:
        WrongInput: the number is not a port.
    """
    if port is None:
        return settings
    if not 0 <= port <= 65_535:
        raise WrongInput(f"--card: {port} is not a port; give a number from 0 to 65535")
    return msgspec.structs.replace(settings, card=msgspec.structs.replace(settings.card, port=port))


def _with_presses(arguments: Sequence[str], turns: Sequence[ReplayTurn], pages: Pages) -> list[ReplayTurn]:
    """All turns in order, with the turns that wait for a press on the card."""
    # A press during the turn before counts too, since a script may be faster than the daemon.
    presses = 0

    async def pressed() -> None:
        nonlocal presses
        presses += 1
        await pages.until(lambda: pages.presses >= presses)

    others = iter(turns)
    return [PressedTurn(pressed) if one == _PRESSED else next(others) for one in arguments]


def _turn(argument: str) -> ReplayTurn:
    """The turn of an argument.

    Raises:
        WrongInput: the text or the recording is unreadable, or a press has no card.
    """
    if argument.startswith(_TYPED):
        words = shared.check_text(argument).removeprefix(_TYPED).strip()
        if not words:
            raise WrongInput(
                f"{argument}: has no words; write them right behind the colon, as in {_TYPED}午饭35块"
            )
        return TypedTurn(words)
    if argument == _PRESSED:
        raise WrongInput(f"{_PRESSED} is a press on the card; serve it with --card PORT")
    from voiced.adapters.sound.wav_files import read_wav  # noqa: PLC0415 - numpy, where a turn is spoken

    return SpokenTurn(read_wav(Path(argument)))
