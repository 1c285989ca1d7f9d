"""Error codes (Table 2): a code that is nowhere, and the solution of another code.

A code ("LN-2041", "0x80070005", "fout 404") or a quoted message in the answer must be in the
question or the context. When the question names a code, what the answer says must not be what the
context says of another one: solutions look alike, so words alone do not show it.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet

import regex

from truthscore.features.base import Feature, Inputs, measured
from truthscore.features.error_codes.codes import (
    WORD,
    Code,
    CodeIndex,
    about_of,
    codes,
    codes_by,
    index,
    patterns_of,
)
from truthscore.profile import ErrorCodes
from truthscore.text.alignment import Unit, sentence_of, sentence_span
from truthscore.text.model import ParsedText
from truthscore.types import ANSWER, QUESTION, Evidence, Measurement, Role, Span

NAME = "error_codes"
_SUPPORTS: Role = "supports"
_CONTRADICTS: Role = "contradicts"
#: Quotation marks, and the signs by which markdown sets a message apart.
_QUOTED = regex.compile(
    r"[\"“„”](?P<m>[^\"“„”\n]+)[\"“”]|(?<!\w)['‘](?P<m>[^'‘’\n]+)['’](?!\w)"
    r"|`(?P<m>[^`\n]+)`|(?<![*\w])\*{1,3}(?P<m>[^*\n]+)\*{1,3}(?![*\w])"
)
#: Signs between what is said of one code and of the next.
SEPARATORS = frozenset({";"})
#: Tokens before a code that open a sentence about it: "De foutcode A1 betekent ...".
LEAD = 2
_BEGINS = regex.compile(r"\p{Lu}+[-_]")


def measure(inputs: Inputs) -> Measurement:
    """value = 1 / (1 + raw); raw = what codes, messages and solution sentences that are not fine
    count (`base.measured`).

    Right ones make no wrong one better.

    A sentence of the answer is judged when it is told of a code, or the question names one: it is
    wrong when a sentence about another code has more of it, by `margin`, than any about its own or
    about none. None when neither question nor answer has a code or a message.
    """
    settings = inputs.profile.features.error_codes
    asked = _asked(inputs, settings)
    evidence = [
        *_judge_codes(inputs, settings, asked),
        *_judge_messages(inputs, settings),
        *_judge_units(inputs, settings, frozenset(code.normal for code in asked)),
    ]
    if not evidence:
        return Measurement(value=None, note="no error code to check")
    return measured(inputs, evidence)


def _asked(inputs: Inputs, settings: ErrorCodes) -> tuple[Code, ...]:
    """The codes of the question: by the patterns, and those that the context has too."""
    text = inputs.question.text

    def read() -> tuple[Code, ...]:
        found = codes(text, inputs.language, settings, inputs.profile.limits.pattern_seconds)
        return _with_known(text, found, _known(inputs), inputs, settings)

    return inputs.once((NAME, QUESTION), read)


def _known(inputs: Inputs) -> set[str]:
    """The normal forms of the codes of the context."""
    return {code.normal for each in inputs.documents for code in each.indexes[NAME].codes}


def _families(inputs: Inputs, settings: ErrorCodes) -> AbstractSet[str]:
    """What the codes of question and context begin with: "SY-"."""
    texts = [(inputs.question.text, _asked(inputs, settings))]
    texts += [(d.document.parsed.text, d.indexes[NAME].codes) for d in inputs.documents]
    return {_family(text, code) for text, found in texts for code in found} - {""}


def _family(text: str, code: Code) -> str:
    """The letters and signs of a code before its digits; empty without both."""
    begins = _BEGINS.match(text, code.start, code.end)
    return begins[0] if begins else ""


def _with_known(
    text: str,
    sure: tuple[Code, ...],
    known: AbstractSet[str],
    inputs: Inputs,
    settings: ErrorCodes,
    families: AbstractSet[str] = frozenset(),
) -> tuple[Code, ...]:
    """`sure`, and what looks like a `known` code by the short patterns, or begins as those of
    `families` do: where a page has SY-12, an answer's SY-22 is one too."""
    if not known:
        return sure
    words = tuple(inputs.language.values["error_words"])
    seconds = inputs.profile.limits.pattern_seconds
    short = codes_by(text, patterns_of(settings.short, words)[:-1], settings, seconds)
    taken = {code.start for code in sure}
    more = (
        code
        for code in short
        if code.start not in taken and (code.normal in known or _family(text, code) in families)
    )
    return tuple(sorted((*sure, *more), key=lambda code: code.start))


def _said(inputs: Inputs, settings: ErrorCodes) -> Sequence[Code]:
    """The codes of the answer: by the patterns, and those that question or context have too."""

    def read(answer: ParsedText) -> tuple[Code, ...]:
        text = answer.text
        words = tuple(inputs.language.values["error_words"])
        seconds = inputs.profile.limits.pattern_seconds
        sure = codes_by(text, patterns_of(settings.patterns, words), settings, seconds)
        known = _known(inputs) | {code.normal for code in _asked(inputs, settings)}
        return _with_known(text, sure, known, inputs, settings, _families(inputs, settings))

    return inputs.in_answer((NAME, ANSWER), read)


def _judge_codes(
    inputs: Inputs, settings: ErrorCodes, asked: tuple[Code, ...]
) -> Iterator[Evidence]:
    named = {code.normal: code for code in reversed(asked)}
    mine = _said(inputs, settings)
    for code in {each.normal: each for each in reversed(mine)}.values():
        role: Role = "supports"
        match: Span | None = None
        if code.normal in named:
            question = named[code.normal]
            match = Span(source=QUESTION, start=question.start, end=question.end)
        else:
            match, beside = _in_context(inputs, code.normal, frozenset(named))
            match = match or _verbatim(inputs, inputs.answer.text[code.start : code.end])
            if match is None:
                role = "missing"
            elif (
                match.source != QUESTION
                and named
                and not beside
                and not _contrasts(inputs, settings, code, frozenset(named))
            ):
                role = "contradicts"
        span = Span(source=ANSWER, start=code.start, end=code.end)
        label = inputs.answer.text[code.start : code.end]
        rule = {"missing": "code.nowhere", "contradicts": "code.other"}.get(role)
        yield Evidence(span=span, role=role, label=label, match=match, rule=rule)


def _in_context(inputs: Inputs, normal: str, asked: frozenset[str]) -> tuple[Span | None, bool]:
    """The first place of a code, and whether it is spoken of beside a code asked about."""
    first: Span | None = None
    for indexed in inputs.documents:
        found: CodeIndex = indexed.indexes[NAME]
        places = [code for code in found.codes if code.normal == normal]
        if places and first is None:
            start, end = places[0].start, places[0].end
            first = Span(source=indexed.document.source, start=start, end=end)
        parsed = indexed.document.parsed
        for number, about in enumerate(found.about):
            if about & asked:
                start, end = sentence_span(parsed, number)
                if any(start <= code.start < end for code in places):
                    return first, True
    return first, False


def _contrasts(inputs: Inputs, settings: ErrorCodes, code: Code, asked: frozenset[str]) -> bool:
    """Whether the answer names another code than the one asked about beside what it says of that:
    "(an open task would give AK-31)". What it says of the other must be what a page says of it."""
    mine = _said(inputs, settings)
    about_it = about_asked = False
    for unit in inputs.aligned.units:
        start, end = _span_of(inputs, unit)
        named = [each for each in mine if start <= each.start < end]
        names_asked = any(each.normal in asked for each in named)
        if any(each.normal == code.normal for each in named):
            own, foreign = _best_places(inputs, unit, named, frozenset({code.normal}))
            about_it = names_asked or _tells(own, settings)
            both = len(unit.content) >= settings.both_words and bool(foreign[3] & asked)
            about_asked |= both and _tells(foreign, settings)
        else:
            own, foreign = _best_places(inputs, unit, named, asked)
            about_asked |= _tells(own, settings) and own[0] >= foreign[0]
        about_asked |= names_asked
    return about_it and about_asked


def _tells(place: _Place, settings: ErrorCodes) -> bool:
    """Whether a sentence about a code has enough of a unit."""
    return place[0] >= settings.min_support and bool(place[3])


def _span_of(inputs: Inputs, unit: Unit) -> tuple[int, int]:
    """The characters of a unit."""
    return inputs.answer.starts[unit.tokens[0]], inputs.answer.ends[unit.tokens[1] - 1]


def _texts(inputs: Inputs) -> list[tuple[str, str]]:
    """Question and pages, by name."""
    pages = [(each.document.source, each.document.parsed.text) for each in inputs.documents]
    return [(QUESTION, inputs.question.text), *pages]


def _verbatim(inputs: Inputs, code: str) -> Span | None:
    """Where the characters of a code stand in the question or the context, whatever announces
    them."""
    word = regex.compile(rf"(?<!\w){regex.escape(code)}(?!\w)")
    for source, text in _texts(inputs):
        found = word.search(text)
        if found is not None:
            return Span(source=source, start=found.start(), end=found.end())
    return None


def _judge_messages(inputs: Inputs, settings: ErrorCodes) -> Iterator[Evidence]:
    text = inputs.answer.text
    spoken = set(inputs.language.values["error_words"])
    sources = _texts(inputs)
    for match in _QUOTED.finditer(text):
        said = WORD.findall(match["m"].lower())
        if len(said) < settings.min_message_words:
            continue  # most: names of buttons
        before = text[: match.start()].rpartition("\n")[2].lower()[-settings.message_reach :]
        if not spoken & set(WORD.findall(before)):
            continue
        span = Span(source=ANSWER, start=match.start("m"), end=match.end("m"))
        there = _message_at(said, sources)
        if there is None:  # "A; B; or C": several in one pair of quotation marks
            parts = [WORD.findall(each) for each in match["m"].lower().split(";")]
            parts = [[w for w in each if w not in inputs.language.denying.either] for each in parts]
            places = [_message_at(each, sources) for each in parts if each]
            there = places[0] if len(places) > 1 and all(places) else None
        if there is None:
            yield Evidence(span=span, role="missing", label=match["m"], rule="message.nowhere")
        else:
            yield Evidence(span=span, role="supports", label=match["m"], match=there)


def _message_at(said: Sequence[str], sources: Sequence[tuple[str, str]]) -> Span | None:
    """Where the words of a message stand in a row, whatever signs are between them."""
    run = regex.compile(r"[^\p{L}\d]+".join(map(regex.escape, said)), regex.IGNORECASE)
    for source, page in sources:
        place = run.search(page)
        if place is not None:
            return Span(source=source, start=place.start(), end=place.end())
    return None


def _judge_units(inputs: Inputs, settings: ErrorCodes, asked: frozenset[str]) -> Iterator[Evidence]:
    mine = _said(inputs, settings)
    about = about_of(inputs.answer, tuple(mine)) if mine or asked else ()
    for unit in inputs.aligned.units if about else ():
        start, end = _span_of(inputs, unit)
        named = [code for code in mine if start <= code.start < end]
        if asked and any(code.normal not in asked for code in named):
            continue  # the code itself has been judged
        # What stands under "Error 404" in the answer is told of that, whatever was asked; what
        # stands before it, of what was asked.
        before = frozenset(code.normal for code in mine if code.start < end)
        told = before & about[sentence_of(inputs.answer, unit.tokens[0])] or asked
        if not told:
            continue
        own, foreign = _best_places(inputs, unit, named, told)
        right, wrong = own[0], foreign[0]
        # Two halves of one sentence share their subject, so any lead tells.
        margin = 0.0 if own[1:3] == foreign[1:3] else settings.margin
        if wrong >= settings.min_support and wrong > right + margin:
            role, place = _CONTRADICTS, foreign
        elif asked and right >= settings.min_support and own[3]:
            role, place = _SUPPORTS, own
        else:
            continue
        document = inputs.documents[place[1]].document
        first, last = sentence_span(document.parsed, place[2])
        yield Evidence(
            span=Span(source=ANSWER, start=start, end=end),
            role=role,
            label=", ".join(sorted(place[3])),
            match=Span(source=document.source, start=first, end=last),
            rule="code.solution" if role == _CONTRADICTS else None,
        )


#: Share of a unit's weight, document, sentence, and the codes that sentence is about.
_Place = tuple[float, int, int, frozenset[str]]


def _best_places(
    inputs: Inputs, unit: Unit, named: Sequence[Code], asked: frozenset[str]
) -> tuple[_Place, _Place]:
    """The best sentence about a code asked about, or about none; and the best about another.

    Words that the answer takes over from the question ("what does it mean?", "It means ...") tell
    of no code, where there are others.
    """
    own: _Place = (0.0, 0, 0, frozenset())
    foreign: _Place = own
    answer = inputs.answer
    said = [
        (weight, (answer.lowers[token], answer.lemmas[token]))
        for token, weight in zip(unit.content, unit.weights, strict=True)
        if not any(code.start <= answer.starts[token] < code.end for code in named)
    ]
    taken_over = {*inputs.question.lemmas, *inputs.question.lowers}
    said = [each for each in said if taken_over.isdisjoint(each[1])] or said
    total = math.fsum(weight for weight, _ in said)
    for place, indexed in enumerate(inputs.documents) if total else ():
        about_which = indexed.indexes[NAME].about
        passages = inputs.aligned.documents[place]
        found: dict[int, list[float]] = {}
        for weight, forms in said:
            for number in passages.having(forms):
                found.setdefault(number, []).append(weight)
        for number in sorted(found):  # the others have no share of it
            shares = [(about_which[number], math.fsum(found[number]))]
            if len(about_which[number]) > 1:
                parts = _parts(indexed.document.parsed, number, indexed.indexes[NAME].codes)
                shares = [
                    (about, math.fsum(w for w, forms in said if not part.isdisjoint(forms)))
                    for about, part in parts
                ]
            for about, share in shares:
                here = (round(share / total, 6), place, number, about)
                if not about or about & asked:
                    own = max(own, here, key=lambda each: (each[0], bool(each[3])))
                else:
                    foreign = max(foreign, here, key=lambda each: each[0])
    return own, foreign


def _parts(
    parsed: ParsedText, sentence: int, found: Sequence[Code]
) -> list[tuple[frozenset[str], frozenset[str]]]:
    """The codes and the words of each part of a sentence that is about several codes.

    "A means this; B means that": each code goes with its own half. Without such a sign between
    them they share the sentence, unless it begins with the first one: then each tells on to the
    next.
    """
    start, end = parsed.sentences[sentence]
    inside = [
        t
        for t in range(start, end)
        if (code := _code_at(parsed, t, found))
        and (t == start or _code_at(parsed, t - 1, found) != code)  # its first token
    ]
    borders = [t for t in range(start, end) if parsed.lowers[t] in SEPARATORS]
    if not borders and inside and inside[0] <= start + LEAD:
        borders = inside[1:]
    parts: list[tuple[frozenset[str], frozenset[str]]] = []
    for first, last in itertools.pairwise([start, *borders, end]):
        about = frozenset(
            code.normal for t in range(first, last) if (code := _code_at(parsed, t, found))
        )
        words = frozenset((*parsed.lowers[first:last], *parsed.lemmas[first:last]))
        if about or not parts:
            parts.append((about, words))
        else:
            parts[-1] = (parts[-1][0], parts[-1][1] | words)
    return parts


def _code_at(parsed: ParsedText, token: int, found: Sequence[Code]) -> Code | None:
    at = parsed.starts[token]
    return next((code for code in found if code.start <= at < code.end), None)


ERROR_CODES = Feature(
    name=NAME,
    title="error codes that are known and asked about",
    section="4.4.2",
    settings=ErrorCodes,
    index=index,
    measure=measure,
    needs_alignment=True,
)
