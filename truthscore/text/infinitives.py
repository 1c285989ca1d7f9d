"""Lemmas of verbs that a pipeline did not find: "heropend" is of "heropenen", not "heropen".

A small pipeline makes the lemma of a word it has rarely seen by the ending of another one. Where
that is no infinitive, the spelling rules of the language lead from the form to the words that may
be one, and the most usual of those is taken (wordfreq). A word of which none is known keeps its
lemma.

Nor does it see what stands apart from a verb: "zet ... uit" is of "uitzetten", where it guesses
"aanzetten". That is put before the lemma (as in UD Dutch), and a guess that is not there is left
out.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator

from truthscore.language import VerbForms

#: Forms of verbs whose lemma is kept: more than a help centre has.
KEPT = 20_000
#: Letters, at least, of the stem in a participle: "geeft" is not of "even".
SHORTEST = 3


class Infinitives:
    """The lemmas of the verbs of a language, mended where a pipeline did not find them."""

    def __init__(self, code: str, forms: VerbForms) -> None:
        self._code = code
        self._forms = forms
        # Caches of their own: a language of another test must not find the words of this one.
        self.of = functools.lru_cache(maxsize=KEPT)(self._of)
        self.joined = functools.lru_cache(maxsize=KEPT)(self._joined)
        self.guessed = functools.lru_cache(maxsize=KEPT)(self._guessed)

    def _of(self, form: str, lemma: str) -> str:
        """The lemma of a form, of which a pipeline has found `lemma`."""
        forms = self._forms
        stem = any(form == lemma + ending for ending in forms.endings)  # "heropend", "heropen"
        known = lemma.endswith(forms.infinitive) and self._zipf(lemma) >= forms.least
        if (known and not stem) or form.endswith(forms.nouns) or not form.isalpha():
            return lemma
        if form == lemma and not form.endswith(forms.endings):
            return lemma  # "voer", which the pipeline takes for a noun elsewhere
        usual = {word: self._zipf(word) for word in _candidates(form, lemma, forms)}
        best = max(usual, key=lambda word: (usual[word], word), default=lemma)
        return best if usual.get(best, 0.0) >= forms.least else lemma

    def _joined(self, form: str, lemma: str, apart: str) -> str:
        """The lemma of a verb and of what stands apart from it: "zet ... uit", "uitzetten"."""
        bare = lemma[len(self._guessed(form, lemma)) :]
        whole = apart + bare
        return whole if self._zipf(whole) >= self._forms.least else bare

    def _guessed(self, form: str, lemma: str) -> str:
        """What a lemma has before it that the form does not show, or "": "zet", "*aan*zetten"."""
        stem = form.removeprefix(self._forms.participle)
        for particle in sorted(self._forms.particles, key=len, reverse=True):
            bare = lemma[len(particle) :]
            if (
                lemma.startswith(particle)
                and not form.startswith(particle)
                and not stem.startswith(particle)
                and self._zipf(bare) >= self._forms.least
            ):
                return particle
        return ""

    def _zipf(self, word: str) -> float:
        import wordfreq

        return float(wordfreq.zipf_frequency(word, self._code))


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
