"""A folder for a company: in its language, usable as it is, and nothing overwritten."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from truthscore import profile, resources
from truthscore.cli import COMMANDS, group
from truthscore.cli.init import FILE, ROWS
from truthscore.errors import InputError
from truthscore.formats import read_examples

EXAMPLES = Path(__file__).parents[2] / "examples"
TABLE = EXAMPLES / "antwoorden.csv"


def made(folder: Path, *more: str) -> dict[str, str]:
    done = CliRunner().invoke(group, ["init", str(folder), *more])
    assert done.exception is None, done.exception
    return {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()}


@pytest.mark.parametrize(
    ("more", "names"),
    [
        (["--answers", str(TABLE)], {"profiel.toml", "steekproef.jsonl", "LEESMIJ.md"}),
        (["--answers", str(TABLE), "--lang", "en"], {"profile.toml", "sample.jsonl", "README.md"}),
        ([], {"profile.toml", "README.md"}),
    ],
)
def test_it_is_in_the_language_of_the_answers_or_the_one_that_is_asked_for(
    more: list[str], names: set[str], tmp_path: Path
) -> None:
    files = made(tmp_path / "own", *more)
    assert set(files) == names
    steps = files[next(name for name in files if name.endswith(".md"))]
    assert not re.search(r"\{\w+\}", steps)
    assert ("`sample.jsonl`, a line" in steps) == (not more)
    commands = [shlex.split(line)[1] for line in re.findall(r"`(truthscore [^`]+)`", steps)]
    assert len(commands) == 5
    assert set(commands) <= set(COMMANDS)


def test_the_profile_is_one_and_each_line_in_it_may_be_used(tmp_path: Path) -> None:
    for code in ("nl", "en"):
        path = tmp_path / code
        [name] = [each for each in made(path, "--lang", code) if each.endswith(".toml")]
        assert profile.load(str(path / name)).extends == "grounded"
        text = (path / name).read_text(encoding="utf-8")
        used = re.sub(r"^# (\w+ = |\[)", r"\1", text, flags=re.MULTILINE)
        assert used.count("send_from = 4.2\nblock_below") == 0  # a comment stands between them
        (path / "termen.txt").write_text("verlof\n", encoding="utf-8")
        (path / "terms.txt").write_text("leave\n", encoding="utf-8")
        (path / name).write_text(used, encoding="utf-8")
        assert profile.load(str(path / name)).decision.send_from == 4.2


def test_the_sample_is_the_same_each_time_and_is_read_as_rows(tmp_path: Path) -> None:
    rows = [
        {"id": str(number), "question": "Kan dit?", "answer": f"Ja, {number} keer.", "version": "b"}
        for number in range(200)
    ]
    given = tmp_path / "rows.jsonl"
    given.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    one, other = (
        made(tmp_path / name, "--answers", str(given), "--lang", "nl")["steekproef.jsonl"]
        for name in ("one", "other")
    )
    assert one == other
    drawn = list(read_examples(tmp_path / "one" / "steekproef.jsonl"))
    numbers = [int(each.id) for each in drawn]
    assert len(numbers) == ROWS
    assert numbers == sorted(set(numbers))
    assert max(numbers) > 150  # of all of them, and not the first
    assert {each.version for each in drawn} == {"b"}


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "profile.toml").write_text("mine", encoding="utf-8")
    done = CliRunner().invoke(group, ["init", str(tmp_path)])
    assert isinstance(done.exception, InputError)
    assert [path.name for path in tmp_path.iterdir()] == ["profile.toml"]


def test_both_languages_write_the_same() -> None:
    nl, en = (resources.read_toml(resources.wordlists(code) / FILE) for code in ("nl", "en"))
    assert set(nl) == set(en)
    for name in nl:
        fields = [sorted(re.findall(r"\{(\w+)\}", each[name])) for each in (nl, en)]
        assert fields[0] == fields[1]


@pytest.mark.parametrize("lang", ["nl", "en"])
def test_what_a_step_needs_besides_the_plain_package_is_told_before_it(
    lang: str, tmp_path: Path
) -> None:
    files = made(tmp_path / "own", "--answers", str(TABLE), "--lang", lang)
    steps = files[next(name for name in files if name.endswith(".md"))]
    commands = [shlex.split(line) for line in re.findall(r"`(truthscore [^`]+)`", steps)]
    written = [words[at + 1] for words in commands for at, each in enumerate(words) if each == "-o"]
    assert {Path(name).suffix for name in written} <= {".csv", ".toml", ""}  # none needs an extra
    served = [words[1] for words in commands if words[1] in ("rate", "serve")]
    assert len(served) == 2
    hint = re.search(r"`pip install '\.\[serve\]'`.+`pip install '\w+\.whl\[serve\]'`", steps, re.S)
    assert hint is not None
    assert hint.end() < steps.index("\n1. ")
