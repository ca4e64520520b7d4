"""`voiced chat`: the dialogue by keyboard."""

from __future__ import annotations

import asyncio
import signal
import sys
from pathlib import Path

from voiced.adapters.machine.clocks import SystemClock
from voiced.app.build_conversation import Surroundings, open_conversation
from voiced.app.build_ledger import ledger_of
from voiced.cli.colours import Colour, Palette
from voiced.cli.command import CommandParser
from voiced.cli.options import ModelOptions, add_model_options, add_written_ledger_option, settings_of
from voiced.cli.terminal import TypedLines
from voiced.cli.transcripts import Transcript
from voiced.dialogue.sentences.phrases import not_recorded
from voiced.dialogue.values import events as ev
from voiced.dialogue.values.state import Phase
from voiced.runtime.conversation import Conversation
from voiced.runtime.tasks import Tasks

_WELCOME = "说一笔账，比如：吃饭花了60，打车30。（help 看说明，Ctrl-D 结束）"
_PROMPT = "你："
_HELP = """\
    午饭35块，打车20        记两笔：先念给你听，你确认了才写进账本
    第二笔改成25            改一笔
    第一笔不要              去掉一笔
    确认 / 取消             都写进账本 / 都不要
    这个月花了多少          问账本
    刚才那笔改成30          改已经写进账本的那一笔；说「撤销」就收回它
    退出                    结束，没确认的不记；Ctrl-D 也一样\
"""
_ASKS_FOR_HELP = frozenset({"help", "/help", "?", "？", "/?"})
_ENDS = frozenset({"exit", "quit", "/exit", "/quit"})
"""These English words belong to the keyboard; 帮助 and 退出 go to the dialogue."""
_DESCRIPTION = """\
The daemon's dialogue with a keyboard instead of a microphone. It records confirmed entries in your ledger; to try it, name
another ledger with --db FILE.
"""
_EPILOG = """\
what to type:
  午饭35块，打车20        entries; they are read back, but not yet recorded
  第二笔改成25            a correction
  确认 / 取消             record them, or drop them
  这个月花了多少          a question to the ledger
  刚才那笔改成30          a change of the last saved row; 撤销 takes it back
  help                    this list, in Chinese

Ctrl-C, Ctrl-D and exit end the chat, as 退出 does: it drops the rows that are not confirmed, and says how many.
On a terminal the chat has colours; NO_COLOR=1 turns them off.

examples:
  voiced chat --db try.db               a ledger for trying it
  voiced chat --offline --db try.db     as while a configured model cannot be reached: one entry a sentence
  printf '午饭35块\\n确认\\n' | voiced chat --db try.db
"""


def define(command: CommandParser) -> None:
    """Define the command."""
    command.explain(_DESCRIPTION, _EPILOG)
    add_written_ledger_option(command)
    add_model_options(command)
    command.run_with(_chat, ModelOptions)


async def _chat(options: ModelOptions, *, db: Path | None) -> None:
    settings = settings_of(options)
    is_typed_by_hand = sys.stdin.isatty()
    palette = Palette.of(sys.stdout)
    transcript = Transcript(palette, echo_words=not is_typed_by_hand)
    around = Surroundings(db or ledger_of(settings), SystemClock(), transcript)
    async with open_conversation(settings, around) as conversation:
        if is_typed_by_hand:
            print(_WELCOME)
        conversation.post(ev.Woken())
        await conversation.settled()
        await _talk(conversation, palette.paint(_PROMPT, Colour.ASIDE) if is_typed_by_hand else "")
        if is_typed_by_hand and conversation.phase is not Phase.IDLE:
            print()
        if lost := conversation.state.rows_lost_at_a_stop:
            print(not_recorded(lost), flush=True)
        transcript.end()
        await conversation.stop()


async def _talk(conversation: Conversation, prompt: str) -> None:
    """Take line after line until the session ends, the input ends, or Ctrl-C is pressed."""
    loop = asyncio.get_running_loop()
    async with Tasks() as tasks:
        lines = tasks.start(_take_lines(conversation, prompt))
        loop.add_signal_handler(signal.SIGINT, lines.cancel)
        over = tasks.start(conversation.idle())
        await asyncio.wait((lines, over), return_when=asyncio.FIRST_COMPLETED)
        loop.remove_signal_handler(signal.SIGINT)


async def _take_lines(conversation: Conversation, prompt: str) -> None:
    lines = TypedLines(sys.stdin)
    while conversation.phase is not Phase.IDLE:
        print(prompt, end="", flush=True)
        line = await lines.next()
        if line is None or line.lower() in _ENDS:
            return
        if line.lower() in _ASKS_FOR_HELP:
            print(_HELP, flush=True)
            continue
        conversation.post(ev.Heard(line))
        await conversation.settled()
