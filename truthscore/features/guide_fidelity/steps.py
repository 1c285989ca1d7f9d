"""Steps of guides, and how like one another they are."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from truthscore.language import LanguagePack
from truthscore.profile import GuideFidelity, Profile
from truthscore.text.alignment import is_claim, weight
from truthscore.text.guides import Guide, guides
from truthscore.text.guides import Step as Item
from truthscore.text.model import ParsedDocument, ParsedText, is_word
from truthscore.text.warnings import at_steps
from truthscore.types import Span

NAME = "guide_fidelity"
#: Two content words with fewer words than this between them belong together; signs are no words:
#: a name is the same one with and without quotes.
PAIR_REACH = 2
#: Share of a likeness below which one that is only estimated surely is.
SURELY = 0.999


@dataclass(frozen=True, slots=True)
class Step:
    """A step's characters, the weighted words and pairs it claims, and their length squared."""

    start: int
    end: int
    words: dict[str, float]
    norm: float

    def span(self, source: str) -> Span:
        """Where it stands in a source."""
        return Span(source=source, start=self.start, end=self.end)


@dataclass(frozen=True, slots=True)
class Guides:
    """The steps of all guides of a document, in order.

    `parts` cuts them into guides; `places` maps a word to the steps that have it. `warnings`: the
    place among `steps` of the step that each stands at, and what it says.
    """

    steps: tuple[Step, ...]
    parts: tuple[tuple[int, int], ...]
    places: dict[str, tuple[int, ...]]
    warnings: tuple[tuple[int, Step], ...] = ()


def together(guides_: Sequence[Sequence[Step]]) -> Guides:
    """The guides as those of one document."""
    steps: list[Step] = []
    parts: list[tuple[int, int]] = []
    places: dict[str, list[int]] = {}
    for guide in guides_:
        parts.append((len(steps), len(steps) + len(guide)))
        steps.extend(guide)
    for at, step in enumerate(steps):
        for word in step.words:
            places.setdefault(word, []).append(at)
    return Guides(tuple(steps), tuple(parts), {word: tuple(each) for word, each in places.items()})


def index(document: ParsedDocument, language: LanguagePack, profile: Profile) -> Guides:
    """The document's numbered guides, with the warnings at their steps."""
    made = together(_guides(document.parsed, language, profile))
    settings = profile.features.guide_fidelity
    warnings = []
    numbered = numbered_guides(document.parsed, language, settings)
    for (first, _), guide in zip(made.parts, numbered, strict=True):
        for at, start, end in at_steps(document.parsed, guide, language.warnings):
            tokens = document.parsed.tokens_within(start, end)
            content = [t for t in tokens if is_claim(document.parsed, t, language)]
            says = made_step(document.parsed, start, end, content, language, 0.0)
            warnings.append((first + at, says))
    return replace(made, warnings=tuple(warnings))


def _guides(
    parsed: ParsedText, language: LanguagePack, profile: Profile
) -> tuple[tuple[Step, ...], ...]:
    settings = profile.features.guide_fidelity
    return tuple(
        tuple(item_step(parsed, item, language, settings) for item in guide.steps)
        for guide in numbered_guides(parsed, language, settings)
    )


def numbered_guides(
    parsed: ParsedText, language: LanguagePack, settings: GuideFidelity
) -> Iterator[Guide]:
    """The numbered guides of a text."""
    found = guides(parsed, settings.min_steps, language.link_headings)
    return (guide for guide in found if guide.numbered)


def item_step(
    parsed: ParsedText, item: Item, language: LanguagePack, settings: GuideFidelity
) -> Step:
    """A step of a guide by the words it claims."""
    content = [token for token in range(*item.tokens) if is_claim(parsed, token, language)]
    return made_step(parsed, item.start, item.end, content, language, settings.pairs)


def made_step(
    parsed: ParsedText,
    start: int,
    end: int,
    content: Sequence[int],
    language: LanguagePack,
    pairs: float,
) -> Step:
    """`content`: the tokens that claim something. `pairs`: weight of two words in a row, as a
    share of their own: "Bins maken" is one name, and a step with it is not the step with
    "Bins berekenen"."""
    counts: dict[str, int] = {}
    for token in content:
        counts[parsed.lemmas[token]] = counts.get(parsed.lemmas[token], 0) + 1
    words = {word: n * weight(word, language.code) for word, n in counts.items()}
    for one, two in itertools.pairwise(content if pairs else ()):
        between = parsed.lowers[one + 1 : two]
        if len(between) < PAIR_REACH or len(list(filter(is_word, between))) < PAIR_REACH:
            first, second = parsed.lemmas[one], parsed.lemmas[two]
            both = weight(first, language.code) + weight(second, language.code)
            words[f"{first} {second}"] = pairs * both
    return Step(start, end, words, math.fsum(value * value for value in words.values()))


def similarities(step: Step, theirs: Guides, least: float = 0.0) -> list[float]:
    """The cosine of the weighted words and pairs of a step and each step of guides, 0 to 1.

    One below `least` may be given as 0.0.
    """
    products: dict[int, list[float]] = {}
    steps, places = theirs.steps, theirs.places
    for word, value in step.words.items():
        for at in places.get(word, ()):  # most steps share no word with it
            product = value * steps[at].words[word]
            if at in products:
                products[at].append(product)
            else:
                products[at] = [product]
    found = [0.0] * len(steps)
    clearly = (least * SURELY) ** 2 * step.norm
    for at, shared in products.items():
        product = math.fsum(shared)
        if product * product < clearly * steps[at].norm:  # rounding cannot bring it to `least`
            continue  # most
        found[at] = round(min(1.0, product / math.sqrt(step.norm * steps[at].norm)), 6)
    return found
