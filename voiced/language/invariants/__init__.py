"""What no answer of a language model may break, however far the model is believed."""
