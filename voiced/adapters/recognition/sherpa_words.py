"""The words of sherpa-onnx: how a transducer is told those that it should prefer, and how texts are written.

Preferred words are spelt in the tokens of the model: a character each, or a character with the mark of a word's beginning (「▁饭」), as in
models with pieces of words. For these sherpa-onnx wants a vocabulary file, which their folders lack; it is made of their tokens. A
word with a character that the model lacks is left out: sherpa-onnx would prefer the rest of it.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from msgspec import Struct

from voiced.language.text.spelling import join_words

_BEGINS = "▁"
_BETWEEN = "/"
_MARKS = re.compile(r"[。？！；：、?!;:]+|(?<!\d)[,.]+|[,.]+(?!\d)")
_LAST_MARK = re.compile(r"[，\s]+$|^[，\s]+")


class Spelling(Struct, frozen=True):
    """How a model spells Chinese.

    Attributes:
        unit: sherpa-onnx's name for it.
        tokens: all tokens, in order.
    """

    unit: Literal["cjkchar", "bpe"]
    tokens: dict[str, None]

    def can_write(self, word: str) -> bool:
        """Whether the model has all characters of a word."""
        mark = _BEGINS if self.unit == "bpe" else ""
        return all(f"{mark}{character}" in self.tokens for character in word)

    def spelt(self, words: Iterable[str]) -> str:
        """Words as sherpa-onnx takes them. Each character is a word of its own where tokens bear the mark."""
        between = " " if self.unit == "bpe" else ""
        return _BETWEEN.join(between.join(word) for word in words)


def spelling_of(table: Path) -> Spelling | None:
    """The spelling of a model by its table of tokens; None if it has no single Chinese characters."""
    tokens = tokens_of(table)
    if any(_is_chinese(token) for token in tokens):
        return Spelling("cjkchar", tokens)
    if any(token.startswith(_BEGINS) and _is_chinese(token[1:]) for token in tokens):
        return Spelling("bpe", tokens)
    return None


def tokens_of(table: Path) -> dict[str, None]:
    """The tokens of a model's table, in order."""
    lines = table.read_text(encoding="utf-8").splitlines()
    return dict.fromkeys(line.split()[0] for line in lines if line.strip())


@contextmanager
def vocabulary_of(spelling: Spelling | None) -> Generator[str]:
    """The path of the vocabulary file that a model of pieces needs while it is loaded; empty for others."""
    if spelling is None or spelling.unit != "bpe":
        yield ""
        return
    with tempfile.TemporaryDirectory(prefix="voiced-sherpa-") as folder:
        path = Path(folder) / "bpe.vocab"
        # The score decides which pieces are joined first; a single character has one way only.
        lines = (f"{token}\t{-number}" for number, token in enumerate(spelling.tokens))
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        yield str(path)


def written(text: str) -> str:
    """A text as the daemon writes it: marks between clauses are commas, Chinese words stand together."""
    return _LAST_MARK.sub("", join_words(_MARKS.sub("，", text)))


def _is_chinese(text: str) -> bool:
    return len(text) == 1 and "\u4e00" <= text <= "\u9fff"
