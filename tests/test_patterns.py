"""Patterns that are kept, wait, or are compiled anew: always the same ones."""

from __future__ import annotations

import importlib.util
import pickle
import sys
from pathlib import Path

import pytest
import regex

from truthscore import patterns
from truthscore.errors import ResourceError
from truthscore.patterns import ATTEMPTS, BRACED_MACRO, filled, in_time, kept

TEXTS = [
    (r"(?i)(?<!\w)(?:opslaan|bewaar)(?!\w)", 0),
    (r"(?P<label>\p{Lu}\p{Ll}+)", 0),
    (r"\d+[ ](?:uur|dagen)", int(regex.IGNORECASE | regex.MULTILINE)),
]
SEEN = "Klik op BEWAAR.\nWacht 3 Uur, daarna Opslaan."


@pytest.fixture
def folder(patterns_kept: Path) -> Path:
    return patterns_kept


def found(words: str = "test") -> list[list[tuple[int, int]]]:
    with kept("nl", words) as compiled:
        made = [compiled(text, flags) for text, flags in TEXTS]
    return [[match.span() for match in each.finditer(SEEN)] for each in made]


def plain() -> list[list[tuple[int, int]]]:
    return [
        [match.span() for match in regex.compile(text, flags).finditer(SEEN)]
        for text, flags in TEXTS
    ]


def files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def test_what_was_compiled_once_is_read_back(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = plain()
    assert found() == expected
    (path,) = files(folder)
    assert path.parent == Path(importlib.util.cache_from_source(patterns.__file__)).parent
    monkeypatch.setattr(patterns.regex, "compile", None)  # it would be an error to call it
    assert found() == expected


@pytest.mark.usefixtures("folder")
def test_a_pattern_that_was_read_back_has_its_groups_and_flags() -> None:
    for _ in range(2):
        with kept("nl", "test") as compiled:
            made = compiled(*TEXTS[1])
        assert dict(made.groupindex) == {"label": 1}
        assert made.pattern == TEXTS[1][0]
        assert made.flags == regex.compile(TEXTS[1][0]).flags


def test_an_edited_list_is_compiled_and_kept(folder: Path) -> None:
    found()
    with kept("nl", "test") as compiled:
        assert compiled("nieuw").search("iets nieuws") is not None
    with kept("nl", "test") as compiled:
        assert compiled("nieuw").search("iets ouds") is None
    assert found() == plain()
    assert len(files(folder)) == 1


@pytest.mark.parametrize("left", [0, 10, 40, -1])
def test_a_torn_file_is_passed_by_and_mended(folder: Path, left: int) -> None:
    found()
    (path,) = files(folder)
    whole = path.read_bytes()
    path.write_bytes(whole[:left])
    assert found() == plain()
    assert path.read_bytes() == whole


def test_a_file_of_another_regex_or_list_is_passed_by(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found("one")
    (path,) = files(folder)
    path.rename(path.with_name(path.name.replace("one", "two")))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    with kept("nl", "two") as compiled:
        assert type(compiled(*TEXTS[0])) is not regex.Pattern  # waits: it was not read


def test_nothing_but_patterns_is_read(folder: Path) -> None:
    found()
    (path,) = files(folder)
    body = pickle.dumps({TEXTS[0]: Path("/")})
    path.write_bytes(patterns._digest(path, body) + body)
    assert found() == plain()


def test_where_nothing_may_be_written_a_pattern_waits(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert found() == plain()
    assert not files(folder)
    with kept("nl", "test") as compiled:
        made = compiled(*TEXTS[1])
    assert made.search("de Knop", 3)[0] == "Knop"  # type: ignore[index]
    assert made.sub("x", "Aa b") == "x b"
    assert dict(made.groupindex) == {"label": 1}
    with pytest.raises(AttributeError):
        made.__nothing__  # type: ignore[attr-defined]  # noqa: B018


def test_a_folder_that_cannot_be_written_is_no_error(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(patterns.os, "access", lambda *_: False)
    assert found() == plain()
    monkeypatch.setattr(patterns.os, "access", lambda *_: True)
    (folder / "x").write_text("a file where a folder should be")
    monkeypatch.setattr(sys, "pycache_prefix", str(folder / "x"))
    assert found() == plain()


def test_a_python_without_compiled_modules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.implementation, "cache_tag", None)
    assert found() == plain()


def test_a_broken_pattern_is_told_now_or_where_it_is_used(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(regex.error), kept("nl", "test") as compiled:
        compiled("(")
    assert not files(folder)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    with kept("nl", "buttons") as compiled:
        waiting = compiled("(")
    with pytest.raises(
        ResourceError, match=r"wordlists/nl/buttons.toml: pattern '\(' does not compile"
    ):
        waiting.search("")


# --- macros ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("no macro", "no macro"),
        ("<who>", "(?:u|je)"),
        ("hoe <ask> <who>", "hoe (?:kan|mag) (?:u|je) (?:u|je)"),  # one in another, one twice
        ("(?P<who>x)(?<who>y)(?<=<who>)", "(?P<who>x)(?<who>y)(?<=(?:u|je))"),  # groups stay
        ("<p>a", "\\1a"),  # what it stands for is no replacement with groups of its own
    ],
)
def test_macros_are_filled_in(pattern: str, expected: str) -> None:
    macros = {"ask": "(?:kan|mag) <who>", "who": "(?:u|je)", "p": r"\1"}
    assert filled(pattern, macros, "a test") == expected


def test_macros_in_braces_leave_other_braces_alone() -> None:
    written = r"\p{Lu}{2,3}<noun>{noun}"
    assert filled(written, {"noun": "knop"}, "a test", BRACED_MACRO) == r"\p{Lu}{2,3}<noun>knop"


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("a <nuon>", r"x\.toml: pattern 'a <nuon>' uses an unknown macro <nuon>; there are noun, "
         r"one, two, lost; did you mean 'noun'\?"),
        ("<lost>", r"pattern '<lost>' uses an unknown macro <nowhere>; there are "),
        ("<one>", r"pattern '<one>' uses a macro that stands within itself: one in two in one; "),
    ],
)  # fmt: skip
def test_a_macro_that_cannot_be_filled_in_is_named(pattern: str, message: str) -> None:
    macros = {"noun": "knop", "one": "<two>", "two": "<noun> <one> <one>", "lost": "<nowhere>"}
    with pytest.raises(ResourceError, match=message):
        filled(pattern, macros, "wordlists/nl/x.toml")
    with pytest.raises(ResourceError, match=r"there are none$"):
        filled("<noun>", {}, "wordlists/nl/x.toml")


class Busy:
    """A search that runs out of time as often as it is told to."""

    def __init__(self, times: int) -> None:
        self.times = times

    def __call__(self) -> str:
        self.times -= 1
        if self.times >= 0:
            raise TimeoutError
        return "found"


@pytest.mark.parametrize("times", range(ATTEMPTS))
def test_a_search_whose_time_others_use_up_is_begun_again(times: int) -> None:
    assert in_time(Busy(times)) == "found"


def test_a_search_that_always_runs_out_of_time_is_given_up() -> None:
    busy = Busy(ATTEMPTS)
    with pytest.raises(TimeoutError):
        in_time(busy)
    assert busy.times == 0
