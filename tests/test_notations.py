"""Notations learned from pages: cues are counted, and measured on pages not learned from."""

from __future__ import annotations

import random
import tomllib
from pathlib import Path

import pytest
import regex

from tests.cli.test_cli import call
from truthscore import language, notations, profile
from truthscore.text.component_lists import rules_for
from truthscore.text.components import extract
from truthscore.types import ContextDocument

NAMES = ("Save", "Due Date", "Post Batch", "Payment Terms", "Open Orders", "Close Year")


def pages(count: int = 60) -> list[ContextDocument]:
    """A made-up help centre: names stand in bold behind "tap" and before "pane"."""
    rng = random.Random(3)
    made = []
    for number in range(count):
        one, other = rng.sample(NAMES, 2)
        text = (
            f"When the list is ready, tap **{one}**, and wait.\nLook at the **{other}** pane.\n"
            "Then ask at the Swiss office, and tap twice.\nThe door is open."
        )
        made.append(ContextDocument(id=f"p{number}", text=text))
    return made


def test_bold_marks_are_taken_out_and_the_names_are_where_they_were() -> None:
    made = notations.bare("Tap **Save**. **Mind this.** Read **Note:** and **Due Date **.")
    assert made.text == "Tap Save. Mind this. Read Note: and Due Date ."
    assert [made.text[a:b] for a, b in made.names] == ["Save", "Mind this.", "Due Date"]


def test_the_cues_of_a_made_up_company_are_found() -> None:
    found, (learned, measured) = notations.learn(pages(), language.load("en"))
    assert learned + measured == 60
    by_name = {each.name: each for each in found}
    before, behind = by_name["learned_cue_before"], by_name["learned_cue_behind"]
    assert [cue for cue, *_ in before.cues] == ["tap"]
    assert [cue for cue, *_ in behind.cues] == ["pane"]
    # by hand: each page has one name behind "tap" and one before "pane", and nothing else is found
    assert (before.found, before.right, before.hit) == (measured, measured, measured)
    assert (behind.precision, behind.recall) == (1.0, 0.5)


def test_what_was_measured_was_not_learned_from() -> None:
    told = [notations.bare(each.text) for each in pages()]
    learned, measured = notations.in_halves(told, 0)
    assert (len(learned), len(measured)) == (30, 30)
    assert not {each.text for each in learned} & {each.text for each in measured}
    assert notations.in_halves(told, 1) != (learned, measured)


@pytest.mark.parametrize("folder", ["a", "b"])
def test_where_pages_lie_says_nothing_and_two_pages_are_one_for_each_half(folder: str) -> None:
    two = [ContextDocument(id=f"{folder}/{n}", text=f"Tap **Save** {n}.") for n in range(2)]
    assert notations.learn(two, language.load("en"))[1] == (1, 1)


def test_the_order_of_the_pages_says_nothing() -> None:
    shuffled = pages()
    random.Random(1).shuffle(shuffled)
    pack = language.load("en")
    assert notations.learn(shuffled, pack) == notations.learn(pages(), pack)


def test_every_example_gives_its_label() -> None:
    found, _ = notations.learn(pages(), language.load("en"))
    for each in found:
        match = regex.search(each.pattern, each.example)
        assert match is not None
        assert match["label"] == each.label


def test_a_notation_that_is_not_borne_out_is_commented_out() -> None:
    found, _ = notations.learn(pages(), language.load("en"))
    made = notations.as_toml(found, "en", least=1.01)
    assert tomllib.loads(made) == {}
    assert "# Not borne out:" in made


def test_the_blocks_are_a_profile_that_finds_the_names(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "pages"
    folder.mkdir()
    for each in pages():
        (folder / f"{each.id}.md").write_text(each.text)
    code, out, _ = call(capsys, "patterns", "learn", str(folder), "--lang", "en")
    assert code == 0
    own = tmp_path / "own.toml"
    own.write_text(f'extends = "grounded"\nname = "own"\n{out}')
    rules = rules_for(language.load("en"), profile.load(own))
    found = extract("When all is done, tap Payment Terms, and wait.", rules)
    assert [(each.label, each.cue) for each in found] == [("Payment Terms", "learned_cue_before")]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (None, "found no page with a word; expected"),
        ("Nothing is bold here.", "1 pages, of which 0 have names"),
    ],
)
def test_pages_that_teach_nothing_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str | None, says: str
) -> None:
    if text is not None:
        (tmp_path / "a.md").write_text(text)
    code, out, said = call(capsys, "patterns", "learn", str(tmp_path))
    assert (code, out) == (2, "")
    assert says in said
