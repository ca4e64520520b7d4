"""Patterns that are compiled when they are first needed."""

from __future__ import annotations

import re
import subprocess
import sys

from voiced.language.text.expression import compile_all, expression


def test_a_pattern_does_what_a_compiled_one_does():
    lazy, compiled = expression(r"(?P<yuan>\d+)块"), re.compile(r"(?P<yuan>\d+)块")
    text = "午饭35块，打车18块"

    assert [found["yuan"] for found in lazy.finditer(text)] == ["35", "18"]
    assert lazy.findall(text) == compiled.findall(text)
    assert lazy.split(text) == compiled.split(text)
    assert lazy.sub("X", text) == compiled.sub("X", text)
    assert (lazy.match(text), lazy.fullmatch(text)) == (None, None)
    assert (lazy.pattern, lazy.compiled.groups) == (compiled.pattern, 1)


def test_importing_the_rules_compiles_none_of_them_and_then_all_are_ready():
    counts = _patterns_compiled()
    assert counts[0] == 0
    assert counts[1] > 100
    assert counts[2] == counts[1]


def test_one_that_was_used_already_stays_as_it_is():
    lazy = expression("[一二三]")
    assert lazy.search("第二笔")
    used = lazy.search
    compile_all()
    assert lazy.search == used
    assert lazy.search("第二笔")


def _patterns_compiled() -> list[int]:
    """By the rules: when they are imported, once all are wanted, and when all are wanted again. In a new process."""
    script = """if True:
        import re
        from voiced.language.text import expression
        class Counting:
            compiled = 0
            def compile(self, pattern):
                self.compiled += 1
                return re.compile(pattern)
        expression.re = counting = Counting()
        import voiced.language.changes.correction, voiced.language.commands.classifier, voiced.language.entries.sentence
        for _ in range(3):
            print(counting.compiled)
            expression.compile_all()
    """
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return [int(line) for line in said.stdout.split()]
