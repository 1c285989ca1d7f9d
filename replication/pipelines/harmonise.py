"""Bring the 2017 trees of LassySmall (UD 2.0) to today's annotation.

Two releases of the same treebank differ by convention far more than by opinion: a parser
trained on today's trees agreed with the old ones on 62 % of the arcs, and most of the rest was
punctuation, conjunctions, possessives, copulas and modals. Each rule below was found by
counting (word class, relation, class of head) per word in both releases; each is a function on
a mutable row list, and their order matters where a comment says so.

References:
    Bouma & van Noord (2017), Increasing return on annotation investment: the automatic
    construction of a Universal Dependency treebank for Dutch.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from treebank import Sentence

_POSSESSIVES = frozenset(
    ["mijn", "m'n", "jouw", "je", "uw", "zijn", "z'n", "haar", "hun", "ons", "onze"]
)
_ORDINAL = re.compile(r"^(\d+(e|de|ste)|eerste|tweede|derde|\w+(tiende|[eën]de|ste))$", re.I)
# Verbs that were auxiliaries or copulas in 2017 and head their clause today.
_MODALS = frozenset(["moeten"])
_STILL_AUXILIARY = frozenset(["zijn", "hebben", "worden", "zullen", "kunnen", "moeten", "mogen"])
# What a clause head hands over when another verb becomes the head.
_CLAUSAL = frozenset(
    [
        "nsubj",
        "nsubj:pass",
        "csubj",
        "expl",
        "mark",
        "cc",
        "punct",
        "parataxis",
        "advcl",
        "advmod",
        "obl",
        "conj",
        "ccomp",
        "aux",
    ]
)
_CLAUSAL_OF_MODAL = frozenset(
    ["nsubj", "nsubj:pass", "csubj", "expl", "mark", "cc", "punct", "parataxis", "conj"]
)
_QUANTIFIERS = frozenset(["vele", "meeste", "weinige"])


@dataclass(slots=True)
class _Row:
    """A token while its tree is being rewritten; heads count from 1, 0 is the root."""

    form: str
    lemma: str
    upos: str
    head: int
    deprel: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PrepositionalObjects:
    """(verb lemma, preposition) pairs that today's trees call `obl:arg` more often than `obl`."""

    pairs: frozenset[tuple[str, str]]

    @classmethod
    def learn(cls, sentences: Sequence[Sentence]) -> PrepositionalObjects:
        """Count in trees of today's annotation."""
        counts: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        for sentence in sentences:
            for t in sentence.tokens:
                if t.deprel != "case" or t.head == 0:
                    continue
                noun = sentence.tokens[t.head - 1]
                if noun.deprel in ("obl", "obl:arg") and noun.head:
                    verb = sentence.tokens[noun.head - 1].lemma
                    counts[verb, t.form.lower()][noun.deprel] += 1
        return cls(pairs=frozenset(k for k, c in counts.items() if c["obl:arg"] > c["obl"]))


def harmonise(sentence: Sentence, objects: PrepositionalObjects) -> Sentence:
    """The sentence in today's conventions."""
    rows = [
        _Row(form=t.form, lemma=t.lemma, upos=t.upos, head=t.head, deprel=t.deprel)
        for t in sentence.tokens
    ]
    for rule in _RULES:
        rule(rows)
    _prepositional_objects(rows, objects)
    # Last: it needs the final tree.
    attach_punctuation(rows)
    tokens = tuple(
        replace(t, lemma=r.lemma, upos=r.upos, head=r.head, deprel=r.deprel)
        for t, r in zip(sentence.tokens, rows, strict=True)
    )
    return replace(sentence, tokens=tokens)


def _children(rows: Sequence[_Row], head: int) -> list[int]:
    return [i for i, r in enumerate(rows, 1) if r.head == head]


def _possessives(rows: list[_Row]) -> None:
    for r in rows:
        if r.form.lower() in _POSSESSIVES and r.upos == "DET" and r.deprel == "det":
            r.upos, r.deprel = "PRON", "nmod:poss"


def _ordinals(rows: list[_Row]) -> None:
    for r in rows:
        if r.upos == "NUM" and _ORDINAL.match(r.form):
            r.upos = "ADJ"
            if r.deprel == "nummod":
                r.deprel = "amod"


def _subordinators(rows: list[_Row]) -> None:
    for r in rows:
        if r.form.lower() in ("als", "dan") and r.upos == "ADP" and r.deprel in ("mark", "case"):
            r.upos, r.deprel = "SCONJ", "mark"


def _reflexives(rows: list[_Row]) -> None:
    for r in rows:
        if r.form.lower() == "zich" and r.deprel == "obj":
            r.deprel = "expl:pv"


def _names(rows: list[_Row]) -> None:
    # "fixed" is kept for function words; multi-word names and titles are "flat" today.
    for r in rows:
        if r.deprel == "fixed" and r.head and rows[r.head - 1].upos not in ("ADP", "SYM", "NUM"):
            head = rows[r.head - 1]
            if head.upos not in ("ADV", "CCONJ", "SCONJ", "PRON"):
                r.deprel = "flat"


def _quantifiers(rows: list[_Row]) -> None:
    for r in rows:
        if r.form.lower() in _QUANTIFIERS and r.upos == "PRON" and r.deprel in ("nmod", "det"):
            r.upos, r.deprel = "ADV", "amod"


def _promote(rows: list[_Row], verb: int, moved: frozenset[str], relation: str) -> None:
    """`verb` takes the place of its head, which becomes `relation` of it."""
    old = rows[verb - 1].head
    rows[verb - 1].upos = "VERB"
    rows[verb - 1].head = rows[old - 1].head
    rows[verb - 1].deprel = rows[old - 1].deprel
    for child in _children(rows, old):
        if child != verb and rows[child - 1].deprel in moved:
            rows[child - 1].head = verb
    rows[old - 1].head = verb
    rows[old - 1].deprel = relation


def _copulas(rows: list[_Row]) -> None:
    for i, r in enumerate(rows, 1):
        if r.deprel == "cop" and r.lemma != "zijn" and r.head:
            _promote(rows, i, _CLAUSAL, "xcomp")


def _full_verbs(rows: list[_Row]) -> None:
    for i, r in enumerate(rows, 1):
        if r.deprel == "aux" and r.head and r.lemma not in _STILL_AUXILIARY:
            _promote(rows, i, _CLAUSAL_OF_MODAL, "xcomp")


def _modals(rows: list[_Row]) -> None:
    for i, r in enumerate(rows, 1):
        if r.lemma not in _MODALS or r.upos != "VERB":
            continue
        complements = [
            c
            for c in _children(rows, i)
            if rows[c - 1].deprel in ("xcomp", "ccomp")
            and rows[c - 1].upos in ("VERB", "ADJ", "NOUN")
        ]
        if len(complements) != 1:
            continue
        (main,) = complements
        rows[main - 1].head, rows[main - 1].deprel = r.head, r.deprel
        for child in _children(rows, i):
            if child != main:
                rows[child - 1].head = main
        r.upos, r.head, r.deprel = "AUX", main, "aux"


def _passives(rows: list[_Row]) -> None:
    for r in rows:
        if not r.head:
            continue
        siblings = [rows[c - 1] for c in _children(rows, r.head)]
        if not any(s.deprel == "aux:pass" for s in siblings):
            continue
        if r.deprel == "nsubj":
            r.deprel = "nsubj:pass"
        elif r.deprel == "obl":
            position = rows.index(r) + 1
            if any(rows[c - 1].form.lower() == "door" for c in _children(rows, position)):
                r.deprel = "obl:agent"


def _coordinators(rows: list[_Row]) -> None:
    # In 2017 "and" hung on the first conjunct, today on the one that follows it.
    for i, r in enumerate(rows, 1):
        if r.deprel != "cc" or not r.head:
            continue
        following = [c for c in _children(rows, r.head) if c > i and rows[c - 1].deprel == "conj"]
        if following:
            r.head = following[0]


def _adverbs(rows: list[_Row]) -> None:
    for r in rows:
        if not r.head:
            continue
        head = rows[r.head - 1].upos
        if r.deprel == "amod" and r.upos in ("ADV", "ADJ") and head in ("VERB", "ADJ", "ADV"):
            r.deprel = "advmod"


def _lemmas(rows: list[_Row]) -> None:
    for i, r in enumerate(rows, 1):
        if i == 1 and r.upos not in ("PROPN", "X", "SYM") and r.lemma[:1].isupper():
            r.lemma = r.lemma[:1].lower() + r.lemma[1:]
        if r.upos == "VERB":
            particles = [
                rows[c - 1] for c in _children(rows, i) if rows[c - 1].deprel == "compound:prt"
            ]
            # "keert ... terug" is "terugkeren" today, "keren" in 2017.
            if len(particles) == 1 and not r.lemma.startswith(particles[0].form.lower()):
                r.lemma = particles[0].form.lower() + r.lemma


_RULES: tuple[Callable[[list[_Row]], None], ...] = (
    _possessives,
    _ordinals,
    _subordinators,
    _reflexives,
    _names,
    _quantifiers,
    # The three that change heads, before everything that looks at heads.
    _copulas,
    _full_verbs,
    _modals,
    _passives,
    _coordinators,
    _adverbs,
    _lemmas,
)


def _prepositional_objects(rows: list[_Row], objects: PrepositionalObjects) -> None:
    for i, r in enumerate(rows, 1):
        if r.deprel != "obl" or not r.head:
            continue
        verb = rows[r.head - 1].lemma
        for c in _children(rows, i):
            if rows[c - 1].deprel == "case" and (verb, rows[c - 1].form.lower()) in objects.pairs:
                r.deprel = "obl:arg"


def attach_punctuation(rows: list[_Row]) -> None:
    """Hang every mark where UD wants it: as high as possible without crossing an arc.

    A mark at the edge of the sentence goes to the root. Brackets and quotes go to the head of
    what they enclose; any other mark to the unit that follows it, unless that unit is the root
    clause, then to the unit before it.
    """
    words = [i for i, r in enumerate(rows, 1) if r.upos != "PUNCT"]
    roots = [i for i in words if rows[i - 1].head == 0]
    if len(roots) != 1:
        return
    (root,) = roots

    def chain(index: int) -> list[int]:
        path: list[int] = []
        while index and index not in path:
            path.append(index)
            index = rows[index - 1].head
        return path

    span: dict[int, tuple[int, int]] = {}
    for i in words:
        for ancestor in chain(i):
            low, high = span.get(ancestor, (i, i))
            span[ancestor] = (min(low, i), max(high, i))

    closing: dict[int, int] = {}
    stack: list[tuple[str, int]] = []
    partner = {")": "(", "]": "[", "»": "«", "”": "“", "''": "``"}
    for i, r in enumerate(rows, 1):
        if r.upos != "PUNCT":
            continue
        if r.form in ('"', "'", "*", "_"):
            if stack and stack[-1][0] == r.form:
                closing[i] = stack.pop()[1]
            else:
                stack.append((r.form, i))
        elif r.form in partner.values():
            stack.append((r.form, i))
        elif r.form in partner and stack and stack[-1][0] == partner[r.form]:
            closing[i] = stack.pop()[1]

    placed: set[int] = set()
    for end, start in closing.items():
        inside = [w for w in words if start < w < end]
        outer = [w for w in inside if not start < rows[w - 1].head < end]
        if outer:
            for mark in (start, end):
                rows[mark - 1].head, rows[mark - 1].deprel = outer[0], "punct"
                placed.add(mark)
    for i, r in enumerate(rows, 1):
        if r.upos != "PUNCT" or i in placed or r.head == 0:
            continue
        right = [w for w in words if w > i]
        left = [w for w in words if w < i]
        target = root
        if right and left:
            after = [a for a in chain(right[0]) if span[a][0] > i]
            before = [a for a in chain(left[-1]) if span[a][1] < i]
            if after and after[-1] != root:
                target = after[-1]
            elif before and before[-1] != root:
                target = before[-1]
        r.head, r.deprel = target, "punct"
