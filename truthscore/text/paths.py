"""Menu paths that a text writes out: "Magazijn > Tellijsten", "HR / Medewerker / Verlof"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import regex

from truthscore.text import components
from truthscore.text.components import Component, ComponentRules

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

    @property
    def start(self) -> int:
        """Where the first part begins."""
        return self.starts[0]


def paths(text: str, rules: ComponentRules) -> tuple[Path, ...]:
    """The paths of a text, in text order. No path runs over the end of a line."""
    found: list[Path] = []
    if not _BETWEEN.search(text):
        return ()  # most texts
    for line in _LINE.finditer(text):
        if not _BETWEEN.search(line.group()):
            continue
        for chain in chains(components.extract(line.group(), rules)):
            labels = tuple(each.label for each in chain)
            found.append(
                Path(
                    labels=labels,
                    names=tuple(name_of(label, rules) for label in labels),
                    starts=tuple(line.start() + each.start for each in chain),
                    end=line.start() + chain[-1].end,
                )
            )
    return tuple(found)


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
