"""Keys that are pressed together."""

from __future__ import annotations

import pytest

from truthscore import language
from truthscore.text.keys import are_keys, are_usual, keys


@pytest.mark.parametrize(
    ("lang", "text", "names"),
    [
        ("nl", "Druk op **Ctrl** + **Shift** + **N**.", [{"ctrl", "shift", "n"}]),
        ("nl", "Ctrl++ en Ctrl+-", [{"ctrl", "+"}, {"ctrl", "-"}]),
        ("nl", "Alt+Pijl-omlaag, of Control+Alt+↓", [{"alt", "↓"}, {"ctrl", "alt", "↓"}]),
        ("en", "Shift+Page Up and Alt-tab", [{"shift", "pgup"}, {"alt", "tab"}]),
        ("en", "Ctrl+Shift+Prt Scrn", [{"ctrl", "shift", "prtsc"}]),
        ("nl", "de toets F5 of F12", [{"f5"}, {"f12"}]),
        ("nl", "de Ctrl-toets, een F1-score en een super-idee", []),
    ],
)
def test_keys(lang: str, text: str, names: list[set[str]]) -> None:
    assert [set(each.names) for each in keys(text, language.load(lang))] == names


def test_what_most_programs_share() -> None:
    pack = language.load("en")
    copy, record = keys("Ctrl+C Ctrl+Alt+R", pack)
    assert are_usual(copy, pack)
    assert not are_usual(record, pack)


def test_a_name_that_is_keys() -> None:
    pack = language.load("en")
    assert are_keys("Ctrl+K", pack)
    assert not are_keys("Ctrl+K menu", pack)
