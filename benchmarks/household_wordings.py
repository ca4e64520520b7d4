"""A year of a household that says each thing in several wordings: the rows that it corrects with and without memory.

    python -m benchmarks.household_wordings [FILE…] [--seeds N] [--quiet]

The files are tables of `benchmarks/household_plan.py`. The household talks to the real dialogue with the local rules and a real
ledger, without sound, a session a day. It compares each row with what it wants, answers questions, corrects by voice until the row
is right, and confirms. What memory filled in and the household wants otherwise is counted by its cause:

    exception          a row that is an exception, or a later row that has its category, since it was learnt
    exception, 这次    the same although 「这次」 was said: of the row with it, of a later one with it or with its correction
    change, thing      the first row of a thing after its habit changed in July
    change, words      the first row of other words of this thing after that
    other              everything else
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections.abc import Sequence
from datetime import date, timedelta
from pathlib import Path

from benchmarks.household_figures import Figures, report
from benchmarks.household_plan import LATER, YEAR, Telling, Thing, Wish, read_household, year_of
from tests.support.house import House, a_house
from voiced.dialogue.values.policy import Policy
from voiced.dialogue.values.state import AddOffer, DueOffer, ReadingInQuestion, SuggestedHabit
from voiced.domain.recurring import Due
from voiced.domain.transaction import (
    TYPE_NAMES,
    DoubtReason,
    FieldChange,
    ParseResult,
    Transaction,
    TransactionType,
)
from voiced.language.commands.habitual import is_of_this_time

FOLDER = Path(__file__).parents[1] / "tests" / "data" / "households"
MOST_ANSWERS = 8
"""A row that is still open after so many sentences is given up."""
LAST_QUARTER = date(YEAR, 10, 1)
NEAR = timedelta(days=3)


class Household:
    """The persons who talk to the daemon, and what they remember of the year."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._default = house.state.vocabulary.default_account
        self.figures = Figures()
        self._wishes: list[Telling] = []
        self._things: dict[str, Thing] = {}
        self._told: dict[str, date] = {}
        self._told_later: set[str] = set()
        self._on_offer: set[str] = set()
        self._exceptions: dict[tuple[str, str], bool] = {}

    async def live(self, things: Sequence[Thing], dice: random.Random) -> None:
        """Set up what comes again, tell the rows of the year, and compare the ledger with the wishes."""
        began, plan = time.perf_counter(), year_of(things, dice)
        await self._set_up(plan)
        today = None
        for telling in plan:
            if telling.day != today:
                today = telling.day
                await self._house.day(today.isoformat())
                await self._judge_offer(today)
            await self._tell(telling)
        rows = [row async for row in self._house.ledger.rows()]
        differing = [(row, told) for row, told in zip(rows, self._wishes, strict=True) if _differs(row, told)]
        self.figures.differing = len(differing)
        self.figures.remarks += [
            f"differs: {told.day} {told.said} {told.wish}: {row}" for row, told in differing
        ]
        self.figures.seconds = time.perf_counter() - began

    async def _set_up(self, plan: Sequence[Telling]) -> None:
        await self._house.day(f"{YEAR - 1}-12-31")
        for telling in plan:
            thing = telling.thing
            if not thing.day or thing in self._things.values():
                continue
            known = {entry.id for entry in self._house.state.recurring}
            await self._house.say(f"每个月{thing.day}号{thing.name}{telling.amount}", "要")
            added = [entry.id for entry in self._house.state.recurring if entry.id not in known]
            self._things |= dict.fromkeys(added, thing)
            if not added:
                self.figures.remarks.append(f"not set up: {thing.name}: {self._house.state.said}")

    async def _judge_offer(self, today: date) -> None:
        """Refuse an offer of what was told."""
        offer = self._house.state.open_question
        due = offer.due if isinstance(offer, DueOffer) else ()
        self._on_offer = {self._things[one.recurring.id].name for one in due}
        again = [one for one in due if self._was_told(one, today)]
        self.figures.again += len(again)
        if again:
            self.figures.remarks.append(f"offered again: {today} {self._house.state.said}")
            await self._house.say("不用")

    def _was_told(self, due: Due, today: date) -> bool:
        told = self._told.get(self._things[due.recurring.id].name)
        return told is not None and due.day - NEAR <= told <= today

    async def _tell(self, telling: Telling) -> None:
        offer = self._house.state.open_question
        due = offer.due if isinstance(offer, DueOffer) else ()
        is_offered = telling.offered is not None and [self._things[one.recurring.id] for one in due] == [
            telling.thing
        ]
        self._await_offer(telling)
        await self._house.say("要" if is_offered else telling.said)
        is_corrected = await self._settle(telling, is_offered=is_offered)
        for part in ("year", *(["last quarter"] if telling.day >= LAST_QUARTER else [])):
            self.figures.rows[part] += 1
            self.figures.corrected[part] += is_corrected
        self._told[telling.thing.name] = telling.day
        if telling.day >= LATER and not telling.is_exception:
            # 「要」 says nothing of the words in which the entry would have been told.
            self._told_later |= {telling.thing.name, *([] if is_offered else [telling.words])}
        if telling.is_exception:
            self._exceptions[telling.thing.name, telling.wish.category] = telling.this_time

    def _await_offer(self, telling: Telling) -> None:
        """Count whether an entry that is due and was not told was offered at the beginning of the day."""
        if telling.offered is None or telling.day.month == 1 or telling.thing not in self._things.values():
            return
        self.figures.awaited += 1
        self.figures.made += telling.thing.name in self._on_offer
        if telling.thing.name not in self._on_offer:
            self.figures.remarks.append(f"not offered: {telling.day} {telling.thing.name}")

    async def _settle(self, telling: Telling, *, is_offered: bool) -> bool:
        """Answer, correct and confirm; returns whether the row was corrected."""
        house, is_corrected, is_judged = self._house, False, False
        for _ in range(MOST_ANSWERS):
            rows = (
                [] if house.state.batch is None else [item.result for item in house.state.batch.pending_items]
            )
            answer = self._answer(telling, rows)
            if answer:
                self.figures.questions += 1
            elif len(rows) != 1:
                is_corrected = True
                self.figures.remarks.append(f"no row: {telling.said}: {house.state.said}")
                await house.say("取消")
                answer = f"{telling.thing.name}{telling.amount}元"
            else:
                if not is_judged:
                    is_judged = True
                    self._judge(telling, rows[0], is_offered=is_offered)
                answer = self._change(telling, rows[0])
                is_corrected |= bool(answer)
            await house.say(answer or "确认")
            if not answer and house.state.batch is None:
                self._wishes.append(telling)
                return is_corrected
        self.figures.lost += 1
        self.figures.remarks.append(f"lost: {telling.said}: {house.state.said}")
        await house.say("取消")
        return True

    def _answer(self, telling: Telling, rows: Sequence[ParseResult]) -> str:
        """The answer to a question about the row; empty without one."""
        match self._house.state.open_question:
            case AddOffer():
                return "要"
            case SuggestedHabit(changes):
                return self._chosen(telling, changes)
            case ReadingInQuestion() if rows and rows[0].doubt is not None:
                is_of_type = rows[0].doubt.reason is DoubtReason.TYPE
                return TYPE_NAMES[telling.wish.type] if is_of_type else f"{telling.amount}元"
            case _ if len(rows) == 1 and rows[0].amount is None:
                return f"{telling.amount}元"
            case _:
                return ""

    def _chosen(self, telling: Telling, changes: Sequence[FieldChange]) -> str:
        """The answer to what like words suggest: yes if all of it is wanted, or the one of two that is."""
        for change in changes:
            if all(getattr(telling.wish, name) == value for name, value in change.values.items()):
                self.figures.taken += 1
                named = f"记{change.category}" if change.category else f"用{change.account}"
                return named if len(changes) > 1 else "是的"
        self.figures.remarks.append(f"suggested: {telling.day} {telling.said}: {self._house.state.said}")
        return "不是"

    def _change(self, telling: Telling, row: ParseResult) -> str:
        """The next correction of the row; empty if it is right."""
        wish = telling.wish
        if row.amount != telling.amount:
            return f"改成{telling.amount}元"
        if row.type is not wish.type:
            return f"改成{TYPE_NAMES[wish.type]}"
        if row.category != wish.category:
            return f"{'这次算' if telling.this_time else '改成'}{wish.category}"
        if (row.account or self._default) != wish.account:
            return (
                f"用{wish.account}付的" if wish.type is TransactionType.EXPENSE else f"账户改成{wish.account}"
            )
        return ""

    def _judge(self, telling: Telling, row: ParseResult, *, is_offered: bool) -> None:
        """Count what memory filled in wrongly, and whether an entry that comes again is right."""
        for name, value in row.from_habits.values.items():
            if value != getattr(telling.wish, name):
                cause = self._cause(telling, name, value)
                self.figures.wrong[cause] += 1
                self.figures.remarks.append(f"{cause}: {telling.day} {telling.said}: {value}")
        if not is_offered or telling.day.month == 1:
            return
        is_right = not self._change(telling, row)
        self.figures.offered += 1
        self.figures.offered_right += is_right
        if not is_right:
            is_first = telling.day >= LATER and telling.thing.name not in self._told_later
            self.figures.offered_changed += is_first
            self.figures.remarks.append(
                f"offered wrong: {telling.day} {telling.thing.name}: {self._house.state.said}"
            )

    def _cause(self, telling: Telling, name: str, value: object) -> str:
        thing, this_time = telling.thing, is_of_this_time(telling.words)
        if not telling.is_exception:
            known = self._exceptions.get((thing.name, str(value)))
            is_change = value == getattr(thing.early, name) and telling.day >= LATER
            if known is None and is_change and thing.name not in self._told_later:
                return "change, thing"
            if known is None and is_change and telling.words not in self._told_later:
                return "change, words"
            if known is None:
                return "other"
            this_time = known
        return "exception, 这次" if this_time else "exception"


def _differs(row: Transaction, told: Telling) -> bool:
    return (row.amount, Wish(row.type, row.category, row.account)) != (told.amount, told.wish)


async def live(things: Sequence[Thing], seed: int, policy: Policy) -> Figures:
    """A year of a household with a ledger of its own."""
    with tempfile.TemporaryDirectory() as folder:
        async with a_house(Path(folder), policy) as house:
            household = Household(house)
            await household.live(things, random.Random(seed))  # noqa: S311 - a household, no secrets
            return household.figures


def main() -> int:
    """Let the households live, and print their figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="tables (default: our own)")
    parser.add_argument("--seeds", type=int, default=1, help="years of each household (default: 1)")
    parser.add_argument("--quiet", action="store_true", help="print figures alone, no sentences")
    options = parser.parse_args()
    for path in options.files or sorted(FOLDER.glob("*.tsv")):
        try:
            things = read_household(path)
        except (OSError, ValueError) as error:
            print(error, file=sys.stderr)
            return 2
        for seed in range(1, options.seeds + 1):
            without = asyncio.run(live(things, seed, Policy(habits=False)))
            figures = asyncio.run(live(things, seed, Policy()))
            print(*([] if options.quiet else figures.remarks), sep="\n")
            print(report(f"{path.stem}, seed {seed}", without, figures), flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
