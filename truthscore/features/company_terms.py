"""Company terms (§5.2): an answer that uses the company's own words is about its product.

A company term is a frequent word of the help documentation that general language does not have
(the paper: the 10,000 most frequent words, minus Dutch Wikibooks; here: minus wordfreq's
vocabulary). Without a terms file the row's own documents serve as the documentation.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import islice

from truthscore.features.base import Feature, Inputs, judged
from truthscore.language import LanguagePack
from truthscore.profile import CompanyTerms, Profile
from truthscore.text.asked import said
from truthscore.text.glossary import used
from truthscore.text.model import ParsedDocument, ParsedText
from truthscore.types import ANSWER, Measurement, Span

#: Note of an answer without a special word.
GENERAL = "every word of the answer is general language"
#: Terms whose meaning is told with one answer.
MOST_MEANINGS = 5
Occurrences = Mapping[str, tuple[int, int, int]]


def terms_of(counts: Mapping[str, int], lang: str, settings: CompanyTerms) -> list[str]:
    """The company terms among counted words: the most frequent ones, general language left out.

    Ties are broken by the alphabet, so the same documents give the same list.
    """
    ranked = sorted(counts, key=lambda word: (-counts[word], word))[: settings.max_terms]
    return [word for word in ranked if is_company_word(word, lang, settings)]


def count_words(texts: Iterable[ParsedText], language: LanguagePack) -> Counter[str]:
    """How often each word (lower-cased, letters only) occurs in what `texts` say: what they ask is
    in the words of their readers."""
    return Counter(
        parsed.lowers[token]
        for parsed in texts
        for token in said(parsed, language)
        if parsed.lowers[token].isalpha()
    )


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
    """Company words of what a document says: word or lemma → (count, start, end of the first)."""
    settings = profile.features.company_terms
    parsed = document.parsed
    found: dict[str, tuple[int, int, int]] = {}
    for token in said(parsed, language):
        for form in {parsed.lowers[token], parsed.lemmas[token]}:
            if form in found:
                count, start, end = found[form]
                found[form] = (count + 1, start, end)
            elif is_company_word(form, language.code, settings):
                found[form] = (1, parsed.starts[token], parsed.ends[token])
    return found


def measure(inputs: Inputs) -> Measurement:
    """value = company terms / words of the answer that general language lacks; raw = their number.

    With `value` = "presence" it is 1.0 where there is a company term, else 0.0. Words and terms are
    distinct forms, compared as written and by lemma. An answer of general language alone has no
    value, or 0.0 where `general_only` says so: it is too general. A special word that is no company
    term is evidence too: it is often invented.
    """
    settings = inputs.profile.features.company_terms
    answer = inputs.answer
    special: dict[str, int] = {}
    for token, word in enumerate(answer.lowers):
        if word not in special and is_company_word(word, inputs.language.code, settings):
            special[word] = token
    meanings = _meanings(inputs)
    if not special:
        if settings.general_only == "zero":
            return Measurement(value=0.0, raw=0.0, note=meanings or None)
        told = "; ".join(filter(None, (GENERAL, meanings)))
        return Measurement(value=None, note=told)
    places, terms = _terms(inputs, settings)
    evidence = []
    for word, token in special.items():
        known = [form for form in (word, answer.lemmas[token]) if form in terms]
        span = Span(source=ANSWER, start=answer.starts[token], end=answer.ends[token])
        match = places.get(known[0]) if known else None
        evidence.append(judged(span, word, match, holds=bool(known), rule="term.unknown"))
    raw = sum(each.role == "supports" for each in evidence)
    value = float(raw > 0) if settings.value == "presence" else raw / len(special)
    return Measurement(value=value, raw=float(raw), evidence=tuple(evidence), note=meanings or None)


def _meanings(inputs: Inputs) -> str:
    """What terms of the answer mean, where the profile's terms file says so; it weighs nothing."""
    meanings = inputs.profile.meanings
    if not meanings:
        return ""
    found = islice(used(inputs.answer.text, meanings), MOST_MEANINGS)
    return "; ".join(f"{term} = {meanings[term]}" for term in found)


def _terms(inputs: Inputs, settings: CompanyTerms) -> tuple[Mapping[str, Span], frozenset[str]]:
    """Where the documents have their company words, and the list that counts."""
    places: dict[str, Span] = {}
    counts: Counter[str] = Counter()
    for indexed in inputs.documents:
        for word, (count, start, end) in indexed.indexes["company_terms"].items():
            counts[word] += count
            places.setdefault(word, Span(source=indexed.document.source, start=start, end=end))
    if inputs.profile.terms is not None:
        return places, inputs.profile.terms
    return places, frozenset(terms_of(counts, inputs.language.code, settings))


COMPANY_TERMS = Feature(
    name="company_terms",
    title="company-specific words in the answer",
    section="5.2",
    settings=CompanyTerms,
    index=index,
    measure=measure,
)
