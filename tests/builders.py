"""Parsed texts and feature inputs made by hand, so that features are tested without spaCy."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from truthscore import language, profile
from truthscore.features import Feature, IndexedDocument, Inputs
from truthscore.features.base import FRAMES
from truthscore.language import LanguagePack
from truthscore.profile import Profile
from truthscore.text import markup
from truthscore.text.aligned import align
from truthscore.text.alignment import index_passages
from truthscore.text.frames import page_frames
from truthscore.text.model import ParsedDocument, ParsedText
from truthscore.types import ANSWER, QUESTION, Evidence, Measurement, Span

#: A token by hand: form, lemma, part of speech, dependency label, head (index in its sentence).
Row = tuple[str, str, str, str, int]

#: Parts of speech that `sentences` puts on the stop list.
FUNCTION = frozenset({"DET", "ADP", "PRON", "AUX", "CCONJ", "SCONJ", "PART"})

_TOKEN = re.compile(r"\w+|[^\w\s]")


def pack(lang: str) -> LanguagePack:
    return language.load(lang)


def paper() -> Profile:
    """The paper to the letter."""
    return profile.load("paper")


def softened() -> Profile:
    """The paper with softer readings, whose features `grounded` shows too."""
    return profile.load("paper-tuned")


def grounded() -> Profile:
    """The profile `grounded`, but a finding of any rule counts as a whole untruth: what
    is found does not depend on what it has been measured to be worth."""
    return with_rules(profile.load("grounded"), copied=1.0, free=1.0)


def with_rules(base: Profile, copied: float, free: float) -> Profile:
    """The profile with the same counts for all of its rules."""
    counts = profile.RuleWeight(copied=copied, free=free)
    rules = dict.fromkeys(base.score.rules, counts)
    return base.model_copy(update={"score": base.score.model_copy(update={"rules": rules})})


def tuned(section: str, base: Profile | None = None, **changes: Any) -> Profile:
    """`paper-tuned` with other settings in one section: `tuned("features.hal", ...)`."""

    def change(model: Any, names: Sequence[str]) -> Any:
        if not names:
            assert set(changes) <= set(type(model).model_fields), changes
            return model.model_copy(update=changes)
        return model.model_copy(update={names[0]: change(getattr(model, names[0]), names[1:])})

    made: Profile = change(base or softened(), section.split("."))
    return made


def sentences(*rows: Iterable[Row]) -> ParsedText:
    """Sentences of (form, lemma, pos, dep, head); the text is the forms with a space between."""
    text = ""
    columns: dict[str, list[Any]] = {
        name: [] for name in ("starts", "ends", "lowers", "lemmas", "pos", "deps", "heads", "stops")
    }
    ranges = []
    for sentence in rows:
        first = len(columns["starts"])
        for form, lemma, pos, dep, head in sentence:
            text += " " if text else ""
            columns["starts"].append(len(text))
            text += form
            columns["ends"].append(len(text))
            columns["lowers"].append(form.lower())
            columns["lemmas"].append(lemma)
            columns["pos"].append(pos)
            columns["deps"].append(dep)
            columns["heads"].append(first + head)
            columns["stops"].append(pos in FUNCTION)
        ranges.append((first, len(columns["starts"])))
    return ParsedText(
        text=text,
        sentences=tuple(ranges),
        blocks=markup.blocks(text),
        **{name: tuple(values) for name, values in columns.items()},
    )


def told(*texts: str, function: Iterable[str] = (), verbs: Iterable[str] = ()) -> ParsedText:
    """Sentences of nouns and `verbs`, each its own lemma; the words of `function` are stop words.

    Words that no language has ("flurbel") weigh 7.0 each.
    """
    stops, acts = frozenset(function), frozenset(verbs)

    def row(word: str) -> Row:
        low = word.lower()
        pos = "PUNCT" if not low[0].isalnum() else "DET" if low in stops else "NOUN"
        pos = "VERB" if low in acts else pos
        return (word, low, pos, "dep", 0)

    return sentences(*([row(word) for word in _TOKEN.findall(text)] for text in texts))


def read(
    text: str,
    *,
    lemmas: Mapping[str, str] | None = None,
    pos: Mapping[str, str] | None = None,
    stops: Iterable[str] = (),
) -> ParsedText:
    """A text as it stands, cut into words and signs within its blocks; every word a noun.

    `lemmas` and `pos` (by lower-cased form) say what is otherwise; `stops` are stop words.
    """
    layout = markup.blocks(text)
    found = [match for each in layout for match in _TOKEN.finditer(text, each.start, each.end)]
    lowers = [match[0].lower() for match in found]
    kinds = [(pos or {}).get(low, "NOUN" if low[0].isalnum() else "PUNCT") for low in lowers]
    stop = frozenset(stops)
    return ParsedText(
        text=text,
        starts=tuple(match.start() for match in found),
        ends=tuple(match.end() for match in found),
        lowers=tuple(lowers),
        lemmas=tuple((lemmas or {}).get(low, low) for low in lowers),
        pos=tuple(kinds),
        deps=("dep",) * len(found),
        heads=tuple(range(len(found))),
        stops=tuple(low in stop for low in lowers),
        sentences=((0, len(found)),) if found else (),
        blocks=layout,
    )


def lined(text: str, *, pos: Mapping[str, str] | None = None) -> ParsedText:
    """A text whose every line, list item or cell is a sentence of nouns (or of what `pos` says)."""
    parsed = read(text, pos=pos)
    ranges = []
    for block in parsed.blocks:
        tokens = [n for n, at in enumerate(parsed.starts) if block.start <= at < block.end]
        ranges.append((tokens[0], tokens[-1] + 1))
    return replace(parsed, sentences=tuple(ranges))


def inputs(
    feature: Feature,
    lang: str,
    *,
    answer: ParsedText | str = "",
    question: ParsedText | str = "",
    pages: Mapping[str, ParsedText | str] | None = None,
    settings: Profile | None = None,
) -> Inputs:
    """What `feature` is given, with the real language pack and `paper-tuned`.

    Texts that are strings are `read`; `pages` maps the name of each page to its text.
    """
    chosen = settings or softened()
    documents = []
    for source, page in (pages or {}).items():
        document = ParsedDocument(source=source, title="", parsed=_parsed(page))
        index = feature.index
        indexes: dict[str, Any] = {}
        if feature.needs_alignment:
            indexes[FRAMES] = page_frames(document.parsed, pack(lang))
        if index:
            indexes[feature.name] = index(document, pack(lang), chosen)
        documents.append(IndexedDocument(document=document, indexes=indexes))
    aligned = None
    if feature.needs_alignment:
        assert chosen.features.alignment is not None
        passages = [index_passages(each.document.parsed, pack(lang)) for each in documents]
        aligned = align(_parsed(answer), passages, pack(lang), chosen.features.alignment)
    return Inputs(
        question=_parsed(question),
        answer=_parsed(answer),
        documents=tuple(documents),
        language=pack(lang),
        profile=chosen,
        alignment=aligned,
    )


def _parsed(text: ParsedText | str) -> ParsedText:
    return text if isinstance(text, ParsedText) else read(text)


def source_text(span: Span, given: Inputs) -> str:
    """The characters that a span stands for. An offset outside the text is an error."""
    texts = {QUESTION: given.question.text, ANSWER: given.answer.text}
    texts.update((each.document.source, each.document.parsed.text) for each in given.documents)
    text = texts[span.source]
    assert 0 <= span.start < span.end <= len(text), span
    return text[span.start : span.end]


def shown(
    measurement: Measurement, given: Inputs
) -> list[tuple[str, str, str, tuple[str, str] | None]]:
    """Evidence as a reader sees it: role, label, words of the answer, (source, words) of the match.

    Checks on the way that every span of the answer side is in the answer.
    """

    def row(each: Evidence) -> tuple[str, str, str, tuple[str, str] | None]:
        assert each.span.source == ANSWER
        match = each.match and (each.match.source, source_text(each.match, given))
        return each.role, each.label, source_text(each.span, given), match

    return [row(each) for each in measurement.evidence]
