"""The verdict of a row where an override decides without a parse."""

from __future__ import annotations

from collections.abc import Mapping

from truthscore.features import IndexedDocument, Inputs
from truthscore.scoring.pages import Pages, unparsed
from truthscore.scoring.setup import FROM_TEXT, Setup
from truthscore.scoring.texts import Ready
from truthscore.scoring.translated import finished
from truthscore.stars import OVERRIDES
from truthscore.text.model import ParsedDocument
from truthscore.types import Measurement, Verdict

#: Note of a feature that was not computed because an override had decided.
NOT_COMPUTED = "not computed: {override} decides"


def early(row: Ready, pages: Pages, setup: Setup) -> Verdict | None:
    """The verdict that needs no parse; None where there is none."""
    if row.declines:  # an answer that declines is no lie, whatever it names
        return None
    known = _measured(row, pages, setup)
    for name in setup.profile.score.overrides:  # a later one waits for those before it
        override = OVERRIDES[name]
        if override.feature not in known:
            return None
        if override.holds(known):
            note = Measurement(value=None, note=NOT_COMPUTED.format(override=name))
            verdict = Verdict(
                id=row.example.id,
                status="scored",
                lang=row.lang,
                detection=row.detection,
                score=override.score,
                override=name,
                features={each.name: known.get(each.name, note) for each in setup.features},
                signature=setup.signatures[row.lang],
            )
            return finished(verdict, row, setup)
    return None


def _measured(row: Ready, pages: Pages, setup: Setup) -> Mapping[str, Measurement]:
    """What the features that need no parse find; nothing when no override could use it."""
    if row.abroad is not None:
        return {}
    if row.english is not None and setup.in_translation & FROM_TEXT:
        return {}
    first = next(iter(setup.profile.score.overrides), None)
    if first is None or OVERRIDES[first].feature not in setup.from_text:
        return {}
    documents = tuple(
        IndexedDocument(
            document=ParsedDocument(source=page.id, title=page.title, parsed=unparsed(page.text)),
            indexes=pages.from_text(page, row.lang),
        )
        for page in row.pages
    )
    inputs = Inputs(
        question=unparsed(row.question),
        answer=unparsed(row.named),
        documents=documents,
        language=setup.packs[row.lang],
        profile=setup.profile,
        found=row.found,
    )
    return {name: feature.measure(inputs) for name, feature in setup.from_text.items()}
