"""Copies of training sentences as people type them: lower case, no accents, quoted labels.

Made once, before training, with a fixed seed: the training corpus on disk is then the whole
truth about what the pipeline saw, and no code of ours has to be named in its config.
"""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import replace

from treebank import Sentence, Token

_LABEL_RELATIONS = frozenset(["obj", "obl", "obl:arg", "appos", "nsubj", "compound"])
_LABEL_MARKS = (("*", "*"), ('"', '"'), ("'", "'"), ("“", "”"), ("‘", "’"))


def sloppy(sentences: Sequence[Sentence], *, share: float, seed: int) -> list[Sentence]:
    """Altered copies of about `share` (0-1) of the sentences."""
    rng = random.Random(seed)
    made: list[Sentence] = []
    for sentence in sentences:
        if rng.random() < share:
            change = rng.choices(_CHANGES, _WEIGHTS)[0]
            changed = change(sentence, rng)
            if changed is not None:
                made.append(changed)
    return made


# Newspapers open a quotation with ",," and close it with two apostrophes; encyclopaedias do not.
_QUOTES = ((",,", "''"), (",,", "''"), ("“", "”"), ("‘", "’"), ('"', '"'), ("'", "'"), ("„", "”"))
_QUOTE_MARKS = frozenset(mark for pair in _QUOTES for mark in pair) | {"``", "´´"}


def requoted(sentences: Sequence[Sentence], *, seed: int) -> list[Sentence]:
    """Copies of the sentences that hold quotation marks, with marks of another style."""
    rng = random.Random(seed)
    made: list[Sentence] = []
    for sentence in sentences:
        places = [
            i for i, t in enumerate(sentence.tokens) if t.upos == "PUNCT" and t.form in _QUOTE_MARKS
        ]
        if not places or (len(places) % 2 and len(places) > 1):
            continue
        opening, closing = rng.choice(_QUOTES)
        tokens = list(sentence.tokens)
        for number, place in enumerate(places):
            # A mark without a partner opens in the first half and closes in the second.
            first = place < len(tokens) / 2 if len(places) == 1 else number % 2 == 0
            form = opening if first else closing
            tokens[place] = replace(tokens[place], form=form, lemma=form)
        changed = replace(sentence, tokens=tuple(tokens))
        if changed.text != sentence.text:
            made.append(changed)
    return made


def _lower_case(sentence: Sentence, rng: random.Random) -> Sentence | None:
    tokens = [replace(t, form=t.form.lower()) for t in sentence.tokens]
    # Who does not use capitals often leaves out the full stop too.
    if rng.random() < 0.5:
        return _without_final_mark(replace(sentence, tokens=tuple(tokens)), rng)
    return replace(sentence, tokens=tuple(tokens))


def _without_final_mark(sentence: Sentence, _: random.Random) -> Sentence | None:
    *rest, last = sentence.tokens
    if last.upos != "PUNCT" or not rest or any(t.head == len(sentence.tokens) for t in rest):
        return sentence
    return replace(sentence, tokens=tuple(rest))


def _without_accents(sentence: Sentence, _: random.Random) -> Sentence | None:
    tokens = tuple(replace(t, form=_plain_letters(t.form)) for t in sentence.tokens)
    return replace(sentence, tokens=tokens) if tokens != sentence.tokens else None


def _plain_letters(form: str) -> str:
    decomposed = unicodedata.normalize("NFD", form)
    return "".join(c for c in decomposed if not unicodedata.combining(c)) or form


def _marked_label(sentence: Sentence, rng: random.Random) -> Sentence | None:
    """One bare noun or name gets quotes or stars around it, as labels of a screen have."""
    heads = {t.head for t in sentence.tokens}
    choices = [
        i
        for i, t in enumerate(sentence.tokens, 1)
        if t.deprel in _LABEL_RELATIONS and t.upos in ("NOUN", "PROPN", "VERB") and i not in heads
    ]
    if not choices:
        return None
    place = rng.choice(choices)
    opening, closing = rng.choice(_LABEL_MARKS)

    def shifted(head: int) -> int:
        return head + (head >= place) + (head > place)

    tokens: list[Token] = []
    for i, t in enumerate(sentence.tokens, 1):
        moved = replace(t, head=shifted(t.head))
        if i != place:
            tokens.append(moved)
            continue
        mark = replace(
            t, form=opening, lemma=opening, upos="PUNCT", xpos="", feats="",
            head=place + 1, deprel="punct", space_after=False,
        )  # fmt: skip
        label = replace(moved, form=t.form[:1].upper() + t.form[1:], space_after=False)
        tokens += [
            mark,
            label,
            replace(mark, form=closing, lemma=closing, space_after=t.space_after),
        ]
    return replace(sentence, tokens=tuple(tokens))


_CHANGES: tuple[Callable[[Sentence, random.Random], Sentence | None], ...] = (
    _lower_case,
    _without_final_mark,
    _without_accents,
    _marked_label,
)
_WEIGHTS = (4, 2, 1, 3)
