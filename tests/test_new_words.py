"""What can be added without touching Python, as `examples/reference/languages.md` tells it: a
language, and two words that exclude each other."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.languages import columns
from truthscore import TruthScorer, Verdict, language, resources
from truthscore.cli import main

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "examples" / "reference" / "languages.md").read_text("utf-8")
GERMAN = ROOT / "tests" / "languages"
#: What a block of two words has.
KEYS = {"words", "question", "page", "lie"}


def shown_in(folder: Path) -> list[dict[str, Any]]:
    """The blocks of a language's opposites."""
    found: list[dict[str, Any]] = resources.read_toml(folder / "opposites.toml").get("shown", [])
    return found


#: The blocks of the page, by language.
BLOCKS = re.findall(r"`wordlists/(\w+)/opposites\.toml`:\n\n```text\n(.+?)```", PAGE, re.DOTALL)


def told(verdict: Verdict) -> list[tuple[str | None, str]]:
    assert verdict.status == "scored", verdict.reason
    found = verdict.features["contradiction"].evidence
    return [(each.rule, each.label) for each in found if each.role == "contradicts"]


def check(scorer: TruthScorer, lang: str, block: dict[str, Any]) -> None:
    """The lie of a block is told by its two words, and the page is spared."""
    assert block.keys() == KEYS
    one, other = block["words"]
    row = {"question": block["question"], "context": [block["page"]], "lang": lang}
    lie, page = (scorer.score(answer=block[kind], **row) for kind in ("lie", "page"))
    assert told(lie) in ([("opposite", f"{other} / {one}")], [("opposite", f"{one} / {other}")])
    assert told(page) == []
    assert lie.score is not None
    assert page.score is not None
    assert lie.score < page.score


def test_the_page_adds_two_words_in_each_language() -> None:
    assert [lang for lang, _ in BLOCKS] == ["en", "nl"]


@pytest.mark.parametrize(("lang", "text"), BLOCKS, ids=[lang for lang, _ in BLOCKS])
def test_two_words_that_exclude_each_other_are_a_block_in_a_list(
    lists: Path, grounded: TruthScorer, lang: str, text: str
) -> None:
    [block] = tomllib.loads(text)["shown"]
    row = {"question": block["question"], "answer": block["lie"], "context": [block["page"]]}
    assert told(grounded.score(**row, lang=lang)) == []
    file = lists / lang / "opposites.toml"
    with file.open("a", encoding="utf-8") as stream:
        stream.write(f"\n{text}")
    scorer = TruthScorer(grounded.profile, {lang: grounded._parsers[lang]}, lang=lang)
    every = shown_in(lists / lang)  # those that ship too
    assert every[-1] == block
    for each in every:
        check(scorer, lang, each)


def test_two_words_that_exclude_each_other_may_be_one_line_in_a_list(
    lists: Path, grounded: TruthScorer
) -> None:
    [block] = tomllib.loads(BLOCKS[0][1])["shown"]
    file = lists / "en" / "opposites.toml"
    text = file.read_text("utf-8")
    line = f"\npairs = [\n    {json.dumps(block['words'])},"
    file.write_text(text.replace("\npairs = [", line, 1), encoding="utf-8")
    check(TruthScorer(grounded.profile, {"en": grounded._parsers["en"]}, lang="en"), "en", block)


def test_a_language_is_added_by_the_commands_of_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The shell runs the first line; the others run here, for the pipeline is one of the tests."""
    [commands] = re.findall(r"```bash\n(.+?)```", PAGE, re.DOTALL)
    copy, export, *others = commands.splitlines()
    (tmp_path / "tests").symlink_to(ROOT / "tests")
    subprocess.run(["bash", "-euc", copy], cwd=tmp_path, check=True)
    name, value = shlex.split(export, comments=True)[1].split("=")
    assert name == resources.OWN_LISTS
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(name, value.replace("$PWD", str(tmp_path)))
    columns.save("de", GERMAN / "de.conllu", tmp_path / "PIPELINE")
    given = tomllib.loads((GERMAN / "de_answers.toml").read_text("utf-8"))["answers"][0]
    rows = [
        {"question": given["question"], "context": [given["page"]], "answer": given[kind]}
        for kind in ("lie", "true")
    ]
    Path("german.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")
    shown = []
    for line in others:
        program, *words = shlex.split(line)
        assert program == "truthscore"
        with pytest.raises(SystemExit) as stop:
            main(words)
        out, err = capsys.readouterr()
        assert not stop.value.code, err
        shown.append(out)
    assert "Deutsch (de)" in shown[0]
    assert "signatures\n  truthscore|lang:de|profile:grounded@" in shown[0]
    lie, true = map(json.loads, Path("scored.jsonl").read_text("utf-8").splitlines())
    assert (lie["lang"], true["lang"]) == ("de", "de")
    assert lie["score"] < 4 <= true["score"]
    language.load.cache_clear()
