"""`truthscore terms pairs`: the labels of a translated interface, as a profile reads them."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from truthscore import TruthScorer
from truthscore.cli import main

CATALOGUE = r"""
msgid ""
msgstr "Language: nl\n"

#: src/menu.c:12
msgid "_Save"
msgstr "_Opslaan"

msgctxt "a verb"
msgid "Store"
msgstr "Opslaan"

msgid "Save &As…"
msgstr ""
"Opslaan "
"&als…"

#, fuzzy
msgid "Delete"
msgstr "Bewaren"

msgid "Open"
msgstr "Open"

msgid "%d file was removed"
msgid_plural "%d files were removed"
msgstr[0] "%d bestand is verwijderd"
msgstr[1] "%d bestanden zijn verwijderd"

msgid "Your changes were not kept."
msgstr "Uw wijzigingen zijn niet bewaard."

#~ msgid "Old"
#~ msgstr "Oud"
msgid "Say \"yes\""
msgstr "Zeg \"ja\""
"""


def test_the_labels_of_an_interface_become_a_table_of_a_profile(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "nl.po").write_text(CATALOGUE, encoding="utf-8")
    with pytest.raises(SystemExit, match="0"):
        main(["terms", "pairs", str(tmp_path / "nl.po")])
    printed = capsys.readouterr()
    assert tomllib.loads(printed.out) == {
        "labels": {
            "Opslaan": ["Save", "Store"], "Opslaan als": "Save As", 'Zeg "ja"': 'Say "yes"'
        }
    }  # fmt: skip
    assert "3 labels" in printed.err


def test_a_file_that_is_no_catalogue_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "nl.po").write_text('msgid "Save"\nmsgstr Opslaan\n', encoding="utf-8")
    with pytest.raises(SystemExit, match="2"):
        main(["terms", "pairs", str(tmp_path / "nl.po")])
    assert "line 2: expected a comment or a quoted text" in capsys.readouterr().err


def test_a_company_s_labels_are_held_to_what_they_are_called(tmp_path: Path) -> None:
    profile = tmp_path / "own.toml"
    profile.write_text(
        'name = "own"\nextends = "grounded"\n'
        '[labels]\n"Wegschrijven" = ["Save", "Store"]\n"Boeken" = "Post"\n',
        encoding="utf-8",
    )
    page = "Open the invoice of the customer. Choose the **Save** button to keep what you changed."
    seen = {}
    for name in ("grounded", str(profile)):
        scorer = TruthScorer.load(name, score_types="all")
        for label in ("Wegschrijven", "Boeken"):
            verdict = scorer.score(
                question="Hoe bewaar ik de factuur?", answer=f"Kies de knop **{label}**.",
                context=[page], lang="nl",
            )  # fmt: skip
            [found] = verdict.features["components_defined"].evidence
            at = found.match
            seen[name, label] = found.role, page[at.start : at.end] if at else None
    assert seen[str(profile), "Wegschrijven"] == ("supports", "Save")
    assert seen[str(profile), "Boeken"] == ("unsupported", None)
    assert seen["grounded", "Wegschrijven"] != ("supports", "Save")
