"""What is done with an answer, and its stars, as people read them: one wording in each language.

Stars are cut to one decimal and never rounded: 3.96 is not shown as 4, from which it is sent.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping
from dataclasses import dataclass

from truthscore import resources
from truthscore.errors import ResourceError
from truthscore.types import Action

FILE = "reasons.toml"
#: The language where none is known, or it has no texts.
FALLBACK_LANGUAGE = "en"
#: What a person does with an answer, by the guardrail's action; the names that programs read.
DECISIONS: Mapping[Action, str] = {"allow": "send", "review": "review", "block": "hold"}
#: Steps of a star that are shown.
_STEPS = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Texts:
    """`[decisions]` and `[stars]` of a language's `reasons.toml`."""

    decisions: Mapping[str, str]
    of_five: str
    decimal_mark: str


@functools.cache
def load(code: str) -> Texts:
    """The texts of language `code`. Raises ResourceError for a broken or incomplete file."""
    path = resources.wordlists(code) / FILE
    data = resources.read_toml(path)
    try:
        found, stars = data["decisions"], data["stars"]
        texts = Texts(decisions=found, of_five=stars["text"], decimal_mark=stars["decimal_mark"])
        texts.of_five.format_map({"stars": ""})
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise ResourceError(f"{path}: decisions or stars: missing or wrong key: {error}") from error
    odd = sorted(set(DECISIONS.values()) ^ set(found))
    if odd:
        raise ResourceError(f"{path}: [decisions] lacks, or has too much: {', '.join(odd)}")
    return texts


def language(code: str | None) -> str:
    """`code` where it has texts, else `FALLBACK_LANGUAGE`."""
    return code if code is not None and code in resources.languages() else FALLBACK_LANGUAGE


def named(decision: str, code: str | None) -> str:
    """A decision ("send", "review", "hold") in words."""
    return load(language(code)).decisions[decision]


def number(score: float, code: str | None) -> str:
    """Stars with one decimal, as a language writes it: 3,6 in Dutch."""
    shown = f"{math.floor(score * _STEPS + 1e-9) / _STEPS:.1f}"
    return shown.replace(".", load(language(code)).decimal_mark)


def stars(score: float | None, code: str | None) -> str:
    """Stars as they stand beside a decision: "3,6 ★"; "" for none."""
    return "" if score is None else f"{number(score, code)} ★"


def whole(score: float) -> int:
    """The whole stars of a score, 1 to 5: 3.96 is among those of 3."""
    return math.floor(score)
