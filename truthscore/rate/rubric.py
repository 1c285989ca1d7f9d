"""What raters go by: a TOML file, in Dutch and English."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from truthscore.errors import ResourceError
from truthscore.types import MESSAGE_TYPES

FOLDER = Path(__file__).parent
SHIPPED = FOLDER / "rubric.toml"
LANGUAGES = ("en", "nl")
#: The three requirements of a right answer (paper, §3), in the order of the page.
REQUIREMENTS = ("truth", "relatedness", "completeness")
_DIGEST = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Rubric:
    """The text by language, and its hash, which stands with every rating that went by it."""

    digest: str
    texts: Mapping[str, Mapping[str, Any]]


def load(path: str | Path | None = None) -> Rubric:
    """The rubric of a file, else the one that ships. Raises ResourceError for one that lacks
    something, saying what."""
    file = Path(path or SHIPPED)
    try:
        raw = file.read_bytes()
        data = tomllib.loads(raw.decode("utf-8"))
    except OSError as error:
        raise ResourceError(f"{file}: cannot be read: {error.strerror}") from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ResourceError(f"{file}: not TOML in UTF-8: {error}") from error
    texts = {code: data[code] for code in LANGUAGES if code in data}
    if not texts:
        raise ResourceError(
            f"{file}: found {', '.join(data) or 'nothing'}; expected [en] or [nl], as in {SHIPPED}"
        )
    for code, text in texts.items():
        _check(f"{file}: [{code}", text)
    return Rubric(digest=hashlib.sha256(raw).hexdigest()[:_DIGEST], texts=texts)


def _check(where: str, text: Mapping[str, Any]) -> None:
    for name in ("title", "intro", "cannot"):
        if not isinstance(text.get(name), str):
            raise ResourceError(f"{where}] {name}: expected a text")
    for requirement in REQUIREMENTS:
        found = text.get(requirement)
        if not isinstance(found, Mapping) or not {"name", "asks", "1", "5"} <= set(found):
            raise ResourceError(
                f"{where}.{requirement}]: expected name, asks, and what 1 and 5 stars mean"
            )
    if set(text.get("types", ())) != set(MESSAGE_TYPES):
        raise ResourceError(f"{where}.types]: expected one text for each of {MESSAGE_TYPES}")
