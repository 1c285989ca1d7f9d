"""Menu paths in texts, by hand; all made up."""

from __future__ import annotations

import pytest

from truthscore import language, profile
from truthscore.text.component_lists import rules_for
from truthscore.text.paths import paths


@pytest.mark.parametrize(
    ("lang", "text", "found"),
    [
        ("nl", "Ga naar Magazijn > Tellijsten.", [("Magazijn", "Tellijsten")]),
        ("nl", "Ga naar: HR / Medewerker / Verlof.", [("HR", "Medewerker", "Verlof")]),
        ("en", "Open **Settings** → **Privacy**.", [("Settings", "Privacy")]),
        ("en", "Choose File > Print. Or choose View > Zoom > In.",
         [("File", "Print"), ("View", "Zoom", "In")]),
        ("nl", "Kies Opslaan.", []),
        ("nl", "Kies Bestand >\nOpslaan.", []),  # no path runs over the end of a line
        ("en", "Values > 5 are rounded.", []),
    ],
)  # fmt: skip
def test_the_paths_of_a_text(lang: str, text: str, found: list[tuple[str, ...]]) -> None:
    rules = rules_for(language.load(lang), profile.load("grounded"))
    read = paths(text, rules)
    assert [each.labels for each in read] == found
    for each in read:
        for label, start in zip(each.labels, each.starts, strict=True):
            assert text[start : start + len(label)] == label
        assert text[: each.end].endswith(each.labels[-1])
