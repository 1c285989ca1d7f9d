"""The word lists: data that is held to the same standard in every language."""

from __future__ import annotations

import tomllib
import unicodedata
from collections import Counter
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
import regex

from truthscore import language, resources
from truthscore.detect import compiled_lists
from truthscore.language import SIGNAL_LISTS
from truthscore.types import MESSAGE_TYPES

ROOT = resources.wordlists_dir()
LANGUAGES = resources.languages()
FILES = {code: sorted((ROOT / code).rglob("*.t*")) for code in LANGUAGES}
EVERY_FILE = [path for paths in FILES.values() for path in paths]
#: Components have tests of their own; here only what holds for every file.
TABLES = [path for path in EVERY_FILE if path.suffix == ".toml"]
LISTS = [path for path in EVERY_FILE if path.suffix == ".txt"]


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def table(code: str, file: str) -> dict[str, Any]:
    return tomllib.loads((ROOT / code / file).read_text(encoding="utf-8"))


def test_dutch_and_english_are_there() -> None:
    assert LANGUAGES == ("en", "nl")


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_language_has_the_same_files(code: str) -> None:
    first = LANGUAGES[0]
    assert [path.relative_to(ROOT / code) for path in FILES[code]] == [
        path.relative_to(ROOT / first) for path in FILES[first]
    ]
    assert {path.stem for path in FILES[code] if path.suffix == ".txt"} == {
        *SIGNAL_LISTS,
        "talk_words",
        "courtesy_words",
        "function_words",
    }


@pytest.mark.parametrize("file", sorted({path.name for path in TABLES}))
def test_every_language_has_the_same_keys(file: str) -> None:
    keys = [set(table(code, file)) for code in LANGUAGES]
    assert all(each == keys[0] for each in keys)


def test_views_macros_and_lists_have_the_same_names_in_every_language() -> None:
    for code in LANGUAGES:
        facts, types = table(code, "language.toml"), table(code, "message_types.toml")
        assert set(facts["view"]) == {"lowercase", "lemmatise", "drop_stop_words"}
        assert list(types["lists"]) == list(MESSAGE_TYPES)
        assert {"start", "person"} <= set(types["macros"])
        for block in types["lists"].values():
            assert set(block) == {"type", "scope", "patterns"}


@pytest.mark.parametrize("path", EVERY_FILE, ids=name)
def test_a_file_is_nfc_without_stray_spaces_and_says_where_it_comes_from(path: Path) -> None:
    text = path.read_bytes().decode("utf-8")
    assert text == unicodedata.normalize("NFC", text)
    assert not text.startswith("\ufeff")
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    assert not [line for line in text.splitlines() if line != line.rstrip() or "\t" in line]
    assert text.startswith("# ")


@pytest.mark.parametrize(
    "path", [path for path in EVERY_FILE if path.name != "language.toml"], ids=name
)
def test_a_list_says_that_it_was_copied_from_nowhere(path: Path) -> None:
    header = path.read_text(encoding="utf-8")[:1500].lower().replace("\n# ", " ")
    assert "own composition" in header
    assert regex.search(r"no (?:published )?(?:list|text) (?:is|was) copied", header)


@pytest.mark.parametrize("path", LISTS, ids=name)
def test_signal_words_are_lower_case_distinct_and_plain(path: Path) -> None:
    words = resources.read_words(path)
    assert len(words) >= 10
    assert [word for word in words if word != word.lower()] == []
    assert [word for word, count in Counter(words).items() if count > 1] == []
    for word in words:
        assert " ".join(word.split()) == word
        assert all(half.strip() for half in word.split("…")), word
        assert regex.fullmatch(r"[\p{L}. …'-]+", word), word


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_facts_of_a_language_are_distinct_and_lower_case(code: str) -> None:
    facts = table(code, "language.toml")
    for key in ("subject_labels", "content_pos", "address_pronouns", "link_headings", "pipelines"):
        assert facts[key], key
        assert len(set(facts[key])) == len(facts[key]), key
    for key in ("subject_labels", "address_pronouns", "link_headings"):
        assert facts[key] == [each.lower() for each in facts[key]], key
    assert facts["pipelines"][-1] == "bundled"
    assert set(facts["content_pos"]) <= {"NOUN", "PROPN", "VERB", "ADJ", "ADV", "NUM"}


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("match", ["whole_words", "substring"])
def test_every_question_pattern_compiles(code: str, match: str) -> None:
    compiled = compiled_lists(language.load(code), match)
    assert set(compiled) == set(MESSAGE_TYPES)
    assert all(rules.patterns for rules in compiled.values())


@pytest.mark.parametrize("code", LANGUAGES)
def test_question_patterns_are_distinct_and_written_in_lower_case(code: str) -> None:
    for rules in language.load(code).question_lists.values():
        written = [each.pattern for each in rules.patterns]
        assert len(set(written)) == len(written)
        for pattern in written:
            # \p{L} and the like are names, not letters to be found.
            letters = regex.sub(r"\\p\{\w+\}|\\[A-Za-z]", "", pattern)
            assert letters == letters.lower(), pattern


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_macro_is_used_and_every_used_macro_is_there(code: str) -> None:
    pack = language.load(code)
    patterns = [each.pattern for rules in pack.question_lists.values() for each in rules.patterns]
    used = {found for text in (*patterns, *pack.question_macros.values())
            for found in regex.findall(r"<(\w+)>", text)}  # fmt: skip
    assert used <= set(pack.question_macros)
    assert set(pack.question_macros) <= used


@pytest.mark.parametrize("code", LANGUAGES)
def test_examples_are_sentences_of_their_own(code: str) -> None:
    examples = [
        each.example
        for rules in language.load(code).question_lists.values()
        for each in rules.patterns
    ]
    assert all(each.strip() == each and each for each in examples)
    assert [each for each, count in Counter(examples).items() if count > 1] == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_synonyms_are_rows_of_several_words_that_no_opposites_are(code):
    pack = language.load(code)
    for word, others in pack.synonyms.items():
        assert word == word.lower()
        assert others
        assert word not in others
        assert not {*others} & {*pack.opposing.opposites.get(word, ())}
        assert all(word in pack.synonyms[other] for other in others)


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_row_of_synonyms_is_part_of_another(code: str) -> None:
    rows = [
        frozenset(row)
        for kind in resources.read_toml(ROOT / code / "synonyms.toml").values()
        for row in kind
    ]
    assert [sorted(one) for one, other in permutations(rows, 2) if one <= other] == []
