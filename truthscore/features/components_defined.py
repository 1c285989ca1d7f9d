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
import unicodedata
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import regex
from rapidfuzz import fuzz, process

from truthscore import deadline
from truthscore.features.base import Feature, Inputs, judged
from truthscore.language import LanguagePack
from truthscore.profile import ComponentsDefined, Profile
from truthscore.text import components
from truthscore.text.component_lists import rules_for
from truthscore.text.component_rules import ComponentRules, Matching
from truthscore.text.components import Component
from truthscore.text.keys import are_keys
from truthscore.text.model import Numbers, ParsedDocument, ParsedText
from truthscore.text.paths import ARROW, chains
from truthscore.text.postings import Postings
from truthscore.text.reply import opening
from truthscore.types import ANSWER, QUESTION, Evidence, Measurement, Span

NAME = "components_defined"
#: Parts of speech that stand in sentences and not in unmarked names, and those that end none.
NOT_IN_NAMES = frozenset({"AUX", "CCONJ", "PRON", "SCONJ"})
NOT_LAST = frozenset({"ADP", "DET"})
#: Behind a name, no part of it.
GENITIVE = "'s"
#: The shortest beginning that an abbreviation can be recognised by ("omschr.", "rek.").
MIN_ABBREVIATION = 3
#: What is left of a compound after its noun ("Verlof|tabblad") must be a word of its own.
MIN_COMPOUND = 4

_TOKEN = regex.compile(
    r"&(?:amp|#38);|&(?:[a-zA-Z]{2,8}|#\d{1,6});|[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’]\p{L}+)*|[&%]"
)
#: Names do not run across a blank line, a list item, a heading or a table row.
_BREAK = regex.compile(r"\n[ \t]*(?:\n|[-*•#|>]|\d{1,2}[.)])")
_TABLE_ROW = regex.compile(r"(?m)^[ \t]*\|[^\n]*")
#: A dot inside a name: not the one that ends a sentence.
_ABBREVIATING_DOT = regex.compile(r"\.(?=[\p{L}\p{N}*_\"'”’»|,;:(%/-]|[ ][\p{Ll}\p{N}(%]|\Z)")
_BRACKETS = regex.compile(r"[ ]?\([^()]*\)")
_GAP = "\x1f"


@dataclass(frozen=True, slots=True)
class _Word:
    """A normalised word: as written, without its ending, and its abbreviation written out."""

    plain: str
    stem: str
    full: str
    dotted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class _Stretch:
    """Words glued together, so that "e-mail adres" and "e-mailadres" are one string."""

    text: str
    offsets: Numbers

    def spans(self, wanted: str) -> Iterator[tuple[int, int]]:
        """Ranges of words whose glued text is `wanted`."""
        at = self.text.find(wanted)
        while wanted and at >= 0:
            first, last = bisect_left(self.offsets, at), bisect_left(self.offsets, at + len(wanted))
            if self._begins(first, at) and self._ends(last, at + len(wanted)):
                yield first, last
            at = self.text.find(wanted, at + 1)

    def _begins(self, word: int, at: int) -> bool:
        return word < len(self.offsets) and self.offsets[word] == at

    def _ends(self, word: int, end: int) -> bool:
        if end == len(self.text) or self.text[end] == _GAP:
            return True
        return self._begins(word, end)


@dataclass(frozen=True, slots=True, kw_only=True)
class ComponentIndex:
    """What one text offers for looking names up; built once, in one pass over its words.

    Numbers are in arrays and `skipped` and `capitals` one byte per word, 1 for yes: every page of
    a help centre is in memory.
    """

    starts: Numbers
    ends: Numbers
    blocks: Numbers
    skipped: bytes
    capitals: bytes
    plain: _Stretch
    stems: _Stretch
    postings: Postings
    shortened: dict[str, tuple[int, ...]]
    labels: dict[str, tuple[int, int]]
    title: ComponentIndex | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Source:
    """A page, or the question, which is read only when a name stands in no page as it is."""

    name: str
    text: str
    read: Callable[[], ComponentIndex]

    @property
    def index(self) -> ComponentIndex:
        """What it offers for looking names up."""
        return self.read()


def index(document: ParsedDocument, language: LanguagePack, profile: Profile) -> ComponentIndex:
    """The lookup structure of one page and its title."""
    rules = rules_for(language, profile)
    title = _index(document.title, rules, None) if document.title else None
    return _index(document.parsed.text, rules, title)


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
        several = len(component.label.split()) > 1
        if (
            (component.cued and (component.marked or _is_a_name(inputs.answer, component)))
            or (component.marked and several)
            or component in written
        ):
            sure.add(key)
        if not exists:
            match = _nearest(key, pages if clicked else sources, settings)
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
    inputs: Inputs, yes: int | None, rules: ComponentRules, sources: tuple[_Source, ...]
) -> Iterator[tuple[str, Evidence]]:
    """The marked names of the question that no page has, where token `yes` of the answer agrees."""
    if yes is None:
        return
    settings = inputs.profile.features.components_defined
    pages = _pages(sources)
    said = Span(source=ANSWER, start=inputs.answer.starts[yes], end=inputs.answer.ends[yes])
    for each in components.extract(inputs.question.text, rules):
        key, exists, _ = _look_up(each, pages, rules.matching, settings)
        if each.marked and each.cued and not exists:
            match = _nearest(key, pages, settings)
            yield (
                key,
                judged(said, each.label, match, holds=False, role="missing", rule="label.nowhere"),
            )


def _has_arrow(text: str, path: Sequence[Component]) -> bool:
    """Whether a path is written with arrows: "A / B" may be one name or two."""
    return bool(ARROW.search(text, path[0].end, path[1].start))


def _is_a_name(answer: ParsedText, component: Component) -> bool:
    """Whether an unmarked name reads like one: no conjunction or pronoun, no verb in its middle.

    "Nieuwe medewerker" and "Direct boeken" do, "Spanish crown granted concessions to" does not.
    """
    pos = [answer.pos[token] for token in answer.tokens_within(component.start, component.end)]
    return bool(pos) and (
        pos[-1] not in NOT_LAST and not NOT_IN_NAMES.intersection(pos) and "VERB" not in pos[1:-1]
    )


def _sources(inputs: Inputs, rules: ComponentRules) -> tuple[_Source, ...]:
    """Pages by name, the question last: a page is the better proof."""
    pages = sorted((each.document.source, place) for place, each in enumerate(inputs.documents))
    indexes = [each.indexes[NAME] for each in inputs.documents]
    texts = [each.document.parsed.text for each in inputs.documents]
    asked = functools.cache(lambda: _index(inputs.question.text, rules, None))
    return (
        *(
            _Source(name=name, text=texts[at], read=functools.partial(indexes.__getitem__, at))
            for name, at in pages
        ),
        _Source(name=QUESTION, text=inputs.question.text, read=asked),
    )


def _looked_up(
    named: Sequence[Component],
    inputs: Inputs,
    rules: ComponentRules,
    sources: tuple[_Source, ...],
) -> Iterator[tuple[Component, bool, tuple[str, bool, Span | None]]]:
    """The names, whether a page must have them, and what is known of them (`_look_up`)."""
    settings = inputs.profile.features.components_defined
    pages = _pages(sources)
    for each in named:
        clicked = each.clicked and not _is_asked_about(each, inputs, rules)
        yield (
            each,
            clicked,
            inputs.once(
                (NAME, each.label, each.path, each.open_end, clicked),
                functools.partial(_clicked, each, pages, rules, settings)
                if clicked
                else functools.partial(_look_up, each, sources, rules.matching, settings),
            ),
        )


def _is_asked_about(component: Component, inputs: Inputs, rules: ComponentRules) -> bool:
    """Whether the question has the name as a marked button, and the answer only tells of it."""
    if rules.beside.is_told(inputs.answer.text, component.start):
        return False
    key = _key(component.label, rules.matching)
    return any(
        each.clicked and each.marked and _key(each.label, rules.matching) == key
        for each in inputs.once(
            (NAME, "asked"), lambda: components.extract(inputs.question.text, rules)
        )
    )


def _pages(sources: tuple[_Source, ...]) -> tuple[_Source, ...]:
    return tuple(each for each in sources if each.name != QUESTION)


# --- the index --------------------------------------------------------------------------------


def _index(text: str, rules: ComponentRules, title: ComponentIndex | None) -> ComponentIndex:
    matching = rules.matching
    spans: list[tuple[int, int]] = []
    words: list[_Word] = []
    for start, end, word in _words(f"{text}\n", matching):  # the last dot ends a sentence
        deadline.check()
        spans.append((start, end))
        words.append(word)
    borders = sorted(_borders(text))
    blocks = array("i", [bisect_left(borders, start) for start, _ in spans])
    postings: dict[str, list[int]] = {}
    shortened: dict[str, list[int]] = {}
    for position, word in enumerate(words):
        for form in {word.plain, word.stem, word.full}:
            postings.setdefault(form, []).append(position)
        if word.dotted and len(word.plain) >= MIN_ABBREVIATION:
            shortened.setdefault(word.plain, []).append(position)
    labels: dict[str, tuple[int, int]] = {}
    deadline.check()
    for component in components.extract(text, rules):
        labels.setdefault(_key(component.label, matching), (component.start, component.end))
    return ComponentIndex(
        starts=array("i", [start for start, _ in spans]),
        ends=array("i", [end for _, end in spans]),
        blocks=blocks,
        skipped=bytes(word.plain in matching.ignorable for word in words),
        capitals=bytes(text[start].isupper() for start, _ in spans),
        plain=_stretch([word.plain for word in words], blocks),
        stems=_stretch([word.stem for word in words], blocks),
        postings=Postings(postings),
        shortened={form: tuple(each) for form, each in shortened.items()},
        labels=labels,
        title=title,
    )


def _borders(text: str) -> Iterator[int]:
    for match in _BREAK.finditer(text):
        yield match.start()
    for row in _TABLE_ROW.finditer(text):  # elsewhere "|" may belong to a name ("ON | OFF")
        yield from (row.start() + at for at, char in enumerate(row.group()) if char == "|")


def _stretch(words: list[str], blocks: Sequence[int]) -> _Stretch:
    pieces: list[str] = []
    offsets: list[int] = []
    length = 0
    for position, word in enumerate(words):
        if position and blocks[position] != blocks[position - 1]:
            pieces.append(_GAP)
            length += len(_GAP)
        offsets.append(length)
        pieces.append(word)
        length += len(word)
    return _Stretch(text="".join(pieces), offsets=array("i", offsets))


def _words(text: str, matching: Matching) -> Iterator[tuple[int, int, _Word]]:
    for match in _TOKEN.finditer(text):
        token = match.group()
        if token.startswith("&"):
            if token not in {"&", "&amp;", "&#38;"}:
                continue  # an entity that is a space or a quotation mark
            token = "&"
        plain = matching.symbols.get(token) or _fold(token)
        dotted = _ABBREVIATING_DOT.match(text, match.end()) is not None
        yield match.start(), match.end(), _word(plain, dotted, matching)


def _word(plain: str, dotted: bool, matching: Matching) -> _Word:
    stem = matching.stem(plain)
    full = plain
    if plain.endswith(matching.shortened):  # in one call: most words end in none of them
        for short, long in matching.abbreviations.items():
            if plain.endswith(short) and (dotted or plain == short or not long.startswith(short)):
                full = plain[: -len(short)] + long
                break
    if plain.endswith(GENITIVE):
        full = plain.removesuffix(GENITIVE)  # "Jo's shift" names Jo
    return _Word(plain.replace("'", ""), stem, matching.stem(full), dotted)


def _fold(token: str) -> str:
    folded = token.casefold().replace("’", "'")
    if folded.isascii():
        return folded
    decomposed = unicodedata.normalize("NFKD", folded)
    return "".join(char for char in decomposed if not unicodedata.combining(char))


def _key(label: str, matching: Matching) -> str:
    """Labels with the same key are one name: stems glued together, without articles."""
    words = [word for _, _, word in _words(label, matching)]
    kept = [word for word in words if word.plain not in matching.ignorable] or words
    return "".join(word.full for word in kept)


# --- looking a name up ------------------------------------------------------------------------


def _look_up(
    component: Component,
    sources: tuple[_Source, ...],
    matching: Matching,
    settings: ComponentsDefined,
) -> tuple[str, bool, Span | None]:
    """The name's key, whether it exists, and where."""
    return _key(component.label, matching), *_place(component, sources, matching, settings)


def _clicked(
    component: Component,
    pages: tuple[_Source, ...],
    rules: ComponentRules,
    settings: ComponentsDefined,
) -> tuple[str, bool, Span | None]:
    """The same for what is to be clicked, which a word in a page's prose does not name."""
    key, exists, match = _look_up(component, pages, rules.matching, settings)
    if match is None or len(component.label.split()) > 1 or len(component.path) > 1:
        return key, exists, match
    prose = any(each.index.labels for each in pages) and not any(
        key in each.index.labels or _names(component.label, match, each, rules) for each in pages
    )
    return (key, False, None) if prose else (key, exists, match)


def _names(label: str, match: Span, page: _Source, rules: ComponentRules) -> bool:
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
    sources: tuple[_Source, ...],
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
    label: str, sources: tuple[_Source, ...], matching: Matching, settings: ComponentsDefined
) -> tuple[bool, Span | None]:
    """The best place for a label: nearest form first, then the first source."""
    variants = _variants(label, matching)
    if not variants:
        return True, None  # nothing but punctuation or articles: nothing to be missing
    glued = [
        ("".join(word.plain for word in words), "".join(word.stem for word in words))
        for words in variants
    ]
    known: dict[tuple[int, _Word], frozenset[int]] = {}

    def positions(word: _Word, place: ComponentIndex) -> frozenset[int]:
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


def _variants(label: str, matching: Matching) -> tuple[tuple[_Word, ...], ...]:
    """The label's words; without brackets, cue nouns and articles; with one word moved."""
    forms: list[tuple[_Word, ...]] = []
    for text in dict.fromkeys((label, _BRACKETS.sub("", label))):
        words = tuple(word for _, _, word in _words(text, matching))
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


def _without_nouns(words: tuple[_Word, ...], matching: Matching) -> tuple[_Word, ...]:
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
    variants: tuple[tuple[_Word, ...], ...], place: ComponentIndex, matching: Matching
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
    variants: tuple[tuple[_Word, ...], ...], place: ComponentIndex, matching: Matching
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
    variants: tuple[tuple[_Word, ...], ...],
    place: ComponentIndex,
    matching: Matching,
    positions: Callable[[_Word, ComponentIndex], frozenset[int]],
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
    variants: tuple[tuple[_Word, ...], ...], place: ComponentIndex, settings: ComponentsDefined
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


def _may_be_misspelt(word: _Word, settings: ComponentsDefined) -> bool:
    return len(word.plain) >= settings.fuzzy_min_length and word.plain.isalpha()


def _similar(wanted: str, other: str, settings: ComponentsDefined) -> bool:
    return fuzz.ratio(wanted, other.strip(_GAP)) >= settings.fuzzy_threshold


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


def _positions(word: _Word, place: ComponentIndex, settings: ComponentsDefined) -> frozenset[int]:
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
    label: str, sources: tuple[_Source, ...], matching: Matching
) -> tuple[bool, Span | None]:
    """A label whose end was a guess: a shorter one that the context has as a component."""
    ends = [end for _, end, _ in _words(label, matching)]
    for end in reversed(ends[:-1]):
        key = _key(label[:end], matching)
        for source in sources:
            known = source.index.labels.get(key)
            if known is not None:
                return True, Span(source=source.name, start=known[0], end=known[1])
    return False, None


def _nearest(key: str, sources: tuple[_Source, ...], settings: ComponentsDefined) -> Span | None:
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


COMPONENTS_DEFINED = Feature(
    name=NAME,
    title="named menus, buttons and fields that exist",
    section="5.2",
    settings=ComponentsDefined,
    measure=measure,
    index=index,
)
