"""Guide fidelity: the steps of the answer against the steps of the page, in order.

Where `verbatim_guide` is all or nothing, this feature aligns step with step: a step the page does
not have is invented, a step before its predecessor is swapped.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from truthscore.features.base import Feature, Inputs, weighed
from truthscore.language import LanguagePack
from truthscore.profile import GuideFidelity, Profile
from truthscore.text.alignment import Unit, is_claim, weight
from truthscore.text.clauses import verb_first
from truthscore.text.guides import Guide, guides
from truthscore.text.guides import Step as Item
from truthscore.text.model import ITEMS, ParsedDocument, ParsedText, is_word
from truthscore.text.rows import announces
from truthscore.text.warnings import at_steps
from truthscore.types import ANSWER, Evidence, Measurement, Span

NAME = "guide_fidelity"
#: Sentences of an answer that must be steps of one guide before its order is judged.
MIN_TOLD = 2
#: Two content words with fewer words than this between them belong together; signs are no words:
#: a name is the same one with and without quotes.
PAIR_REACH = 2
#: Tokens among which "that" stands behind "mind" or "make sure".
MINDING = 6
#: Share of the best likeness from which another step of the page may be the one meant.
SAME = 0.7
#: Share of a likeness below which one that is only estimated surely is.
SURELY = 0.999
#: Share of a warning's words that an answer has when it passes the warning on.
PASSED_ON = 0.5
#: Label of one that it does not.
WARNING = "warning"
#: Share of the best likeness below which no other step of the page may be the one meant.
CLEAR = 0.75


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


def _together(guides_: Sequence[Sequence[Step]]) -> Guides:
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
    made = _together(_guides(document.parsed, language, profile))
    settings = profile.features.guide_fidelity
    warnings = []
    numbered = _numbered(document.parsed, language, settings)
    for (first, _), guide in zip(made.parts, numbered, strict=True):
        for at, start, end in at_steps(document.parsed, guide, language.warnings):
            tokens = document.parsed.tokens_within(start, end)
            content = [t for t in tokens if is_claim(document.parsed, t, language)]
            says = _step(document.parsed, start, end, content, language, 0.0)
            warnings.append((first + at, says))
    return replace(made, warnings=tuple(warnings))


def _guides(
    parsed: ParsedText, language: LanguagePack, profile: Profile
) -> tuple[tuple[Step, ...], ...]:
    settings = profile.features.guide_fidelity
    return tuple(
        tuple(_item_step(parsed, item, language, settings) for item in guide.steps)
        for guide in _numbered(parsed, language, settings)
    )


def _numbered(
    parsed: ParsedText, language: LanguagePack, settings: GuideFidelity
) -> Iterator[Guide]:
    found = guides(parsed, settings.min_steps, language.link_headings)
    return (guide for guide in found if guide.numbered)


def _item_step(
    parsed: ParsedText, item: Item, language: LanguagePack, settings: GuideFidelity
) -> Step:
    content = [token for token in range(*item.tokens) if is_claim(parsed, token, language)]
    return _step(parsed, item.start, item.end, content, language, settings.pairs)


def _step(
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


def similarity(one: Step, two: Step) -> float:
    """Cosine of the weighted words and pairs, 0 to 1."""
    return similarities(one, _together([[two]]))[0]


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


def measure(inputs: Inputs) -> Measurement:
    """value = 1 / (1 + raw); raw = what steps out of order and steps that nothing
    tells of count (`base.weighed`).

    Order: the sentences of the answer that are a step of a page's numbered guide must come in its
    order, whether the answer numbers them or tells them in a row. Invented: a numbered step of
    the answer that is no step of the page and that no passage supports. None when fewer than two
    sentences are steps of one page guide.
    """
    settings = inputs.profile.features.guide_fidelity
    theirs: list[tuple[str, Guides]] = [
        (indexed.document.source, indexed.indexes[NAME]) for indexed in inputs.documents
    ]
    numbered = list(_numbered(inputs.answer, inputs.language, settings))
    listed = max((item.end for guide in numbered for item in guide.steps), default=None)
    sentences = [
        _told(inputs, unit)
        for unit in inputs.aligned.units
        if not announces(inputs.answer, unit.tokens)
        and not (listed is not None and _minds(inputs.answer, unit, listed))
        and not _goes_on(inputs.answer, unit, inputs.language)
    ]
    if numbered:  # what stands around the list describes: "You do so with Publish later."
        items = [item for guide in numbered for item in guide.steps]
        sentences = [
            each
            for each in sentences
            if each.tells
            or any(item.start < each.step.end and each.step.start < item.end for item in items)
        ]
    told = [each.step for each in sentences]
    orders = [each.tells for each in sentences]
    likest = [max(each.most, default=0.0) for each in sentences]
    least = min(settings.same_step, settings.same_order)
    # The guide that is told is the one that most sentences follow, in its order.
    best: tuple[int, list[Evidence]] | None = None
    left_out: list[Evidence] = []
    for number, (source, page) in enumerate(theirs):
        if len([each for each in sentences if each.most[number] >= least]) < MIN_TOLD:
            continue  # most pages of the context
        likeness = [each.likeness[number] for each in sentences]
        for first, end in page.parts:
            table = [row[first:end] for row in likeness]
            meant = _counterparts(inputs, table, likest, orders)
            followed, found = _order(told, meant, source, page.steps[first:end])
            follow = len(followed) - len(found)
            if len(followed) >= MIN_TOLD and (best is None or follow > best[0]):
                best = (follow, found)
                steps = {first + at: step for at, step in followed}
                left_out = _left_out(inputs, page, source, steps)
    if best is None:
        return Measurement(value=None, note="no guide of a page is told")
    invented = _invented(inputs, numbered, [page for _, page in theirs])
    evidence = [*best[1], *invented, *left_out]
    evidence.sort(key=lambda each: (each.span.start, each.span.end))
    findings, raw = weighed(inputs, evidence)
    return Measurement(value=round(1.0 / (1.0 + raw), 6), raw=raw, evidence=findings)


def _against(step: Step, label: str, match: Span, rule: str) -> Evidence:
    span = step.span(ANSWER)
    return Evidence(span=span, role="contradicts", label=label, match=match, rule=rule)


def _minds(answer: ParsedText, unit: Unit, listed: int) -> bool:
    """Whether a sentence behind the steps, which end at character `listed`, tells what to mind and
    is none of them: "Mind that ...", "Let erop dat ..."."""
    start, end = unit.tokens
    return (
        answer.starts[start] >= listed and "SCONJ" in answer.pos[start : min(end, start + MINDING)]
    )


def _goes_on(answer: ParsedText, unit: Unit, language: LanguagePack) -> bool:
    """Whether a sentence only says more of what was told: "*That* can be done up to a day before
    the visit" is no step, though a step names the visit."""
    return answer.lowers[unit.tokens[0]] in language.pointing.that and not any(
        answer.pos[t] == "VERB" for t in unit.content
    )


@dataclass(frozen=True, slots=True)
class _Told:
    """A sentence of the answer as a step, whether it tells to do something, how like each step of
    each document it is, and how like any of them (`most`)."""

    step: Step
    tells: bool
    likeness: tuple[list[float], ...]
    most: tuple[float, ...]


def _told(inputs: Inputs, unit: Unit) -> _Told:
    """Looked up once per row: a sentence is the same one among the answer's own words."""
    settings = inputs.profile.features.guide_fidelity
    pairs = settings.pairs
    answer, (first, end) = inputs.answer, unit.tokens

    def tell() -> _Told:
        at = answer.starts[first], answer.ends[end - 1]
        step = _step(answer, *at, unit.content, inputs.language, pairs)
        # `_counterparts` asks for those from `least` and what is about as like as one of them.
        least = min(settings.same_step, settings.same_order) * min(SAME, CLEAR)
        numbered = [each.indexes[NAME] for each in inputs.documents]
        likeness = [similarities(step, each, least) for each in numbered]
        most = [max(each, default=0.0) for each in likeness]
        return _Told(step, _tells_a_step(inputs, unit), tuple(likeness), tuple(most))

    return inputs.once((NAME, answer.starts[first]), tell)


def _tells_a_step(inputs: Inputs, unit: Unit) -> bool:
    """Whether a sentence of the answer tells somebody to do something: an item or an imperative.

    "U stelt het in op de vestiging" describes; "Werkt u met btw, dan ..." sets a case.
    """
    answer = inputs.answer
    start, end = unit.tokens
    at = answer.starts[start]
    if _sets_case(answer, start, end, inputs.language):
        return False
    if any(block.start <= at < block.end and block.kind in ITEMS for block in answer.blocks):
        return True
    first = next((t for t in range(start, end) if answer.lowers[t][0].isalpha()), start)
    next_words = inputs.language.order.next | inputs.language.then
    follows = answer.pos[first] == "CCONJ" or answer.lowers[first] in next_words
    if answer.pos[first] in {"ADV", "CCONJ"}:
        first += 1  # "Vervolgens kiest u", "Then click"
    return (
        first < end
        and answer.pos[first] == "VERB"
        # "Daarvoor gebruikt u X" says what with
        and (first + 1 >= end or answer.pos[first + 1] != "PRON" or follows)
    )


def _sets_case(answer: ParsedText, start: int, end: int, language: LanguagePack) -> bool:
    """Whether a sentence begins with a case and goes on with what to do then: "Is it empty, ask
    *then* ..."; not "Select Actions, choose Post"."""
    if not verb_first(answer, start, end, language):
        return False  # most
    after = answer.lowers.index(",", start, end) + 1
    first, second = (answer.lowers[t:end][:1] for t in (after, after + 1))
    return not language.then.isdisjoint(first) or not (
        language.then & language.order.next
    ).isdisjoint(second)


def _order(
    told: Sequence[Step],
    counterparts: Sequence[tuple[int, ...]],
    source: str,
    guide: Sequence[Step],
) -> tuple[list[tuple[int, Step]], list[Evidence]]:
    """The told sentences that are steps of `guide`, with their places in it, and which come too
    late."""
    last = -1
    followed = []
    found = []
    for step, meant in zip(told, counterparts, strict=True):
        if not meant:
            continue
        # Of counterparts about as alike, one in order is meant: "Klik op OK" recurs.
        at = next((at for at in sorted(meant) if at >= last), meant[0])
        if at < last:
            match = guide[at].span(source)
            found.append(_against(step, "step out of order", match, "step.order"))
        followed.append((at, step))
        last = at  # the next step is held against this one: one jump is one finding
    return followed, found


def _left_out(
    inputs: Inputs, page: Guides, source: str, followed: Mapping[int, Step]
) -> list[Evidence]:
    """The warnings at steps that the answer tells (`followed`: by place) of which it says nothing.

    They count nothing and hold nothing back: an answer that leaves one out is as often rated true.
    """
    answer = inputs.answer
    said = {*answer.lowers, *answer.lemmas}
    found = []
    for at, warning in page.warnings:
        step = followed.get(at)
        if step is None or not warning.words:
            continue
        total = math.fsum(warning.words.values())
        kept = math.fsum(value for word, value in warning.words.items() if word in said)
        if kept < PASSED_ON * total:
            found.append(
                Evidence(
                    span=step.span(ANSWER), role="missing", label=WARNING,
                    match=warning.span(source), rule="warning.left_out",
                )
            )  # fmt: skip
    return found


def _counterparts(
    inputs: Inputs,
    table: Sequence[Sequence[float]],
    likest: Sequence[float],
    orders: Sequence[bool],
) -> list[tuple[int, ...]]:
    """For each told sentence the steps of a guide that it may be, the likest first.

    `table`: how like each sentence is to each step.

    A sentence that is less than `same_order` like its step is still that step when it tells to do
    something (`orders`) and is like no other. A step that another sentence tells better is not
    meant, nor one that is clearly less like the sentence than a step of another guide (`likest`:
    the most that any step is like it).
    """
    settings = inputs.profile.features.guide_fidelity
    least = min(settings.same_step, settings.same_order)  # most sentences are like no step
    most = [max(column) for column in zip(*table, strict=True)]
    found: list[tuple[int, ...]] = []
    for likeness, most_of_all, tells in zip(table, likest, orders, strict=True):
        if max(likeness) < least:
            found.append(())
            continue
        own = [each if each >= most[at] else 0.0 for at, each in enumerate(likeness)]
        best = max(own)
        # Those that may count, the likest first: a few of many.
        order = [at for at, each in enumerate(own) if each >= best * SAME]
        order.sort(key=lambda at: -own[at])
        clear = best >= settings.same_step and all(own[at] < best * CLEAR for at in order[1:])
        if (best < settings.same_order and not (clear and tells)) or best < most_of_all * CLEAR:
            found.append(())
            continue
        found.append(tuple(order))
    return found


def _invented(inputs: Inputs, mine: Iterable[Guide], theirs: Sequence[Guides]) -> list[Evidence]:
    settings = inputs.profile.features.guide_fidelity
    found = []
    for guide in mine:
        for number, item in enumerate(guide.steps, start=1):
            if _support(inputs, item) >= settings.invented_below:
                continue  # most: a passage tells it
            step = _item_step(inputs.answer, item, inputs.language, settings)
            known = any(
                max(similarities(step, page), default=0.0) >= settings.same_step for page in theirs
            ) or _names_a_step(inputs, item, theirs)
            if step.words and not known:
                span, label = step.span(ANSWER), f"step {number} new"
                found.append(Evidence(span=span, role="unsupported", label=label, rule="step.new"))
    return found


def _names_a_step(inputs: Inputs, item: Item, theirs: Sequence[Guides]) -> bool:
    """Whether a page has a step with that name and a verb of its own: "Choose Start" for "Click
    Start"."""
    answer = inputs.answer
    content = [t for t in range(*item.tokens) if is_claim(answer, t, inputs.language)]
    if content and answer.pos[content[0]] == "VERB":
        content = content[1:]
    name = {answer.lemmas[t] for t in content}
    return bool(name) and any(
        name <= step.words.keys() and len([w for w in step.words if " " not in w]) <= len(name) + 1
        for page in theirs
        for step in page.steps
    )


def _support(inputs: Inputs, step: Item) -> float:
    """The best support of the units within a step, where words of the question count as well: it
    is about what was asked."""
    starts, ends = inputs.answer.starts, inputs.answer.ends
    return max(
        (
            _with_asked(inputs, unit)
            for unit in inputs.aligned.units
            if starts[unit.content[0]] >= step.start and ends[unit.content[-1]] <= step.end
        ),
        default=0.0,
    )


def _with_asked(inputs: Inputs, unit: Unit) -> float:
    asked = {*inputs.question.lowers, *inputs.question.lemmas}
    answer = inputs.answer
    total = math.fsum(unit.weights)
    taken = [
        value
        for token, value, found in zip(unit.content, unit.weights, unit.found, strict=True)
        if found < 1.0 and (answer.lowers[token] in asked or answer.lemmas[token] in asked)
    ]
    return unit.support + math.fsum(taken) / total


GUIDE_FIDELITY = Feature(
    name=NAME,
    title="steps that the page has, in its order",
    section="4.4.2",
    settings=GuideFidelity,
    index=index,
    measure=measure,
    needs_alignment=True,
)
