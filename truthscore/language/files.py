"""A language's folder, read once."""

from __future__ import annotations

import functools

from truthscore import resources
from truthscore.errors import ResourceError, did_you_mean
from truthscore.language.declared import Folder, made
from truthscore.language.pack import FACTS, LanguagePack


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


#: What is made of a language's lists is made once in the life of the process: patterns take long
#: to compile.
once = functools.cache
