"""Where an interrupted run stopped: an output file is its own record of what was done.

Lines are only ever appended, in the order of the input, so the complete lines say how many rows are
done. The last line may be torn (a killed process, a full disk): it is cut off and made again.
"""

from __future__ import annotations

import json
import mmap
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from truthscore.errors import InputError

#: In front of the part of a signature that says who translated the row.
TRANSLATION = "|translation:"


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """A line of the earlier run: the row it answers and what was said of it."""

    number: int
    line: Mapping[str, Any]

    @property
    def id(self) -> str:
        """The row's id."""
        return str(self.line["id"])


def mend(path: Path) -> int:
    """Cut a torn last line off `path`; how many bytes went. A file that is not there has none.

    Raises InputError when the file cannot be changed.
    """
    try:
        with path.open("r+b") as stream:
            size = stream.seek(0, 2)
            if not size:
                return 0  # nothing can be mapped of it
            with mmap.mmap(stream.fileno(), size, access=mmap.ACCESS_READ) as written:
                whole = written.rfind(b"\n") + 1
            stream.truncate(whole)
            return size - whole
    except FileNotFoundError:
        return 0
    except OSError as error:
        raise InputError(f"{path}: cannot be mended: {error.strerror}") from error


def done(path: Path, signature_of: Callable[[str], str | None]) -> Iterator[Done]:
    """The complete lines of the earlier run; `signature_of` gives today's signature of a language.

    Raises InputError at a line that is no output of `truthscore score`, or that was scored in
    another way than this run would: mixed scores could not be compared.
    """
    if not path.is_file():
        return
    with path.open(encoding="utf-8", newline="\n") as stream:
        for number, text in enumerate(stream, start=1):
            where = f"{path}, line {number}"
            try:
                line = json.loads(text)
                said, lang = line["signature"], line["lang"]
                _ = line["id"], line["status"]
            except (ValueError, KeyError, TypeError) as error:
                raise InputError(
                    f"{where}: not a line of `truthscore score`; --resume goes on with JSONL "
                    "that an interrupted run wrote"
                ) from error
            now = signature_of(lang) if lang else None
            # by whom a row was translated is the row's own, not this run's
            if said and said.partition(TRANSLATION)[0] != now:
                raise InputError(
                    f"{where}: scored as {said}, this run would score it as {now}; "
                    "use the profile and version of the first run, or write to another file"
                )
            yield Done(number=number, line=line)
