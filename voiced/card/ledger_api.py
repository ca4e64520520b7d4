"""The ledger as JSON: search, month reports, budgets and earlier versions of rows; changing and undoing rows."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from datetime import date, datetime

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from voiced.card.json_requests import answering, decoded
from voiced.card.page_messages import change_decoder, field_change
from voiced.card.wire import accounts_of, behind_of, categories_of, rows_of
from voiced.dialogue.sentences.pictures import behind_named
from voiced.dialogue.values import events as ev
from voiced.domain.books import ROWS_A_PAGE, ROWS_IN_BRIEF, MonthReport, MonthTotal, RowSearch
from voiced.domain.budget import Budget, Recurrence, budget_texts
from voiced.domain.money import ZERO, Money
from voiced.domain.month import Month
from voiced.domain.transaction import FieldChange, TransactionType
from voiced.errors import RequestWrong
from voiced.ports.ledger import Books
from voiced.web import as_json

_MAX_WORDS = 100
_MAX_PAGE = 100_000
_MOST_PAGES = 100
"""The most pages of rows in one answer."""
_MONTHS_SHOWN = 12

Export = Callable[[date, date], AsyncGenerator[str]]
"""Writes the rows from one day to another, both included."""


class _BudgetGiven(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A budget from the page."""

    category: str
    month: str
    limit: str
    recurrence: Recurrence = Recurrence.ONCE


class LedgerApi(Struct, frozen=True):
    """The endpoints below `/api`. The access rules are checked before.

    Attributes:
        exports: the ledger as a file, by the name of its format.
        today: the present day: for the name of an export, and to name days.
        tell: takes changes to the conversation, which reports them to every open page and reads the ledger's names anew.
    """

    books: Books
    exports: Mapping[str, Export]
    today: Callable[[], date]
    tell: Callable[[ev.RowsChanged], None]

    def routes(self) -> list[Route]:
        """The endpoints."""
        answers: list[tuple[str, str, Callable[[Request], Awaitable[Response]]]] = [
            ("GET", "/api/transactions", self._search),
            ("PATCH", "/api/transactions/{id:path}", self._amend),
            ("POST", "/api/transactions/{id:path}/undo", self._undo_row),
            ("GET", "/api/transactions/{id:path}/revisions", self._revisions),
            ("POST", "/api/transactions/{id:path}/restore", self._restore_row),
            ("GET", "/api/batches/{id:path}", self._batch),
            ("POST", "/api/batches/{id:path}/undo", self._undo_batch),
            ("POST", "/api/batches/{id:path}/restore", self._restore_batch),
            ("GET", "/api/report", self._report),
            ("GET", "/api/months", self._months),
            ("PUT", "/api/budgets", self._set_budget),
            ("DELETE", "/api/budgets", self._drop_budget),
            ("GET", "/api/vocabulary", self._names),
            ("GET", "/api/export", self._export),
        ]
        return [Route(path, answering(answer), methods=[method]) for method, path, answer in answers]

    async def _search(self, request: Request) -> Response:
        search = _search_of(request.query_params)
        found = await self.books.search(search)
        pages = max(1, -(-found.count // ROWS_A_PAGE))
        return as_json(
            200,
            {
                "rows": rows_of(found.rows),
                "count": found.count,
                "page": min(search.page + search.pages - 1, pages),
                "pages": pages,
                "spent": str(found.spent),
                "earned": str(found.earned),
                "moved": str(found.moved),
                "behind": behind_named(search.behind, self.today()) if search.behind else None,
            },
        )

    async def _amend(self, request: Request) -> Response:
        change = field_change(decoded(change_decoder, await request.body()))
        await self._check_names(change)
        return self._changed(ev.RowsChanged((await self.books.amend(request.path_params["id"], change),)))

    async def _undo_row(self, request: Request) -> Response:
        return self._changed(ev.RowsChanged(undone=await self.books.undo_row(request.path_params["id"])))

    async def _restore_row(self, request: Request) -> Response:
        return self._changed(ev.RowsChanged(await self.books.restore_row(request.path_params["id"])))

    async def _undo_batch(self, request: Request) -> Response:
        return self._changed(await self.books.undo_batch(request.path_params["id"]))

    async def _restore_batch(self, request: Request) -> Response:
        return self._changed(await self.books.restore_batch(request.path_params["id"]))

    def _changed(self, changed: ev.RowsChanged) -> Response:
        self.tell(changed)
        rows = (*changed.undone, *changed.rows)
        return as_json(200, {"count": len(rows), "rows": rows_of(rows[:ROWS_IN_BRIEF])})

    async def _batch(self, request: Request) -> Response:
        batch = await self.books.together(request.path_params["id"])
        days = {"first": batch.first, "last": batch.last}
        return as_json(200, {"count": batch.count, **days, "rows": rows_of(batch.rows)})

    async def _revisions(self, request: Request) -> Response:
        revisions = [
            {"changedAt": _here(one.changed_at), "why": one.why, "before": rows_of((one.before,))[0]}
            for one in await self.books.revisions(request.path_params["id"])
        ]
        return as_json(200, {"revisions": revisions})

    async def _report(self, request: Request) -> Response:
        return as_json(200, _totals(await self.books.report(_month(request.query_params.get("month", "")))))

    async def _months(self, request: Request) -> Response:
        last = _month(request.query_params.get("until", ""))
        months = [last.later(-before) for before in reversed(range(_MONTHS_SHOWN))]
        totals = await self.books.month_totals(months[0], last)
        return as_json(200, {"months": [_month_totals(month, totals) for month in months]})

    async def _set_budget(self, request: Request) -> Response:
        given = decoded(msgspec.json.Decoder(_BudgetGiven), await request.body())
        limit = Money.from_text(given.limit)
        if limit is None or not limit.is_recordable:
            raise RequestWrong("limit must be an amount above 0 with at most two decimals")
        await self._check_names(FieldChange(category=given.category))
        budget = Budget(given.category, _month(given.month), limit, given.recurrence)
        await self.books.set_budget(budget)
        return as_json(200, {})

    async def _drop_budget(self, request: Request) -> Response:
        month = _month(request.query_params.get("month", ""))
        await self.books.drop_budget(request.query_params.get("category", ""), month)
        return as_json(200, {})

    async def _names(self, _: Request) -> Response:
        known = await self.books.vocabulary()
        return as_json(200, {"categories": categories_of(known), "accounts": accounts_of(known)})

    async def _export(self, request: Request) -> Response:
        format_ = request.query_params.get("format", "")
        export = self.exports.get(format_)
        if export is None:
            raise RequestWrong(f"format must be one of {', '.join(self.exports)}")
        first, last = _day("from", request.query_params), _day("to", request.query_params)
        named = "-".join(str(day) for day in (first, last or self.today()) if day is not None)
        headers = {"Content-Disposition": f'attachment; filename="voiced-{named}.{format_}"'}
        return StreamingResponse(
            export(first or date.min, last or date.max),
            headers=headers,
            media_type="text/plain; charset=utf-8",
        )

    async def _check_names(self, change: FieldChange) -> None:
        known = await self.books.vocabulary()
        if reason := known.why_unknown(change.category, (change.account, change.to_account)):
            raise RequestWrong(reason)


def _search_of(asked: Mapping[str, str]) -> RowSearch:
    words, type_ = asked.get("q", ""), asked.get("type", "")
    if len(words) > _MAX_WORDS:
        raise RequestWrong(f"q has more than {_MAX_WORDS} characters")
    if type_ and type_ not in list(TransactionType):
        raise RequestWrong(f"type must be one of {', '.join(TransactionType)}")
    return RowSearch(
        words=words,
        first=_day("from", asked),
        last=_day("to", asked),
        type=TransactionType(type_) if type_ else None,
        category=asked.get("category") or None,
        account=asked.get("account") or None,
        behind=behind_of(asked["behind"]) if asked.get("behind") else None,
        undone=asked.get("undone") == "true",
        page=_number("page", asked, _MAX_PAGE),
        pages=_number("pages", asked, _MOST_PAGES),
    )


def _number(name: str, asked: Mapping[str, str], most: int) -> int:
    text = asked.get(name, "") or "1"
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= most):
        raise RequestWrong(f"{name} must be a number from 1 to {most}")
    return int(text[:9])


def _day(name: str, asked: Mapping[str, str]) -> date | None:
    text = asked.get(name, "")
    if not text:
        return None
    try:
        return datetime.strptime(text, "%Y-%m-%d").date()  # noqa: DTZ007 - a day has no zone
    except ValueError as error:
        raise RequestWrong(f"{name} must be a date such as 2026-11-21") from error


def _month(text: str) -> Month:
    month = Month.from_text(text)
    if month is None:
        raise RequestWrong("month must be a month such as 2026-11")
    return month


def _here(moment: str) -> datetime:
    """A moment in the time zone of this machine."""
    return datetime.fromisoformat(moment).astimezone()


def _totals(report: MonthReport) -> dict[str, object]:
    """A report in the form that the page draws."""
    of_day = {(day.date, day.type): day.amount for day in report.days}

    def posted(day: date, of_type: TransactionType) -> str:
        return str(of_day.get((day, of_type), ZERO))

    return {
        "month": str(report.month),
        "spent": str(report.total(TransactionType.EXPENSE)),
        "earned": str(report.total(TransactionType.INCOME)),
        "days": [
            {
                "date": day,
                "spent": posted(day, TransactionType.EXPENSE),
                "earned": posted(day, TransactionType.INCOME),
            }
            for day in dict.fromkeys(day.date for day in report.days)
        ],
        "categories": [
            {"category": one.category, "type": one.type.value, "amount": str(one.amount), "count": one.count}
            for one in report.categories
        ],
        "budgets": [budget_texts(one) for one in report.budgets],
    }


def _month_totals(month: Month, totals: Sequence[MonthTotal]) -> dict[str, str]:
    of_type = {one.type: one.amount for one in totals if one.month == month}
    return {
        "month": str(month),
        "spent": str(of_type.get(TransactionType.EXPENSE, ZERO)),
        "earned": str(of_type.get(TransactionType.INCOME, ZERO)),
    }
