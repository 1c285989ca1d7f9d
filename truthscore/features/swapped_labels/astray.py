"""A menu path that exists, told for what the page reaches by another one.

"You read in old statements under Settings > Links", where the page says that of "Bank > Import":
every part of the path is there, and the customer looks in the wrong menu.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from truthscore.features.base import Inputs
from truthscore.profile import SwappedLabels
from truthscore.text import components
from truthscore.text.alignment import REACH, is_claim, sentence_of, weight
from truthscore.text.labels import Words
from truthscore.text.model import ITEMS, ParsedText
from truthscore.text.paths import Name, Path, paths_of
from truthscore.text.rows import sections
from truthscore.types import ANSWER, Evidence, Span


@dataclass(frozen=True, slots=True)
class _Told:
    """A path of a page, its sentence, and the words around it that tell what it is for."""

    document: int
    path: Path
    sentence: int
    words: Words


def led_astray(
    inputs: Inputs, pages: Sequence[Sequence[Path]], settings: SwappedLabels
) -> Iterator[Evidence]:
    """The paths of the answer of which all that question and answer say is told of another path.

    `pages`: the paths of each document. What a path is for stands in its sentence, in the one
    before and in those behind, up to the next path or section, and in its heading.
    """
    if len([path for written in pages for path in written]) < 2:
        return
    rules = components.rules_for(inputs.language, inputs.profile)
    said = list(paths_of(inputs.answer.text, inputs.components, rules))
    known = {path.names for written in pages for path in written}
    if not any(path.names in known for path in said):
        return
    told = inputs.once(
        ("swapped_labels", "paths"),
        lambda: [
            each
            for number, written in enumerate(pages)
            for each in _told_of(inputs, number, written)
        ],
    )
    mine = [path.names for path in said]
    # The steps of one answer may take several: what any of them is for is told.
    ours = frozenset().union(*(each.words for each in told if each.path.names in mine))
    for path in said:
        if path.names not in known:
            continue
        topic = _topic(inputs, path)
        total = math.fsum(value for _, value in topic)
        if total < settings.min_weight:
            continue
        own = _share(topic, ours) / total
        here = [(each.document, each.sentence) for each in told if each.path.names == path.names]
        rivals = [
            (_share(topic, each.words) / total, each)
            for each in told
            if not any(_is_within(each.path.names, name) for name in mine)
            # "Automations > History" goes on from "Customise > Automations"
            and each.path.names[0] not in {name[-1] for name in mine}
            # two paths in a row are for the same thing: "see A; plan it in B"
            and not any(
                document == each.document and abs(sentence - each.sentence) <= REACH
                for document, sentence in here
            )
        ]
        if not rivals:
            continue
        share, rival = max(rivals, key=lambda each: each[0])
        if share >= settings.path_told and share - own >= settings.path_lead:
            yield Evidence(
                span=Span(source=ANSWER, start=path.starts[0], end=path.end),
                role="contradicts",
                label=f"{' > '.join(path.labels)} / {' > '.join(rival.path.labels)}",
                match=Span(
                    source=inputs.documents[rival.document].document.source,
                    start=rival.path.starts[0],
                    end=rival.path.end,
                ),
            )


def _is_within(one: tuple[Name, ...], other: tuple[Name, ...]) -> bool:
    """Whether a path is the beginning of the other, or the same."""
    shorter = min(len(one), len(other))
    return one[:shorter] == other[:shorter]


def _told_of(inputs: Inputs, number: int, written: Sequence[Path]) -> Iterator[_Told]:
    """The paths of a page, each with the words that tell what it is for."""
    passages = inputs.aligned.documents[number]
    parsed = passages.parsed
    at = [_sentence_at(parsed, path.starts[0]) for path in written]
    parts = [
        (
            sentence_of(parsed, part.tokens.start),
            sentence_of(parsed, part.tokens.stop - 1) + 1,
        )
        for part in sections(parsed)
        if part.tokens
    ]
    for place, path in enumerate(written):
        inside = [part for part in parts if part[0] <= at[place] < part[1]]
        first, last = max(inside, default=(0, len(parsed.sentences)))
        last = min([last, *(start for start, _ in parts if start > at[place])])
        last = min([last, *(other for other in at if other > at[place])])
        last = min([last, *_breaks(parsed, at[place], last)])
        before = at[place] - 1 if at[place] - 1 > first and at[place] - 1 not in at else at[place]
        around = {first, *range(before, last)} if inside else range(before, last)
        words = frozenset().union(*(passages.words[sentence] for sentence in around))
        yield _Told(number, path, at[place], words)


def _breaks(parsed: ParsedText, sentence: int, last: int) -> Iterator[int]:
    """The first sentence behind one that begins another paragraph; steps and items go on."""
    starts = [block.start for block in parsed.blocks]
    places = [
        bisect_right(starts, parsed.starts[parsed.sentences[number][0]]) - 1
        for number in range(sentence, last)
    ]
    for number, place in enumerate(places):
        if place != places[0] and parsed.blocks[place].kind not in ITEMS:
            yield sentence + number
            return


def _sentence_at(parsed: ParsedText, start: int) -> int:
    return sentence_of(parsed, max(0, bisect_right(parsed.starts, start) - 1))


def _topic(inputs: Inputs, path: Path) -> list[tuple[Words, float]]:
    """What is asked and said with a path, each word by its forms on the pages and its weight."""
    answer, question, language = inputs.answer, inputs.question, inputs.language
    units = inputs.aligned.units
    here = [
        place
        for place, unit in enumerate(units)
        if answer.starts[unit.tokens[0]] <= path.starts[0] < answer.ends[unit.tokens[1] - 1]
    ]
    tokens = [
        (answer, t)
        for place in here
        for unit in units[place : place + 2]
        for t in unit.content
        if not path.starts[0] <= answer.starts[t] < path.end
    ]
    tokens += [
        (question, t) for t in range(len(question.lowers)) if is_claim(question, t, language)
    ]
    found: dict[Words, float] = {}
    for parsed, token in tokens:
        forms = frozenset(inputs.aligned.context.family(parsed.written(token)))
        if forms:
            found.setdefault(forms, weight(parsed.lowers[token], language.code))
    return list(found.items())


def _share(topic: Sequence[tuple[Words, float]], words: Words) -> float:
    return math.fsum(value for forms, value in topic if not forms.isdisjoint(words))
