"""Whether noise and talk save anything, if each sound comes to the second look twice (docs/decisions/0080).

    python -m benchmarks.second_look [MINUTES] [SEED]      40 minutes by default; a seed draws other sounds

It runs at replay speed with Whisper base. The exit status is 1 if rows were saved or a draft was opened or changed.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path

from tests.runtime.muffled import noise_and_talk
from voiced.dialogue.sentences.phrases import NOT_HEARD


def main() -> None:
    """Print what the noise did."""
    minutes = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 34
    with tempfile.TemporaryDirectory() as folder:
        sounds, endured = asyncio.run(noise_and_talk(Path(folder) / "ledger.db", minutes, seed))
    found = sum(said != NOT_HEARD and "支出35元" in said for said in endured.said)
    print(f"{sounds} sounds, {endured.utterances} utterances, {found} read-backs, {endured.saved} saves")
    sys.exit(1 if endured.saved or endured.drafts else 0)


if __name__ == "__main__":
    main()
