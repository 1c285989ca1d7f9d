"""Self-training data: sentences of help pages on which differently seeded parsers agree.

The help pages are only read; what they teach ends up in the weights. A sentence is kept when
the teachers give (nearly) the same tree; what they all get wrong stays wrong, what only one of
them gets wrong drops out.
"""

from __future__ import annotations

import gzip
import json
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from simplemma.strategies.dictionaries import DefaultDictionaryFactory
from spacy.language import Language
from spacy.tokens import Doc, Span
from treebank import Sentence, Token

_MARKUP = re.compile(r"\*\*|__|`+|!?\[([^\]\n]*)\]\([^)\n]*\)|<[^>\n]+>")
_LINE_START = re.compile(r"^\s*(#{1,6}\s+|[-*+]\s+|\d{1,3}[.)]\s+|>\s*(\[![A-Z]+\])?\s*|\|)")
_LETTER = re.compile(r"[^\W\d_]{2}")


def help_lines(paths: Sequence[Path], *, limit_words: int, seed: int) -> list[str]:
    """Distinct lines of help pages without markup, in random order, up to `limit_words`."""
    lines: dict[str, None] = {}
    for path in paths:
        with gzip.open(path, "rt", encoding="utf-8") as rows:
            for row in rows:
                for line in json.loads(row)["text"].split("\n"):
                    if "|" in line:
                        continue
                    clean = _MARKUP.sub(lambda m: m.group(1) or "", _LINE_START.sub("", line))
                    clean = " ".join(clean.split())
                    if len(clean.split()) >= 3 and _LETTER.search(clean):
                        lines[clean] = None
    shuffled = list(lines)
    random.Random(seed).shuffle(shuffled)
    chosen: list[str] = []
    words = 0
    for line in shuffled:
        if words >= limit_words:
            break
        chosen.append(line)
        words += len(line.split())
    return chosen


def agreed_sentences(
    teachers: Sequence[Language],
    lines: Sequence[str],
    *,
    threshold: float,
    max_tokens: int = 40,
) -> list[Sentence]:
    """Sentences whose tokens get the same class, head and relation from all, share >= threshold.

    The tree kept is the first teacher's. Sentence ends must be the same for all teachers.
    """
    kept: list[Sentence] = []
    for number, docs in enumerate(_parsed(teachers, lines)):
        first, *others = docs
        bounds = [{(s.start, s.end) for s in doc.sents} for doc in docs]
        for span in first.sents:
            if not 3 <= len(span) <= max_tokens:
                continue
            if any((span.start, span.end) not in b for b in bounds[1:]):
                continue
            same = sum(
                all(_reading(doc, i) == _reading(first, i) for doc in others)
                for i in range(span.start, span.end)
            )
            if same >= threshold * len(span):
                kept.append(_to_sentence(span, f"help-{number}-{span.start}"))
    return kept


def dictionary_lemmas(
    sentences: Sequence[Sentence], lang: str, known: frozenset[str]
) -> list[Sentence]:
    """The sentences with simplemma's lemma for words that no treebank taught the teachers.

    Only for words that its dictionary holds, and not for verbs that have lost their particle.
    """
    words = DefaultDictionaryFactory().get_dictionary(lang)
    corrected: list[Sentence] = []
    for sentence in sentences:
        split = {t.head for t in sentence.tokens if t.deprel == "compound:prt"}
        tokens = tuple(
            replace(t, lemma=words[t.form.lower()])
            if t.upos in ("NOUN", "VERB", "ADJ")
            and i not in split
            and t.form.lower() not in known
            and t.form.lower() in words
            else t
            for i, t in enumerate(sentence.tokens, 1)
        )
        corrected.append(replace(sentence, tokens=tokens))
    return corrected


def _parsed(teachers: Sequence[Language], lines: Sequence[str]) -> Iterator[tuple[Doc, ...]]:
    yield from zip(*(nlp.pipe(lines, batch_size=64) for nlp in teachers), strict=True)


def _reading(doc: Doc, index: int) -> tuple[str, int, str]:
    token = doc[index]
    return token.pos_, token.head.i, token.dep_


def _to_sentence(span: Span, sent_id: str) -> Sentence:
    tokens = tuple(
        Token(
            form=t.text,
            lemma=t.lemma_,
            upos=t.pos_,
            xpos="",
            feats=str(t.morph),
            head=0 if t.head.i == t.i else t.head.i - span.start + 1,
            deprel="root" if t.head.i == t.i else t.dep_,
            space_after=bool(t.whitespace_),
        )
        for t in span
    )
    return Sentence(sent_id=sent_id, tokens=tokens)
