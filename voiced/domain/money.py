"""Money: an exact amount in yuan, held as an integer number of fen."""

from __future__ import annotations

import re
from decimal import Decimal

from msgspec import Struct

FEN_PER_YUAN = 100
MAX_FEN = 100_000_000_000
"""One billion yuan. A larger amount in one row is a mishearing; the limit also keeps every sum within 64 bits."""
_FEN = Decimal("0.01")
_PLAIN_NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?")
"""Numbers as people write them; `Decimal` would also accept `1e3` and `1_000`."""


class Money(Struct, frozen=True, order=True):
    """An amount of money in `fen` (1/100 yuan). Always exact; may be zero or negative as a sum."""

    fen: int

    @classmethod
    def from_yuan(cls, yuan: Decimal | int) -> Money | None:
        """The amount of so many `yuan`; None for fractions of a fen and for amounts beyond the bounds."""
        exact = Decimal(yuan)
        # Comparisons are exact; arithmetic on a number of any size would round it, or overflow.
        if not exact.is_finite() or exact.copy_abs() > MAX_FEN // FEN_PER_YUAN:
            return None
        rounded = exact.quantize(_FEN)
        return cls(int(rounded * FEN_PER_YUAN)) if rounded == exact else None

    @classmethod
    def from_text(cls, text: str) -> Money | None:
        """The amount of a plain decimal number such as `35.5`; None for any other text."""
        return cls.from_yuan(Decimal(text)) if _PLAIN_NUMBER.fullmatch(text) else None

    @property
    def yuan(self) -> Decimal:
        """The amount in yuan, exact."""
        return Decimal(self.fen) / FEN_PER_YUAN

    @property
    def is_recordable(self) -> bool:
        """Whether a ledger row may have this amount: positive and within bounds."""
        return 0 < self.fen <= MAX_FEN

    def __add__(self, other: Money) -> Money:
        return Money(self.fen + other.fen)

    def __str__(self) -> str:
        """The amount as people write it, without trailing zeros: `60`, `35.5`, `0.05`."""
        whole, rest = divmod(abs(self.fen), FEN_PER_YUAN)
        sign = "-" if self.fen < 0 else ""
        decimals = f".{rest:02d}".rstrip("0") if rest else ""
        return f"{sign}{whole}{decimals}"


ZERO = Money(0)

RECORDABLE = f"above 0 and at most {Money(MAX_FEN)}"
"""The amounts that a ledger row may have, for messages."""
