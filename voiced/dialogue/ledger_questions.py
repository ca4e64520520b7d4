"""Questions to the ledger: asked, read as a value by the model if rules cannot read them, and answered."""

from __future__ import annotations

from voiced.dialogue.model import believes, is_online, model_answered, request_context
from voiced.dialogue.sentences import figures, phrases
from voiced.dialogue.sentences.balances import balance_told
from voiced.dialogue.sentences.days_and_amounts import exact, heard
from voiced.dialogue.sentences.pictures import card_answer
from voiced.dialogue.turn import Turn
from voiced.dialogue.values import effects as fx
from voiced.dialogue.values import events as ev
from voiced.dialogue.values.requests import Looking, QuestionRequest, ReadingQuestion
from voiced.dialogue.values.state import PlainQuestion, Told
from voiced.domain.question import LedgerQuestion
from voiced.domain.question_value import value_of
from voiced.language.questions.asking import Unanswered, is_certain
from voiced.language.questions.held import held_to_words
from voiced.language.questions.whole_questions import names_its_days

_UNANSWERED = {
    Unanswered.NOT_UNDERSTOOD: phrases.CANNOT_ANSWER,
    Unanswered.HOURS: phrases.NO_HOURS,
    Unanswered.REASONS: phrases.NO_REASONS,
    Unanswered.FUTURE: phrases.NO_FUTURE,
}


def ask_ledger(turn: Turn, said: str, question: LedgerQuestion | Unanswered) -> None:
    """Ask the ledger a question; have the model read one that rules cannot read, or say why it has no answer."""
    if not turn.policy.answer_questions:
        turn.remark(phrases.QUERY_LATER)
    elif is_online(turn) and _is_the_models(turn, question):
        number, told = turn.number(), turn.state.open_question
        before = told.question if isinstance(told, Told) else None
        turn.update(in_flight=ReadingQuestion(number, said, before))
        last = None if before is None else value_of(before)
        turn.after_card(fx.AskQuestionValue(number, QuestionRequest(said, request_context(turn), last)))
    elif question is Unanswered.BALANCE:
        _refuse(turn, balance_told(turn.state.memory.balances, _account_asked(turn, said)))
    elif isinstance(question, Unanswered):
        if question is Unanswered.REASONS:
            # 「打车怎么花了这么多」 may be about an open row that was misheard.
            turn.note_objection()
        _refuse(turn, _UNANSWERED[question])
    else:
        _look(turn, question)


def _is_the_models(turn: Turn, question: LedgerQuestion | Unanswered) -> bool:
    """Whether a model has to read the question. A believed one also reads what rules only guess at."""
    if isinstance(question, Unanswered):
        return question is Unanswered.NOT_UNDERSTOOD
    return believes(turn) and not is_certain(question)


def _refuse(turn: Turn, sentence: str) -> None:
    """Say why there is no answer. What follows is no half of an older question: 「那吃饭呢」 may be about the refused one."""
    turn.remark(sentence)
    if isinstance(turn.state.open_question, Told) or turn.state.open_question is PlainQuestion.NOTHING:
        turn.update(open_question=PlainQuestion.UNANSWERED)
    elif turn.state.open_question is PlainQuestion.UNANSWERED:
        # The same words once more are meant as they stand.
        turn.update(open_question=PlainQuestion.NOTHING)


def _account_asked(turn: Turn, said: str) -> str | None:
    """The account that a question names, by its name or one of its words."""
    accounts = turn.state.vocabulary.accounts
    return next(
        (one.name for one in accounts if any(word in said for word in (one.name, *one.keywords))), None
    )


def _look(turn: Turn, question: LedgerQuestion) -> None:
    number = turn.number()
    turn.update(in_flight=Looking(number))
    turn.after_card(fx.AskLedgerFor(number, question))


def question_read(turn: Turn, event: ev.QuestionRead) -> None:
    """Ask the ledger the question that the model gave as a value, if it holds to what was said."""
    request = turn.take_request(ReadingQuestion, event.number)
    if request is None:
        return
    model_answered(turn)
    vocabulary, now = turn.state.vocabulary, turn.moment.now
    question = event.value and held_to_words(
        request.said, event.value, vocabulary, now, request.before, believed=believes(turn)
    )
    is_open = turn.state.open_question is PlainQuestion.UNANSWERED
    if question is None or (is_open and not names_its_days(request.said, question, vocabulary, now)):
        _refuse(turn, phrases.CANNOT_ANSWER)
    else:
        _look(turn, question)


def reading_failed(turn: Turn, event: ev.ModelFailed) -> None:
    """Refuse the question. It is no reason to pause the model: a gateway may know entries alone."""
    if turn.take_request(ReadingQuestion, event.number) is not None:
        turn.before_card(fx.TellError(event.reason))
        _refuse(turn, phrases.CANNOT_ANSWER)


def answered(turn: Turn, event: ev.Answered) -> None:
    """Say the ledger's answer in one sentence, and show its rows on the card."""
    request = turn.take_request(Looking, event.number)
    if request is None:
        return
    today = turn.moment.now.date()
    turn.after_card(fx.TellAnswer(card_answer(event.answer, today)))
    shown, said = (figures.answer(event.answer, today, amounts) for amounts in (exact, heard))
    turn.say(shown, Told(event.answer.question), heard="" if said == shown else said)
