"""Where word lists, profiles and pipelines are. The only file that knows paths."""

from __future__ import annotations

import importlib.util
import os
import tomllib
import unicodedata
from pathlib import Path
from typing import Any

from truthscore.errors import ResourceError

_PACKAGE = Path(__file__).resolve().parent
#: The environment variable that names a folder of further languages, each a folder in it.
OWN_LISTS = "TRUTHSCORE_WORDLISTS"
#: The file by which a folder is that of a language.
_FACTS = "language.toml"


def wordlists_dir() -> Path:
    """The folder of word lists: inside an installed package, else beside it in a checkout."""
    for candidate in (_PACKAGE / "wordlists", _PACKAGE.parent / "wordlists"):
        if (candidate / "nl" / _FACTS).is_file():
            return candidate
    raise ResourceError(
        f"the word lists are missing (looked beside {_PACKAGE}); reinstall truthscore"
    )


def profiles_dir() -> Path:
    """The folder of the profiles that ship with truthscore."""
    return _PACKAGE / "profiles"


def bundled_pipeline(lang: str) -> Path | None:
    """The folder of the bundled spaCy pipeline of `lang`, or None when there is none."""
    folder = _PACKAGE / "pipelines" / lang
    return folder if (folder / "meta.json").is_file() else None


def installed_pipeline(package: str) -> Path | None:
    """The data folder of an installed spaCy pipeline package, found without importing it."""
    if not package.isidentifier():
        return None
    spec = importlib.util.find_spec(package)
    for location in (spec.submodule_search_locations or ()) if spec else ():
        for meta in sorted(Path(location).glob(f"{package}-*/meta.json")):
            return meta.parent
    return None


def encoder() -> Path:
    """The folder of the encoder's network and vocabulary."""
    return _PACKAGE / "encoder" / "weights"


def vectors(one: str, other: str) -> Path | None:
    """The file of the joint vectors of two languages, or None when there is none."""
    for name in (f"{one}-{other}", f"{other}-{one}"):
        path = _PACKAGE / "vectors" / f"{name}.npz"
        if path.is_file():
            return path
    return None


def languages() -> tuple[str, ...]:
    """The codes of the languages that have word lists, sorted.

    Raises ResourceError where the folder of further languages is none, or has one that ships.
    """
    return tuple(sorted(_language_folders()))


def wordlists(code: str) -> Path:
    """The folder of the word lists of a language (which need not be there)."""
    return _language_folders().get(code, wordlists_dir() / code)


def _language_folders() -> dict[str, Path]:
    """The folders of word lists by the codes of their languages."""
    shipped = _folders_in(wordlists_dir())
    own = Path(named) if (named := os.environ.get(OWN_LISTS)) else None
    if own is None:
        return shipped
    if not own.is_dir():
        raise ResourceError(
            f"{OWN_LISTS} is {named!r}, which is no folder; expected one with a folder for each "
            f"further language (de/{_FACTS} and so on)"
        )
    added = _folders_in(own)
    if both := sorted(shipped.keys() & added.keys()):
        raise ResourceError(
            f"{own}: has the languages {', '.join(both)}, which ship with truthscore; expected "
            "other ones. What a company changes of those goes into its profile"
        )
    return shipped | added


def _folders_in(folder: Path) -> dict[str, Path]:
    return {path.parent.name: path.parent for path in folder.glob(f"*/{_FACTS}")}


def read_toml(path: Path) -> dict[str, Any]:
    """A TOML file as a dict. Raises ResourceError naming file and place."""
    try:
        return tomllib.loads(read_text(path))
    except tomllib.TOMLDecodeError as error:
        raise ResourceError(f"{path}: not valid TOML: {error}") from error


def read_text(path: Path) -> str:
    """A UTF-8 file as NFC text. Raises ResourceError when it is missing or not UTF-8."""
    try:
        return unicodedata.normalize("NFC", path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError as error:
        raise ResourceError(f"{path}: no such file") from error
    except UnicodeDecodeError as error:
        raise ResourceError(f"{path}: not UTF-8 (byte {error.start}); save it as UTF-8") from error
    except OSError as error:
        raise ResourceError(f"{path}: cannot be read: {error.strerror}") from error


def read_words(path: Path) -> tuple[str, ...]:
    """The lines of a word list, without blank lines and `#` comments, in file order."""
    lines = (line.strip() for line in read_text(path).splitlines())
    return tuple(line for line in lines if line and not line.startswith("#"))
