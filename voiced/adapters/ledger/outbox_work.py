"""Work for the ledger's server, as values and as text: confirmed batches, and changes to them."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from voiced.domain.habits import Lesson
from voiced.domain.transaction import FieldChange, Transaction


class SaveWork(Struct, frozen=True):
    """A confirmed batch to write, with what its rows teach."""

    batch_id: str
    rows: tuple[Transaction, ...]
    lessons: tuple[Lesson, ...] = ()

    def is_same(self, other: SaveWork) -> bool:
        """Whether it holds the same rows. Their times may differ, since a batch can be confirmed again after a failure."""
        if len(self.rows) != len(other.rows):
            return False
        pairs = zip(self.rows, other.rows, strict=True)
        return all(replace(ours, created_at=theirs.created_at) == theirs for ours, theirs in pairs)


class AmendWork(Struct, frozen=True):
    """A change to a row of a batch that may still be waiting."""

    batch_id: str
    transaction_id: str
    change: FieldChange
    is_once: bool = False


class UndoWork(Struct, frozen=True):
    """A batch to undo that may still be waiting."""

    batch_id: str


Work = SaveWork | AmendWork | UndoWork

_KINDS: dict[str, type[Work]] = {"save": SaveWork, "amend": AmendWork, "undo": UndoWork}


def kind_of(work: Work) -> str:
    """The name of the work's type, for `decode`."""
    match work:
        case SaveWork():
            return "save"
        case AmendWork():
            return "amend"
        case UndoWork():
            return "undo"


def encode(work: Work) -> str:
    """Work as JSON, without its kind."""
    return msgspec.json.encode(work).decode()


def decode(kind: str, body: str) -> Work:
    """The work that `encode` wrote.

    Raises:
        msgspec.DecodeError: the text is not such work.
    """
    return msgspec.json.decode(body, type=_KINDS[kind])


def waiting_rows(works: Iterable[Work]) -> dict[str, tuple[Transaction, ...]]:
    """The rows of each waiting batch after the changes; an undone batch is empty.

    Work on a batch that the server already has is left out.
    """
    batches: dict[str, tuple[Transaction, ...]] = {}
    for work in works:
        rows = batches.get(work.batch_id)
        if rows is None and not isinstance(work, SaveWork):
            continue
        match work:
            case SaveWork():
                batches[work.batch_id] = work.rows
            case AmendWork():
                batches[work.batch_id] = tuple(
                    row.amended(work.change) if row.id == work.transaction_id else row for row in rows or ()
                )
            case UndoWork():
                batches[work.batch_id] = ()
    return batches
