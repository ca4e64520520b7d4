"""The corpus, and the training of the weights that read sentences. No part of the installed program."""
