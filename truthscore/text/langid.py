"""Which language a text is in: by its function words where they leave no doubt, else by py3langid.

Both are deterministic and offline, 50 microseconds a text. The model of py3langid takes 0.4 s and
80 MB to load, which the function words save a process that meets plain Dutch and English alone.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import regex

from truthscore import resources

#: Languages told apart, beside any other one that has word lists. A support desk meets these; the
#: 70 others the model knows (Scots Gaelic, Nigerian Pidgin, ...) only take short Dutch and English
#: questions away.
CANDIDATES = (
    "ar", "bg", "cs", "da", "de", "el", "en", "es", "et", "fi", "fr", "he", "hr", "hu", "it", "ja",
    "ko", "lt", "lv", "nl", "no", "pl", "pt", "ro", "ru", "sk", "sl", "sv", "tr", "uk", "vi", "zh",
)  # fmt: skip

#: Characters that are enough to tell languages apart (all 120 Dutch support rows come out right).
ENOUGH = 80

#: Letters of a page, at least, by which its language can be told (of shorter pieces of English help
#: pages 5 % were taken for another language, of pieces from here on 1 %, of pages none).
ENOUGH_OF_A_PAGE = 40
#: From so many on it is sure enough to act on by itself: of 3,164 Dutch and English pages in the
#: sets of `replication/split.toml` none was taken for another.
SURE_OF_A_PAGE = 200
#: Characters of a page that are read: more do not change what it is taken for.
READ_OF_A_PAGE = 2_000
#: What has words of no language, or of another one: addresses and code.
_no_prose = regex.compile(r"(?:\w+://|www\.)\S++|`[^`\n]*+`")
_letter = regex.compile(r"\p{L}")
_word = regex.compile(r"\p{L}+")
#: The list of a language's function words; a language without one is told by the model.
FUNCTION_WORDS = "function_words.txt"
#: A text is in a language with so many different function words of it, such a share of all its
#: words, and at most a fourth as many of each other language. Of 28,219 texts of the shared data
#: the model told four otherwise: names of files, for French (`replication/function_words.py`).
DIFFERENT, SHARE, OTHERS = 3, 0.2, 0.25


def identify(*texts: str) -> str | None:
    """ISO 639-1 code of the language of `texts`; None when there is no letter in them.

    Later texts are only read while the earlier ones are too short to tell.
    """
    sample = ""
    for text in texts:
        if len(sample) >= ENOUGH:
            break
        sample = f"{sample}\n{text}".strip()
    if not any(map(str.isalpha, sample)):
        return None
    return _by_function_words(sample) or str(_identifier().classify(sample)[0])


def _by_function_words(sample: str) -> str | None:
    """The language whose function words a text has; None where there is doubt."""
    words = _word.findall(sample.lower())
    counts = {
        code: [word for word in words if word in listed]
        for code, listed in _function_words().items()
    }
    best = max(counts, key=lambda code: len(counts[code]), default=None)
    if best is None:
        return None
    found = counts.pop(best)
    if len(set(found)) < DIFFERENT or len(found) < SHARE * len(words):
        return None
    return best if all(len(each) <= OTHERS * len(found) for each in counts.values()) else None


@functools.cache
def _function_words() -> Mapping[str, frozenset[str]]:
    """The function words of each language that has a list of them."""
    files = {code: resources.wordlists(code) / FUNCTION_WORDS for code in resources.languages()}
    return {
        code: frozenset(resources.read_words(path))
        for code, path in files.items()
        if path.is_file()
    }


def differs(lang: str, pages: Iterable[str], given: Iterable[str] = ()) -> bool:
    """Whether pages are all in another language than `lang`, as far as that can be told of each.

    `given`: the languages of further pages, which say theirs. False where it can be told of none.
    """
    known = {*given, *map(of_page, pages)} - {None}
    return bool(known) and lang not in known


def of_pages(
    lang: str, pages: Sequence[tuple[str | None, str]]
) -> tuple[bool, list[str | None]]:  # fmt: skip
    """Whether pages are all in another language than `lang`, and that of each, None where it is not
    sure.

    Each is the code that it says, which is believed, and its text. Among pages in `lang` one must
    be long to be surely in another language.
    """
    given = [code(said) for said, _ in pages]
    unsaid = [text for known, (_, text) in zip(given, pages, strict=True) if known is None]
    whole = differs(lang, unsaid, (known for known in given if known is not None))
    letters = ENOUGH_OF_A_PAGE if whole else SURE_OF_A_PAGE
    told = [known or of_page(text, letters) for known, (_, text) in zip(given, pages, strict=True)]
    return whole, told


def code(given: str | None) -> str | None:
    """A language without its region ("en-GB" is "en"); None for none."""
    return given.lower().partition("-")[0] if given else None


@functools.lru_cache(maxsize=2_000)  # a page recurs in thousands of rows
def of_page(text: str, letters: int = ENOUGH_OF_A_PAGE) -> str | None:
    """The language of a page; None where it has fewer letters than these."""
    sample = _no_prose.sub(" ", text[:READ_OF_A_PAGE])
    return identify(sample) if len(_letter.findall(sample)) >= letters else None


@functools.cache
def _identifier() -> Any:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    identifier = LanguageIdentifier.from_model_file(MODEL_FILE)
    known = set(map(str, identifier.nb_classes))
    further = (code for code in resources.languages() if code in known and code not in CANDIDATES)
    identifier.set_languages([*CANDIDATES, *further])
    return identifier
