"""How a field says which list it is, and how that is read.

A field is the list of its own name in the file of its class, and is read as its type says. One
that is not says so, with `listed`, `of_table` or `of_folder`. So a new list is one line.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from pathlib import Path
from typing import Any, TypeVar, get_type_hints

from truthscore import resources
from truthscore.language.kinds import Phrases, Words, by_first_word

#: How a list is read, by the type of its field.
_BY_TYPE: Mapping[Any, Callable[[Any], Any]] = {
    str: str,
    Words: frozenset,
    tuple[str, ...]: tuple,
    Phrases: by_first_word,
    Mapping[str, str]: dict,
}
#: The key of a field's reader among its metadata.
_READER = "reader"

Made = TypeVar("Made")


class Folder:
    """The word lists of one language; each table is read once."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._tables: dict[str, Mapping[str, Any]] = {}

    def table(self, file: str) -> Mapping[str, Any]:
        """The lists in a file by their names. Raises ResourceError for a file that is broken."""
        if file not in self._tables:
            self._tables[file] = resources.read_toml(self.path / file)
        return self._tables[file]


@dataclass(frozen=True, slots=True)
class _Field:
    """A field that is to be read: its name and type, and the file of its class."""

    name: str
    type: Any
    file: str


def listed(
    how: Callable[[Any], Any] | None = None, *, file: str | None = None, key: str | None = None
) -> Any:
    """A field that `how` reads, or that stands in another file or under another name; a field of
    several lists stands in that file."""

    def read(folder: Folder, each: _Field) -> Any:
        return _read(folder, _Field(key or each.name, each.type, file or each.file), how)

    return field(metadata={_READER: read})


def of_table(how: Callable[[Mapping[str, Any]], Any], *, file: str | None = None) -> Any:
    """A field that `how` makes of all that a file says."""

    def read(folder: Folder, each: _Field) -> Any:
        return how(folder.table(file or each.file))

    return field(metadata={_READER: read})


def of_folder(how: Callable[[Path], Any]) -> Any:
    """A field that `how` makes of the language's folder."""

    def read(folder: Folder, _: _Field) -> Any:
        return how(folder.path)

    return field(metadata={_READER: read})


def made(kind: type[Made], folder: Folder, file: str) -> Made:
    """A dataclass of lists, which stand in `file` unless they say otherwise.

    Raises KeyError for a list that is missing, and what its reader raises.
    """
    types = get_type_hints(kind)
    values = {}
    for each in fields(kind):  # type: ignore[arg-type]
        reader = each.metadata.get(_READER, _read)
        values[each.name] = reader(folder, _Field(each.name, types[each.name], file))
    return kind(**values)


def _read(folder: Folder, each: _Field, how: Callable[[Any], Any] | None = None) -> Any:
    if how is None and isinstance(each.type, type) and is_dataclass(each.type):
        return made(each.type, folder, each.file)
    return (how or _BY_TYPE[each.type])(folder.table(each.file)[each.name])
