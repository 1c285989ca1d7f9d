"""Pages as answers in another language read them, and such an answer beside them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from truthscore import deadline
from truthscore.features.base import Inputs
from truthscore.language import LanguagePack
from truthscore.profile import Across as Settings
from truthscore.profile import Profile
from truthscore.text.across import Meaning, meaning_of, said
from truthscore.text.alignment import sentence_of
from truthscore.text.component_lists import rules_for
from truthscore.text.components import Component, extract
from truthscore.text.guides import guides
from truthscore.text.model import ParsedDocument
from truthscore.text.values import values
from truthscore.text.values.value import Value
from truthscore.text.vectors import Floats, Vectors, unit

#: Steps of a list, at least, before their order is one.
MIN_STEPS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A page as answers in another language read it.

    `labels`: the names of buttons, menus and fields on it, and `label_units` their vectors (of
    length 1). `steps`: the numbered guides, of each step its sentence, and their vectors.
    """

    meaning: Meaning
    labels: tuple[Component, ...]
    label_units: Floats
    values: tuple[Value, ...]
    steps: tuple[tuple[tuple[int, ...], Floats], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Crossed:
    """An answer and its pages: `inputs` in the answer's language, with documents in `theirs`.
    `named`: see `named_in_both`."""

    inputs: Inputs
    pages: tuple[Page, ...]
    theirs: LanguagePack
    vectors: Vectors
    settings: Settings
    named: Mapping[str, frozenset[str]]


def named_in_both(profile: Profile) -> Mapping[str, frozenset[str]]:
    """A company's labels with what they are called in the other language, from either side."""
    found: dict[str, frozenset[str]] = {}
    for one, others in profile.labels.items():
        for other in (others,) if isinstance(others, str) else others:
            for label, there in ((one, other), (other, one)):
                key = key_of(label)
                found[key] = found.get(key, frozenset()) | {key_of(there)}
    return found


def key_of(label: str) -> str:
    """A label without what ends it ("Opslaan als…")."""
    return label.casefold().strip(" .…:")


def index(
    document: ParsedDocument, language: LanguagePack, profile: Profile, vectors: Vectors
) -> Page:
    """What answers in another language ask of a page; made once in its life."""
    parsed = document.parsed
    labels = extract(parsed.text, rules_for(language, profile))
    deadline.check()
    lists = []
    for guide in guides(parsed, MIN_STEPS, language.link_headings):
        if guide.numbered:
            tokens = [step.tokens for step in guide.steps if step.tokens[0] < step.tokens[1]]
            texts = [said(parsed, each) for each in tokens]
            places = tuple(sentence_of(parsed, each[0]) for each in tokens)
            lists.append((places, unit(vectors.sums(texts))))
    return Page(
        meaning=meaning_of(parsed, vectors),
        labels=labels,
        label_units=unit(vectors.sums([each.label for each in labels])),
        values=values(parsed, language),
        steps=tuple(lists),
    )
