"""The check of a model: labelled sentences, words about drafts and traps, played by the product's own prompts."""
