"""The reason of a decision, in words: made from its evidence, so that it cannot say otherwise."""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import regex

from truthscore import language as languages
from truthscore import resources
from truthscore.errors import ResourceError
from truthscore.guard.decision import CAUSES
from truthscore.guard.judgement import Judgement
from truthscore.profile import Profile
from truthscore.text import components
from truthscore.text.markup import normalise, plain
from truthscore.types import ANSWER, Example, Span, Verdict

FILE = "reasons.toml"
#: Characters of a quote: a sentence, not a page.
MAX_QUOTE = 160
#: Texts that a cause takes instead when there is a passage to show, or more than one sentence.
PASSAGE, MORE = "_passage", "_more"
#: Texts in use besides one for each cause.
VARIANTS = (
    "number_passage",
    "contradiction_passage",
    "off_context_passage",
    "swapped_label_passage",
    "unsupported_more",
)
#: Causes whose evidence is a word or two: the sentence around it is quoted.
WORDS_ONLY = frozenset({"off_context"})
#: Fields of a text that come from evidence; empty where there is none.
_EMPTY = dict.fromkeys(("kind", "quote", "title", "passage", "more"), "")
_DOCUMENTS = ("one", "many", "in_none_one", "in_none_many")
_SENTENCE_END = regex.compile(r"[.!?…](?=[\s*_\"”’)]|$)|\n")
#: Decimals of the stars in a reason, cut off and not rounded: 3.96 does not become 4.
_STAR_STEPS = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Texts:
    """A language's `reasons.toml`."""

    documents: Mapping[str, str]
    stars: Mapping[str, str]
    kinds: Mapping[str, str]
    reasons: Mapping[str, str]
    leaning: frozenset[str]


@functools.cache
def load(code: str) -> Texts:
    """The texts of language `code`. Raises ResourceError for a broken or incomplete file."""
    path = resources.wordlists_dir() / code / FILE
    data = resources.read_toml(path)
    try:
        texts = Texts(
            documents=data["documents"],
            stars=data["stars"],
            kinds=data["kinds"],
            reasons=data["reasons"],
            leaning=frozenset(data["trimming"]["leaning"]),
        )
        _check(path, texts)
    except (KeyError, TypeError) as error:
        raise ResourceError(f"{path}: missing or wrong key: {error}") from error
    return texts


def _check(path: Path, texts: Texts) -> None:
    wanted = {*CAUSES, *VARIANTS}
    if set(texts.reasons) != wanted:
        odd = sorted(wanted ^ set(texts.reasons))
        raise ResourceError(f"{path}: [reasons] lacks, or has too much: {', '.join(odd)}")
    texts.stars["decimal_mark"], [texts.kinds[kind] for kind in components.KINDS]
    for section, all_of_it, fields in (
        ("documents", {name: texts.documents[name] for name in _DOCUMENTS}, ("count",)),
        ("stars", {"text": texts.stars["text"]}, ("stars",)),
        ("reasons", texts.reasons, (*_EMPTY, "documents", "in_none", "stars")),
    ):
        for name, text in all_of_it.items():
            try:
                text.format_map(dict.fromkeys(fields, ""))
            except (KeyError, ValueError, IndexError) as error:
                raise ResourceError(f"{path}: {section}.{name}: unknown field {error}") from error


def reason(
    judgement: Judgement,
    *,
    code: str,
    profile: Profile,
    example: Example | None = None,
    verdict: Verdict | None = None,
) -> str:
    """The reason of `judgement` in language `code`; without an example, without quotes."""
    texts = load(code)
    pages = [page for page in example.context if page.kind == "page"] if example else []
    fields = {
        "documents": _documents(texts, ("one", "many"), len(pages)),
        "in_none": _documents(texts, ("in_none_one", "in_none_many"), len(pages)),
        "stars": _stars(texts, verdict),
    }
    name = judgement.cause
    if judgement.evidence and example is not None:
        name, quoted = _quoted(judgement, example, texts, code, profile)
        fields.update(quoted)
    return texts.reasons[name].format_map({**_EMPTY, **fields})


def _quoted(
    judgement: Judgement, example: Example, texts: Texts, code: str, profile: Profile
) -> tuple[str, dict[str, str]]:
    """The name of the text to use, and its fields, from the first piece of evidence."""
    name = judgement.cause
    answer = normalise(example.answer)
    first = min(judgement.evidence, key=lambda each: (each.span.start, each.span.end))
    around = _sentence if name in WORDS_ONLY else _as_it_is
    fields = {"quote": first.label}
    if first.span.source == ANSWER:
        fields["quote"] = _words(answer, around(answer, first.span))
    if name == "missing_component":
        fields["kind"] = texts.kinds[_kind(answer, first.span, code, profile)]
    match = first.match
    page = next((each for each in example.context if match and each.id == match.source), None)
    if match is not None and page is not None:
        fields["title"] = page.title or page.id
        fields["passage"] = _words(page.text, around(page.text, match))
        if name + PASSAGE in texts.reasons:
            return name + PASSAGE, fields
    sentences = {(each.span.start, each.span.end) for each in judgement.evidence}
    if name + MORE in texts.reasons and len(sentences) > 1:
        fields["more"] = str(len(sentences) - 1)
        return name + MORE, fields
    return name, fields


def _kind(answer: str, span: Span, code: str, profile: Profile) -> str:
    """What a component is, by the words on its own line: the whole answer would take longer."""
    start = answer.rfind("\n", 0, span.start) + 1
    end = answer.find("\n", span.end)
    line = answer[start : end if end >= 0 else len(answer)]
    rules = components.rules_for(languages.load(code), profile)
    for each in components.extract(line, rules):
        if (start + each.start, start + each.end) == (span.start, span.end):
            return components.kind_of(line, each, rules)
    return "other"


def _as_it_is(text: str, span: Span) -> Span:
    del text
    return span


def _sentence(text: str, span: Span) -> Span:
    """The sentence or line around a span."""
    start = max((each.end() for each in _SENTENCE_END.finditer(text, 0, span.start)), default=0)
    end = _SENTENCE_END.search(text, max(span.start, span.end - 1))
    return Span(source=span.source, start=start, end=end.end() if end else len(text))


def _words(text: str, span: Span) -> str:
    """The words of a span on one line, without markup, cut where they are too long."""
    words = " ".join(plain(text, span.start, span.end).text.split())
    if len(words) <= MAX_QUOTE:
        return words
    return words[:MAX_QUOTE].rsplit(" ", 1)[0] + " …"


def _documents(texts: Texts, names: tuple[str, str], count: int) -> str:
    one, many = names
    return texts.documents[one if count == 1 else many].format(count=count)


def _stars(texts: Texts, verdict: Verdict | None) -> str:
    if verdict is None or verdict.score is None:
        return ""
    cut = math.floor(verdict.score * _STAR_STEPS) / _STAR_STEPS
    number = f"{cut:.2f}".rstrip("0").rstrip(".").replace(".", texts.stars["decimal_mark"])
    return texts.stars["text"].format(stars=number)
