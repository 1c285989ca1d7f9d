"""Rows that are read in their translation, by all features or by some (§5.2, §6.1)."""

from __future__ import annotations

from dataclasses import replace

import regex

from truthscore.scoring.prepare import language, prepare
from truthscore.scoring.setup import Setup, signature_of
from truthscore.scoring.texts import Ready, Translated, texts_of
from truthscore.scoring.verdicts import as_given, detected, judged, moved, noted
from truthscore.text import langid
from truthscore.text import translation as translations
from truthscore.types import Example, Span, Translation, Verdict

#: Note of a feature that read the translation.
READ_IN = "read in translation ({lang})"
_separators = regex.compile(r"[|:\s]+")


def prepare_translated(example: Example, setup: Setup) -> Ready | Verdict:
    """What a row needs to be scored, its translation with it, or why it is not scored."""
    made = example.translation
    # Whoever translated the row knew its language.
    known = example if made is None or example.lang else replace(example, lang=made.source)
    spoken = language(known, example.question, example.answer, setup)
    if spoken is None or spoken == setup.to:
        return prepare(example, setup)
    if made is None or made.target != setup.to or setup.to not in setup.parsers:
        return Verdict(
            id=example.id, status="not_scored", reason="no_translation", lang=spoken,
            signature=signature_if_scored(spoken, setup) or "",
        )  # fmt: skip
    english = translations.as_example(example, made)
    read = Translated(texts_of(english, setup.profile.score.evidence), made)
    if spoken in setup.parsers and not _has_pages_in_target(example, spoken, setup):
        found = prepare(example, setup, spoken)
        if isinstance(found, Ready):
            return replace(found, english=read)
    else:
        found = prepare(replace(english, lang=setup.to), setup, setup.to)
        if isinstance(found, Ready):
            return replace(found, english=read, instead_of=spoken)
        found = replace(detected(found, lambda span: _sentences(made, span)), lang=spoken)
    return replace(found, signature=_signed(spoken, made, setup))


def _has_pages_in_target(example: Example, lang: str, setup: Setup) -> bool:
    """Whether a page of a row is in the language that is translated to as it is: then all of the
    row is read in that language."""
    pages = texts_of(example, setup.profile.score.evidence).pages
    return setup.to in langid.of_pages(lang, [(page.lang, page.text) for page in pages])[1]


def signature_if_scored(lang: str, setup: Setup) -> str | None:
    """The signature of rows of `lang`; None for a language that is not scored."""
    scored = lang in setup.parsers or (setup.translated and setup.to in setup.parsers)
    return signature_of(lang, setup) if scored else None


def finished(verdict: Verdict, row: Ready, setup: Setup) -> Verdict:
    """The verdict with all its spans in the texts as they were given."""
    read = row.english
    if read is None:
        return as_given(verdict, row.changed)
    if row.instead_of is not None:
        features = {
            name: noted(moved(found, read.original), READ_IN.format(lang=row.lang))
            for name, found in verdict.features.items()
        }
        statements = judged(verdict.statements, read.original)
        verdict = replace(
            detected(verdict, read.original), lang=row.instead_of, statements=statements
        )
    else:
        mine = {n: each for n, each in verdict.features.items() if n not in setup.in_translation}
        own = as_given(replace(verdict, features=mine, statements=()), row.changed)
        own = replace(own, statements=judged(verdict.statements, read.original))
        features = {
            name: own.features[name]
            if name in mine
            else noted(moved(found, read.original), READ_IN.format(lang=setup.to))
            for name, found in verdict.features.items()
        }
        verdict = own
    signature = _signed(row.instead_of or row.lang, read.translation, setup)
    return replace(verdict, features=features, signature=signature)


def _sentences(made: Translation, span: Span) -> Span:
    """The sentences of the given text that a span of the translation stands for."""
    return translations.original(translations.text_of(made, span.source), span)


def _signed(lang: str, made: Translation, setup: Setup) -> str:
    who = _separators.sub("_", f"{made.provider}@{made.source}-{made.target}")
    return f"{signature_of(lang, setup)}|translation:{who}"
