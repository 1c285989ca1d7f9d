"""Out to what `evaluate` and `fit` read, in from other tools, and the command around both."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests.rate.conftest import jsonl, made
from truthscore.cli import group, main
from truthscore.cli.evaluate import _person
from truthscore.errors import InputError, ResourceError
from truthscore.evaluate.lines import ScoredLine
from truthscore.evaluate.rated import RatedRow, from_line
from truthscore.example import example_from
from truthscore.formats import read_rows
from truthscore.rate import imports, rubric
from truthscore.rate.export import write
from truthscore.rate.store import Store
from truthscore.report import page


def rate(store: Store, rater: str, item: str, truth: float | None, **more: Any) -> None:
    with store.writing():
        store.add("rating", rater, item, {"truth": truth, "reason": "random", **more})


def as_evaluated(path: Path) -> list[RatedRow]:
    """The rows of an export as `evaluate` takes them, without scores."""
    found = []
    for row in read_rows(str(path)):
        assert row.data is not None
        example = example_from(row.data, default_id=row.id)
        line = ScoredLine(id=example.id, status="scored")
        found.append(from_line(line, _person(row, {}), where=row.where))
    return found


def test_an_export_is_what_evaluate_reads(tmp_path: Path) -> None:
    items = made(5)
    store = Store(tmp_path / "r.sqlite", items)
    rate(store, "anna", "a0", 4, message_type="binary", comment="zo", relatedness=5)
    rate(store, "bert", "a0", 5, untrue=[[0, 14]], flag=True)
    rate(store, "anna", "a1", 1)
    rate(store, "bert", "a1", 5)
    rate(store, "anna", "a2", None)
    rate(store, "anna", "a3", None)
    rate(store, "bert", "a3", 2)
    with store.writing():
        store.add("decision", "carla", "a1", {"truth": 2, "comment": "zie pagina"})
    with store.reading() as state:
        assert write(str(tmp_path / "rated.jsonl"), items, state) == (3, 1)
    rows = as_evaluated(tmp_path / "rated.jsonl")
    assert [(row.id, row.rating) for row in rows] == [("a0", 4.5), ("a1", 2.0), ("a3", 2.0)]
    assert rows[0].ratings == {"anna": 4.0, "bert": 5.0}
    assert rows[0].gold_types == {"anna": "binary"}
    assert rows[1].ratings == {"anna": 1.0, "bert": 5.0}
    lines = [json.loads(each) for each in (tmp_path / "rated.jsonl").read_text().splitlines()]
    assert lines[0]["meta"]["untrue"] == {"bert": ["Een bijlage ma"]}
    assert lines[0]["meta"]["flagged"] == ["bert"]
    assert lines[1]["meta"]["adjudicated"]["by"] == "carla"
    assert lines[2]["meta"]["cannot_judge"] == ["anna"]
    assert not list(tmp_path.glob(".*part"))
    with store.reading() as state, pytest.raises(InputError, match=r"expected \.jsonl"):
        write("rated.csv", items, state)


LABEL_STUDIO = [
    {
        "id": 71,
        "data": {"id": "a0", "answer": "..."},
        "annotations": [
            {
                "id": 1, "completed_by": {"id": 4, "email": "anna@example.org"},
                "result": [
                    {"from_name": "truth", "type": "rating", "value": {"rating": 4}},
                    {"from_name": "message_type", "value": {"choices": ["binary"]}},
                    {"from_name": "comment", "value": {"text": ["bijna"]}},
                    {"from_name": "colour", "value": {"choices": ["red"]}},
                ],
                "updated_at": "2026-01-02T03:04:05Z",
            },
            {
                "id": 2, "completed_by": 9,
                "result": [{"from_name": "truth", "value": {"choices": ["2"]}}],
            },
            {"id": 3, "completed_by": 8, "was_cancelled": True, "result": []},
        ],
    }
]  # fmt: skip
ARGILLA_2 = [
    {
        "id": "a0", "fields": {"answer": "..."}, "status": "completed",
        "suggestions": {"truth": {"value": 1}},
        "responses": {
            "truth": [
                {"value": 4, "user_id": "anna@example.org"}, {"value": 2, "user_id": "9"},
            ],
            "message_type": [{"value": "binary", "user_id": "anna@example.org"}],
        },
    }
]  # fmt: skip
ARGILLA_1 = [
    {
        "external_id": "a0",
        "responses": [
            {
                "user_id": "anna@example.org", "status": "submitted",
                "values": {"truth": {"value": 4}, "message_type": {"value": "binary"}},
            },
            {"user_id": "9", "status": "submitted", "values": {"truth": {"value": 2}}},
            {"user_id": "8", "status": "draft", "values": {"truth": {"value": 1}}},
        ],
    }
]  # fmt: skip
ARGILLA_FLAT = [
    {
        "id": "a0", "truth.responses": [4, 2], "truth.responses.users": ["anna@example.org", "9"],
        "truth.responses.status": ["submitted", "submitted"],
        "message_type.responses": ["binary"], "message_type.responses.users": ["anna@example.org"],
    }
]  # fmt: skip


def score(trace: str, name: str, value: Any, **more: Any) -> dict[str, Any]:
    return {"id": f"s{name}", "traceId": trace, "name": name, "value": value, **more}


LANGFUSE = [
    score("a0", "truth", 4, source="ANNOTATION", authorUserId="anna@example.org", comment="bijna"),
    score("a0", "message_type", 0, stringValue="binary", source="ANNOTATION",
          authorUserId="anna@example.org"),
    score("a0", "truth", 2, source="ANNOTATION", authorUserId="9"),
    score("a0", "truth", 1, source="EVAL"),
    score("zz", "truth", 5, source="ANNOTATION", authorUserId="9"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("tool", "rows", "elsewhere"),
    [
        ("label-studio", LABEL_STUDIO, 0),
        ("argilla", ARGILLA_2, 0),
        ("argilla", ARGILLA_1, 0),
        ("argilla", ARGILLA_FLAT, 0),
        ("langfuse", LANGFUSE, 1),
        ("langfuse", [{"data": LANGFUSE, "meta": {"page": 1}}], 1),
    ],
)
@pytest.mark.parametrize("ending", ["json", "jsonl"])
def test_what_other_tools_export_comes_in_once(
    tmp_path: Path, tool: str, rows: list[dict[str, Any]], elsewhere: int, ending: str
) -> None:
    path = tmp_path / f"export.{ending}"
    lines = "\n".join(map(json.dumps, rows)) if ending == "jsonl" else json.dumps(rows)
    path.write_text(lines, encoding="utf-8")
    items = made(2)
    store = Store(tmp_path / "r.sqlite", items)
    done = imports.add(str(path), items, store, (1.0, 5.0))
    assert (done.tool, done.added, done.known, done.elsewhere) == (tool, 2, 0, elsewhere)
    again = imports.add(str(path), items, store, (1.0, 5.0))
    assert (again.added, again.known) == (0, 2)
    with store.reading() as state:
        assert state.stars("a0") == {"anna@example.org": 4.0, "9": 2.0}
        assert state.ratings["a0"]["anna@example.org"].message_type == "binary"
        assert state.ratings["a0"]["9"].source == tool


def test_scores_as_csv_and_on_another_scale(tmp_path: Path) -> None:
    path = tmp_path / "scores.csv"
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["id", "Trace ID", "name", "value", "source", "author_user_id"])
        writer.writerow(["s1", "a0", "truth", "0.75", "ANNOTATION", "anna"])
    items = made(1)
    store = Store(tmp_path / "r.sqlite", items)
    imports.add(str(path), items, store, (0.0, 1.0))
    with store.reading() as state:
        assert state.stars("a0") == {"anna": 4.0}


def test_a_rating_by_hand_stays(tmp_path: Path) -> None:
    path = tmp_path / "export.json"
    path.write_text(json.dumps(LABEL_STUDIO), encoding="utf-8")
    items = made(1)
    store = Store(tmp_path / "r.sqlite", items)
    rate(store, "9", "a0", 5)
    assert imports.add(str(path), items, store, (1.0, 5.0)).added == 1
    with store.reading() as state:
        assert state.stars("a0")["9"] == 5


def without(rows: list[dict[str, Any]], **more: Any) -> list[dict[str, Any]]:
    return [{**rows[0], **more}]


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ([{"a": 1}], r"row 1: found 'a'; expected a task of Label Studio.*Argilla.*Langfuse"),
        (without(LABEL_STUDIO, data={"x": 1}), r"row 1: no id \(found 'x'\); expected the answer"),
        (without(LABEL_STUDIO, data=None), "row 1: is of another form than label-studio writes"),
        (without(LABEL_STUDIO, annotations=7), "row 1: is of another form than label-studio"),
        (without(LABEL_STUDIO, annotations=[]), r"no rating for truth.*expected one named truth"),
        (without(LABEL_STUDIO, data={"id": "q9"}), r"is of answer 'q9'.*expected ids as 'a0'"),
        (without(ARGILLA_2, responses="x"), "row 1: responses: found 'x'; expected an object"),
        ([score("a0", "truth", 9, source="ANNOTATION")], r"row 1: truth: rating 9 is not on the"),
        (
            [score("a0", "truth", 3), score("a0", "message_type", 1, stringValue="hm")],
            "message_type: found 'hm'; expected one of",
        ),
    ],
)
def test_a_wrong_file_says_where_what_and_what_was_expected(
    tmp_path: Path, rows: list[dict[str, Any]], told: str
) -> None:
    path = tmp_path / "export.json"
    path.write_text(json.dumps(rows), encoding="utf-8")
    items = made(1)
    store = Store(tmp_path / "r.sqlite", items)
    with pytest.raises(InputError, match=told):
        imports.add(str(path), items, store, (1.0, 5.0))
    with store.reading() as state:
        assert state.seq == 0


def test_the_command_imports_exports_and_refuses(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = str(jsonl(tmp_path / "answers.jsonl", made(2)))
    export = tmp_path / "export.json"
    export.write_text(json.dumps(LABEL_STUDIO), encoding="utf-8")
    db = ["--db", str(tmp_path / "r.sqlite")]
    run = CliRunner().invoke
    done = run(group, ["rate", answers, *db, "--import", str(export)])
    assert done.exit_code == 0, done.output
    assert "2 ratings added" in done.output
    rated = tmp_path / "rated.jsonl"
    done = run(group, ["rate", "--export", str(rated), *db, answers])
    assert "1 rated answers" in done.output
    assert [row.rating for row in as_evaluated(rated)] == [3.0]
    for wrong, told in (
        ([*db, "--rater", "<b>"], "expected letters"),
        (["--db", str(tmp_path / "no.sqlite"), "--export", str(rated)], "is not there"),
        (["--db", str(tmp_path / "new.sqlite"), "--rubric", "no.toml"], "no.toml: cannot be read"),
    ):
        with pytest.raises(SystemExit, match="2"):
            main(["rate", answers, *wrong])
        assert told in capsys.readouterr().err
    empty = Store(tmp_path / "empty.sqlite", made(2))
    with empty.reading() as state, pytest.raises(InputError, match="no answer has stars"):
        write(str(rated), made(2), state)
    both = run(group, ["rate", answers, *db, "--export", "x.jsonl", "--then-export", "y.jsonl"])
    assert both.exit_code == 2
    assert "give one" in both.output
    for wrong, told in (("x.csv", r"expected .jsonl"), ("no/x.jsonl", "its folder is not there")):
        with pytest.raises(SystemExit, match="2"):  # before the page is served
            main(["rate", answers, *db, "--then-export", str(tmp_path / wrong)])
        assert told in capsys.readouterr().err


def test_rated_answers_come_in_as_they_went_out(tmp_path: Path) -> None:
    """What one machine exports another imports, with names, other words and what was not blind."""
    items = made(3)
    here, there = (Store(tmp_path / name, items) for name in ("a.sqlite", "b.sqlite"))
    rate(here, "anna", "a0", 4, message_type="binary", comment="zo", relatedness=5)
    rate(here, "bert", "a0", 5, blind=False)
    rate(here, "anna", "a2", 1)
    with here.reading() as state:
        write(str(tmp_path / "one.jsonl"), items, state)
    done = imports.add(str(tmp_path / "one.jsonl"), items, there, (1.0, 5.0))
    assert (done.tool, done.added, done.known, done.elsewhere) == ("truthscore", 3, 0, 0)
    again = imports.add(str(tmp_path / "one.jsonl"), items, there, (1.0, 5.0))
    assert (again.added, again.known) == (0, 3)
    with there.reading() as state:
        assert {id_: state.stars(id_) for id_ in ("a0", "a2")} == {
            "a0": {"anna": 4.0, "bert": 5.0}, "a2": {"anna": 1.0}
        }  # fmt: skip
        anna, bert = state.ratings["a0"]["anna"], state.ratings["a0"]["bert"]
        assert (anna.message_type, anna.comment, anna.relatedness) == ("binary", "zo", 5.0)
        assert (anna.blind, bert.blind) == (True, False)


def test_rated_answers_without_names_are_the_team_s_and_a_rater_s_line_is_theirs(
    tmp_path: Path,
) -> None:
    path = tmp_path / "rated.jsonl"
    lines = [{"id": "a0", "rating": 0.5}, {"id": "a1", "rating": 1, "rater": "carla"},
             {"id": "a2", "rating": None}]  # fmt: skip
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    items = made(3)
    store = Store(tmp_path / "r.sqlite", items)
    assert imports.add(str(path), items, store, (0.0, 1.0)).added == 2
    with store.reading() as state:
        assert [state.stars(f"a{n}") for n in range(3)] == [{"team": 3.0}, {"carla": 5.0}, {}]


def test_import_and_export_in_one_go(tmp_path: Path) -> None:
    answers = str(jsonl(tmp_path / "answers.jsonl", made(2)))
    export, mine = tmp_path / "export.json", tmp_path / "mine.jsonl"
    export.write_text(json.dumps(LABEL_STUDIO), encoding="utf-8")
    words = ["rate", answers, "--db", str(tmp_path / "r.sqlite"), "--import", str(export)]
    done = CliRunner().invoke(group, [*words, "--export", str(mine)])
    assert done.exit_code == 0, done.output
    assert [row.rating for row in as_evaluated(mine)] == [3.0]


def test_without_the_extra_it_says_how_to_install_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "fastapi", None)
    answers = str(jsonl(tmp_path / "answers.jsonl", made(1)))
    with pytest.raises(SystemExit, match="2"):
        main(["rate", answers, "--db", str(tmp_path / "r.sqlite")])
    assert "pip install '.[serve]'" in capsys.readouterr().err


def test_help_loads_no_server() -> None:
    code = (
        "import sys; from truthscore.cli import main\n"
        "try: main(['rate', '--help'])\n"
        "except SystemExit: pass\n"
        "heavy = {'fastapi', 'uvicorn', 'spacy', 'jinja2', 'numpy', 'sqlite3'} & set(sys.modules)\n"
        "sys.exit(f'loaded {heavy}' if heavy else 0)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


def test_a_rubric_that_lacks_something_says_what(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    shipped = rubric.SHIPPED.read_text(encoding="utf-8")
    path.write_text(shipped + "# mine\n", encoding="utf-8")
    assert rubric.load(path).digest != rubric.load().digest
    for text, told in (
        ("[fr]\n", r"found fr; expected \[en\] or \[nl\]"),
        (shipped.replace("cannot =", "can ="), r"\[en\] cannot: expected a text"),
        (shipped.replace("binary =", "other ="), r"\[en\.types\]: expected one text for each"),
        (shipped.replace("5 =", "6 ="), r"\[en\.truth\]: expected name, asks"),
        ("x = ", "not TOML"),
    ):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(ResourceError, match=told):
            rubric.load(path)
    with pytest.raises(ResourceError, match="cannot be read"):
        rubric.load(tmp_path / "nowhere.toml")


def test_the_words_are_the_same_in_both_languages() -> None:
    def keys(found: Any) -> Any:
        return {name: keys(each) for name, each in found.items()} if isinstance(found, dict) else 0

    assert keys(page.words(rubric.FOLDER, "en")) == keys(page.words(rubric.FOLDER, "nl"))
    texts = rubric.load().texts
    assert keys(texts["en"]) == keys(texts["nl"])
