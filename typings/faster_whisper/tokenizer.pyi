import tokenizers

class Tokenizer:
    tokenizer: tokenizers.Tokenizer
    def __init__(
        self,
        tokenizer: tokenizers.Tokenizer,
        multilingual: bool,
        task: str | None = None,
        language: str | None = None,
    ) -> None: ...
    @property
    def sot_sequence(self) -> list[int]: ...
    def encode(self, text: str) -> list[int]: ...
    def decode(self, tokens: list[int]) -> str: ...
