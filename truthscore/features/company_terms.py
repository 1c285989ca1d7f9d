"""Company terms (§5.2): an answer that uses the company's own words is about its product.

A company term is a frequent word of the help documentation that general language does not have
(the paper: the 10,000 most frequent words, minus Dutch Wikibooks; here: minus wordfreq's
vocabulary). Without a terms file the row's own documents serve as the documentation.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterable, Mapping

from truthscore.features.base import Feature, Inputs
from truthscore.language import LanguagePack
from truthscore.profile import CompanyTerms, Profile
from truthscore.text.model import ParsedDocument, ParsedText
from truthscore.types import ANSWER, Evidence, Measurement, Span

Occurrences = Mapping[str, tuple[int, int, int]]


def terms_of(counts: Mapping[str, int], lang: str, settings: CompanyTerms) -> list[str]:
    """The company terms among counted words: the most frequent ones, general language left out.

    Ties are broken by the alphabet, so the same documents give the same list.
    """
    ranked = sorted(counts, key=lambda word: (-counts[word], word))[: settings.max_terms]
    return [word for word in ranked if is_company_word(word, lang, settings)]


def count_words(texts: Iterable[ParsedText]) -> Counter[str]:
    """How often each word (lower-cased, letters only) occurs in `texts`."""
    return Counter(word for parsed in texts for word in parsed.lowers if word.isalpha())


def is_company_word(word: str, lang: str, settings: CompanyTerms) -> bool:
    """Whether general language lacks `word` (lower-cased)."""
    return (
        len(word) >= settings.min_length
        and word.isalpha()
        and _zipf(word, lang) <= settings.general_zipf
    )


@functools.lru_cache(maxsize=200_000)
def _zipf(word: str, lang: str) -> float:
    import wordfreq

    return float(wordfreq.zipf_frequency(word, lang))


def index(document: ParsedDocument, language: LanguagePack, profile: Profile) -> Occurrences:
    """Company words of a document: word → (count, start, end of the first occurrence)."""
    settings = profile.features.company_terms
    parsed = document.parsed
    found: dict[str, tuple[int, int, int]] = {}
    for word, start, end in zip(parsed.lowers, parsed.starts, parsed.ends, strict=True):
        if word in found:
            count, *place = found[word]
            found[word] = (count + 1, place[0], place[1])
        elif is_company_word(word, language.code, settings):
            found[word] = (1, start, end)
    return found


def measure(inputs: Inputs) -> Measurement:
    """value = min(1, distinct company terms in the answer / `full_at`); raw = their number.

    None when the documentation has no company terms at all.
    """
    settings = inputs.profile.features.company_terms
    listed = inputs.profile.terms
    places: dict[str, Span] = {}
    counts: Counter[str] = Counter()
    for indexed in inputs.documents:
        for word, (count, start, end) in indexed.indexes["company_terms"].items():
            counts[word] += count
            places.setdefault(word, Span(source=indexed.document.source, start=start, end=end))
    terms = (
        listed
        if listed is not None
        else frozenset(terms_of(counts, inputs.language.code, settings))
    )
    if not terms:
        return Measurement(value=None, note="the documentation has no company terms")
    answer = inputs.answer
    first: dict[str, Evidence] = {}
    for word, start, end in zip(answer.lowers, answer.starts, answer.ends, strict=True):
        if word in terms and word not in first:
            span = Span(source=ANSWER, start=start, end=end)
            first[word] = Evidence(span=span, role="supports", label=word, match=places.get(word))
    raw = len(first)
    return Measurement(
        value=min(1.0, raw / settings.full_at), raw=float(raw), evidence=tuple(first.values())
    )


COMPANY_TERMS = Feature(
    name="company_terms",
    title="company-specific words in the answer",
    section="5.2",
    index=index,
    measure=measure,
)
