"""How well pages in another language have the names of buttons, menus and fields."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from truthscore import deadline
from truthscore.features.across.pages import Crossed, key_of
from truthscore.features.base import DECIMALS
from truthscore.text.components import Component
from truthscore.text.keys import are_keys
from truthscore.text.pieces import words
from truthscore.text.vectors import unit
from truthscore.types import ANSWER, Evidence, Measurement, Span


def components(crossed: Crossed) -> Measurement:
    """value = how well the pages have the names of buttons, menus and fields, on the mean.

    1 for one that a page has as it is, as the company calls it there or word for word in its own
    language, else the likeness of the nearest label as a share of `same_label`; 0 for one that the
    company calls otherwise there. Below `told_from` of that it is told as unsupported:
    none is surely missing, for a label may be translated as nobody would. raw = how many are.
    """
    inputs = crossed.inputs
    named = [each for each in inputs.components if not are_keys(each.label, inputs.language)]
    if not named:
        return Measurement(value=None, note="the answer names no component")
    asked = inputs.question.text.casefold()
    texts = [
        f"{page.document.title}\n{page.document.parsed.text}".casefold()
        for page in inputs.documents
    ]
    exists: dict[str, float] = {}
    evidence = []
    for each in named:
        deadline.check()
        key = each.label.casefold()
        share, match = _there(crossed, each, (asked, *texts))
        there = share >= crossed.settings.told_from
        if each.weak and not there:
            continue
        exists[key] = max(exists.get(key, 0.0), share)
        evidence.append(
            Evidence(
                span=Span(source=ANSWER, start=each.start, end=each.end),
                role="supports" if there else "unsupported",
                label=each.label,
                match=match if there else None,
                rule=None if there else "label.nowhere",
            )
        )
    if not exists:
        return Measurement(value=None, note="the answer names no component for certain")
    return Measurement(
        value=round(math.fsum(exists.values()) / len(exists), DECIMALS),
        raw=float(sum(share < crossed.settings.told_from for share in exists.values())),
        evidence=tuple(evidence),
    )


def _there(
    crossed: Crossed, component: Component, texts: Sequence[str]
) -> tuple[float, Span | None]:
    """How well a page has a name (0 to 1), and where; `texts`: question and pages, casefolded."""
    called = crossed.named.get(key_of(component.label))
    if called is None:
        near, match = _label_near(crossed, component)
        share = min(1.0, max(0.0, near) / crossed.settings.same_label)
        as_said = share < 1.0 and _is_worded(crossed, component)
    else:
        match = _label_called(crossed, called)
        share = float(match is not None)
        as_said = any(stands(name, text) for name in called for text in texts)
    if share < 1.0 and (as_said or any(stands(component.label.casefold(), text) for text in texts)):
        return 1.0, None
    return share, match


def _label_near(crossed: Crossed, component: Component) -> tuple[float, Span | None]:
    """The label of a page that is nearest to a name, and how near."""
    [asked] = unit(crossed.vectors.sums([component.label]))
    best: tuple[float, Span | None] = (-1.0, None)
    for page, indexed in zip(crossed.pages, crossed.inputs.documents, strict=True):
        if not page.labels:
            continue
        near = np.round(page.label_units @ asked, DECIMALS)
        at = int(near.argmax())
        if near[at] > best[0]:
            label = page.labels[at]
            place = Span(source=indexed.document.source, start=label.start, end=label.end)
            best = (float(near[at]), place)
    return best


def _label_called(crossed: Crossed, called: frozenset[str]) -> Span | None:
    """Where a page has a label that is called so."""
    for page, indexed in zip(crossed.pages, crossed.inputs.documents, strict=True):
        for label in page.labels:
            if key_of(label.label) in called:
                return Span(source=indexed.document.source, start=label.start, end=label.end)
    return None


def _is_worded(crossed: Crossed, component: Component) -> bool:
    """Whether one sentence of a page has a word for each word of a name."""
    context = crossed.inputs.aligned.context
    named = [(word, word) for word in words(component.label)]
    if not named:
        return True
    context.look_up(named)
    table = context.rows(named)[:, context.size :]
    return bool(table.all(axis=0).any())


def stands(wanted: str, text: str) -> bool:
    """Whether a text has these characters, not within a longer word."""
    at = text.find(wanted)
    while at >= 0:
        around = text[at - 1 : at], text[at + len(wanted) : at + len(wanted) + 1]
        if not any(map(str.isalnum, around)):
            return True
        at = text.find(wanted, at + 1)
    return False
