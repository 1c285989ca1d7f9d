"""The reason of a decision, in words: made from its evidence, so that it cannot say otherwise."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import regex

from truthscore import decisions, resources
from truthscore import language as languages
from truthscore.errors import ResourceError
from truthscore.guard.decision import CAUSES
from truthscore.guard.judgement import Judgement
from truthscore.page_name import page_name
from truthscore.profile import Profile
from truthscore.rules import SLOT_OF
from truthscore.text import components
from truthscore.text.component_lists import rules_for
from truthscore.text.component_rules import KINDS
from truthscore.text.markup import normalise
from truthscore.types import ANSWER, ContextDocument, Evidence, Example, Span, Verdict
from truthscore.wording import quoted, sentence, tell

FILE = "reasons.toml"
#: The text that a cause takes instead when there is more than one sentence.
MORE = "_more"
#: Texts in use besides one for each cause. `_near` has the nearest passage of a page; `_words` is
#: of an answer that was judged as a whole.
VARIANTS = ("unsupported_more", "unsupported_near", "low_score_near", "low_score_words")
NEAR, WORDS = "_near", "_words"
#: The yes or no with which a sentence begins.
_FIRST = regex.compile(r"\p{L}+")
#: Causes whose evidence is a word or two: the sentence around it is quoted.
WORDS_ONLY = frozenset({"off_context", "low_score"})
#: Fields of a text that come from evidence; empty where there is none.
_EMPTY = dict.fromkeys(("kind", "quote", "more", "title", "page"), "")
_DOCUMENTS = ("one", "many", "in_none_one", "in_none_many")


@dataclass(frozen=True, slots=True, kw_only=True)
class Texts:
    """A language's `reasons.toml`."""

    documents: Mapping[str, str]
    kinds: Mapping[str, str]
    reasons: Mapping[str, str]
    leaning: frozenset[str]


@functools.cache
def load(code: str) -> Texts:
    """The texts of language `code`. Raises ResourceError for a broken or incomplete file."""
    path = resources.wordlists(code) / FILE
    data = resources.read_toml(path)
    try:
        texts = Texts(
            documents=data["documents"],
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
    [texts.kinds[kind] for kind in KINDS]
    for section, all_of_it, fields in (
        ("documents", {name: texts.documents[name] for name in _DOCUMENTS}, ("count",)),
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
    pages = [page for page in example.context if page.kind != "prompt"] if example else []
    fields = {
        "documents": _documents(texts, ("one", "many"), len(pages)),
        "in_none": _documents(texts, ("in_none_one", "in_none_many"), len(pages)),
        "stars": _stars(code, verdict),
    }
    name = judgement.cause
    if judgement.evidence and example is not None:
        first = min(judgement.evidence, key=lambda each: (each.span.start, each.span.end))
        if _beside_a_page(first, pages):
            return tell(first, example, code)
        name, more = _quoted(judgement, first, example, code, profile)
        fields.update(more)
    return texts.reasons[name].format_map({**_EMPTY, **fields})


def _beside_a_page(evidence: Evidence, pages: Sequence[ContextDocument]) -> bool:
    """Whether a finding says what a page has instead."""
    match = evidence.match
    return (
        evidence.role == "contradicts"
        and SLOT_OF.get(evidence.rule or "") is not None
        and match is not None
        and any(page.id == match.source for page in pages)
    )


def _quoted(
    judgement: Judgement, first: Evidence, example: Example, code: str, profile: Profile
) -> tuple[str, dict[str, str]]:
    """The name of the text to use, and its fields, from the first piece of evidence."""
    name = judgement.cause
    answer = normalise(example.answer)
    fields = {"quote": first.label}
    if first.span.source == ANSWER:
        around = sentence(answer, first.span) if name in WORDS_ONLY else first.span
        fields["quote"] = quoted(answer, around)
    if name == "missing_component":
        fields["kind"] = load(code).kinds[_kind(answer, first.span, code, profile)]
    if name == "unheard":
        fields["quote"] = "".join(_FIRST.findall(fields["quote"])[:1])
    passage = nearest(first, example)
    if name + NEAR in load(code).reasons and passage is not None:
        fields["title"], fields["page"] = passage
        return name + NEAR, fields
    if name + WORDS in load(code).reasons:
        return name + WORDS, fields
    sentences = {(each.span.start, each.span.end) for each in judgement.evidence}
    if name + MORE in load(code).reasons and len(sentences) > 1:
        fields["more"] = str(len(sentences) - 1)
        return name + MORE, fields
    return name, fields


def _kind(answer: str, span: Span, code: str, profile: Profile) -> str:
    """What a component is, by the words on its own line: the whole answer would take longer."""
    start = answer.rfind("\n", 0, span.start) + 1
    end = answer.find("\n", span.end)
    line = answer[start : end if end >= 0 else len(answer)]
    rules = rules_for(languages.load(code), profile)
    for each in components.extract(line, rules):
        if (start + each.start, start + each.end) == (span.start, span.end):
            return components.kind_of(line, each, rules)
    return "other"


def _documents(texts: Texts, names: tuple[str, str], count: int) -> str:
    one, many = names
    return texts.documents[one if count == 1 else many].format(count=count)


def _stars(code: str, verdict: Verdict | None) -> str:
    if verdict is None or verdict.score is None:
        return ""
    shown = decisions.number(verdict.score, code)
    return decisions.load(code).of_five.format(stars=shown)


def nearest(evidence: Evidence, example: Example) -> tuple[str, str] | None:
    """The name of the page of a piece of evidence and its words there, on a line; None for none."""
    match = evidence.match
    for page in example.context if match is not None else ():
        if match is not None and page.id == match.source:
            return page_name(page), quoted(page.text, match)
    return None
