"""Lemmas of verbs that a pipeline did not find: "heropend" is of "heropenen", not "heropen".

A small pipeline makes the lemma of a word it has rarely seen by the ending of another one. Where
that is no infinitive, the spelling rules of the language lead from the form to the words that may
be one, and the most usual of those is taken (wordfreq). A word of which none is known keeps its
lemma.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator

from truthscore.language import VerbForms

#: Forms of verbs whose lemma is kept: more than a help centre has.
KEPT = 20_000
#: Letters, at least, of the stem in a participle: "geeft" is not of "even".
SHORTEST = 3


def mended(code: str, forms: VerbForms) -> Callable[[str, str], str]:
    """A function that gives the lemma of a verb from its form and the lemma that was found."""
    end = forms.infinitive

    @functools.lru_cache(maxsize=KEPT)
    def mend(form: str, lemma: str) -> str:
        stem = any(form == lemma + ending for ending in forms.endings)  # "heropend", "heropen"
        if (lemma.endswith(end) and not stem) or form.endswith(forms.nouns) or not form.isalpha():
            return lemma
        if form == lemma and not form.endswith(forms.endings):
            return lemma  # "voer", which the pipeline takes for a noun elsewhere
        usual = {word: _zipf(word, code) for word in _candidates(form, lemma, forms)}
        best = max(usual, key=lambda word: (usual[word], word), default=lemma)
        return best if usual.get(best, 0.0) >= forms.least else lemma

    return mend


def _candidates(form: str, lemma: str, forms: VerbForms) -> Iterator[str]:
    if form.endswith(forms.infinitive):
        yield form
    for ending in forms.present:
        before = form[: len(form) - len(ending)]
        if form.endswith(ending) and before.endswith(forms.infinitive):
            yield before
    for stem in dict.fromkeys(_stems(form, lemma, forms)):
        yield from _infinitives(stem, forms)


def _stems(form: str, lemma: str, forms: VerbForms) -> Iterator[str]:
    """What may be left of a form without what its tense and person put around it."""
    for word in (lemma, form):
        for ending in ("", *forms.endings):
            stem = word[: len(word) - len(ending)]
            if not word.endswith(ending) or len(stem) < 2:
                continue
            yield stem
            for particle in ("", *forms.particles) if ending else ():
                before = particle + forms.participle
                if stem.startswith(before) and len(stem) - len(before) >= SHORTEST:
                    yield particle + stem[len(before) :]


def _infinitives(stem: str, forms: VerbForms) -> Iterator[str]:
    """A stem as it is written before another syllable: "betaal-en", "trekk-en", "gev-en"."""
    short = forms.infinitive[-1]
    if stem[-1] in forms.vowels:
        yield stem + short  # "doe", "zie"
        yield stem + stem[-1] + short  # "ga", "gaan"
        return
    bodies = [stem]
    if len(stem) > 2 and stem[-2] == stem[-3] and stem[-2] in forms.doubled:
        bodies.append(stem[:-2] + stem[-1])
    elif stem[-2] in forms.vowels:
        bodies.append(stem + stem[-1])
    for body, last in itertools.product(bodies, (stem[-1], forms.voiced.get(stem[-1]))):
        if last is not None:
            yield body[:-1] + last + "e" + short


def _zipf(word: str, code: str) -> float:
    import wordfreq

    return float(wordfreq.zipf_frequency(word, code))
