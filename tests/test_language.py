"""A language's folder as one frozen object."""

from __future__ import annotations

import dataclasses
import shutil
from pathlib import Path

import pytest

from truthscore import language
from truthscore.errors import ResourceError
from truthscore.types import MESSAGE_TYPES


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.mark.parametrize(("code", "name"), [("nl", "Nederlands"), ("en", "English")])
def test_a_language_is_loaded_once_and_cannot_be_changed(code: str, name: str) -> None:
    pack = language.load(code)
    assert (pack.code, pack.name) == (code, name)
    assert language.load(code) is pack
    with pytest.raises(dataclasses.FrozenInstanceError):
        pack.name = "x"  # type: ignore[misc]


@pytest.mark.parametrize("code", ["nl", "en"])
def test_a_pack_holds_what_its_files_say(code: str) -> None:
    pack = language.load(code)
    assert set(pack.signal_words) == set(language.SIGNAL_LISTS)
    assert {each.type for each in pack.question_lists.values()} == set(MESSAGE_TYPES)
    assert {each.scope for each in pack.question_lists.values()} == {"message", "question"}
    assert "nsubj" in pack.subject_labels
    assert pack.pipelines[-1] == "bundled"
    assert pack.components["patterns"]


def test_dutch_and_english_differ_where_the_paper_does() -> None:
    nl, en = language.load("nl"), language.load("en")
    assert (nl.view.drop_stop_words, en.view.drop_stop_words) == (False, True)
    assert nl.digest != en.digest


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("de", r"no word lists for language 'de'; there are en, nl"),
        ("enn", r"no word lists for language 'enn'; there are en, nl; did you mean 'en'\?"),
        ("", r"no word lists for language ''"),
    ],
)
def test_an_unknown_language_says_which_there_are(code: str, message: str) -> None:
    with pytest.raises(ResourceError, match=message):
        language.load(code)


def test_a_copy_of_the_lists_has_the_same_digest(lists: Path) -> None:
    copied = language.load("nl").digest
    shutil.rmtree(lists / "en")
    language.load.cache_clear()
    assert language.load("nl").digest == copied


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("signal_words/reasoning.txt", "omdat", "omdat nu"),
        ("signal_words/reasoning.txt", "# Signal", "# signal"),
        ("message_types.toml", "waarom", "waarhom"),
        ("components.toml", "tabblad", "tabbladd"),
        ("language.toml", "Nederlands", "Vlaams"),
    ],
)
def test_the_digest_changes_with_every_file(lists: Path, file: str, old: str, new: str) -> None:
    before = language.load("nl").digest
    edit(lists / "nl" / file, old, new)
    language.load.cache_clear()
    assert language.load("nl").digest != before


def test_the_digest_changes_when_a_list_is_renamed(lists: Path) -> None:
    before = language.load("nl").digest
    (lists / "nl" / "notes.txt").write_text("iets", encoding="utf-8")
    language.load.cache_clear()
    with_notes = language.load("nl").digest
    (lists / "nl" / "notes.txt").rename(lists / "nl" / "other.txt")
    language.load.cache_clear()
    assert len({before, with_notes, language.load("nl").digest}) == 3


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("language.toml", "subject_labels", "subjects", "missing or wrong key: 'subject_labels'"),
        ("opposites.toml", "guessing =", "guess =", "missing or wrong key: 'guessing'"),
        ("opposites.toml", "roles = [", "role = [", "missing or wrong key: 'roles'"),
        ("language.toml", "lowercase = true", "upper = true", "missing or wrong key: .*'upper'"),
        ("language.toml", "[view]", "[view", r"language\.toml: not valid TOML"),
        (
            "language.toml",
            "shortened = {}",
            "shortened = { number = '(' }",
            r"language\.toml: `shortened`: pattern",
        ),
        (
            "message_types.toml",
            'type = "error"',
            'type = "eror"',
            "list 'error' has type 'eror'; expected one of error, general, reasoning",
        ),
        ("message_types.toml", "\n[macros]", "\n[macro]", "missing or wrong key: 'macros'"),
    ],
)
def test_a_broken_file_says_what_is_wrong(
    lists: Path, file: str, old: str, new: str, message: str
) -> None:
    edit(lists / "nl" / file, old, new)
    with pytest.raises(ResourceError, match=message):
        language.load("nl")


def test_a_missing_list_is_named(lists: Path) -> None:
    (lists / "nl" / "signal_words" / "examples.txt").unlink()
    with pytest.raises(ResourceError, match=r"examples\.txt: no such file"):
        language.load("nl")


def test_what_is_made_of_a_language_is_made_once() -> None:
    made = []

    @language.once
    def sizes(pack: language.LanguagePack, name: str) -> int:
        made.append((pack.code, name))
        return len(pack.signal_words[name])

    dutch, english = language.load("nl"), language.load("en")
    edited = dataclasses.replace(dutch, signal_words={"examples": ()}, digest="edited")
    for _ in range(2):
        assert sizes(dutch, "examples") == len(dutch.signal_words["examples"]) > 0
        assert sizes(dutch, "reasoning") == len(dutch.signal_words["reasoning"])
        assert sizes(english, "examples") == len(english.signal_words["examples"])
        assert sizes(edited, "examples") == 0
    assert made == [("nl", "examples"), ("nl", "reasoning"), ("en", "examples"), ("nl", "examples")]
