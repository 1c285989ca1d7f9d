"""Patterns of word lists: compiled once in the life of an installation, or when they are used.

A language's word lists make patterns of thousands of words. Compiling them takes longer than
scoring twenty answers, reading them back some milliseconds. They are kept where Python keeps
compiled modules (`__pycache__` of this package, or PYTHONPYCACHEPREFIX), found by what they say,
and compiled anew when they are missing, torn, or of another Python or `regex`. Where nothing may
be written (a read-only installation, PYTHONDONTWRITEBYTECODE) each waits until a text needs it.

What several patterns of a list share is written once, as a macro (see `filled`).
"""

from __future__ import annotations

import hashlib
import importlib.util
import io
import os
import pickle
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Protocol, TypeVar, cast

import regex

from truthscore import deadline
from truthscore.errors import ProfileError, ResourceError, did_you_mean

#: What a search finds.
Found = TypeVar("Found")
#: By text and flags.
_Patterns = dict[tuple[str, int], "regex.Pattern[str]"]

#: The size of the digest in front of the patterns.
_DIGEST_BYTES = hashlib.sha256().digest_size

#: A macro in a pattern: `<name>`; no group of that name ("(?P<name>...)").
MACRO = regex.compile(r"(?<!\(\?P|\(\?)<(\w+)>")
#: The same where patterns have "<" of their own: `{name}`.
BRACED_MACRO = regex.compile(r"\{([a-z_]+)\}")

#: How often a search is begun that runs out of time: its clock is that of the whole process, so
#: that other threads use it up as well.
ATTEMPTS = 4

#: What is called of a pattern that had to wait.
_CALLED = ("search", "match", "fullmatch", "finditer", "findall", "sub", "subn", "split")


class Compile(Protocol):
    """Makes a pattern of its text; raises regex.error when it does not compile."""

    def __call__(self, pattern: str, flags: int = 0) -> regex.Pattern[str]:
        """The pattern, which may wait with compiling until it is used."""


@contextmanager
def kept(lang: str, words: str, reading: str = "") -> Iterator[Compile]:
    """Make the patterns of a language's word list (`words`: its name) within this.

    `reading`: which of several patterns are made of the same list. All are kept when all compile;
    files that cannot be read or written are no error. A pattern that waited and does not compile
    raises ResourceError where it is used.
    """
    path = _path("-".join(filter(None, (words, lang, reading))))
    known = _read(path)
    keep = _may_write(path)
    used: _Patterns = {}

    def compiled(pattern: str, flags: int = 0) -> regex.Pattern[str]:
        key = pattern, int(flags)
        if key not in used:
            if key in known:
                used[key] = known[key]
            elif keep:
                used[key] = regex.compile(pattern, flags)
            else:
                used[key] = cast(
                    "regex.Pattern[str]", _Waiting(f"wordlists/{lang}/{words}.toml", pattern, flags)
                )
        return used[key]

    yield compiled
    if keep and path is not None and not used.keys() <= known.keys():
        _write(path, used)


def filled(
    pattern: str, macros: Mapping[str, str], where: str, macro: regex.Pattern[str] = MACRO
) -> str:
    """`pattern` with every macro replaced by what it stands for, which may hold macros itself.

    `where`: what the pattern is of, for errors ("wordlists/nl/refusal.toml"). `macro`: how a macro
    is written; its first group is the name. Raises ResourceError when a macro is not known or
    stands within itself.

    >>> filled("<greeting>, <who>", {"greeting": "(?:hi|hello) <who>", "who": "you"}, "a test")
    '(?:hi|hello) you, you'
    """

    def put(piece: str, within: tuple[str, ...]) -> str:
        def stands_for(found: regex.Match[str]) -> str:
            name = found[1]
            if name not in macros:
                raise ResourceError(
                    f"{where}: pattern {pattern!r} uses an unknown macro {found[0]}; "
                    f"there are {', '.join(macros) or 'none'}{did_you_mean(name, macros)}"
                )
            if name in within:
                raise ResourceError(
                    f"{where}: pattern {pattern!r} uses a macro that stands within itself: "
                    f"{' in '.join((name, *reversed(within)))}; take it out of one of them"
                )
            return put(macros[name], (*within, name))

        return macro.sub(stands_for, piece)

    return put(pattern, ())


def in_time(search: Callable[[], Found]) -> Found:
    """What a search with a `timeout` finds. Raises TimeoutError when it runs out of time as often
    as it is begun: a pattern that runs away does, one of a busy process does not. Raises OverBudget
    when the deadline of the work is over."""
    for _ in range(ATTEMPTS - 1):
        deadline.check()
        try:  # `suppress` is slow, and this is asked a hundred times for an answer
            return search()
        except TimeoutError:
            continue
    deadline.check()
    return search()


def every(pattern: regex.Pattern[str], text: str, seconds: float) -> list[regex.Match[str]]:
    """The matches of a profile's own pattern. Raises ProfileError when that takes longer."""
    try:
        return in_time(lambda: list(pattern.finditer(text, timeout=seconds)))
    except TimeoutError as error:
        raise ProfileError(
            f"pattern {pattern.pattern!r} did not finish in {seconds} s; make it simpler (no "
            "nested repeats, a bound on every *), or raise limits.pattern_seconds"
        ) from error


class _Waiting:
    """A pattern that is compiled when something is first asked of it."""

    def __init__(self, file: str, pattern: str, flags: int) -> None:
        self._source = file, pattern, flags

    def __getattr__(self, asked: str) -> Any:
        if asked.startswith("_"):
            raise AttributeError(asked)
        file, pattern, flags = self._source
        try:
            made = regex.compile(pattern, flags)
        except regex.error as error:
            raise ResourceError(f"{file}: pattern {pattern!r} does not compile: {error}") from error
        # from now on found at once, without coming here
        vars(self).update({each: getattr(made, each) for each in _CALLED})
        return getattr(made, asked)


def _path(name: str) -> Path | None:
    """Beside the compiled modules, or None where this Python keeps none."""
    try:
        module = Path(importlib.util.cache_from_source(__file__))
    except NotImplementedError:
        return None
    return module.with_name(f"{module.stem}.{name}.regex-{regex.__version__}.bin")


def _may_write(path: Path | None) -> bool:
    if path is None or sys.dont_write_bytecode:
        return False
    there = next((each for each in path.parents if each.exists()), path.parent)
    return os.access(there, os.W_OK)


def _read(path: Path | None) -> Mapping[tuple[str, int], regex.Pattern[str]]:
    """The patterns that were kept; none when there are none that can be trusted."""
    if path is None:
        return {}
    try:
        data = path.read_bytes()
        digest, body = data[:_DIGEST_BYTES], data[_DIGEST_BYTES:]
        return _Reader(io.BytesIO(body)).load() if digest == _digest(path, body) else {}
    except Exception:  # whatever is wrong with it, compiling anew mends it
        return {}


def _write(path: Path, patterns: _Patterns) -> None:
    """Into a file of its own first: a reader sees all of it or nothing."""
    body = pickle.dumps(patterns)
    part = path.with_name(f"{path.name}.{os.getpid()}")
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            part.write_bytes(_digest(path, body) + body)
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)


def _digest(path: Path, body: bytes) -> bytes:
    """Also of the name, which says the versions: a file that was renamed is not read."""
    return hashlib.sha256(path.name.encode() + body).digest()


class _Reader(pickle.Unpickler):
    """Reads compiled patterns and nothing else."""

    def find_class(self, module: str, name: str) -> Any:
        if module.partition(".")[0] in ("regex", "_regex") and name == "compile":
            return super().find_class(module, name)
        raise pickle.UnpicklingError(f"{module}.{name} is no compiled pattern")
