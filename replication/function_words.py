"""How often function words tell a text's language otherwise than the model does.

    python -m replication.function_words --data ../shared/data [--rows 400]

Every text of the first rows (drawn with seed 0) of each file below the folder, its first 80 and its
first 2,000 characters, each once: told by function words (`text/langid.py`), and of those how many
py3langid tells otherwise. Texts that they do not tell go to the model anyway.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from replication.folders import folder_with
from truthscore.text import langid

#: Characters of a row and of a page that are read, and of the shortest text that counts.
READ = (langid.ENOUGH, langid.READ_OF_A_PAGE)
SHORTEST = 12


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=folder_with("bench/*.jsonl.gz"), required=True)
    parser.add_argument("--rows", type=int, default=400, help="rows of each file")
    args = parser.parse_args(argv)
    model = langid._identifier()
    known, other = 0, []
    texts = samples(args.data, args.rows)
    for text in texts:
        told = langid._by_function_words(text)
        if told is None:
            continue
        known += 1
        if (meant := model.classify(text)[0]) != told:
            other.append(f"{told}, not {meant}: {text[:60]!r}")
    print(f"{len(texts)} texts, {known} told by function words, {len(other)} of them otherwise")
    print("\n".join(sorted(other)))


def samples(data: Path, rows: int) -> list[str]:
    """The texts, in the order of their files, each once."""
    found: dict[str, None] = {}
    for path in sorted(data.rglob("*.jsonl.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as stream:
            lines = stream.read().splitlines()
        random.Random(0).shuffle(lines)
        for line in lines[:rows]:
            for text in strings(json.loads(line)):
                cuts = (text[:end].strip() for end in READ)
                found.update((cut, None) for cut in cuts if any(map(str.isalpha, cut)))
    return list(found)


def strings(data: Any) -> Iterator[str]:
    """The texts in a JSON value."""
    if isinstance(data, str) and len(data) > SHORTEST:
        yield data
    elif isinstance(data, dict | list):
        for each in data.values() if isinstance(data, dict) else data:
            yield from strings(each)


if __name__ == "__main__":
    main()
