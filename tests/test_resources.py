"""Where the data is, and what is said when it is not."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from truthscore import resources
from truthscore.errors import ResourceError, did_you_mean


def test_the_package_finds_its_own_data() -> None:
    assert resources.languages() == ("en", "nl")
    assert (resources.wordlists_dir() / "nl" / "language.toml").is_file()
    assert (resources.profiles_dir() / "paper.toml").is_file()


@pytest.mark.parametrize("lang", ["nl", "en"])
def test_a_pipeline_is_bundled_for_every_language(lang: str) -> None:
    folder = resources.bundled_pipeline(lang)
    assert folder is not None
    assert (folder / "meta.json").is_file()


@pytest.mark.parametrize("lang", ["xx", "", "../nl/.."])
def test_no_other_pipeline_is_bundled(lang: str) -> None:
    assert resources.bundled_pipeline(lang) is None


@pytest.mark.parametrize("package", ["no_such_package_at_all", "json", "a/b", "", "a.b", "-x"])
def test_what_is_no_pipeline_package_is_not_found(package: str) -> None:
    assert resources.installed_pipeline(package) is None


def test_an_installed_pipeline_package_is_found_without_importing_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = tmp_path / "my_pipeline" / "my_pipeline-1.2.3"
    data.mkdir(parents=True)
    (tmp_path / "my_pipeline" / "__init__.py").write_text("raise RuntimeError('imported')")
    (data / "meta.json").write_text("{}")
    monkeypatch.syspath_prepend(tmp_path)
    assert resources.installed_pipeline("my_pipeline") == data


def test_missing_word_lists_say_to_reinstall(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resources, "_PACKAGE", tmp_path / "truthscore")
    with pytest.raises(ResourceError, match=r"word lists are missing .*; reinstall truthscore"):
        resources.wordlists_dir()


@pytest.mark.parametrize("inside", [True, False])
def test_word_lists_are_found_in_the_package_or_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, inside: bool
) -> None:
    package = tmp_path / "truthscore"
    lists = (package if inside else tmp_path) / "wordlists"
    (lists / "nl").mkdir(parents=True)
    (lists / "nl" / "language.toml").write_text("")
    (lists / "stray.txt").write_text("")
    monkeypatch.setattr(resources, "_PACKAGE", package)
    assert resources.wordlists_dir() == lists
    assert resources.languages() == ("nl",)


def test_words_are_lines_without_comments_blanks_and_surrounding_space(tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_bytes("\ufeff# kop\n\n  e\u0301e\u0301n \ntwee # drie\n#vier\n\tvijf\r\n".encode())
    assert resources.read_words(path) == ("één", "twee # drie", "vijf")


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ResourceError, match=r"none\.txt: no such file"):
        resources.read_text(tmp_path / "none.txt")


def test_a_file_in_another_encoding_says_where_and_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_bytes("een\ncafé\n".encode("latin-1"))
    with pytest.raises(ResourceError, match=r"words\.txt: not UTF-8 \(byte 7\); save it as UTF-8"):
        resources.read_words(path)


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(ResourceError, match="cannot be read"):
        resources.read_text(tmp_path)


def test_broken_toml_names_file_and_place(tmp_path: Path) -> None:
    path = tmp_path / "facts.toml"
    path.write_text("a = 1\nb = \n")
    with pytest.raises(ResourceError, match=r"facts\.toml: not valid TOML: .*line 2"):
        resources.read_toml(path)


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("anwser", "; did you mean 'answer'?"),
        ("question", "; did you mean 'question'?"),
        ("zzz", ""),
        ("", ""),
    ],
)
def test_a_near_miss_is_suggested(word: str, expected: str) -> None:
    assert did_you_mean(word, iter(["question", "answer", "context"])) == expected


def test_every_package_is_in_the_wheel() -> None:
    root = Path(__file__).parent.parent
    settings = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    folders = {path.parent.relative_to(root) for path in (root / "truthscore").rglob("__init__.py")}
    missing = {".".join(each.parts) for each in folders} - set(
        settings["tool"]["setuptools"]["packages"]
    )
    assert not missing
