"""Keys that are pressed together."""

from __future__ import annotations

from dataclasses import replace

import pytest

from truthscore import language
from truthscore.errors import ResourceError
from truthscore.text.keys import are_keys, keys


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
        ("en", "Option - A: Windows-7 or team Shift-A; command - a", []),
        ("nl", "de Ctrl-, Alt- en Shift-toets", []),
        ("en", "Ctrl-Alt-Delete, or Shift + A", [{"ctrl", "alt", "delete"}, {"shift", "a"}]),
    ],
)
def test_keys(lang: str, text: str, names: list[set[str]]) -> None:
    assert [set(each.names) for each in keys(text, language.load(lang))] == names


def test_a_name_that_is_keys() -> None:
    pack = language.load("en")
    assert are_keys("Ctrl+K", pack)
    assert not are_keys("Ctrl+K menu", pack)


def test_a_broken_list_says_so() -> None:
    pack = language.load("nl")
    broken = replace(pack, keys={"held": []}, digest="keys without any")
    with pytest.raises(ResourceError, match=r"^wordlists/nl/keys\.toml: .*'also_words'"):
        list(keys("Ctrl+C", broken))
