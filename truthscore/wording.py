"""A finding in words: which part differs, what the page says there, and what the answer says.

The words are cut from both texts: the sentence of the answer and the passage are laid side by side,
and what differs is quoted with a few words around it. Which part it is comes from the rule's slot
(`truthscore/rules.py`), the sentence from `findings.toml` of the answer's language.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

import regex

from truthscore import resources
from truthscore.errors import ResourceError
from truthscore.page_name import page_name
from truthscore.rules import HINTS, REPLY, SLOT_OF, SLOTS, Slot
from truthscore.text import record
from truthscore.text.markup import normalise, plain
from truthscore.types import ANSWER, QUESTION, Evidence, Example, Role, Span, Verdict

FILE = "findings.toml"
#: The language of a row whose own is not known.
DEFAULT = "en"
#: Characters of a quote: a sentence, not a page.
MAX_QUOTE = 160
#: Words that are quoted on either side of what differs.
BESIDE = 2
#: Words that are shown as they are: a number, a name, "yes".
FEW_WORDS = 3
#: Sentences that share less than this part of their words are quoted whole: they are worded
#: otherwise from beginning to end, and no word of them stands for one of the other.
ALIKE = 0.5
#: Longest difference that is quoted by itself.
MOST_WORDS = 12
#: What is on no page where nothing is contradicted; of the rest it is only told that it differs.
NOWHERE: frozenset[Slot] = frozenset({"label", "value", "code", "support"})
#: The rule of a step that comes too late: its passage is the one that it belongs before.
SWAPPED = "step.order"
#: What the page says besides, of which the answer tells only a part.
LEFT_OUT: Slot = "step"
#: What a customer's record says, and the signs of JSON around it.
RECORD: Slot = "record"
_JSON_SIGNS = str.maketrans("", "", '"{}[]')
#: Findings in the order in which they are told.
ORDER: tuple[Role, ...] = ("missing", "contradicts", "unsupported")
_FORMS = ("both", "more", "before", "nowhere", "apart")
_WORD = regex.compile(r"[\w%€$£]+(?:[-'’.,:/][\w%]+)*")
_LIST_MARK = regex.compile(r"^(?:(?:[-*•>]|\d{1,3}[.)])\s+)+")
_SENTENCE_END = regex.compile(r"[.!?…](?=[\s*_\"”’)]|$)|\n")


@dataclass(frozen=True, slots=True, kw_only=True)
class Texts:
    """A language's `findings.toml`."""

    slots: Mapping[str, str]
    forms: Mapping[str, str]


@functools.cache
def load(code: str) -> Texts:
    """The texts of language `code`. Raises ResourceError for a broken or incomplete file."""
    path = resources.wordlists(code) / FILE
    data = resources.read_toml(path)
    for section, wanted in (("slots", SLOTS), ("forms", _FORMS)):
        odd = sorted(set(wanted) ^ set(data.get(section, ())))
        if odd:
            raise ResourceError(f"{path}: [{section}] lacks, or has too much: {', '.join(odd)}")
    for name, text in data["forms"].items():
        try:
            text.format_map(dict.fromkeys(("slot", "title", "page", "answer"), ""))
        except (KeyError, ValueError, IndexError) as error:
            raise ResourceError(f"{path}: forms.{name}: unknown field {error}") from error
    return Texts(slots=data["slots"], forms=data["forms"])


def told(example: Example, verdict: Verdict) -> tuple[str, ...]:
    """What was found against an answer, a sentence each, the plainest first; nothing twice.

    A sentence without support is not told again where it is told what is wrong in it, nor where the
    verdict on it says that a page bears it out.
    """
    found = sorted(
        blamed(verdict),
        key=lambda each: (
            each.rule in HINTS, ORDER.index(each.role), each.span.start, each.span.end,
        ),
    )  # fmt: skip
    plainer = [each.span for each in found if SLOT_OF[each.rule or ""] != "support"]
    plainer += [each.span for each in verdict.statements if each.verdict == "supported"]
    return tuple(
        dict.fromkeys(
            tell(each, example, verdict.lang)
            for each in found
            if SLOT_OF[each.rule or ""] != "support"
            or not any(_overlap(each.span, other) for other in plainer)
        )
    )


def _overlap(one: Span, other: Span) -> bool:
    return one.source == other.source and one.start < other.end and other.start < one.end


def blamed(verdict: Verdict) -> Iterator[Evidence]:
    """The findings that can be told: those of a rule with a slot."""
    for measured in verdict.features.values():
        for each in measured.evidence:
            if each.role in ORDER and SLOT_OF.get(each.rule or "") is not None:
                yield each


def tell(evidence: Evidence, example: Example, lang: str | None) -> str:
    """One finding as a sentence in the language `lang`, English where there are no texts for it.

    Raises ValueError for a finding of a rule without a slot: that is shown, not told.
    """
    slot = SLOT_OF.get(evidence.rule or "")
    if slot is None:
        raise ValueError(f"a finding of rule {evidence.rule!r} has no slot and cannot be told")
    texts = load(lang if lang in resources.languages() else DEFAULT)
    name, answer, page, title = _form(evidence, slot, example)
    fields = {"slot": texts.slots[slot], "title": title, "page": page, "answer": answer}
    return texts.forms[name].format_map(fields)


def _form(evidence: Evidence, slot: Slot, example: Example) -> tuple[str, str, str, str]:
    """The form of a finding, the words of the answer and of the page, and the page's title."""
    answer = normalise(example.answer)
    match = evidence.match
    mine = evidence.label
    if evidence.span.source == ANSWER:
        mine = quoted(answer, evidence.span)
    if (evidence.rule in HINTS or slot == LEFT_OUT) and match is not None:
        theirs, title = _source(example, match.source)
        return "more", mine, quoted(theirs, match), title
    if evidence.role != "contradicts" and slot in NOWHERE:
        return "nowhere", mine, "", ""
    if match is None:
        return "apart", mine, "", ""
    theirs, title = _source(example, match.source)
    if evidence.rule == SWAPPED:
        return "before", mine, quoted(theirs, match), title
    if evidence.span.source != ANSWER:
        return "both", mine, quoted(theirs, match), title
    if slot == REPLY:  # what a value sets stands where words do not differ
        said, there = sentence(answer, evidence.span), sentence(theirs, match)
        return "both", quoted(answer, said), quoted(theirs, there), title
    form, mine, page = difference(answer, evidence.span, theirs, match)
    return form, mine, _field(page) if slot == RECORD else page, title


def _field(words: str) -> str:
    """A field of a record as people write it: "amount due: 45" for `"amount_due": 45`."""
    name, colon, value = words.translate(_JSON_SIGNS).strip(" ,").partition(":")
    return f"{record.words_of(name.strip())}: {value.strip()}" if colon else name


def _source(example: Example, source: str) -> tuple[str, str]:
    """The text and the name of the question or a page."""
    if source == QUESTION:
        return normalise(example.question), normalise(example.question)
    for page in example.context:
        if page.id == source:
            return page.text, page_name(page)
    return "", source


def difference(answer: str, span: Span, page: str, match: Span) -> tuple[str, str, str]:
    """Form, words of the answer and words of the page: what differs between a place of the answer
    and its passage, with `BESIDE` words around it; both as they are where they are short, or have
    too little in common to be laid side by side."""
    whole = "both", quoted(answer, span), quoted(page, match)
    if len(_words(answer, span)) <= FEW_WORDS and len(_words(page, match)) <= FEW_WORDS:
        return whole
    around, passage = sentence(answer, span), sentence(page, match)
    mine, theirs = _words(answer, around), _words(page, passage)
    matcher = SequenceMatcher(
        None, [word for _, _, word in mine], [word for _, _, word in theirs], autojunk=False
    )
    if matcher.ratio() < ALIKE:
        return "both", quoted(answer, _widened(answer, span)), quoted(page, passage)
    stretch = _differing(matcher, mine, span)
    if stretch is None:
        return "both", quoted(answer, around), quoted(page, passage)
    (first, last), (begin, end) = stretch
    form = "more" if first == last else "both"
    said = quoted(answer, _stretch(mine, first, last, around))
    return form, said, quoted(page, _stretch(theirs, begin, end, passage))


def _differing(
    matcher: SequenceMatcher[str], mine: Sequence[tuple[int, int, str]], span: Span
) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """The words of both that differ within a span: half-open ranges, None where they are too many
    or none does."""
    inside = [
        at for at, (start, end, _) in enumerate(mine) if start < span.end and span.start < end
    ]
    if not inside:
        return None
    first, last = inside[0], inside[-1] + 1
    changed = [
        (i1, i2, j1, j2)
        for tag, i1, i2, j1, j2 in matcher.get_opcodes()
        if tag != "equal" and i1 <= last and i2 >= first
    ]
    if not changed:
        return None
    one = changed[0][0], changed[-1][1]
    other = changed[0][2], changed[-1][3]
    if max(one[1] - one[0], other[1] - other[0]) > MOST_WORDS:
        return None
    return one, other


def _stretch(words: Sequence[tuple[int, int, str]], first: int, last: int, within: Span) -> Span:
    """The characters of a range of words and `BESIDE` words on either side."""
    start = words[max(0, first - BESIDE)][0]
    end = words[min(len(words), last + BESIDE) - 1][1]
    return Span(source=within.source, start=start, end=end)


def _widened(text: str, span: Span) -> Span:
    """A place of a word or two with its sentence around it: alone it says too little."""
    return sentence(text, span) if len(_words(text, span)) <= FEW_WORDS else span


def _words(text: str, span: Span) -> list[tuple[int, int, str]]:
    """The words of a span: start, end, in small letters."""
    return [
        (match.start(), match.end(), match.group().casefold())
        for match in _WORD.finditer(text, span.start, span.end)
    ]


def sentence(text: str, span: Span) -> Span:
    """The sentence or line around a span."""
    start = max((each.end() for each in _SENTENCE_END.finditer(text, 0, span.start)), default=0)
    end = _SENTENCE_END.search(text, max(span.start, span.end - 1))
    return Span(source=span.source, start=start, end=end.end() if end else len(text))


def quoted(text: str, span: Span) -> str:
    """The words of a span on one line, without markup, list mark and last dot, cut where they are
    too long."""
    words = " ".join(plain(text, span.start, span.end).text.split())
    words = _LIST_MARK.sub("", words).rstrip(".:; ")
    if len(words) <= MAX_QUOTE:
        return words
    return words[:MAX_QUOTE].rsplit(" ", 1)[0] + " …"
