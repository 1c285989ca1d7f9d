"""Swapped labels (Table 2, "off-context"): a name told with what the page says of another one.

A name that the answer has, the row or section that the question is about (`asked`), the part of a
menu path (`turns`), the value of a field (`options`), the tab it is on (`tabs`), or the keys that
are pressed (`pressed`).

"Choose **Body text**, and the invoice is attached": both names exist, and every word stands on the
page, beside the other name. Only names that pages explain (`text/definitions`) are held against
each other, and only within one page.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from textwrap import shorten

from truthscore.features.base import Feature, Inputs
from truthscore.features.swapped_labels.asked import Mistaken, family, mistaken
from truthscore.features.swapped_labels.astray import led_astray
from truthscore.features.swapped_labels.options import no_options
from truthscore.features.swapped_labels.pressed import wrong_keys
from truthscore.features.swapped_labels.renamed import renamed
from truthscore.features.swapped_labels.tabs import wrong_tabs
from truthscore.features.swapped_labels.turns import wrong_turns
from truthscore.language import LanguagePack
from truthscore.profile import Profile, SwappedLabels
from truthscore.text import components, markup
from truthscore.text.alignment import PassageIndex, Unit, weight
from truthscore.text.definitions import Definition, Name, by_first_word, definitions, names_in
from truthscore.text.labels import Labelled, Place, labelled
from truthscore.text.model import ITEMS, ParsedDocument, ParsedText
from truthscore.text.paths import Path, paths
from truthscore.types import ANSWER, Evidence, Measurement, Span

NAME = "swapped_labels"
#: Characters of the row that was asked about, in the evidence.
QUOTED = 60


@dataclass(frozen=True, slots=True)
class _Rival:
    """Another name of the page, how much of the claim its explanation has, and how much more."""

    lead: float
    definition: Definition
    source: str


@dataclass(frozen=True, slots=True)
class Index:
    """The names that a page explains, its rows and sections with a label, and its menu paths."""

    names: tuple[Definition, ...]
    rows: tuple[Labelled, ...]
    paths: tuple[Path, ...]


def index(document: ParsedDocument, language: LanguagePack, profile: Profile) -> Index:
    """What the document explains, and the menu paths that it writes out."""
    rules = components.rules_for(language, profile)
    return Index(
        names=definitions(document.parsed),
        rows=labelled(document),
        paths=paths(document.parsed.text, rules),
    )


def measure(inputs: Inputs) -> Measurement:
    """value = 1 / (1 + raw); raw = names told with the explanation of another name, menu paths with
    a wrong turn, values that a field does not have, wrong tabs and keys, and 1 for an answer that
    tells another row, section or page than the question names.

    Judged are sentences that name exactly one explained name, by themselves and with the sentence
    behind them. None when there is no such sentence.
    """
    named = _named(inputs)
    judged = [
        (place, name)
        for place, names in enumerate(named)
        if len(names) == 1 and not _is_explained(inputs, named, place)
        for name in names
        if _pages_of(inputs, name)
    ]
    mistake = mistaken(
        inputs, [each.indexes[NAME].rows for each in inputs.documents], _settings(inputs)
    )
    written = [each.indexes[NAME].paths for each in inputs.documents]
    turns = list(wrong_turns(inputs, written)) or list(
        led_astray(inputs, written, _settings(inputs))
    )
    turns += [*no_options(inputs), *wrong_tabs(inputs), *renamed(inputs, written)]
    pressed = list(wrong_keys(inputs))
    if not judged and mistake is None and not turns and not pressed:
        return Measurement(value=None, note="no sentence is about one name that a page explains")
    evidence = []
    for place, name in judged:
        rival = _rival(inputs, name, list(_claims(inputs, named, place)))
        if rival is not None:
            evidence.append(_evidence(inputs, inputs.aligned.units[place], name, rival))
    if mistake is not None and mistake.told is not None and not evidence:
        evidence.append(_of_another(inputs, mistake, mistake.told))
    evidence.extend(turns)
    # the keys of a name that is told with the explanation of other keys are no second mistake
    evidence.extend([
        each for each in pressed
        if not any(one.span.start <= each.span.start < one.span.end for one in evidence)
    ])  # fmt: skip
    raw = float(len(evidence))
    return Measurement(value=round(1.0 / (1.0 + raw), 6), raw=raw, evidence=tuple(evidence))


def _settings(inputs: Inputs) -> SwappedLabels:
    settings = inputs.profile.features.swapped_labels
    assert settings is not None  # the profile has checked that a feature in use has its settings
    return settings


def _of_another(inputs: Inputs, mistake: Mistaken, told: Place) -> Evidence:
    answer = inputs.answer
    start, end = mistake.said[0].tokens[0], mistake.said[-1].tokens[1]
    asked, page = (inputs.documents[each.document].document for each in (mistake.asked, told))
    return Evidence(
        span=Span(source=ANSWER, start=answer.starts[start], end=answer.ends[end - 1]),
        role="contradicts",
        label=f"asked: {_quoted(asked, mistake.asked.row)}",
        match=Span(
            source=page.source,
            start=page.parsed.starts[told.row.start],
            end=page.parsed.ends[told.row.end - 1],
        ),
    )


def _quoted(document: ParsedDocument, row: Labelled) -> str:
    """What a row, section or page is called: the beginning of it as it reads, or its title."""
    parsed = document.parsed
    text = markup.plain(parsed.text, parsed.starts[row.start], parsed.ends[row.end - 1]).text
    called = document.title if row.kind == "page" and document.title else text
    return shorten(" ".join(called.split()), QUOTED, placeholder=" ...")


def _named(inputs: Inputs) -> list[dict[Name, set[int]]]:
    """For each unit of the answer the explained names in it and their tokens.

    A name may run over the end of a unit ("Exch. | Rate"): both have it then.
    """
    starting = by_first_word(
        each for indexed in inputs.documents for each in indexed.indexes[NAME].names
    )
    found: list[dict[Name, set[int]]] = [{} for _ in inputs.aligned.units]
    for name, tokens in names_in(inputs.answer, starting):
        for unit, names in zip(inputs.aligned.units, found, strict=True):
            inside = {token for token in tokens if unit.tokens[0] <= token < unit.tokens[1]}
            if inside:
                names.setdefault(name, set()).update(inside)
    return found


def _is_explained(inputs: Inputs, named: Sequence[Mapping[Name, set[int]]], place: int) -> bool:
    """Whether the sentence before only names what this one explains: "Choose **Rule**." "Rule:"."""
    if place == 0 or not named[place - 1]:
        return False
    before = inputs.aligned.units[place - 1].tokens
    announces = inputs.answer.lowers[before[1] - 1] == ":"
    return announces or not _rest(inputs, named, place - 1)


def _pages_of(inputs: Inputs, name: Name) -> list[int]:
    """The pages that explain the name and another one beside it."""
    return [
        place
        for place, indexed in enumerate(inputs.documents)
        if any(each.name == name for each in indexed.indexes[NAME].names)
        and any(each.name != name for each in indexed.indexes[NAME].names)
    ]


def _claims(
    inputs: Inputs, named: Sequence[Mapping[Name, set[int]]], place: int
) -> Iterator[tuple[int, ...]]:
    """What is said of the name: the rest of its sentence, and the one behind it."""
    units = inputs.aligned.units
    own = _rest(inputs, named, place)
    yield own
    follows = place + 1 < len(units) and not named[place + 1]
    if follows and not _stands_apart(inputs.answer, units[place + 1].tokens[0]):
        after = _content(inputs, units[place + 1])
        yield own + after
        yield after


def _stands_apart(answer: ParsedText, token: int) -> bool:
    """Whether a token begins an item of a list or another paragraph, which may tell of something
    else."""
    starts = [block.start for block in answer.blocks if block.kind in ITEMS]
    before = answer.ends[token - 1] if token else 0
    between = answer.text[before : answer.starts[token]]
    return "\n\n" in between or any(before <= start <= answer.starts[token] for start in starts)


def _rest(inputs: Inputs, named: Sequence[Mapping[Name, set[int]]], place: int) -> tuple[int, ...]:
    """What a sentence claims beside its names and "choose", "click on"."""
    names = {token for tokens in named[place].values() for token in tokens}
    verbs = components.rules_for(inputs.language, inputs.profile).step_verbs
    return tuple(
        token
        for token in _content(inputs, inputs.aligned.units[place])
        if token not in names and inputs.answer.lowers[token] not in verbs
    )


def _content(inputs: Inputs, unit: Unit) -> tuple[int, ...]:
    """The content words and negations; also those that claim little elsewhere.

    "First" and "last", "document" and "summary" are what tells two fields apart.
    """
    answer, language = inputs.answer, inputs.language
    return tuple(
        token
        for token in range(*unit.tokens)
        if answer.pos[token] in language.content_pos or answer.lowers[token] in language.negations
    )


def _rival(inputs: Inputs, name: Name, claims: Sequence[Sequence[int]]) -> _Rival | None:
    """The other name whose explanation is told, when one is."""
    pages = _pages_of(inputs, name)
    mine = set(name) | _said_of(inputs, name)
    best: _Rival | None = None
    for claim in claims:
        for rival in _rivals(inputs, name, claim, mine, pages):
            if best is None or rival.lead > best.lead:
                best = rival
    return best


def _rivals(
    inputs: Inputs, name: Name, claim: Sequence[int], mine: Collection[str], pages: Sequence[int]
) -> Iterator[_Rival]:
    settings = _settings(inputs)
    answer, code = inputs.answer, inputs.language.code
    weights = [weight(answer.lowers[token], code) for token in claim]
    total = math.fsum(weights)
    if total < settings.min_weight:
        return
    forms = [family(inputs, token) for token in claim]
    said = {form for each in forms for form in each}
    own = math.fsum(w for w, each in zip(weights, forms, strict=True) if not each.isdisjoint(mine))
    for page in pages:
        indexed = inputs.documents[page]
        for other in indexed.indexes[NAME].names:
            alike = set(other.name) <= set(name) or set(name) <= set(other.name)
            if alike or said.issuperset(other.name):
                continue  # the sentence names both
            theirs = other.words | set(other.name)
            has = [not each.isdisjoint(theirs) for each in forms]
            told = math.fsum(w for w, yes in zip(weights, has, strict=True) if yes)
            told_only = zip(has, forms, strict=True)
            only = len([1 for yes, each in told_only if yes and each.isdisjoint(mine)])
            share, lead = round(told / total, 6), round((told - own) / total, 6)
            clear = share >= settings.told and lead >= settings.lead and only >= settings.min_words
            # Told word for word, one word decides: "the start date" is said of "Start date".
            if clear or (share >= settings.verbatim and lead > 0.0 and only):
                yield _Rival(lead, other, indexed.document.source)


def _said_of(inputs: Inputs, name: Name) -> set[str]:
    """The words of every explanation of the name, and of every sentence that has it."""
    said: set[str] = set()
    for indexed, passages in zip(inputs.documents, inputs.aligned.documents, strict=True):
        for each in indexed.indexes[NAME].names:
            if each.name == name:
                said |= each.words
        for sentence in _with_all(passages, name):
            said |= passages.words[sentence]
    return said


def _with_all(passages: PassageIndex, name: Name) -> set[int]:
    """The sentences that have all words of the name."""
    places = [set(passages.postings.get(word, ())) for word in name]
    return set.intersection(*places)


def _evidence(inputs: Inputs, unit: Unit, name: Name, rival: _Rival) -> Evidence:
    answer, other = inputs.answer, rival.definition
    start, end = unit.tokens
    return Evidence(
        span=Span(source=ANSWER, start=answer.starts[start], end=answer.ends[end - 1]),
        role="contradicts",
        label=f"{' '.join(name)} / {' '.join(other.name)}",
        match=Span(source=rival.source, start=other.start, end=other.end),
    )


SWAPPED_LABELS = Feature(
    name=NAME,
    title="names, rows and sections told with what the page says of another one",
    section="4.3",
    index=index,
    measure=measure,
    needs_alignment=True,
)
