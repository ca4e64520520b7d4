"""Questions to the ledger: asked, put into plain words by the model if rules cannot read them, and answered."""

from __future__ import annotations

from voiced.dialogue.model import is_online, model_answered, request_context
from voiced.dialogue.sentences import figures, phrases
from voiced.dialogue.sentences.days_and_amounts import exact, heard
from voiced.dialogue.sentences.pictures import card_answer
from voiced.dialogue.turn import Turn
from voiced.dialogue.values import effects as fx
from voiced.dialogue.values import events as ev
from voiced.dialogue.values.requests import Looking, QuestionRequest, Rephrasing
from voiced.dialogue.values.state import Told
from voiced.domain.question import LedgerQuestion
from voiced.language.questions.asking import Unanswered
from voiced.language.questions.rephrased import read_rephrased
from voiced.language.text.spelling import normalise

_UNANSWERED = {
    Unanswered.NOT_UNDERSTOOD: phrases.CANNOT_ANSWER,
    Unanswered.HOURS: phrases.NO_HOURS,
    Unanswered.BALANCE: phrases.BALANCE_UNKNOWN,
    Unanswered.REASONS: phrases.NO_REASONS,
    Unanswered.FUTURE: phrases.NO_FUTURE,
}


def ask_ledger(turn: Turn, said: str, question: LedgerQuestion | Unanswered) -> None:
    """Ask the ledger a question; have the model rephrase one that rules cannot read, or say why it has no answer."""
    if not turn.policy.answer_questions:
        turn.remark(phrases.QUERY_LATER)
    elif question is Unanswered.NOT_UNDERSTOOD and is_online(turn):
        number = turn.number()
        turn.update(in_flight=Rephrasing(number, said))
        turn.after_card(fx.AskRephrasing(number, QuestionRequest(said, request_context(turn))))
    elif isinstance(question, Unanswered):
        if question is Unanswered.REASONS:
            # 「打车怎么花了这么多」 may be about an open row that was misheard.
            turn.note_objection()
        turn.remark(_UNANSWERED[question])
    else:
        _look(turn, question)


def _look(turn: Turn, question: LedgerQuestion, plain: str = "") -> None:
    number = turn.number()
    turn.update(in_flight=Looking(number, plain))
    turn.after_card(fx.AskLedgerFor(number, question))


def rephrased(turn: Turn, event: ev.Rephrased) -> None:
    """Ask the ledger what the model put into plain words, if what was said bears it out."""
    request = turn.take_request(Rephrasing, event.number)
    if request is None:
        return
    model_answered(turn)
    plain = normalise(event.plain).rstrip("？。")
    question = read_rephrased(request.said, plain, turn.state.vocabulary, turn.moment.now)
    if question is None:
        turn.remark(phrases.CANNOT_ANSWER)
    else:
        _look(turn, question, plain)


def rephrasing_failed(turn: Turn, event: ev.ModelFailed) -> None:
    """Refuse the question. It is no reason to pause the model: a gateway may know entries alone."""
    if turn.take_request(Rephrasing, event.number) is not None:
        turn.before_card(fx.TellError(event.reason))
        turn.remark(phrases.CANNOT_ANSWER)


def answered(turn: Turn, event: ev.Answered) -> None:
    """Say the ledger's answer in one sentence, and show its rows on the card.

    An answer to a question that the model rephrased begins with its plain words, so that the speaker can object.
    """
    request = turn.take_request(Looking, event.number)
    if request is None:
        return
    today = turn.moment.now.date()
    turn.after_card(fx.TellAnswer(card_answer(event.answer, today)))
    shown, said = (
        f"{phrases.rephrased(request.plain)}{figures.answer(event.answer, today, amounts)}"
        for amounts in (exact, heard)
    )
    turn.say(shown, Told(event.answer.question), heard="" if said == shown else said)
