"""A language's folder, read once."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TypeVar, TypeVarTuple

from truthscore import resources
from truthscore.errors import ResourceError, did_you_mean
from truthscore.language.declared import Folder, made
from truthscore.language.pack import FACTS, LanguagePack

_Made = TypeVar("_Made")
_More = TypeVarTuple("_More")


@functools.cache
def load(code: str) -> LanguagePack:
    """The language pack of `code` ("nl", "en").

    Raises ResourceError when there is no such folder or a file in it is broken.
    """
    known = resources.languages()
    if code not in known:
        raise ResourceError(
            f"no word lists for language {code!r}; there are {', '.join(known)}"
            f"{did_you_mean(code, known)}"
        )
    folder = resources.wordlists(code)
    try:
        return made(LanguagePack, Folder(folder), FACTS)
    except (KeyError, TypeError) as error:
        raise ResourceError(
            f"{folder}: one of its TOML files has a missing or wrong key: {error}"
        ) from error


def once(make: Callable[[LanguagePack, *_More], _Made]) -> Callable[[LanguagePack, *_More], _Made]:
    """What `make` makes of a language's lists, made once: patterns take long to compile.

    Kept for the life of the process by the pack's code and digest (an edited list has another) and
    by what else `make` is given.
    """
    kept: dict[object, _Made] = {}

    @functools.wraps(make)
    def found(language: LanguagePack, /, *more: *_More) -> _Made:
        key = language.code, language.digest, more
        if key not in kept:
            kept[key] = make(language, *more)
        return kept[key]

    return found
