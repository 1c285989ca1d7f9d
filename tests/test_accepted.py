"""Accepted answers: who is accepted, how long one holds, and that a page goes before it."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cli.test_cli import call
from truthscore import InputError, TruthScorer
from truthscore.accepted import (
    MOST,
    AcceptedAnswer,
    AcceptedAnswers,
    accept,
    line,
    page_hash,
    teachers,
)
from truthscore.decisions import stars
from truthscore.guard.guardrail import Guardrail
from truthscore.scoring import second
from truthscore.types import ContextDocument, Example

PAGE = ContextDocument(
    id="bijlagen", title="Bijlagen",
    text="Bij een factuur kunt u maximaal 5 bijlagen meesturen, samen niet groter dan 10 MB.",
)  # fmt: skip
QUESTION = "Welke bestanden mag ik als bijlage meesturen?"
ACCEPTED = "U mag pdf-bestanden en foto's als bijlage meesturen; een filmpje weigert het systeem."
DAY = date(2026, 11, 26)


def example(answer: str = ACCEPTED, *, id: str = "a", question: str = QUESTION) -> Example:
    return Example(id=id, question=question, answer=answer, context=(PAGE,), lang="nl")


def answers(*, today: date = DAY, same: float = 0.6) -> AcceptedAnswers:
    made = accept(example(), {"an": 5.0}, DAY)
    assert isinstance(made, AcceptedAnswer)
    return AcceptedAnswers([made], today=today, same=same)


@given(st.lists(st.integers(1, 5).map(float), max_size=4), st.sampled_from([4.0, 5.0]))
def test_each_rater_must_have_given_all_stars(stars: list[float], least: float) -> None:
    given_stars = {f"rater{number}": each for number, each in enumerate(stars)}
    made = accept(example(), given_stars, DAY, least=least)
    assert isinstance(made, AcceptedAnswer) == (bool(stars) and min(stars) >= least)


def test_an_accepted_answer_has_its_dates_and_the_hashes_of_its_pages() -> None:
    made = accept(example(), {"an": 5.0, "bo": 5.0}, DAY, days=30)
    assert isinstance(made, AcceptedAnswer)
    assert (made.date, made.expires) == ("2026-11-26", "2026-12-26")
    assert made.pages == {"bijlagen": page_hash(PAGE.text)}
    assert made.by == ("an", "bo")


def test_an_answer_without_a_page_is_not_kept() -> None:
    prompt = replace(PAGE, kind="prompt")
    assert accept(replace(example(), context=(prompt,)), {"an": 5.0}, DAY) == "no page"


def test_an_answer_from_a_customers_record_is_not_kept() -> None:
    record = ContextDocument(id="user", text="problems: 5", kind="record")
    asked = replace(example(), context=(PAGE, record))
    assert accept(asked, {"an": 5.0}, DAY) == "about one customer"


@pytest.mark.parametrize(("today", "held"), [(date(2027, 11, 26), 1), (date(2027, 11, 27), 0)])
def test_it_holds_up_to_its_last_day(today: date, held: int) -> None:
    kept = answers(today=today)
    assert (len(kept), kept.expired) == (held, 1 - held)


def test_it_is_put_beside_a_row_with_the_same_question_and_page() -> None:
    seen, changed = answers().beside(example("Pdf-bestanden.", id="b"))
    assert [each.kind for each in seen.context] == ["page", "answer"]
    assert changed == 0


def test_it_is_not_put_beside_itself_or_another_question_or_another_page() -> None:
    kept = answers()
    own = example()
    other = example(id="b", question="Wanneer krijg ik mijn salaris?")
    elsewhere = replace(example(id="b"), context=(replace(PAGE, id="x", text="Iets anders."),))
    assert all(kept.beside(each) == (each, 0) for each in (own, other, elsewhere))


def test_one_that_rests_on_two_pages_goes_with_either() -> None:
    other = ContextDocument(id="formaten", text="Een factuur is een pdf-bestand.")
    made = accept(replace(example(), context=(PAGE, other)), {"an": 5.0}, DAY)
    assert isinstance(made, AcceptedAnswer)
    kept = AcceptedAnswers([made], today=DAY)
    row = example("Pdf.", id="b")
    assert kept.beside(row) == (row, 0)
    both = replace(row, context=(PAGE, other))
    assert len(kept.beside(both)[0].context) == 3


def test_one_whose_page_changed_is_not_used_and_is_counted() -> None:
    newer = replace(PAGE, text=PAGE.text.replace("10 MB", "20 MB"))
    row = replace(example("Pdf.", id="b"), context=(newer,))
    assert answers().beside(row) == (row, 1)


def test_a_page_under_another_id_is_the_same_page() -> None:
    row = replace(example("Pdf.", id="b"), context=(replace(PAGE, id="p7"),))
    assert len(answers().beside(row)[0].context) == 2


def test_at_most_the_likest_few_are_used() -> None:
    made = [accept(example(id=f"a{n}"), {"an": 5.0}, DAY) for n in range(MOST + 2)]
    kept = AcceptedAnswers([m for m in made if isinstance(m, AcceptedAnswer)], today=DAY)
    seen, _ = kept.beside(example("Pdf.", id="b"))
    assert len(seen.context) == 1 + MOST


def test_what_only_an_accepted_answer_says_lifts_the_stars(grounded: TruthScorer) -> None:
    row = example("U mag pdf-bestanden en foto's als bijlage meesturen.", id="b")
    alone, both = grounded.score_many([row, answers().beside(row)[0]])
    assert alone.score is not None
    assert both.score is not None
    assert both.score > alone.score + 0.5
    assert both.features[second.NAME].note == second.NOTE_LIFTED
    assert both.features[second.NAME].value is None


def test_it_never_lowers_the_stars_and_no_page_is_outranked(grounded: TruthScorer) -> None:
    """People accepted 25 MB; the page says 10 MB, and the page is right."""
    wrong = accept(
        example("De bijlagen mogen samen niet groter zijn dan 25 MB.",
                question="Hoe groot mogen de bijlagen zijn?"), {"an": 5.0}, DAY,
    )  # fmt: skip
    assert isinstance(wrong, AcceptedAnswer)
    kept = AcceptedAnswers([wrong], today=DAY)
    for text in ("25 MB", "10 MB"):
        row = example(
            f"De bijlagen mogen samen niet groter zijn dan {text}.", id="b",
            question="Hoe groot mogen de bijlagen zijn?",
        )  # fmt: skip
        seen, _ = kept.beside(row)
        assert len(seen.context) == 2
        alone, both = grounded.score_many([row, seen])
        assert both.score == alone.score
        assert [e for e in both.features[second.NAME].evidence if e.role == "contradicts"] == []


@pytest.mark.parametrize(
    ("page", "asked", "answer"),
    [
        (PAGE.text, "Hoeveel bijlagen mag ik meesturen?", "U kunt onbeperkt bijlagen meesturen."),
        (PAGE.text, "Hoeveel bijlagen mag ik meesturen?",
         "Er is geen maximum aan het aantal bijlagen bij een factuur."),
        ("De servicedesk is bereikbaar op werkdagen.", "Wanneer is de servicedesk bereikbaar?",
         "De servicedesk is dag en nacht bereikbaar."),
        ("A mailbox holds at most 50 GB of messages.", "How large is a mailbox?",
         "A mailbox is unlimited, keep as many messages as you like."),
    ],
)  # fmt: skip
def test_no_bound_that_people_accepted_goes_before_one_that_a_page_sets(
    grounded: TruthScorer, page: str, asked: str, answer: str
) -> None:
    lang = "en" if "mailbox" in page else "nl"
    row = Example(
        id="b", question=asked, answer=answer, lang=lang,
        context=(ContextDocument(id="p", text=page),),
    )  # fmt: skip
    made = accept(replace(row, id="a"), {"an": 5.0, "bo": 5.0, "cy": 5.0}, DAY)
    assert isinstance(made, AcceptedAnswer)
    seen, _ = AcceptedAnswers([made], today=DAY).beside(row)
    assert len(seen.context) == 2
    alone, both = grounded.score_many([row, seen])
    assert both.score == alone.score
    assert both.features[second.NAME].note == second.NOTE_BOUNDED


def test_another_value_that_people_accepted_is_told_where_no_page_has_one(
    grounded: TruthScorer,
) -> None:
    asked = "Hoe lang blijft een concept bewaard?"
    page = replace(PAGE, text="Een factuur die nog niet af is, blijft als concept bewaard.")
    context = (page,)
    made = accept(
        replace(example("Een concept blijft 30 dagen bewaard.", question=asked), context=context),
        {"an": 5.0}, DAY,
    )  # fmt: skip
    assert isinstance(made, AcceptedAnswer)
    row = replace(
        example("Een concept blijft 90 dagen bewaard.", id="b", question=asked), context=context
    )
    seen, _ = AcceptedAnswers([made], today=DAY).beside(row)
    alone, both = grounded.score_many([row, seen])
    assert both.score == alone.score
    told = both.features[second.NAME]
    assert told.note == second.NOTE_OTHER
    assert [(e.role, e.match and e.match.source) for e in told.evidence] == [
        ("contradicts", "accepted:a")
    ]


def test_an_answer_alone_is_nothing_to_hold_an_answer_against(grounded: TruthScorer) -> None:
    row = replace(example("Pdf."), context=(replace(PAGE, kind="answer"),))
    assert next(grounded.score_many([row])).reason == "no_context"


def test_the_guardrail_uses_them_too(grounded: TruthScorer) -> None:
    asked = {"question": QUESTION, "lang": "nl", "context": [PAGE],
             "answer": "U mag pdf-bestanden en foto's als bijlage meesturen."}  # fmt: skip
    before = Guardrail(grounded).check(**asked)  # type: ignore[arg-type]
    after = Guardrail(grounded, answers=answers()).check(**asked)  # type: ignore[arg-type]
    assert before.verdict.score is not None
    assert after.verdict.score is not None
    assert after.verdict.score > before.verdict.score


@pytest.fixture
def files(tmp_path: Path) -> Path:
    context = [{"id": PAGE.id, "title": PAGE.title, "text": PAGE.text}]
    row = {"question": QUESTION, "answer": ACCEPTED, "context": context}
    log = [
        {**row, "id": "a", "ratings": {"an": 5, "bo": 5}, "date": "2026-11-01"},
        {**row, "id": "b", "ratings": {"an": 5, "bo": 4}},
        {**row, "id": "c"},
    ]
    (tmp_path / "log.jsonl").write_text("".join(json.dumps(each) + "\n" for each in log))
    (tmp_path / "raters.toml").write_text('[raters]\nan = ["teach"]\nbo = ["teach"]\ncy = []\n')
    asked = {**row, "id": "q", "answer": "U mag pdf-bestanden en foto's meesturen.", "lang": "nl"}
    (tmp_path / "answers.jsonl").write_text(json.dumps(asked) + "\n")
    return tmp_path


def test_learn_and_score_and_what_is_not_used_is_said(
    files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    learn = ["learn", f"{files}/log.jsonl", "-o", f"{files}/a.jsonl", "--days", "36500"]
    learn += ["--raters", f"{files}/raters.toml"]
    code, _, said = call(capsys, *learn)
    assert (code, said.count("1 accepted answers"), said.count("1 below 5 stars")) == (0, 1, 1)
    score = ["score", f"{files}/answers.jsonl", "--answers", f"{files}/a.jsonl", "-p", "grounded"]
    code, out, said = call(capsys, *score)
    assert code == 0
    assert "1 hold, 0 are expired and not used; beside 1 rows" in said
    scored = json.loads(out)
    assert scored["features"][second.NAME]["note"] == second.NOTE_LIFTED
    code, out, _ = call(capsys, "explain", *score[1:], "--id", "q", "--all")
    assert code == 0
    assert stars(scored["score"], "nl") in out
    assert second.NOTE_LIFTED in out
    kept = json.loads((files / "a.jsonl").read_text())
    (files / "a.jsonl").write_text(json.dumps({**kept, "expires": "2020-01-01"}))
    code, out, said = call(capsys, *score)
    assert "0 hold, 1 are expired" in said
    assert second.NAME not in json.loads(out)["features"]


def test_only_a_rater_with_the_scope_teaches(
    files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Customers' stars, nameless ones, those of another tool and a bare rating are nobody's."""
    context = [{"id": PAGE.id, "title": PAGE.title, "text": PAGE.text}]
    row = {"question": QUESTION, "answer": ACCEPTED, "context": context}
    log = [
        {**row, "id": "customers", "ratings": {"k1": 5, "k2": 5, "k3": 5}},
        {**row, "id": "nameless", "ratings": [5, 5, 5]},
        {**row, "id": "bare", "rating": 5},
        {**row, "id": "no scope", "ratings": {"cy": 5}},
        {**row, "id": "imported", "ratings": {"an": 5}, "meta": {"source": {"an": "langfuse"}}},
        {**row, "id": "taught", "ratings": {"an": 5, "k1": 1}},
    ]
    (files / "log.jsonl").write_text("".join(json.dumps(each) + "\n" for each in log))
    learn = ["learn", f"{files}/log.jsonl", "-o", f"{files}/a.jsonl"]
    code, _, said = call(capsys, *learn, "--raters", f"{files}/raters.toml")
    assert (code, "5 no stars of a rater who may teach" in said) == (0, True)
    [kept] = map(json.loads, (files / "a.jsonl").read_text().splitlines())
    assert (kept["id"], kept["by"]) == ("taught", ["an"])
    assert call(capsys, *learn)[0] == 2


@pytest.mark.parametrize(
    "text",
    ["", "raters = 3", '[raters]\nan = "teach"', "[raters", "[raters]\nan = ['x']"],
)
def test_a_file_of_raters_that_says_anything_else_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "raters.toml"
    path.write_text(text)
    with pytest.raises(InputError, match=r"raters\.toml"):
        teachers(path)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "a.jsonl:1: is no accepted answer (Input data was truncated)"),
        ('{"id": "x"}', "Object missing required field `question`); expected a line"),
        ('{"id": "x", "question": "q", "text": "t", "date": "2026-01-01", "expires": "2026-01-01", '
         '"pages": {}, "by": []}', "'by' is []"),
        (line(AcceptedAnswer(id="x", question="q", text="t", date="gisteren", expires="2026-01-01",
                             pages={}, by=("an",))), "'gisteren' is no date"),
    ],
)  # fmt: skip
def test_a_file_of_anything_else_is_refused(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(text)
    with pytest.raises(InputError) as found:
        AcceptedAnswers.read(path, today=DAY)
    assert says in str(found.value)


def test_a_profile_names_its_answers_by_a_path_of_its_own(files: Path) -> None:
    from truthscore import profile

    own = files / "own.toml"
    own.write_text('extends = "grounded"\nname = "own"\nanswers_file = "a.jsonl"\n')
    made, shipped = profile.load(own), profile.load("grounded")
    assert made.answers_file == str(files / "a.jsonl")
    assert shipped.answers_file == ""


def test_a_folder_of_files_reads_none_and_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = tmp_path / "own.toml"
    own.write_text('extends = "grounded"\nname = "own"\nanswers_file = "a.jsonl"\n')
    rows = str(Path(__file__).parent.parent / "examples" / "answers.jsonl")
    folder = f"{tmp_path}/out/"
    words = ["score", rows, "-o", folder, "--cluster", "127.0.0.1:1", "--profile", str(own)]
    code, _, said = call(capsys, *words)
    assert code == 2
    assert "accepted answers are not read for a folder of files" in said
