"""Lemmas that a pipeline did not find: "heropend" is of "heropenen", not "heropen".

A small pipeline makes the lemma of a word it has rarely seen by the ending of another one:
"eenhed" of "eenheden". Where that is no word, the spelling rules of the language lead from the form
to those that may be one, and the most usual of them is taken (wordfreq). A form of which none is
known keeps the lemma that was found.

Nor does a pipeline see what stands apart from a verb: "zet ... uit" is of "uitzetten", where it
guesses "aanzetten". That is put before the lemma (as in UD Dutch), and a guess that is not there is
left out.

A verb that it takes for a noun is one where nothing else in its part of the sentence can be: "met
dat contract *bouw* je verlof op", "*Verberg* het blad".
"""

from __future__ import annotations

import functools
import itertools
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence

from truthscore.language import WordForms
from truthscore.text.model import NOUNS, VERBS

#: Forms whose lemma is kept: more than a help centre has.
KEPT = 20_000
#: Letters, at least, of the stem in a participle: "geeft" is not of "even".
SHORTEST = 3
#: Letters, at least, of a known word at the end of another one.
SHORTEST_PART = 4
#: The sign that a vowel begins a syllable: "geïnstalleerd", "definiëren".
DIAERESIS = "\u0308"
#: Parts of speech that a pipeline gives to a verb it does not know.
_MISTAKEN = NOUNS | {"ADJ", "X"}
#: Parts of speech before which a word does not stand apart from a verb.
_PHRASES = NOUNS | {"DET", "PRON", "ADJ", "NUM", "ADV", "SYM", "X", "AUX"}


class Lemmas:
    """The lemmas of the words of a language, mended where a pipeline did not find them."""

    def __init__(self, code: str, forms: WordForms) -> None:
        self._code = code
        self._forms = forms
        # Caches of their own: another language must not find the words of this one.
        self.verb = functools.lru_cache(maxsize=KEPT)(self._verb)
        self.joined = functools.lru_cache(maxsize=KEPT)(self._joined)
        self.guessed = functools.lru_cache(maxsize=KEPT)(self._guessed)
        self.noun = functools.lru_cache(maxsize=KEPT)(self._noun)
        self.adjective = functools.lru_cache(maxsize=KEPT)(self._adjective)
        self._of: Mapping[str, Callable[[str, str], str]] = {
            "AUX": self.verb,
            "ADJ": self.adjective,
            **dict.fromkeys(NOUNS, self.noun),
        }

    def mend(
        self,
        lemmas: list[str],
        lowers: Sequence[str],
        pos: list[str],
        sentences: Sequence[tuple[int, int]],
    ) -> None:
        """Put the lemmas of a text right, in place, and what is a verb; the others are its columns.

        What stands apart from a verb is told by parts of speech: trees tell it a little better, but
        are not always made, and a sentence must have the same lemmas on a page and in an answer.
        """
        for start, end in sentences:
            for at, infinitive in self._missed(range(start, end), lowers, pos):
                pos[at], lemmas[at] = "VERB", infinitive
            apart = self._apart(range(start, end), lowers, pos)
            for at in range(start, end):
                lower, what = lowers[at], pos[at]
                if what != "VERB":
                    if what in self._of:
                        lemmas[at] = self._of[what](lower, lemmas[at])
                    continue
                lemma = self.verb(lower, lemmas[at])
                if at in apart:
                    lemma = self.joined(lower, lemma, apart[at])
                elif (guess := self.guessed(lower, lemma)) and guess not in lowers[start:end]:
                    lemma = lemma[len(guess) :]
                lemmas[at] = lemma

    def _missed(
        self, tokens: range, lowers: Sequence[str], pos: Sequence[str]
    ) -> Iterator[tuple[int, str]]:
        """The verbs of a sentence that are taken for something else, where no other one stands
        between the same signs, or right before: before a pronoun, or before an article at the
        beginning."""
        signs = [at for at in tokens if pos[at] == "PUNCT"]
        borders = [tokens.start - 1, *signs, tokens.stop]
        for before, end in itertools.pairwise(borders):
            here = range(before + 1, end)
            alone = VERBS.isdisjoint(pos[here.start : end])
            for at in here[:-1]:
                if pos[at] not in _MISTAKEN:
                    continue  # most
                begins = alone and at == tokens.start and pos[at + 1] == "DET"
                inverted = pos[at + 1] == "PRON" and lowers[at + 1] in self._forms.subjects
                # "over de uren die je *werkt* bouw je verlof op"
                inverted = inverted and (alone or pos[max(at - 1, here.start)] in VERBS)
                if (begins or inverted) and lowers[at].isalpha():
                    infinitive = self._most_usual(_verbs(lowers[at], "", self._forms), "")
                    if self._zipf(infinitive) + self._forms.rarer >= self._zipf(lowers[at]):
                        yield at, infinitive

    def _apart(self, tokens: range, lowers: Sequence[str], pos: Sequence[str]) -> Mapping[int, str]:
        """By the token of each verb of a sentence what stands apart from it."""
        forms, found = self._forms, dict[int, str]()
        verb: int | None = None
        for at in tokens:
            if pos[at] == "VERB":
                verb = at
            elif lowers[at] in forms.pronominal:
                verb = None  # "zorgt *er* voor dat"
            elif lowers[at] in forms.particles:
                after = pos[at + 1] if at + 1 < tokens.stop else "PUNCT"
                if forms.infinitive_mark in lowers[at + 1 : at + 2]:
                    if "VERB" in pos[at + 2 : at + 3]:
                        found[at + 2] = lowers[at]  # "om in te loggen"
                elif after == "VERB":
                    found[at + 1] = lowers[at]  # "dat u hem uit zet"
                elif verb is not None and after not in _PHRASES:
                    found.setdefault(verb, lowers[at])
        return found

    def _verb(self, form: str, lemma: str) -> str:
        """The lemma of a form of a verb, of which a pipeline has found `lemma`."""
        forms = self._forms
        stem = any(form == lemma + ending for ending in forms.endings)  # "heropend", "heropen"
        known = lemma.endswith(forms.infinitive) and self._is_known(lemma)
        if form.endswith(forms.nouns) or not form.isalpha():
            return lemma
        if known and not stem:
            return self._regular(form, lemma)
        if form == lemma and not form.endswith(forms.endings):
            return lemma  # "voer", which the pipeline takes for a noun elsewhere
        return self._most_usual(_verbs(form, lemma, forms), lemma)

    def _regular(self, form: str, lemma: str) -> str:
        """The lemma, or that of another verb of which the form is in the present: "keurt" is of
        "keuren" and not of "keren", "bestelt" of "bestellen" rather than of "bestelen"."""
        forms = self._forms
        if not form.endswith(forms.endings[0]) or form.startswith(forms.participle):
            return lemma
        ending = "e" + forms.infinitive
        verbs = [verb for verb in _verbs(form, form, forms) if verb.endswith(ending)]
        best = self._most_usual(iter(verbs), lemma)
        if lemma in verbs:
            return best if self._zipf(best) >= self._zipf(lemma) + forms.rarer else lemma
        # "bracht" is far more usual than "brachten": it is of no such verb
        return best if self._zipf(best) + forms.clearly >= self._zipf(form) else lemma

    def _joined(self, form: str, lemma: str, apart: str) -> str:
        """The lemma of a verb and of what stands apart from it: "zet ... uit", "uitzetten"."""
        bare = lemma[len(self._guessed(form, lemma)) :]
        infinitive = bare.endswith(self._forms.infinitive)
        # "voer ... in" is "invoeren" and no "invoer"
        alone = bare if infinitive else self._most_usual(_verbs(form, lemma, self._forms), bare)
        whole = apart + alone
        known = alone.endswith(self._forms.infinitive) and self._is_known(whole)
        return whole if known else bare

    def _guessed(self, form: str, lemma: str) -> str:
        """What a lemma has before it that the form does not show, or "": "zet", "*aan*zetten"."""
        stem = form.removeprefix(self._forms.participle)
        for particle in sorted(self._forms.particles, key=len, reverse=True):
            shown = form.startswith(particle) or stem.startswith(particle)
            if lemma.startswith(particle) and not shown and self._is_known(lemma[len(particle) :]):
                return particle
        return ""

    def _noun(self, form: str, lemma: str) -> str:
        """The lemma of a form of a noun; of an infinitive that a pipeline takes for one, itself."""
        forms = self._forms
        if lemma == form or not form.isalpha() or self._ends_in_known(lemma):
            return lemma
        for ending, other in forms.replaced.items():
            if form.endswith(ending):
                return form.removesuffix(ending) + other
        base = self._most_usual(_bases(form, forms.plurals, forms), lemma)
        if self._zipf(base) + forms.clearly >= self._zipf(form):
            return base
        return form if self._is_known(form) else base

    def _adjective(self, form: str, lemma: str) -> str:
        """The lemma of a form of an adjective: "beschikbare", "beschikbaar"."""
        if lemma == form or not form.isalpha() or self._ends_in_known(lemma):
            return lemma
        return self._most_usual(_bases(form, self._forms.inflected, self._forms), lemma)

    def _most_usual(self, words: Iterator[str], lemma: str) -> str:
        usual = {word: self._zipf(word) for word in words}
        best = max(usual, key=lambda word: (usual[word], word), default=lemma)
        return best if usual.get(best, 0.0) >= self._forms.least else lemma

    def _ends_in_known(self, word: str) -> bool:
        """Whether a word is known, or one that ends it is: "maag*klacht*"."""
        return self._is_known(word) or any(
            self._zipf(word[at:]) >= self._forms.usual
            for at in range(1, len(word) - SHORTEST_PART + 1)
        )

    def _is_known(self, word: str) -> bool:
        return self._zipf(word) >= self._forms.least

    def _zipf(self, word: str) -> float:
        import wordfreq

        return float(wordfreq.zipf_frequency(word, self._code))


def _verbs(form: str, lemma: str, forms: WordForms) -> Iterator[str]:
    """The infinitives that a form may be of."""
    if form.endswith(forms.infinitive):
        yield form
    for ending in forms.present:
        before = form[: len(form) - len(ending)]
        if form.endswith(ending) and before.endswith(forms.infinitive):
            yield before
    for stem in dict.fromkeys(_stems(form, lemma, forms)):
        yield from _infinitives(stem, forms)


def _stems(form: str, lemma: str, forms: WordForms) -> Iterator[str]:
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
                    yield particle + _plain(stem[len(before)]) + stem[len(before) + 1 :]


def _plain(letter: str) -> str:
    """A letter without diaeresis: "ge*ï*nstalleerd" is of "installeren"."""
    bare = unicodedata.normalize("NFD", letter)
    return bare[0] if bare.endswith(DIAERESIS) else letter


def _infinitives(stem: str, forms: WordForms) -> Iterator[str]:
    """A stem as it is written before another syllable: "betaal-en", "trekk-en", "gev-en"."""
    short = forms.infinitive[-1]
    if stem[-1] in forms.vowels:
        yield stem + short  # "doe", "zie"
        yield stem + stem[-1] + short  # "ga", "gaan"
        return
    bodies = [stem]
    if len(stem) > 2 and stem[-2] == stem[-3] and stem[-2] in forms.doubled:
        vowel = stem[-2]
        if stem[-4:-3] and stem[-4] in forms.vowels:  # "definieer", "definiëren"
            vowel = unicodedata.normalize("NFC", vowel + DIAERESIS)
        bodies.append(stem[:-3] + vowel + stem[-1])
    elif stem[-2] in forms.vowels:
        bodies.append(stem + stem[-1])
    for body, last in itertools.product(bodies, (stem[-1], forms.voiced.get(stem[-1]))):
        if last is not None:
            yield body[:-1] + last + "e" + short


def _bases(form: str, endings: Sequence[str], forms: WordForms) -> Iterator[str]:
    """The words that a noun or an adjective may be without its ending: the reverse of
    `_infinitives`."""
    voiceless = {voiced: letter for letter, voiced in forms.voiced.items()}
    for ending in endings:
        stem = form.removesuffix(ending)
        if stem == form or len(stem) < SHORTEST:
            continue
        yield stem
        last = voiceless.get(stem[-1], stem[-1])
        yield stem[:-1] + last
        if stem[-1] == stem[-2]:
            yield stem[:-1]  # "pakkett", "pakket"
        elif stem[-2] in forms.doubled and stem[-3] not in forms.vowels:
            yield stem[:-1] + stem[-2] + last  # "verkop", "verkoop"
