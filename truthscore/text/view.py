"""Which words of a text are compared, and in which form (paper, §6.1)."""

from __future__ import annotations

from rapidfuzz import fuzz

from truthscore.language import LanguagePack
from truthscore.text.model import ParsedText, is_word


def words(
    parsed: ParsedText, language: LanguagePack, start: int = 0, end: int | None = None
) -> tuple[tuple[int, str], ...]:
    """(token index, form) of the words of tokens `start` to `end`, in order.

    A word holds a letter or digit; the form is the lemma or the surface form, lower-cased, as
    the language's view says; stop words are left out where the view says so.
    """
    forms = parsed.lemmas if language.view.lemmatise else parsed.lowers
    drop = language.view.drop_stop_words
    stop = len(parsed.starts) if end is None else end
    return tuple(
        (index, forms[index])
        for index in range(start, stop)
        if parsed.pos[index] not in ("PUNCT", "SYM", "SPACE")
        and is_word(parsed.lowers[index])
        and not (drop and parsed.stops[index])
    )


def same_family(left: str, right: str, *, part: int, ratio: float) -> bool:
    """Whether two lower-cased words are forms of one word, or one is a part of the other.

    True for equal words; for a word of at least `part` letters that the other begins or ends with
    ("factuur" / "verkoopfactuur"); and for words of at least `part` letters whose rapidfuzz
    ratio is at least `ratio` of 100 (an inflection, a typo).
    """
    if left == right:
        return True
    short, long = (left, right) if len(left) <= len(right) else (right, left)
    if len(short) < part:
        return False
    return long.startswith(short) or long.endswith(short) or fuzz.ratio(left, right) >= ratio


def content_words(parsed: ParsedText, language: LanguagePack) -> tuple[tuple[int, str], ...]:
    """(token index, lemma) of the content words: by part of speech, stop words left out."""
    return tuple(
        (index, parsed.lemmas[index])
        for index in range(len(parsed.starts))
        if parsed.pos[index] in language.content_pos
        and not parsed.stops[index]
        and is_word(parsed.lowers[index])
    )
