"""Swapped labels (Table 2, "off-context"): a name where the page has another one.

A part of a menu path that leaves the page's way (`turns`), and another name in the same step
(`renamed`): both names exist, and the customer stands before the wrong one.
"""

from __future__ import annotations

from truthscore.features.base import Feature, Inputs, measured
from truthscore.features.compare.table import differences
from truthscore.features.compare.turns import PATHS
from truthscore.language import LanguagePack
from truthscore.profile import Profile, SwappedLabels
from truthscore.text.component_lists import rules_for
from truthscore.text.model import ParsedDocument
from truthscore.text.paths import Path, paths
from truthscore.types import Measurement


def index(document: ParsedDocument, language: LanguagePack, profile: Profile) -> tuple[Path, ...]:
    """The menu paths that the document writes out."""
    return paths(document.parsed.text, rules_for(language, profile))


def measure(inputs: Inputs) -> Measurement:
    """value = 1 / (1 + raw); raw = what menu paths with a wrong turn and names in the place of
    another one count (`base.measured`). None when there is none: a name in its place is nothing
    that could have been found."""
    evidence = tuple(differences(inputs, PATHS))
    if not evidence:
        return Measurement(value=None, note="no name stands where the page has another one")
    return measured(inputs, evidence)


SWAPPED_LABELS = Feature(
    name=PATHS,
    title="names that stand where the page has another one",
    section="4.4.2",
    settings=SwappedLabels,
    index=index,
    measure=measure,
    needs_alignment=True,
)
