"""The gateway: asks a language model what an utterance means, and checks each answer against the words."""
