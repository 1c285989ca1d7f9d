#!/usr/bin/env python3
"""Build nl-en.jsonl, the translation memory, from the Dutch and English help pages.

    python examples/translation/build.py           write the file
    python examples/translation/build.py --check   write nothing; exit 1 if it is out of date

The pages say the same line by line. Each sentence goes in as truthscore sends it: `{1}` for what
is kept out of a provider's hands, labels by themselves.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from truthscore.translate.protect import Protected, protect
from truthscore.translate.sentences import sentences

HERE = Path(__file__).resolve().parent
HELP = HERE.parent / "help"
FILE = HERE / "nl-en.jsonl"
PLACE = re.compile(r"\{(\d+)\}")


def pairs(dutch: str, english: str) -> Iterator[tuple[str, str]]:
    """(as sent, as answered) of two texts that say the same sentence by sentence."""
    ours, theirs = sentences(dutch), sentences(english)
    if len(ours) != len(theirs):
        return
    for one, other in zip(ours, theirs, strict=True):
        yield from unit(one.text, other.text)


def unit(dutch: str, english: str) -> Iterator[tuple[str, str]]:
    """A sentence as sent, and the labels in it; nothing when the two keep different things."""
    ours, theirs = protect(dutch), protect(english)
    places = matched(ours, theirs)
    if places is None:
        return
    answer = PLACE.sub(lambda match: f"{{{places[int(match[1])]}}}", theirs.text)
    if ours.speaks:
        yield ours.text, answer
    for number, kept in enumerate(theirs.kept, start=1):
        if kept.inner:
            yield from unit(ours.kept[places[number] - 1].inner, kept.inner)


def matched(ours: Protected, theirs: Protected) -> dict[int, int] | None:
    """Place in the English sentence → place in the Dutch one; None when they do not all fit."""
    left = list(range(1, len(ours.kept) + 1))
    found: dict[int, int] = {}
    for number, kept in enumerate(theirs.kept, start=1):
        sort = bool(kept.inner), re.sub(r"\D", "", kept.open)
        for place in left:
            mine = ours.kept[place - 1]
            if (bool(mine.inner), re.sub(r"\D", "", mine.open)) == sort:
                found[number] = place
                left.remove(place)
                break
    return found if not left and len(found) == len(theirs.kept) else None


def build() -> str:
    memory: dict[str, str] = {}
    for path in sorted((HELP / "nl").glob("*.md")):
        other = HELP / "en" / path.name
        lines = (each.read_text(encoding="utf-8").splitlines() for each in (path, other))
        for dutch, english in zip(*lines, strict=True):
            for ours, theirs in pairs(dutch, english):
                memory.setdefault(ours, theirs)
    return "".join(
        json.dumps({"nl": ours, "en": theirs}, ensure_ascii=False) + "\n"
        for ours, theirs in memory.items()
    )


def main() -> None:
    made = build()
    if "--check" in sys.argv[1:]:
        sys.exit(0 if FILE.read_text(encoding="utf-8") == made else f"{FILE.name} is out of date")
    FILE.write_text(made, encoding="utf-8")
    print(f"{made.count(chr(10))} sentences → {FILE.name}")


if __name__ == "__main__":
    main()
