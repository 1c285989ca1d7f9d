"""Lemma tables for spaCy's rule lemmatizer, learned from treebanks and simplemma.

For English: what a treebank or the dictionary holds is looked up per part of speech, anything
else takes the longest ending that changes in one way. Unknown names keep their form. (The Dutch
rule lemmatizer of spaCy lower-cases names, so Dutch has a trained one.)
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from simplemma.strategies.dictionaries import DefaultDictionaryFactory
from spacy.lookups import Lookups
from treebank import Sentence
from wordfreq import zipf_frequency

#: Words of the dictionary below this Zipf frequency are left to the rules.
MIN_ZIPF = 1.0
#: Nouns from this frequency on are known to be no names; those below keep their capitals.
MIN_ZIPF_NOUN = 3.5
#: Plurals from this frequency on are made singular in names too ("Systems", not "Sanders").
MIN_ZIPF_NAME = 3.0
MAX_ENDING = 6
MIN_COUNT = 3
MIN_PRECISION = 0.85
# A foreign word or a sign is its own lemma: no table, no rule.
_WITHOUT_TABLES = frozenset(["X", "SYM", "PUNCT", "SPACE"])
_OPEN = ("NOUN", "VERB", "ADJ")


def tables(sentences: Sequence[Sentence], lang: str) -> Lookups:
    """`lemma_exc`, `lemma_rules` and an empty `lemma_index` for `nlp.get_pipe("lemmatizer")`."""
    counts: dict[str, dict[str, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
    for sentence in sentences:
        for t in sentence.tokens:
            if t.upos not in _WITHOUT_TABLES:
                counts[t.upos][t.form.lower()][t.lemma] += 1
    pairs: dict[str, dict[str, str]] = {pos: {} for pos in (*_OPEN, "PROPN")}
    for pos, forms in counts.items():
        pairs[pos] = {form: lemmas.most_common(1)[0][0] for form, lemmas in forms.items()}
    typed_low = {t.form for sentence in sentences for t in sentence.tokens if t.lemma.islower()}
    rules = {pos: _rules(pairs[pos].items()) for pos in _OPEN}
    for form, lemma in DefaultDictionaryFactory().get_dictionary(lang).items():
        if form.islower() and lemma.islower() and zipf_frequency(form, lang) >= MIN_ZIPF:
            for pos in _dictionary_classes(form, lemma):
                pairs[pos].setdefault(form, lemma)
            if zipf_frequency(lemma, lang) >= MIN_ZIPF_NOUN:
                pairs["NOUN"].setdefault(lemma, lemma)
            if _is_plural(form, lemma) and zipf_frequency(form, lang) >= MIN_ZIPF_NAME:
                pairs["PROPN"].setdefault(form, lemma.capitalize())
    # What the rules say anyway need not be looked up.
    exceptions = {
        pos: {
            form: [lemma]
            for form, lemma in sorted(found.items())
            if (pos == "NOUN" and form == lemma)
            or (apply(rules[pos], form) != lemma if pos in rules else form != lemma.lower())
            or (pos not in ("PROPN", *rules) and form != lemma)
        }
        for pos, found in pairs.items()
    }
    # "san francisco", typed low, gets the capitals that it always has in the treebank.
    for form, lemmas in counts["PROPN"].items():
        if len(lemmas) == 1 and lemmas.total() >= MIN_COUNT and form not in typed_low:
            exceptions["PROPN"][form] = list(lemmas)
    for pos in exceptions.keys() - {"NOUN", "PROPN"}:
        # Without a rule that fits, spaCy would leave the capital of a sentence's first word. A
        # noun that no list holds is mostly a name ("PayPal") and keeps it.
        rules.setdefault(pos, []).append(["", ""])
    # The lemma of "12,000" is "12000": a rule for each of the thousand ends there are.
    thousands = (f"{number:03}" for number in range(1000))
    rules["NUM"] = [[f",{end}", end] for end in thousands] + rules.get("NUM", [])
    lookups = Lookups()
    lookups.add_table("lemma_exc", {pos.lower(): found for pos, found in exceptions.items()})
    lookups.add_table("lemma_rules", {pos.lower(): found for pos, found in rules.items()})
    lookups.add_table("lemma_index", {})
    return lookups


def _dictionary_classes(form: str, lemma: str) -> tuple[str, ...]:
    """Parts of speech for which simplemma's pair, which names none, can be meant."""
    if form.endswith(("ed", "ing")):
        return ("VERB",)
    if form.endswith("s"):
        return ("NOUN", "VERB")
    if form.endswith(("er", "est")) and form.startswith(lemma[:2]):
        return ("ADJ",)
    return ("VERB", "NOUN") if form != lemma else ()


def _is_plural(form: str, lemma: str) -> bool:
    return (
        form.endswith("s")
        and len(lemma) > 3
        and form in (lemma + "s", lemma + "es", lemma[:-1] + "ies")
    )


def _rules(pairs: Iterable[tuple[str, str]]) -> list[list[str]]:
    """[ending, replacement] pairs, the longest endings first; the first that fits is taken."""
    seen: dict[str, Counter[tuple[str, str]]] = defaultdict(Counter)
    for form, lemma in pairs:
        if not form.isalpha():
            continue
        common = 0
        while common < min(len(form), len(lemma)) and form[common] == lemma[common]:
            common += 1
        old, new = form[common:], lemma[common:]
        for length in range(len(old), min(MAX_ENDING, len(form) - 1) + 1):
            seen[form[len(form) - length :]][old, new] += 1
    rules: list[list[str]] = []
    for ending in sorted(seen, key=lambda e: (len(e), e)):
        (old, new), count = seen[ending].most_common(1)[0]
        if count < MIN_COUNT or count < MIN_PRECISION * sum(seen[ending].values()):
            continue
        changed = ending[: len(ending) - len(old)] + new
        # A longer ending is only worth a rule where the shorter ones say something else.
        if apply(rules[::-1], ending) != changed:
            rules.append([ending, changed])
    return rules[::-1]


def apply(rules: Sequence[Sequence[str]], form: str) -> str:
    """The lemma the rules give, as spaCy applies them to an unknown word."""
    for old, new in rules:
        if form.endswith(old):
            lemma = form[: len(form) - len(old)] + new
            if lemma:
                return lemma
    return form
