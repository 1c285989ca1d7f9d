"""Every menu item, button, tab, field and setting named in the answer must exist (paper §5.2).

A name exists when a context page (or its title) holds it, or the user's own question. What is to be
clicked ("klik op X", "the X button") must stand on a page: "how do I reject hours?" makes no button
"Reject". A question that itself speaks of a marked button may be told what that one does, but not
to click on it. Where the pages name buttons, one word that stands on them in small letters only,
and beside no cue, names none: "the copy gets a new number" is no button "Copy".

The comparison is forgiving about form and strict about content. These are the same name:

* case, accents, marks, punctuation, spaces and hyphens ("E-mail adres", "e-mailadres");
* an inflected word ("Verlofaanvragen" / "verlofaanvraag") and an abbreviated one ("Artikelnr.");
* articles, and a noun that only says what it is ("tabblad Verlof", "Verloftabblad", "Verlof");
* one word moved from one end to the other ("Indirecte kosten %" / "Percentage indirecte kosten"),
  and "Instellingen voor verkoop" / "Verkoopinstellingen";
* a long word with a typo: rapidfuzz ratio from `fuzzy_threshold`, word by word, so that a
  different word is never bridged by the rest of the label.

A menu path is checked part by part: each part must exist. Parts that exist, but in no page in
that order, are shown as evidence "unsupported" and cost nothing: pages rarely write a path out,
and "the tab B on page A" is the path A > B.

`value` is the share of distinct names that exist, `raw` the number that do not. Notation that is
also used for titles and emphasis (`Component.weak`) counts when it exists and is passed over when
it does not; None when no name is left.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence

from truthscore.features.base import Feature, Inputs, judged
from truthscore.features.components_defined.label_index import (
    ComponentIndex,
    index_of,
    key_of,
)
from truthscore.features.components_defined.look_up import Source, look_up, look_up_clicked, nearest
from truthscore.language import LanguagePack
from truthscore.profile import ComponentsDefined, Profile
from truthscore.text import components
from truthscore.text.component_lists import rules_for
from truthscore.text.component_rules import ComponentRules
from truthscore.text.components import Component
from truthscore.text.keys import are_keys
from truthscore.text.model import ParsedDocument, ParsedText
from truthscore.text.paths import ARROW, chains
from truthscore.text.reply import opening
from truthscore.types import ANSWER, QUESTION, Evidence, Measurement, Span

NAME = "components_defined"
#: Parts of speech that stand in sentences and not in unmarked names, and those that end none.
NOT_IN_NAMES = frozenset({"AUX", "CCONJ", "PRON", "SCONJ"})
NOT_LAST = frozenset({"ADP", "DET"})


def index(document: ParsedDocument, language: LanguagePack, profile: Profile) -> ComponentIndex:
    """The lookup structure of one page and its title."""
    rules = rules_for(language, profile)
    title = index_of(document.title, rules, None) if document.title else None
    return index_of(document.parsed.text, rules, title)


def measure(inputs: Inputs) -> Measurement:
    """Share of the answer's component names that exist; `raw` counts the missing ones.

    `sure` counts those of them that a cue says are components ("klik op **X**", "the X button"),
    that are marked and of several words, or that are parts of a path with arrows ("A > B"). One
    bold or quoted word alone may be a value or emphasis, and what stands unmarked beside a cue may
    be a piece of a sentence ("list Oklahoma or Tennessee"): such names weigh in and decide nothing.
    """
    rules = rules_for(inputs.language, inputs.profile)
    settings = inputs.profile.features.components_defined
    # keys are looked for by what they do (`swapped_labels`), however they are written
    named = [each for each in inputs.components if not are_keys(each.label, inputs.language)]
    agreed = opening(inputs.answer, inputs.language.replies.yes)
    if not named and agreed is None:
        return Measurement(value=None, note="the answer names no component")
    sources = inputs.once((NAME, QUESTION), lambda: _sources(inputs, rules))
    pages = _pages(sources)
    found: dict[str, bool] = {}
    sure: set[str] = set()
    nowhere: set[str] = set()
    written = {
        each for chain in chains(named) if _has_arrow(inputs.answer.text, chain) for each in chain
    }
    evidence: list[Evidence] = []
    for component, clicked, (key, exists, match) in _looked_up(named, inputs, rules, sources):
        span = Span(source=ANSWER, start=component.start, end=component.end)
        if component.weak and not exists:
            continue
        found[key] = found.get(key, False) or exists
        if component in written or _is_sure(inputs.answer, component):
            sure.add(key)
        if not exists:
            match = nearest(key, pages if clicked else sources, settings)
            if clicked:  # elsewhere the question may hold the word
                nowhere.add(key)
        evidence.append(
            judged(span, component.label, match, holds=exists, role="missing", rule="label.nowhere")
        )
    for key, each in _agreed(inputs, agreed, rules, sources):
        found[key] = False
        sure.add(key)
        evidence.append(each)
    if not found:
        sure_of_none = " for certain" if named else ""
        return Measurement(value=None, note=f"the answer names no component{sure_of_none}")
    missing = [key for key, exists in found.items() if not exists or key in nowhere]
    return Measurement(
        value=(len(found) - len(missing)) / len(found),
        raw=float(len(missing)),
        evidence=tuple(evidence),
        sure=float(len(sure.intersection(missing))),
    )


def _agreed(
    inputs: Inputs, yes: int | None, rules: ComponentRules, sources: tuple[Source, ...]
) -> Iterator[tuple[str, Evidence]]:
    """The marked names of the question that no page has, where token `yes` of the answer agrees."""
    if yes is None:
        return
    settings = inputs.profile.features.components_defined
    pages = _pages(sources)
    said = Span(source=ANSWER, start=inputs.answer.starts[yes], end=inputs.answer.ends[yes])
    for each in components.extract(inputs.question.text, rules):
        key, exists, _ = look_up(each, pages, rules.matching, settings)
        if each.marked and each.cued and not exists:
            match = nearest(key, pages, settings)
            yield (
                key,
                judged(said, each.label, match, holds=False, role="missing", rule="label.nowhere"),
            )


def _has_arrow(text: str, path: Sequence[Component]) -> bool:
    """Whether a path is written with arrows: "A / B" may be one name or two."""
    return bool(ARROW.search(text, path[0].end, path[1].start))


def _is_sure(answer: ParsedText, component: Component) -> bool:
    """Whether a cue says that it is one, or marks do and it has several words."""
    if component.marked:
        return component.cued or len(component.label.split()) > 1
    return component.cued and _is_a_name(answer, component)


def _is_a_name(answer: ParsedText, component: Component) -> bool:
    """Whether an unmarked name reads like one: no conjunction or pronoun, no verb in its middle.

    "Nieuwe medewerker" and "Direct boeken" do, "Spanish crown granted concessions to" does not.
    """
    pos = [answer.pos[token] for token in answer.tokens_within(component.start, component.end)]
    return bool(pos) and (
        pos[-1] not in NOT_LAST and not NOT_IN_NAMES.intersection(pos) and "VERB" not in pos[1:-1]
    )


def _sources(inputs: Inputs, rules: ComponentRules) -> tuple[Source, ...]:
    """Pages by name, the question last: a page is the better proof."""
    pages = sorted((each.document.source, place) for place, each in enumerate(inputs.documents))
    indexes = [each.indexes[NAME] for each in inputs.documents]
    texts = [each.document.parsed.text for each in inputs.documents]
    asked = functools.cache(lambda: index_of(inputs.question.text, rules, None))
    return (
        *(
            Source(name=name, text=texts[at], read=functools.partial(indexes.__getitem__, at))
            for name, at in pages
        ),
        Source(name=QUESTION, text=inputs.question.text, read=asked),
    )


def _looked_up(
    named: Sequence[Component],
    inputs: Inputs,
    rules: ComponentRules,
    sources: tuple[Source, ...],
) -> Iterator[tuple[Component, bool, tuple[str, bool, Span | None]]]:
    """The names, whether a page must have them, and what is known of them (`look_up`)."""
    settings = inputs.profile.features.components_defined
    pages = _pages(sources)
    for each in named:
        clicked = each.clicked and not _is_asked_about(each, inputs, rules)
        yield (
            each,
            clicked,
            inputs.once(
                (NAME, each.label, each.path, each.open_end, clicked),
                functools.partial(look_up_clicked, each, pages, rules, settings)
                if clicked
                else functools.partial(look_up, each, sources, rules.matching, settings),
            ),
        )


def _is_asked_about(component: Component, inputs: Inputs, rules: ComponentRules) -> bool:
    """Whether the question has the name as a marked button, and the answer only tells of it."""
    if rules.beside.is_told(inputs.answer.text, component.start):
        return False
    key = key_of(component.label, rules.matching)
    return any(
        each.clicked and each.marked and key_of(each.label, rules.matching) == key
        for each in inputs.once(
            (NAME, "asked"), lambda: components.extract(inputs.question.text, rules)
        )
    )


def _pages(sources: tuple[Source, ...]) -> tuple[Source, ...]:
    return tuple(each for each in sources if each.name != QUESTION)


COMPONENTS_DEFINED = Feature(
    name=NAME,
    title="named menus, buttons and fields that exist",
    section="5.2",
    settings=ComponentsDefined,
    measure=measure,
    index=index,
)
