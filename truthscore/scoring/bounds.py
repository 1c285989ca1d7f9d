"""An answer that says there is no bound, where a page sets one for the same thing.

"As many attachments as you like" has no value that a page could contradict. Where people accepted
such an answer, it must not go before the page's "at most 5".
"""

from __future__ import annotations

import functools
from collections.abc import Iterable

import regex

from truthscore import language as languages
from truthscore import resources
from truthscore.text import langid
from truthscore.text.markup import normalise
from truthscore.text.values import values

_SENTENCE = regex.compile(r"[^.!?\n]+(?:[.!?](?=\w)[^.!?\n]*)*")
_WORD = regex.compile(r"\p{L}{5,}")
#: Letters in which words for one thing agree: "bijlage", "bijlagen".
ALIKE = 5


def outweighed(answer: str, pages: Iterable[str], lang: str | None) -> bool:
    """Whether a sentence of an answer names no bound for what a page bounds.

    A page speaks of the same thing when one of its sentences shares a word of `ALIKE` letters that
    is not the bound itself; it bounds it by a value or by a word for one.
    """
    code = langid.code(lang or langid.identify(answer))
    codes = (code,) if code in resources.languages() else resources.languages()
    texts = tuple(map(normalise, pages))
    return any(_outweighed(normalise(answer), texts, each) for each in codes)


def _outweighed(answer: str, pages: Iterable[str], code: str) -> bool:
    pack = languages.load(code)
    boundless, bound = _patterns(code)
    free = [
        each for each in _SENTENCE.findall(answer)
        if boundless.search(each) and not values(each, pack)
    ]  # fmt: skip
    if not free:
        return False  # most
    for sentence in (each for page in pages for each in _SENTENCE.findall(page)):
        if boundless.search(sentence) or not (bound.search(sentence) or values(sentence, pack)):
            continue
        said = _stems(bound.sub(" ", sentence))
        if any(said & _stems(boundless.sub(" ", each)) for each in free):
            return True
    return False


def _stems(text: str) -> set[str]:
    return {each[:ALIKE] for each in _WORD.findall(text.lower())}


@functools.cache
def _patterns(code: str) -> tuple[regex.Pattern[str], regex.Pattern[str]]:
    words = languages.load(code).bounds
    return (
        regex.compile(words["boundless"], regex.IGNORECASE),
        regex.compile(words["bound"], regex.IGNORECASE),
    )
