"""Where the segments of a sentence begin: at a comma, a semicolon or a word that opens a clause.

"De grijze container om de week, de groene elke week": each segment tells of a thing of its own.
Unlike a clause (`clauses.py`), a segment may be a word or two without a verb, and no bracket, colon
or dash begins one.
"""

from __future__ import annotations

from truthscore.language import LanguagePack
from truthscore.text.model import ParsedText

#: Signs with which a segment begins.
_SIGNS = frozenset({",", ";"})


def borders(parsed: ParsedText, start: int, end: int, language: LanguagePack) -> list[int]:
    """The tokens from `start` up to `end` at which a segment begins, in text order."""
    words, lowers = language.clause_words, parsed.lowers
    return [t for t in range(start, end) if lowers[t] in _SIGNS or lowers[t] in words]
