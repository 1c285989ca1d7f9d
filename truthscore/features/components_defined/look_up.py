"""Where pages have a name: as it is, without its cue noun, in another form, or misspelt."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass

import regex
from rapidfuzz import fuzz, process

from truthscore.features.components_defined.label_index import (
    GAP,
    MIN_ABBREVIATION,
    ComponentIndex,
    Word,
    key_of,
    words_of,
)
from truthscore.profile import ComponentsDefined
from truthscore.text.component_rules import ComponentRules, Matching
from truthscore.text.components import Component
from truthscore.types import Span

#: What is left of a compound after its noun ("Verlof|tabblad") must be a word of its own.
MIN_COMPOUND = 4
_BRACKETS = regex.compile(r"[ ]?\([^()]*\)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A page, or the question, which is read only when a name stands in no page as it is."""

    name: str
    text: str
    read: Callable[[], ComponentIndex]

    @property
    def index(self) -> ComponentIndex:
        """What it offers for looking names up."""
        return self.read()


def look_up(
    component: Component,
    sources: tuple[Source, ...],
    matching: Matching,
    settings: ComponentsDefined,
) -> tuple[str, bool, Span | None]:
    """The name's key, whether it exists, and where."""
    return key_of(component.label, matching), *_place(component, sources, matching, settings)


def look_up_clicked(
    component: Component,
    pages: tuple[Source, ...],
    rules: ComponentRules,
    settings: ComponentsDefined,
) -> tuple[str, bool, Span | None]:
    """The same for what is to be clicked, which a word in a page's prose does not name."""
    key, exists, match = look_up(component, pages, rules.matching, settings)
    if match is None or len(component.label.split()) > 1 or len(component.path) > 1:
        return key, exists, match
    prose = any(each.index.labels for each in pages) and not any(
        key in each.index.labels or _names(component.label, match, each, rules) for each in pages
    )
    return (key, False, None) if prose else (key, exists, match)


def _names(label: str, match: Span, page: Source, rules: ComponentRules) -> bool:
    """Whether a label stands on a page, where it was found or elsewhere, as a name is written."""
    place = page.index
    found = [match.start] if match.source == page.name else []
    for words in _variants(label, rules.matching):
        wanted = "".join(word.stem for word in words)
        if place.title is not None and place.title.stems.text == wanted:
            return True
        found += [place.starts[first] for first, _ in place.stems.spans(wanted)]
    for start in found:
        word = bisect_left(place.starts, start)
        end = place.ends[word]
        if place.capitals[word] or rules.beside.names(page.text, start, end):
            return True
    return False


def _place(
    component: Component,
    sources: tuple[Source, ...],
    matching: Matching,
    settings: ComponentsDefined,
) -> tuple[bool, Span | None]:
    exists, match = _find(component.label, sources, matching, settings)
    if exists:
        return exists, match
    if component.label not in component.path:  # "Opmaak - Cellen": perhaps a path
        parts = [_find(part, sources, matching, settings) for part in component.path]
        if all(found for found, _ in parts):
            return True, parts[-1][1]
    if component.open_end:
        return _known_beginning(component.label, sources, matching)
    return False, None


def _find(
    label: str, sources: tuple[Source, ...], matching: Matching, settings: ComponentsDefined
) -> tuple[bool, Span | None]:
    """The best place for a label: nearest form first, then the first source."""
    variants = _variants(label, matching)
    if not variants:
        return True, None  # nothing but punctuation or articles: nothing to be missing
    glued = [
        ("".join(word.plain for word in words), "".join(word.stem for word in words))
        for words in variants
    ]
    known: dict[tuple[int, Word], frozenset[int]] = {}

    def positions(word: Word, place: ComponentIndex) -> frozenset[int]:
        key = id(place), word  # most variants are made of the same words
        if key not in known:
            known[key] = _positions(word, place, settings)
        return known[key]

    ways: tuple[Callable[[ComponentIndex], tuple[int, int] | None], ...] = (
        lambda place: _glued(glued, place),
        lambda place: _known_name(variants, place, matching),
        lambda place: _known_compound(variants, place, matching),
        lambda place: _aligned(variants, place, matching, positions),
        lambda place: _misspelt_pair(variants, place, settings),
    )
    for way in ways:
        for source in sources:
            for index_, is_title in ((source.index, False), (source.index.title, True)):
                if index_ is None:
                    continue
                span = way(index_)
                if span is not None:
                    start, end = index_.starts[span[0]], index_.ends[span[1] - 1]
                    place = Span(source=source.name, start=start, end=end)
                    return True, None if is_title else place
    return False, None


def _variants(label: str, matching: Matching) -> tuple[tuple[Word, ...], ...]:
    """The label's words; without brackets, cue nouns and articles; with one word moved."""
    forms: list[tuple[Word, ...]] = []
    for text in dict.fromkeys((label, _BRACKETS.sub("", label))):
        words = tuple(word for _, _, word in words_of(text, matching))
        named = tuple(word for word in words if word.plain not in matching.ignorable)
        if not named:
            continue
        forms += [words, named]
    for words in tuple(forms):
        if len(words) > 1:
            forms += [words[1:] + words[:1], words[-1:] + words[:-1]]
        for position, word in enumerate(words[1:-1], start=1):
            if word.plain in matching.linkers:
                forms.append(words[position + 1 :] + words[:position])
    return tuple(dict.fromkeys(form for form in forms if form))


def _without_nouns(words: tuple[Word, ...], matching: Matching) -> tuple[Word, ...]:
    if len(words) > 1 and words[0].plain in matching.generic:
        return words[1:]
    if len(words) > 1 and words[-1].plain in matching.generic:
        return words[:-1]
    return words


def _glued(variants: list[tuple[str, str]], place: ComponentIndex) -> tuple[int, int] | None:
    """`variants`: the words of each as they are, and their stems, glued together."""
    for plain, stems in variants:
        for stretch, wanted in ((place.plain, plain), (place.stems, stems)):
            if wanted in stretch.text:  # mostly not
                span = next(stretch.spans(wanted), None)
                if span is not None:
                    return span
    return None


def _known_name(
    variants: tuple[tuple[Word, ...], ...], place: ComponentIndex, matching: Matching
) -> tuple[int, int] | None:
    """Without its cue noun ("tabblad Verlof"), but then it must be a name there, not any word."""
    for words in variants:
        bare = _without_nouns(words, matching)
        if bare == words:
            continue
        for span in place.stems.spans("".join(word.stem for word in bare)):
            if place.capitals[span[0]]:
                return span
    return None


def _known_compound(
    variants: tuple[tuple[Word, ...], ...], place: ComponentIndex, matching: Matching
) -> tuple[int, int] | None:
    """The name with its noun glued to it, or without ("Verloftabblad" / "tabblad Verlof")."""
    words = variants[0]
    glued = "".join(word.plain for word in words)
    there = glued in place.plain.text  # else no noun behind it can be there either
    for noun in matching.nouns:
        span = next(place.plain.spans(glued + noun), None) if there else None
        if span is not None:
            return span
        rest = glued.removesuffix(noun)
        if rest == glued or len(rest) < MIN_COMPOUND:
            continue
        for wanted in (noun + rest, rest + noun):
            span = next(place.plain.spans(wanted), None)
            if span is not None:
                return span
        label = place.labels.get(matching.stem(rest))
        if label is not None:
            return bisect_left(place.starts, label[0]), bisect_left(place.starts, label[1])
    return None


def _aligned(
    variants: tuple[tuple[Word, ...], ...],
    place: ComponentIndex,
    matching: Matching,
    positions: Callable[[Word, ComponentIndex], frozenset[int]],
) -> tuple[int, int] | None:
    """Word by word: abbreviations, articles in between, typos in long words.

    `positions`: where a word stands in a page (see `_positions`).
    """
    for words in variants:
        kept = [word for word in words if word.plain not in matching.ignorable]
        places = []
        for word in kept:
            found = positions(word, place)
            if not found:
                break
            places.append(found)
        else:
            rarest = min(range(len(places)), key=lambda number: len(places[number]))
            for position in sorted(places[rarest]):
                first = _walk(place, places, rarest, position, -1)
                last = _walk(place, places, rarest, position, 1)
                if first is not None and last is not None:
                    return first, last + 1
    return None


def _misspelt_pair(
    variants: tuple[tuple[Word, ...], ...], place: ComponentIndex, settings: ComponentsDefined
) -> tuple[int, int] | None:
    """A compound for two words, but for a linking letter ("Regelkorting(s)percentage")."""
    if len(variants[0]) != 1 or not _may_be_misspelt(variants[0][0], settings):
        return None
    wanted = variants[0][0].full
    text, offsets = place.stems.text, place.stems.offsets
    for first in sorted({*place.postings.of_all(wanted[0])}):
        if first + 1 == len(offsets) or place.blocks[first] != place.blocks[first + 1]:
            continue
        end = offsets[first + 2] if first + 2 < len(offsets) else len(text)
        if text[offsets[first]] == wanted[0] and _similar(
            wanted, text[offsets[first] : end], settings
        ):
            return first, first + 2
    return None


def _may_be_misspelt(word: Word, settings: ComponentsDefined) -> bool:
    return len(word.plain) >= settings.fuzzy_min_length and word.plain.isalpha()


def _similar(wanted: str, other: str, settings: ComponentsDefined) -> bool:
    return fuzz.ratio(wanted, other.strip(GAP)) >= settings.fuzzy_threshold


def _walk(
    place: ComponentIndex, places: list[frozenset[int]], number: int, position: int, step: int
) -> int | None:
    """Where the label ends when its words follow each other from `position` on."""
    while 0 <= number + step < len(places):
        number += step
        following = position + step
        while _is_skipped(following, place) and following not in places[number]:
            following += step
        if following not in places[number] or place.blocks[following] != place.blocks[position]:
            return None
        position = following
    return position


def _is_skipped(position: int, place: ComponentIndex) -> bool:
    return 0 <= position < len(place.skipped) and place.skipped[position] == 1


def _positions(word: Word, place: ComponentIndex, settings: ComponentsDefined) -> frozenset[int]:
    found: set[int] = set()
    for form in {word.plain, word.stem, word.full}:
        found.update(place.postings.of(form))
    for length in range(MIN_ABBREVIATION, len(word.plain)):
        found.update(place.shortened.get(word.plain[:length], ()))
    if word.dotted and len(word.plain) >= MIN_ABBREVIATION:
        found.update(place.postings.of_all(word.plain))
    if not found and _may_be_misspelt(word, settings):
        # A typo seldom hits the first letter; a prefix that turns the meaning round always does.
        near = [form for form in place.postings.beginning_with(word.plain[0]) if form.isalpha()]
        for form, _, _ in process.extract(
            word.plain, near, scorer=fuzz.ratio, score_cutoff=settings.fuzzy_threshold, limit=None
        ):
            found.update(place.postings.of(form))
    return frozenset(found)


def _known_beginning(
    label: str, sources: tuple[Source, ...], matching: Matching
) -> tuple[bool, Span | None]:
    """A label whose end was a guess: a shorter one that the context has as a component."""
    ends = [end for _, end, _ in words_of(label, matching)]
    for end in reversed(ends[:-1]):
        key = key_of(label[:end], matching)
        for source in sources:
            known = source.index.labels.get(key)
            if known is not None:
                return True, Span(source=source.name, start=known[0], end=known[1])
    return False, None


def nearest(key: str, sources: tuple[Source, ...], settings: ComponentsDefined) -> Span | None:
    """The most similar label of the context, to show beside a missing one; it counts nothing."""
    best: tuple[float, Span] | None = None
    for source in sources:
        hit = process.extractOne(
            key, sorted(source.index.labels), scorer=fuzz.ratio, score_cutoff=settings.shown_from
        )
        if hit is not None and (best is None or hit[1] > best[0]):
            start, end = source.index.labels[hit[0]]
            best = hit[1], Span(source=source.name, start=start, end=end)
    return best[1] if best else None
