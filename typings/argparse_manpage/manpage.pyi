from argparse import ArgumentParser

class Manpage:
    date: str
    source: str
    manual: str
    description: str
    def __init__(self, parser: ArgumentParser, _data: None = None, format: str = "pretty") -> None: ...
