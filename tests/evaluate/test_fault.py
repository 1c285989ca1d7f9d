"""Whose fault a low answer is: each cause on a small help centre, and what is refused."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cli.test_cli import call
from truthscore.errors import InputError
from truthscore.evaluate.fault import Library
from truthscore.types import ContextDocument

EXAMPLES = Path(__file__).parents[2] / "examples"
TEXTS = {
    "bijlagen": "Bij een factuur kunt u vijf bijlagen meesturen, samen niet groter dan 10 MB.",
    "verlof": "Verlof vraagt u aan bij uw leidinggevende, minstens twee weken van tevoren.",
    "pas": "Een nieuwe toegangspas haalt u op bij de receptie in de hal van het gebouw.",
    "reis": "Reiskosten vult u aan het eind van de maand in op het declaratieformulier.",
    "thuis": "Wie thuis werkt, krijgt voor elke dag een vergoeding van twee euro.",
}
PAGES = {name: ContextDocument(id=name, title="", text=text) for name, text in TEXTS.items()}
QUESTION = "Hoe groot mogen de bijlagen bij een factuur zijn?"
ANSWER = "De bijlagen bij een factuur mogen samen niet groter zijn dan 25 MB."


@pytest.mark.parametrize(
    ("context", "without", "cause", "page"),
    [
        (("bijlagen", "pas"), None, "model", "bijlagen"),
        (("verlof", "pas"), None, "retriever", "bijlagen"),
        ((), None, "retriever", "bijlagen"),
        (("verlof", "pas"), "bijlagen", "page", None),
    ],
)
def test_each_cause(
    context: tuple[str, ...], without: str | None, cause: str, page: str | None
) -> None:
    found = Library(PAGES.values()).blame(
        QUESTION, ANSWER, [PAGES[name] for name in context], without=without
    )
    assert found.cause == cause
    if page is not None:
        assert found.page == page
        assert found.given == (page in context)


MADE_UP = "Stuur een aangetekende brief naar onze directeur in Utrecht."


def test_an_answer_made_up_beside_the_page_that_was_asked_for_is_the_models_fault() -> None:
    """It was told "no page has got it", though the page about it was in the context."""
    page = ContextDocument(
        id="opzeggen", title="Abonnement opzeggen",
        text="U kunt een abonnement op elk moment stoppen. Ga naar Mijn account.",
    )  # fmt: skip
    library = Library([page, *PAGES.values()])
    found = library.blame("Hoe zeg ik mijn abonnement op?", MADE_UP, [page, PAGES["pas"]])
    assert (found.cause, found.page, found.given) == ("model", "opzeggen", True)
    weather = library.blame("Wat wordt het weer in Parijs?", MADE_UP, [page, PAGES["pas"]])
    assert weather.cause == "page"


def test_the_order_of_pages_says_nothing() -> None:
    one, other = (Library(pages) for pages in (PAGES.values(), reversed(PAGES.values())))
    context = [PAGES["verlof"], PAGES["pas"]]
    assert one.blame(QUESTION, ANSWER, context) == other.blame(QUESTION, ANSWER, context[::-1])


def test_a_page_under_another_id_was_given() -> None:
    same = ContextDocument(id="1", title="", text=TEXTS["bijlagen"])
    assert Library(PAGES.values()).blame(QUESTION, ANSWER, [same]).cause == "model"


STEPS = (
    "Open het menu Facturen en kies de factuur die u wilt versturen.",
    "Voeg ten hoogste vijf bijlagen toe, samen niet groter dan 10 MB.",
    "Klik op Versturen en wacht tot de melding in beeld komt.",
)


@pytest.mark.parametrize(
    "given_",
    [
        ["\n".join(STEPS)],  # as another program converted it
        [STEPS[0], f"{STEPS[1]} {STEPS[2]}"],  # chunks of it
        [f"{STEPS[1]} {STEPS[2]}"],
    ],
)
def test_a_page_that_was_given_in_other_signs_or_chunks_was_given(given_: list[str]) -> None:
    """It was told that the search missed the page: its copy with a title held a little more."""
    text = "".join(f"{n}. **{step}**\n" for n, step in enumerate(STEPS, 1))
    page = ContextDocument(id="sturen", title="Een factuur met bijlagen versturen", text=text)
    library = Library([page, *(PAGES[name] for name in ("verlof", "pas", "reis", "thuis"))])
    context = [ContextDocument(id=f"chunk-{n}", text=each) for n, each in enumerate(given_)]
    found = library.blame(QUESTION, ANSWER, [*context, PAGES["pas"]])
    assert (found.cause, found.given) == ("model", True)
    assert found.page is not None
    assert found.page.startswith("chunk-")


def test_a_chunk_that_says_something_else_is_not_the_page_that_answers() -> None:
    chunk = ContextDocument(id="chunk", text=STEPS[2] + " " + STEPS[0])
    text = "\n".join((*STEPS, *TEXTS.values()))
    library = Library([ContextDocument(id="sturen", text=text), PAGES["reis"], PAGES["thuis"]])
    found = library.blame(QUESTION, ANSWER, [chunk])
    assert (found.cause, found.page) == ("retriever", "sturen")


WORDS = st.lists(st.sampled_from(["factuur", "pas", "verlof", "euro", "vijf", "de"]), max_size=9)


@settings(max_examples=200, deadline=None)
@given(st.lists(WORDS, max_size=9), WORDS, WORDS, st.sets(st.integers(0, 8), max_size=3))
def test_the_search_finds_what_a_look_at_every_passage_finds(
    texts: list[list[str]], asked: list[str], said: list[str], had: set[int]
) -> None:
    pages = [ContextDocument(id=f"p{n}", text=" ".join(each)) for n, each in enumerate(texts)]
    question, answer = " ".join(asked), " ".join(said)
    given_ = [pages[n] for n in sorted(had) if n < len(pages)]
    library = Library(pages)
    words = sorted({*asked, *said})
    mean = math.fsum(len(each) for each in texts) / max(1, sum(map(bool, texts)))

    def score(text: list[str]) -> float:
        norm = 1.0 * (1 - 0.5 + 0.5 * len(text) / mean) if mean else 1.0
        return math.fsum(
            math.log(1 + (sum(map(bool, texts)) - n + 0.5) / (n + 0.5))
            * text.count(word) * 2.0 / (text.count(word) + norm)
            for word in words
            if word in text and (n := sum(word in each for each in texts))
        )  # fmt: skip

    best = max((score(each) for each in texts), default=0.0)
    found = library.blame(question, answer, given_)
    if found.page is None:
        assert not words or not best
    else:
        place = int(found.page.removeprefix("p"))
        assert math.isclose(score(texts[place]), best)
        assert found.given == (pages[place].text in {page.text for page in given_})


def test_the_passage_is_the_sentence_that_says_most() -> None:
    text = "# Bijlagen\n\nU mailt een factuur. Bijlagen mogen samen niet groter zijn dan 10 MB.\n"
    library = Library([ContextDocument(id="p", text=text), *PAGES.values()])
    span = library.passage("p", QUESTION, ANSWER)
    assert text[span.start : span.end] == "Bijlagen mogen samen niet groter zijn dan 10 MB."
    assert span.source == "p"
    nothing = library.passage("p", "Waarom?", "Daarom!")
    assert (nothing.start, nothing.end) == (0, len(text))


def test_two_pages_with_one_id_are_refused() -> None:
    with pytest.raises(InputError, match="page 'pas' is there twice; expected an id for each"):
        Library([PAGES["pas"], PAGES["pas"]])


def test_nothing_to_go_by() -> None:
    assert Library(()).blame("", "", []).cause == "page"
    assert Library(()).blame(QUESTION, ANSWER, []).page is None


def rows(path: Path, *changes: dict[str, Any]) -> str:
    usual = {"question": QUESTION, "answer": ANSWER, "lang": "nl"}
    path.write_text("".join(json.dumps({**usual, **each}) + "\n" for each in changes), "utf-8")
    return str(path)


def test_a_log_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pages = tmp_path / "pages.jsonl"
    pages.write_text(
        "".join(json.dumps({"id": name, "text": text}) + "\n" for name, text in TEXTS.items())
    )
    log = rows(
        tmp_path / "log.jsonl",
        {"id": "m", "context": [{"id": "bijlagen", "text": TEXTS["bijlagen"]}], "rating": 1},
        {"id": "r", "context": [{"id": "pas", "text": TEXTS["pas"]}], "rating": 2},
        {"id": "good", "context": [{"id": "bijlagen", "text": TEXTS["bijlagen"]}],
         "answer": TEXTS["bijlagen"], "rating": 5},
    )  # fmt: skip
    args = ("fault", log, "--pages", str(pages), "-p", "grounded")
    code, out, _ = call(capsys, *args, "--json")
    assert code == 0
    told = {line["id"]: line["fault"] for line in map(json.loads, out.splitlines())}
    assert told == {"m": "model", "r": "retriever"}
    code, out, _ = call(capsys, *args)
    assert "3 answers, 2 of them low" in out
    code, out, _ = call(capsys, "fault", log, "--pages", str(pages), "--all", "--json")
    assert len(out.splitlines()) == 3


def test_few_pages_and_another_language_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pages = tmp_path / "pages.jsonl"
    pages.write_text(json.dumps({"id": "a", "lang": "nl", "text": TEXTS["bijlagen"]}) + "\n")
    english = {"question": "How large may the attachments of an invoice be?", "lang": "en",
               "answer": "Together they may be 25 MB at most."}  # fmt: skip
    log = rows(tmp_path / "log.jsonl", {"id": "n", "context": ["x"]},
               {"id": "e", "context": ["x"], **english})  # fmt: skip
    code, _, err = call(capsys, "fault", log, "--pages", str(pages), "--all")
    assert code == 0
    assert "--pages has 1 pages; a page is told by standing out from 3 others" in err
    assert "1 low answers are in a language that no page is in (en)" in err


def test_what_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    log = rows(tmp_path / "log.jsonl", {"id": "m", "context": ["x"]})
    code, out, err = call(capsys, "fault", log, "--pages", str(empty), "--all")
    assert (code, out) == (2, "")
    assert f"{empty}: found no page with a word; expected Markdown" in err
    twice = tmp_path / "twice.jsonl"
    twice.write_text('{"id": "a", "text": "Een."}\n{"id": "a", "text": "Twee."}\n')
    code, _, err = call(capsys, "fault", log, "--pages", str(twice), "--all")
    assert code == 2
    assert "page id 'a' stands twice" in err


def test_an_answer_without_stars_is_counted_apart(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = rows(tmp_path / "log.jsonl", {"id": "m", "context": []})
    args = ("fault", log, "--pages", str(EXAMPLES / "help"), "-p", "grounded")
    code, out, _ = call(capsys, *args)
    assert code == 0
    assert "1 answers, 0 of them low\n  1 have no stars and are left out; --all takes" in out
    assert "no stars" not in call(capsys, *args, "--all")[1]
