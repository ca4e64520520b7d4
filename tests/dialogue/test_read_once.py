"""The words of an utterance are read once a step: spelled, parted into kinds, classified, and parsed as an entry."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from tests.support.drafts import ONE, draft
from tests.support.now import NOW
from tests.support.script import LOCAL, in_session
from voiced.dialogue.machine import step
from voiced.dialogue.values import events as ev
from voiced.dialogue.values.state import Dialogue, Moment
from voiced.language.commands.classifier import command_in
from voiced.language.commands.wording import read_words
from voiced.language.entries.sentence import parse_sentence
from voiced.language.text.spelling import normalise

READERS: dict[str, Callable[..., Any]] = {
    "normalise": normalise,
    "read_words": read_words,
    "classify": command_in,
    "parse_sentence": parse_sentence,
}


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Counter[tuple[str, str]]:
    """How often each reader read which words, wherever it was imported."""
    counted = Counter[tuple[str, str]]()

    def counting(name: str, read: Callable[..., Any]) -> Callable[..., Any]:
        def counted_read(words: str, *others: Any) -> Any:
            counted[name, words] += 1
            return read(words, *others)

        return counted_read

    modules = [module for name, module in sys.modules.items() if name.startswith("voiced.")]
    for name, read in READERS.items():
        counting_read = counting(name, read)
        for module in modules:
            for attribute in [key for key, value in vars(module).items() if value is read]:
                monkeypatch.setattr(module, attribute, counting_read)
    return counted


@pytest.mark.parametrize(
    ("start", "text", "parsed"),
    [
        (draft(ONE), "改成50", 0),
        (draft(ONE), "今天天气真不错", 0),
        (draft(ONE), "嗯对就这样", 0),
        (in_session(LOCAL), "谢谢", 0),
        (in_session(LOCAL), "吃饭60", 1),
        (in_session(LOCAL), "刚才那笔改成50", 0),
    ],
)
def test_the_words_of_an_utterance_are_read_once(
    calls: Counter[tuple[str, str]], start: Dialogue, text: str, parsed: int
) -> None:
    step(LOCAL, start, ev.Heard(text), Moment(NOW, "00000000-0000-4000-8000-000000000001"))
    often = {name: sum(calls[name, words] for words in {text, normalise(text)}) for name in READERS}
    assert often == {"normalise": 1, "read_words": 1, "classify": 1, "parse_sentence": parsed}
