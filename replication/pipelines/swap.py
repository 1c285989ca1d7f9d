"""Copies of training sentences in which content words are exchanged for dictionary words.

A treebank of 150,000 tokens shows a lemmatizer few words and fewer spelling changes ("waagde",
"wagen"; "rellen", "rel"), and a parser learns its words by heart. A word is exchanged for one of
the same class: same part of speech, same ending, same kind of change from form to lemma. The
words are simplemma's; they are used while training only. Copies with other nouns and adjectives
keep their tree; a random verb wants other objects, so copies with other verbs go without. Names
are exchanged for other names of the treebank or for new ones blended of two.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from simplemma.strategies.dictionaries import DefaultDictionaryFactory
from treebank import Sentence, Token
from wordfreq import zipf_frequency

# (form, lemma) -> class, or None when the pair does not show its class beyond doubt.
Classifier = Callable[[str, str], str | None]

#: Lowest Zipf frequency (log10 of occurrences per 10^9 words) of a dictionary word.
MIN_ZIPF = 1.5

_DUTCH_PLURAL_S = ("er", "el", "je", "e", "ie", "or", "um")


def _dutch(form: str, lemma: str) -> str | None:
    if lemma.endswith("en") and len(lemma) > 4:
        return _dutch_verb(form, lemma)
    if form.endswith("en") and not lemma.endswith("e"):
        return "NOUN plural -en"
    if form in (lemma + "s", lemma + "'s") and lemma.endswith(_DUTCH_PLURAL_S):
        return "NOUN plural -s"
    if form.endswith("e") and not form.endswith(("je", "ere")) and not lemma.endswith("e"):
        return "ADJ -e"
    if form.endswith("er") and lemma[-2:] in ("ig", "ijk", "lijk", "nd", "ar"):
        return "ADJ -er"
    return None


def _dutch_verb(form: str, lemma: str) -> str | None:
    if "ge" in form and "ge" not in lemma:
        regular = form.startswith("ge") and form.endswith(("t", "d"))
        return "VERB participle" if regular else None
    if form[:3] != lemma[:3]:
        return None
    if form.endswith(("nde", "nd")):
        return None
    for ending in ("den", "ten", "de", "te"):
        if form.endswith(ending) and form[: -len(ending)] in _dutch_stems(lemma):
            return f"VERB past {ending[1:]}"
    stems = _dutch_stems(lemma)
    if form in stems:
        return "VERB stem"
    if form.endswith("t") and form[:-1] in stems:
        return "VERB -t"
    return None


def _dutch_stems(lemma: str) -> tuple[str, ...]:
    """Spellings the stem of a verb can have: "wagen" waag, "rennen" ren, "lezen" lees."""
    bare = lemma[:-2]
    devoiced = bare[:-1] + {"v": "f", "z": "s"}.get(bare[-1], bare[-1])
    single = bare[:-1] if bare[-1:] == bare[-2:-1] else bare
    long_vowel = devoiced[:-1] + devoiced[-2] + devoiced[-1] if len(devoiced) > 2 else devoiced
    return bare, devoiced, single, long_vowel


def _english(form: str, lemma: str) -> str | None:
    if form.endswith("ing") and lemma[:2] == form[:2]:
        return "VERB -ing"
    if form.endswith("ed") and lemma[:2] == form[:2]:
        return "VERB -ed"
    if form.endswith("s") and lemma[:2] == form[:2] and not lemma.endswith("s"):
        return "NOUN plural"
    return None


_CLASSIFIERS: Mapping[str, Classifier] = {"nl": _dutch, "en": _english}
_UNCHANGED = {
    "nl": {"NOUN plural -en": "NOUN", "NOUN plural -s": "NOUN", "ADJ -e": "ADJ", "VERB -t": "VERB"},
    "en": {"NOUN plural": "NOUN", "VERB -ing": "VERB"},
}


def dictionary(lang: str) -> dict[str, list[tuple[str, str]]]:
    """(form, lemma) pairs per class; "NOUN", "ADJ" and "VERB" are words that are their lemma."""
    classify = _CLASSIFIERS[lang]
    pairs: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for form, lemma in DefaultDictionaryFactory().get_dictionary(lang).items():
        if form == lemma or not (form.isalpha() and lemma.isalpha()) or len(lemma) < 3:
            continue
        # The dictionaries hold many words that nobody has written in the last century.
        if not (form.islower() and lemma.islower()) or zipf_frequency(form, lang) < MIN_ZIPF:
            continue
        name = classify(form, lemma)
        if name is None:
            continue
        pairs[name].append((form, lemma))
        if name in _UNCHANGED[lang]:
            pairs[_UNCHANGED[lang][name]].append((lemma, lemma))
    # "-s" may be a plural or a third person: an English noun that is also a verb shows nothing.
    verbs = {lemma for _, lemma in pairs.get("VERB -ing", [])}
    return {
        name: sorted({p for p in found if not (name.startswith("NOUN") and p[1] in verbs)})
        for name, found in pairs.items()
    }


def swapped(
    sentences: Sequence[Sentence],
    lang: str,
    words: Mapping[str, Sequence[tuple[str, str]]],
    *,
    classes: Sequence[str],
    share: float,
    rate: float,
    seed: int,
) -> list[Sentence]:
    """Copies of a `share` of the sentences with about `rate` of the words exchanged.

    Only words of the parts of speech in `classes` ("NOUN", "PROPN", "VERB", "ADJ") are.
    """
    words = {**words, "PROPN": _names(sentences)}
    rng = random.Random(seed)
    classify = _CLASSIFIERS[lang]
    made: list[Sentence] = []
    for sentence in sentences:
        if rng.random() >= share:
            continue
        split = {t.head for t in sentence.tokens if t.deprel == "compound:prt"}
        tokens = tuple(
            _exchange(t, classify, words, rng)
            if t.upos in classes and i not in split and rng.random() < rate
            else t
            for i, t in enumerate(sentence.tokens, 1)
        )
        if tokens != sentence.tokens:
            made.append(replace(sentence, tokens=tokens))
    return made


def _names(sentences: Sequence[Sentence]) -> list[tuple[str, str]]:
    found = {
        (t.form, t.lemma)
        for sentence in sentences
        for t in sentence.tokens
        if t.upos == "PROPN" and t.form.isalpha() and t.form.istitle() and t.form == t.lemma
    }
    return sorted(found)


def _blend(one: str, other: str) -> str:
    """The beginning of one name and the end of another: "Kaagman" and "Verdonk", "Kaagdonk"."""
    return one[: (len(one) + 1) // 2] + other[len(other) // 2 :].lower()


def _exchange(
    token: Token,
    classify: Classifier,
    words: Mapping[str, Sequence[tuple[str, str]]],
    rng: random.Random,
) -> Token:
    if not token.form.isalpha():
        return token
    if token.upos == "PROPN":
        if not token.form.istitle() or token.form != token.lemma or not words["PROPN"]:
            return token
        one, _ = rng.choice(words["PROPN"])
        other, _ = rng.choice(words["PROPN"])
        new = one if rng.random() < 0.5 else _blend(one, other)
        return replace(token, form=new, lemma=new)
    form = token.form.lower()
    name = token.upos if form == token.lemma else classify(form, token.lemma)
    if name is None or not name.startswith(token.upos) or not words.get(name):
        return token
    new_form, new_lemma = rng.choice(words[name])
    if token.form[:1].isupper():
        new_form = new_form[:1].upper() + new_form[1:]
    return replace(token, form=new_form, lemma=new_lemma)
