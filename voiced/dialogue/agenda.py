"""What voiced knows beside the rows: the agenda of the day, how far bills are settled, and a budget that is nearly used up."""

from __future__ import annotations

from voiced.dialogue.recurring import ask_about_due
from voiced.dialogue.sentences import phrases, reminders
from voiced.dialogue.turn import Turn
from voiced.dialogue.values import effects as fx
from voiced.dialogue.values import events as ev
from voiced.dialogue.values.requests import Looking
from voiced.dialogue.values.state import Phase
from voiced.domain.agenda import Agenda, level_crossed
from voiced.domain.budget import MonthBudget
from voiced.domain.money import ZERO
from voiced.domain.month import Month
from voiced.domain.recurring import due_entries
from voiced.domain.transaction import Transaction, TransactionType


def ask_agenda(turn: Turn) -> None:
    """Ask the ledger what today holds."""
    number = turn.number()
    turn.update(in_flight=Looking(number))
    turn.after_card(fx.AskAgenda(number, turn.moment.now.date()))


def agenda_known(turn: Turn, event: ev.AgendaKnown) -> None:
    """Say what today holds; entries that are due are offered with it, unless a draft is open."""
    if turn.state.in_flight != Looking(event.number):
        return
    today = turn.moment.now.date()
    turn.update(in_flight=None, recurring=event.recurring)
    due = due_entries(event.recurring, today)[: phrases.NAMED_AT_MOST]
    known = {entry.name for entry in event.recurring}
    missing = tuple(row for row in event.agenda.missing if row.description not in known)
    told = reminders.agenda(Agenda(missing if turn.policy.notices.missing else (), event.agenda.budgets))
    if turn.state.batch is not None:
        turn.say(f"{reminders.due_named(due, today)}{told}" or reminders.NOTHING_TODAY)
        turn.say_pending()
        return
    if told or not due:
        turn.say(told or reminders.NOTHING_TODAY)
    if due:
        ask_about_due(turn, due)


def ask_bills(turn: Turn, said: str) -> None:
    """Ask the ledger how far its bills are settled; what is named of them is told."""
    number = turn.number()
    turn.update(in_flight=Looking(number, said))
    turn.after_card(fx.AskBills(number))


def bills_known(turn: Turn, event: ev.BillsKnown) -> None:
    """Say how far the bills are settled, in numbers alone: other people may be in the room."""
    request = turn.take_request(Looking, event.number)
    if request is not None:
        turn.remark(reminders.bills(event.bills, request.said))


def budgets_known(turn: Turn, event: ev.BudgetsKnown) -> None:
    """Point out the budgets that reached 80 or 100 % by the rows that were just saved, each level once.

    At night nothing is said of it; 「今天有什么」 tells it, and the card shows it.
    """
    if turn.state.phase is Phase.IDLE or turn.is_night or not turn.policy.notices.budgets:
        return
    for budget in event.budgets:
        added = (row.amount for row in event.rows if _counts(row, budget))
        level = level_crossed(budget, sum(added, ZERO))
        told = (budget.budget.category, budget.month, level)
        if level is not None and told not in turn.state.budgets_told:
            turn.update(budgets_told=turn.state.budgets_told | {told})
            turn.remark(reminders.budget_notice(budget))


def _counts(row: Transaction, budget: MonthBudget) -> bool:
    """Whether a row is an expense under the budget."""
    is_spent = row.type is TransactionType.EXPENSE and row.category == budget.budget.category
    return is_spent and Month(row.date.year, row.date.month) == budget.month
