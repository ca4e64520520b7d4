"""How many questions of a folder get the right figure, by the rules alone and with a model's kept answers.

    python -m benchmarks.questions_with_model FOLDER [--answers kept.jsonl] [--unanswered ask.jsonl] [--show]

The folder has the form of `tests/data/questions`: `questions.tsv` with labels and `previous_id`, `ledger.tsv` and `budgets.tsv`.
A line of the kept answers is `{"kind": "question", "user": ..., "text": ...}`: the last message of a request, and what the model
wrote. The last messages without an answer are written to `--unanswered`, in the same form with an empty text; fill them in and
measure again until none is left, since half a question waits for the value of the one before.

right: the figure of the label, or a refusal where the label asks for one. wrong: another figure. refused: the question was
taken for one, and got no figure. not understood: the words were taken for no question. A label that leaves the meaning open
(`ask`) counts as right if it is refused, and as open otherwise.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
from collections import Counter
from pathlib import Path

from tests.support import labelled_questions as labelled
from tests.support.household_ledger import ledger_of
from tests.support.labelled_questions import NOW, Household, LabelledQuestion
from voiced.adapters.ledger.sqlite_ledger import SqliteLedger
from voiced.dialogue.values.requests import QuestionRequest, RequestContext
from voiced.domain.question import LedgerQuestion
from voiced.domain.question_value import value_of
from voiced.domain.vocabulary import Vocabulary
from voiced.errors import InterpreterFailure, UpstreamFailure
from voiced.gateway.interpreter import ModelInterpreter
from voiced.gateway.upstream import Chat, Completion
from voiced.language.commands.classifier import read_utterance
from voiced.language.commands.command import FreeWords, NewEntry
from voiced.language.questions.asking import Unanswered, ask, is_certain, may_be_asked_of_a_model
from voiced.language.questions.follow_ups import follow_up, goes_on
from voiced.language.questions.held import held_to_words
from voiced.language.questions.whole_questions import after_answer, names_its_days, stands_alone
from voiced.language.text.spelling import as_said

_NO_FIGURE = frozenset({"refuse", "ask"})


class KeptAnswers:
    """An `Upstream` that answers from a file, by the last message of a request."""

    model = "kept"

    def __init__(self, file: Path | None) -> None:
        lines = [] if file is None else file.read_text(encoding="utf-8").splitlines()
        kept = (json.loads(line) for line in lines if line.strip())
        self._answers = {line["user"]: line["text"] for line in kept if line["kind"] == "question"}
        self.unanswered: dict[str, None] = {}

    async def prepare(self) -> None:
        """Do nothing."""

    async def complete(self, chat: Chat) -> Completion:
        """The kept answer.

        Raises:
            UpstreamFailure: no answer is kept.
        """
        user = chat.messages[-1].content
        if not self._answers.get(user):
            self.unanswered[user] = None
            raise UpstreamFailure("no answer is kept")
        return Completion(self._answers[user])

    async def close(self) -> None:
        """Do nothing."""


class Reader:
    """Reads the questions of a household as the dialogue does; half a question follows the one before it."""

    def __init__(self, household: Household, vocabulary: Vocabulary, model: ModelInterpreter | None) -> None:
        self._household = household
        self._vocabulary = vocabulary
        self._model = model
        self._read: dict[int, LedgerQuestion | Unanswered | None] = {}
        custom = tuple(one.name for one in vocabulary.categories if one.is_custom)
        self._context = RequestContext(NOW, vocabulary.recent, custom[:50])

    async def read(self, question: LabelledQuestion) -> LedgerQuestion | Unanswered | None:
        """The question; None if the words are taken for none."""
        if question.number not in self._read:
            self._read[question.number] = await self._value(question)
        return self._read[question.number]

    async def _value(self, question: LabelledQuestion) -> LedgerQuestion | Unanswered | None:
        said = as_said(question.words)
        last = await self.read(self._household.questions[question.previous]) if question.previous else None
        before = last if isinstance(last, LedgerQuestion) else None
        read = self._by_rules(said, before)
        if question.previous and before is None and isinstance(read, LedgerQuestion):
            is_whole = stands_alone(said, read, self._vocabulary, NOW)
            read = read if is_whole else Unanswered.NOT_UNDERSTOOD
        if read is None and self._model is not None and self._may_be_read(said, before):
            read = Unanswered.NOT_UNDERSTOOD
        is_guess = isinstance(read, LedgerQuestion) and not is_certain(read)
        if self._model is None or not (read is Unanswered.NOT_UNDERSTOOD or is_guess):
            return read
        request = QuestionRequest(said, self._context, None if before is None else value_of(before))
        try:
            value = await self._model.read_question(request)
        except InterpreterFailure:
            value = None
        held = value and held_to_words(said, value, self._vocabulary, NOW, before, believed=True)
        is_open = question.previous is not None and before is None
        if held is None or (is_open and not names_its_days(said, held, self._vocabulary, NOW)):
            return Unanswered.NOT_UNDERSTOOD
        return held

    def _may_be_read(self, said: str, before: LedgerQuestion | None) -> bool:
        command = read_utterance(said, self._vocabulary, NOW).command
        is_open = isinstance(command, FreeWords | NewEntry)
        return is_open and may_be_asked_of_a_model(said, after_answer=before is not None)

    def _by_rules(self, said: str, before: LedgerQuestion | None) -> LedgerQuestion | Unanswered | None:
        read = ask(said, self._vocabulary, NOW)
        if before is None:
            return read
        if isinstance(read, LedgerQuestion):
            return after_answer(said, read, before, self._vocabulary, NOW) or Unanswered.NOT_UNDERSTOOD
        half = follow_up(said, before, self._vocabulary, NOW)
        if half is None and read is None and goes_on(said):
            return Unanswered.NOT_UNDERSTOOD
        return half or read


async def outcome(
    ledger: SqliteLedger, household: Household, question: LabelledQuestion, reader: Reader
) -> str:
    """What became of a question."""
    wanted, read = household.figure_of(question.label), await reader.read(question)
    if not isinstance(read, LedgerQuestion):
        if wanted[0] in _NO_FIGURE:
            return "right"
        return "not understood" if read is None else "refused"
    if wanted[0] == "ask":
        return "open"
    answer = await ledger.answer(read)
    is_missing = not answer.count and any(subject.words for subject in read.rows.subjects)
    if labelled.told(answer, wanted) == wanted:
        return "right"
    return "refused" if is_missing else "wrong"


async def measure(household: Household, upstream: KeptAnswers, *, show: bool) -> tuple[str, ...]:
    """Print the counts, by the rules alone and with the model; return the requests without an answer."""
    with tempfile.TemporaryDirectory() as directory:
        async with ledger_of(household, Path(directory) / "ledger.db") as ledger:
            vocabulary = await ledger.vocabulary()
            for name, model in (("rules alone", None), ("with the model", ModelInterpreter(upstream))):
                reader, counts = Reader(household, vocabulary, model), Counter[str]()
                for question in household.questions.values():
                    became = await outcome(ledger, household, question, reader)
                    counts[became] += 1
                    if show and became not in ("right", "open"):
                        print(f"  {became}: {question.number} {question.words}")
                told = "   ".join(
                    f"{became} {counts[became]:4d} ({100 * counts[became] / len(household.questions):.1f} %)"
                    for became in ("right", "wrong", "refused", "not understood", "open")
                )
                print(f"{name:15} {told}   of {len(household.questions)}")
    print(f"requests without a kept answer: {len(upstream.unanswered)}")
    return tuple(upstream.unanswered)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Play labelled questions with a model's kept answers.")
    parser.add_argument("folder", type=Path)
    parser.add_argument(
        "--books", type=Path, help="the folder of ledger.tsv and budgets.tsv, if it is another one"
    )
    parser.add_argument("--answers", type=Path, help="kept answers of a model")
    parser.add_argument(
        "--unanswered", type=Path, help="write the requests without a kept answer to this file"
    )
    parser.add_argument("--show", action="store_true", help="print each question that is not right")
    given = parser.parse_args()
    household = Household(given.folder, given.books or given.folder)
    asked = asyncio.run(measure(household, KeptAnswers(given.answers), show=given.show))
    if given.unanswered is not None:
        lines = (
            json.dumps({"kind": "question", "user": user, "text": ""}, ensure_ascii=False) for user in asked
        )
        given.unanswered.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


if __name__ == "__main__":
    main()
