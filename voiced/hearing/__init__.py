"""Audio frames in, utterances out, on the sample clock. Pure."""
