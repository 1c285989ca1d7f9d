"""Another name in the same step: "type **Settings**", where the page has "type **Tweaks**", and
"settings" is only a word of its; "the Pay tab", where Pay is only a menu of the page's."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

import regex

from truthscore.features.base import Inputs
from truthscore.text import components
from truthscore.text.alignment import Unit
from truthscore.text.clauses import gives_example
from truthscore.text.component_lists import rules_for
from truthscore.text.component_rules import ComponentRules
from truthscore.text.components import Component
from truthscore.text.labels import MARKS
from truthscore.text.model import ParsedDocument, ParsedText, is_word
from truthscore.types import ANSWER, Evidence, Span

#: A name between marks: in running text nothing shows where a name ends.
_MARKED = regex.compile(r"""(?:\*\*|__|["“„«`‘'])([^*_"“”„»`’'\n]{1,60})(?:\*\*|__|["”“»`’'])""")
#: The kind of names that nobody calls by another one: a menu is no tab, but a button an action.
TAB = "tab"


def renamed(inputs: Inputs) -> Iterator[Evidence]:
    """The names of the answer that no page has as such a name, where a sentence with the same words
    has another one behind them."""
    rules = rules_for(inputs.language, inputs.profile)
    named = [
        each
        for each in inputs.components
        if len(each.path) == 1 and not _is_known(inputs, each, rules)
    ]
    for unit in inputs.aligned.units if named else ():
        start, end = inputs.answer.starts[unit.tokens[0]], inputs.answer.ends[unit.tokens[1] - 1]
        for name in named:
            if start <= name.start < end and (found := _instead(inputs, unit, name)):
                document, first, last = found
                other = document.parsed.text[first:last]
                yield Evidence(
                    span=Span(source=ANSWER, start=name.start, end=name.end),
                    role="contradicts",
                    label=f"{name.label.lower()} / {other.lower()}",
                    match=Span(source=document.source, start=first, end=last),
                    rule="label.other",
                )


def _is_known(inputs: Inputs, name: Component, rules: ComponentRules) -> bool:
    """Whether a page has it as a name of that kind, the question names it, or it is a setting of
    any switch."""
    if (
        not name.label[:1].isupper()
        or name.label.lower() in inputs.language.switched.switches
        or name.label.lower() in inputs.question.text.lower()
    ):
        return True
    kind = components.kind_of(inputs.answer.text, name, rules)
    if not name.marked and kind != TAB:
        return True  # "the search icon"
    pattern: regex.Pattern[str] | None = None  # to compile one takes as long as to read pages
    for indexed in inputs.documents:
        parsed = indexed.document.parsed
        if name.label not in parsed.text:
            continue
        pattern = pattern or regex.compile(rf"(?<!\w){regex.escape(name.label)}(?!\w)")
        for match in pattern.finditer(parsed.text):
            if kind != TAB:
                return True
            here = replace(name, start=match.start(), end=match.end())
            if components.kind_of(parsed.text, here, rules) == TAB:
                return True
    return False


def _instead(inputs: Inputs, unit: Unit, name: Component) -> tuple[ParsedDocument, int, int] | None:
    """The name that a sentence of a page with all the rest of a unit has in its place."""
    answer = inputs.answer
    settings = inputs.profile.features.swapped_labels
    inside = answer.tokens_within(name.start, name.end)
    before = _words_before(answer, inside.start, unit.tokens[0], settings.before)
    rest = [
        (weight, inputs.words_there(answer, (t,)))
        for t, weight in zip(unit.content, unit.weights, strict=True)
        if t not in inside
    ]
    least = settings.same_step * math.fsum(weight for weight, _ in rest)
    if not least or len(before) < settings.before:
        return None
    ours = {answer.lowers[t] for t in range(*unit.tokens)}
    if gives_example(answer.lowers[slice(*unit.tokens)], inputs.language):
        return None  # "a name, for instance **Jones**"
    for indexed, passages in zip(inputs.documents, inputs.aligned.documents, strict=True):
        page = passages.parsed
        having = (set(passages.postings.get(word, ())) for word in before)
        for number in sorted(set.intersection(*having)):
            sentence, there = page.sentences[number], passages.words[number]
            told = math.fsum(weight for weight, forms in rest if not forms.isdisjoint(there))
            for other in _names(page, sentence) if told >= least else ():
                words = {page.lowers[t] for t in other if is_word(page.lowers[t])}
                same = before == _words_before(page, other.start, sentence[0], settings.before)
                if same and ours.isdisjoint(words):
                    start, end = page.starts[other.start], page.ends[other.stop - 1]
                    return indexed.document, start, end
    return None


def _words_before(parsed: ParsedText, token: int, first: int, count: int) -> tuple[str, ...]:
    """The last `count` words of a sentence before a name."""
    words = (parsed.lowers[t] for t in range(token - 1, first - 1, -1))
    found = [word for word in words if is_word(word)]
    return tuple(found[:count])


def _names(parsed: ParsedText, sentence: tuple[int, int]) -> Iterator[range]:
    """The names of a sentence, between marks or in capitals."""
    start, end = parsed.starts[sentence[0]], parsed.ends[sentence[1] - 1]
    for match in _MARKED.finditer(parsed.text, start, end):
        yield parsed.tokens_within(*match.span(1))
    token = sentence[0] + 1
    while token < sentence[1]:
        stop = token
        while stop < sentence[1] and _is_capital(parsed, stop):
            stop += 1
        if stop > token:
            yield range(token, stop)
        token = stop + 1


def _is_capital(parsed: ParsedText, token: int) -> bool:
    at = parsed.starts[token]
    return parsed.text[at].isupper() and parsed.text[at - 1 : at] not in MARKS
