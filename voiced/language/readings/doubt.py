"""A doubt about a sentence is a value of the domain, since a row of the draft keeps it."""

from voiced.domain.transaction import Doubt, DoubtReason

__all__ = ["Doubt", "DoubtReason"]
