"""The verdict on a row by pages in another language than its answer."""

from __future__ import annotations

from dataclasses import replace

from truthscore import signature
from truthscore.features import Inputs, across
from truthscore.features.across.pages import Crossed
from truthscore.features.base import PASSAGES
from truthscore.profile import Across, Score
from truthscore.scoring.pages import Pages, key_of, of_row
from truthscore.scoring.setup import Setup, in_time
from truthscore.scoring.texts import Abroad, Ready
from truthscore.scoring.verdicts import as_given, noted, of_stars
from truthscore.stars import at_middle, combine, in_other_language
from truthscore.text.across import cross
from truthscore.text.model import ParsedText
from truthscore.types import Measurement, Verdict

#: Note of a feature that read pages in another language, and of one that cannot.
READ_ACROSS = "held against pages in another language ({lang})"
NOT_ACROSS = "the pages are in another language ({lang})"


def verdict(
    row: Ready, abroad: Abroad, texts: tuple[ParsedText, ParsedText], pages: Pages, setup: Setup
) -> Verdict:
    """The verdict by the pages `abroad`; `texts` are the parsed question and answer."""
    crossed = _crossed(row, abroad, texts, pages, setup)
    measured = {each.name: _measured(each.name, crossed, abroad.lang) for each in setup.features}
    stars = combine(measured, _scale(setup, abroad.settings))
    if setup.statements is not None:
        stars = at_middle(stars, row.unread)
    stars = in_other_language(stars, abroad.settings.at_most)
    signed = f"{setup.signatures[row.lang]}|across:{abroad.lang}@{_theirs(abroad, setup)}"
    return as_given(of_stars(row, stars, measured, signed), row.changed)


def _crossed(
    row: Ready, abroad: Abroad, texts: tuple[ParsedText, ParsedText], pages: Pages, setup: Setup
) -> Crossed:
    """The row and its pages, aligned."""
    question, answer = texts
    indexed = pages.index(abroad.pages, abroad.lang)
    keys = [key_of(page, abroad.lang) for page in abroad.pages]
    documents = of_row(indexed, abroad.pages, abroad.lang)
    found = pages.read_across(dict(zip(keys, documents, strict=True)), abroad)
    read = tuple(found[key] for key in keys)
    inputs = Inputs(
        question=question, answer=replace(answer, text=row.named), documents=documents,
        language=setup.packs[row.lang], profile=setup.profile, across=True, found=row.found,
    )  # fmt: skip
    aligned = cross(
        inputs.answer,
        [page.indexes[PASSAGES] for page in documents],
        [page.meaning for page in read],
        inputs.language,
        abroad.vectors,
        setup.profile.features.alignment,
        abroad.settings,
    )
    return Crossed(
        inputs=replace(inputs, alignment=aligned), pages=read, theirs=setup.packs[abroad.lang],
        vectors=abroad.vectors, settings=abroad.settings, named=setup.named,
    )  # fmt: skip


def _measured(feature: str, crossed: Crossed, lang: str) -> Measurement:
    """What a feature tells by pages in `lang`."""
    if feature not in across.VIEWS:
        return Measurement(value=None, note=NOT_ACROSS.format(lang=lang))
    return noted(in_time(across.VIEWS[feature])(crossed), READ_ACROSS.format(lang=lang))


def _scale(setup: Setup, settings: Across) -> Score:
    """The profile's score with the weights that hold across languages."""
    return setup.profile.score.model_copy(update={
        "weights": settings.weights, "penalties": settings.penalties,
        "middle_at": settings.middle_at, "overrides": (),
    })  # fmt: skip


def _theirs(abroad: Abroad, setup: Setup) -> str:
    """What the signature says of the pages' language."""
    pack, parser = setup.packs[abroad.lang], setup.parsers[abroad.lang]
    lists = signature.digest([pack.digest, parser.fingerprint])
    return f"{lists}@{abroad.vectors.fingerprint}"
