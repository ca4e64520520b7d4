"""The readings that a sentence can have, and the weights that tell them apart."""
