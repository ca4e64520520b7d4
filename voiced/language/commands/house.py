"""Words for the house and not for the ledger: 打开客厅的灯, 今天天气怎么样.

A house automation sends every sentence that it hears. Those for lights, music or the weather must neither become entries nor
disturb an open draft. Words that tell of money are never taken for such an order.
"""

from __future__ import annotations

from voiced.language.text.phrases import phrases

_PHRASES = phrases("house")
_MONEY, _ORDERS, _ASKS = _PHRASES["money"], _PHRASES["orders"], _PHRASES["asks"]


def is_for_the_house(said: str) -> bool:
    """Whether normalised words order or ask something of the house and tell of no money."""
    if _MONEY.search(said):
        return False
    return bool(_ORDERS.search(said) or _ASKS.search(said))
