"""The verdict on a model: its figures, and whether it is to be believed. It is kept, so this module loads little."""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct

from voiced.ports.trust import CheckCause


class CheckedModel(Struct, frozen=True):
    """The model that a verdict is about.

    Attributes:
        address: of its API or of its gateway, without a slash at its end.
        model: its name there; behind a gateway the one that its answers name.
        protocol: of requests about a draft: `structured` or `history`.
        upstream_format: how it is held to JSON; empty behind a gateway.
    """

    address: str
    model: str
    protocol: str
    upstream_format: str = ""


class Share(Struct, frozen=True):
    """So many of so many."""

    right: int
    of: int

    def reaches(self, share: float) -> bool:
        """Whether at least this share is right."""
        return self.of > 0 and self.right >= share * self.of


class AnswerForm(Struct, frozen=True):
    """How answers were written, and their length.

    Attributes:
        answers: all that came.
        plain: those that were JSON and nothing else.
        prompt_tokens: the median, as the model counts; None if it does not count.
        answer_tokens: likewise.
    """

    answers: int
    plain: int
    prompt_tokens: int | None = None
    answer_tokens: int | None = None


class CheckFigures(Struct, frozen=True):
    """The figures of a check.

    Attributes:
        asked: the cases that were played; fewer than `cases` if the model was so slow that the check was stopped.
        sentences: of sentences, lists and talk those that are exact.
        corrections: likewise of words about a draft.
        traps: those that were avoided.
        unreadable: answers of another form, and HTTP errors.
        late: cases without an answer in time.
        parse_p95: the time of 95 % of answers about entries, in seconds.
        correction_p95: likewise about a draft.
        form: how answers were written; None behind a gateway.
        questions: the questions about the ledger that were understood; they do not decide.
    """

    cases: int
    asked: int
    sentences: Share
    corrections: Share
    traps: Share
    unreadable: int
    late: int
    parse_p95: float
    correction_p95: float
    form: AnswerForm | None = None
    questions: Share | None = None


class CheckVerdict(Struct, frozen=True):
    """What a check found.

    Attributes:
        digest: of prompts and cases; with others it does not hold.
        causes: why it was not passed, the main cause first.
    """

    model: CheckedModel
    digest: str
    measured_at: datetime
    passed: bool
    causes: tuple[CheckCause, ...]
    figures: CheckFigures
