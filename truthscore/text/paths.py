"""Menu paths that a text writes out: "Magazijn > Tellijsten", "HR / Medewerker / Verlof"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import regex

from truthscore.text import components
from truthscore.text.component_rules import ComponentRules
from truthscore.text.components import Component

#: What stands between the parts of a path that is surely one.
ARROW = regex.compile(r"[>›▸→➔▶]")
#: What stands between the parts of every path.
_BETWEEN = regex.compile(rf"{ARROW.pattern}|[ ]/[ ]")
_LINE = regex.compile(r"[^\n]+")
_WORD = regex.compile(r"[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*")

#: What a part is called whatever its form: the stems of its words.
Name = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Path:
    """A path: its parts as they stand, their names, and where each begins; `end`: of the last."""

    labels: tuple[str, ...]
    names: tuple[Name, ...]
    starts: tuple[int, ...]
    end: int


def paths(text: str, rules: ComponentRules) -> tuple[Path, ...]:
    """The paths of a text, in text order: only lines that may have one are looked at."""
    found: list[Path] = []
    if not _BETWEEN.search(text):
        return ()  # most texts
    for line in _LINE.finditer(text):
        if _BETWEEN.search(line.group()):
            named = components.extract(line.group(), rules)
            found.extend(paths_of(line.group(), named, rules, line.start()))
    return tuple(found)


def paths_of(
    text: str, named: Sequence[Component], rules: ComponentRules, at: int = 0
) -> Iterator[Path]:
    """The paths that the components of a text make. No path runs over the end of a line.

    `at`: where the text begins in the one that offsets are of.
    """
    for chain in chains(named):
        written = text[chain[0].start : chain[-1].end]
        if "\n" in written or not _BETWEEN.search(written):
            continue
        labels = tuple(each.label for each in chain)
        yield Path(
            labels=labels,
            names=tuple(name_of(label, rules) for label in labels),
            starts=tuple(at + each.start for each in chain),
            end=at + chain[-1].end,
        )


def name_of(label: str, rules: ComponentRules) -> Name:
    """What a part of a path is called whatever its form: "Telling" and "telling" are one."""
    return tuple(rules.matching.stem(word) for word in _WORD.findall(label.casefold()))


def chains(named: Sequence[Component]) -> Iterator[Sequence[Component]]:
    """The components of each path that is written out, part by part."""
    position = 0
    while position < len(named):
        path = named[position].path
        chain = named[position : position + len(path)]
        if len(path) < 2 or tuple(each.label for each in chain) != path:
            position += 1
            continue
        position += len(path)
        yield chain
