"""`truthscore evaluate` as a team meets it: files, options, the gate, the page, bad input."""

from __future__ import annotations

import csv
import json
import random
import re
import time
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.cli.test_cli import call
from truthscore.evaluate import tables
from truthscore.evaluate.documents import of_rated
from truthscore.evaluate.evaluation import Costs, evaluate
from truthscore.evaluate.rated import RatedRow
from truthscore.evaluate.selection import select

ROOT = Path(__file__).parents[2]
RATED = ROOT / "examples" / "rated.jsonl"
COSTS = Costs(untrue=20, lost=3)


def scored_line(number: int, score: float | None, **more: object) -> dict[str, object]:
    rests = {"role": "supports", "label": "x", "span": ["answer", 0, 2],
             "match": [f"page{number % 3}", 0, 1], "rule": None}  # fmt: skip
    features = {
        name: {"value": value, "raw": value, "note": None, "evidence": found}
        for name, value, found in (
            ("hal", 0.1 * (number % 10), [rests]), ("complex_answer", 0.5, [])
        )
    }  # fmt: skip
    return {
        "id": f"r{number}", "status": "scored" if score is not None else "not_scored",
        "reason": None if score is not None else "message_type", "lang": "nl",
        "message_type": "binary", "message_type_rule": None, "score": score, "base_score": score,
        "override": None, "features": features, "signature": "truthscore|lang:nl|v:0", **more,
    }  # fmt: skip


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    """A rated and a scored file of 40 rows that agree, but not fully."""
    rng = random.Random(5)
    rated, scored = tmp_path / "rated.jsonl", tmp_path / "scored.jsonl"
    rows = [(n, rng.randint(1, 5)) for n in range(40)]
    rated.write_text(
        "".join(json.dumps({"id": f"r{n}", "rating": r, "question": "Kan dit?", "answer": "Ja.",
                            "context": [{"id": f"page{n % 3}", "text": "x"}]}) + "\n"
                for n, r in rows)
    )  # fmt: skip
    scored.write_text(
        "".join(
            json.dumps(scored_line(n, min(5.0, max(1.0, r + rng.uniform(-1, 1))))) + "\n"
            for n, r in rows
        )
    )
    return rated, scored


def test_a_scored_file_is_joined_with_its_ratings(
    files: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rated, scored = files
    output = tmp_path / "out"
    code, out, _ = call(
        capsys, "evaluate", str(rated), "--scored", str(scored), "-o", str(output), "--features",
        "--documents", "--inquiries", "112000",
    )  # fmt: skip
    assert code == 0
    assert "40 rated answers, 40 scored" in out
    assert "hours saved" in out
    metrics = json.loads((output / "metrics.json").read_text())
    assert metrics["score"]["n"] == 40
    assert metrics["score"]["spearman"] > 0.7
    assert metrics["score"]["low"] < metrics["score"]["spearman"] < metrics["score"]["high"]
    with (output / "deviation_by_star.csv").open() as stream:
        assert sum(int(row["n"]) for row in csv.DictReader(stream)) == 40
    assert {path.name for path in output.iterdir()} >= {
        "metrics.json", "report.html", "correlation.csv", "operating_curve.csv", "features.csv",
        "documents.csv", "disagreements.csv", "calibration.csv",
    }  # fmt: skip


def test_no_cell_of_the_tables_is_a_formula(tmp_path: Path) -> None:
    bomb = '=HYPERLINK("http://evil.example","klik")'
    worst = RatedRow(id="-a", rating=5.0, status="scored", score=1.0, features={}, question=bomb,
                     answer=bomb, documents=((bomb, "@x"),), pages=(bomb,))  # fmt: skip
    tables.write(evaluate([worst] * 3, costs=COSTS, document_feedback=True), tmp_path)
    names = []
    for path in tmp_path.glob("*.csv"):
        names.append(path.stem)
        for line in csv.reader(path.open(encoding="utf-8")):
            assert not [cell for cell in line if cell.startswith(("=", "@", "+"))], path
            assert all(float(cell) < 0 for cell in line if cell.startswith("-")), path
    assert {"disagreements", "documents"} <= set(names)


def test_the_same_seed_gives_the_same_files(
    files: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = []
    for name in ("one", "two"):
        folder = tmp_path / name
        call(capsys, "evaluate", str(files[0]), "--scored", str(files[1]), "-o", str(folder),
             "--seed", "0")  # fmt: skip
        made.append({path.name: path.read_bytes() for path in sorted(folder.iterdir())})
    assert made[0] == made[1]


class Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.links += [v for k, v in attrs if k in ("src", "href") and v and not v.startswith("#")]


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", ("Scores per rated star (n=40)", "What a threshold does (n=40)",
                "Calibration: what a score means (n=40)", "Agreement with people",
                "threshold, stars", "Which features earn their place")),
        ("nl", ("Scores per gegeven ster (n=40)", "Wat een grens doet (n=40)",
                "IJking: wat een score betekent (n=40)", "Overeenstemming met mensen",
                "grens, sterren", "Welke kenmerken hun plaats verdienen")),
    ],
)  # fmt: skip
def test_the_page_needs_no_network_and_no_script_and_its_plots_have_titles_and_n(
    files: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str], lang: str,
    said: tuple[str, ...],
) -> None:  # fmt: skip
    call(capsys, "evaluate", str(files[0]), "--scored", str(files[1]), "-o", str(tmp_path / "o"),
         "--features", "--report-lang", lang)  # fmt: skip
    text = (tmp_path / "o" / "report.html").read_text()
    page = Page()
    page.feed(text)
    assert page.tags.count("svg") == 5
    assert "script" not in page.tags
    assert page.links == []
    assert 'name="viewport"' in text
    assert f'<html lang="{lang}">' in text
    assert all(each in text for each in said)


def test_text_of_customers_cannot_break_the_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rated, scored = tmp_path / "r.jsonl", tmp_path / "s.jsonl"
    evil = "<script>alert(1)</script><img src=x onerror=alert(1)>"
    rows = [
        {"id": f"r{n}", "rating": 1 + n % 5, "question": evil, "answer": evil} for n in range(12)
    ]
    rated.write_text("".join(json.dumps(row) + "\n" for row in rows))
    scored.write_text(
        "".join(json.dumps(scored_line(n, 1 + (n * 7 % 5))) + "\n" for n in range(12))
    )
    call(capsys, "evaluate", str(rated), "--scored", str(scored), "-o", str(tmp_path / "o"))
    page = Page()
    page.feed((tmp_path / "o" / "report.html").read_text())
    assert "script" not in page.tags
    assert "img" not in page.tags


def test_a_thousand_scored_rows_take_under_five_seconds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rng = random.Random(1)
    rated, scored = tmp_path / "r.jsonl", tmp_path / "s.jsonl"
    rated.write_text(
        "".join(
            json.dumps({"id": f"r{n}", "rating": rng.randint(1, 5)}) + "\n" for n in range(1000)
        )
    )
    scored.write_text(
        "".join(json.dumps(scored_line(n, rng.uniform(1, 5))) + "\n" for n in range(1000))
    )
    start = time.process_time()
    code, out, _ = call(
        capsys, "evaluate", str(rated), "--scored", str(scored), "-o", str(tmp_path / "o")
    )
    assert code == 0
    assert "1000 rated answers" in out
    assert time.process_time() - start < 5


def test_constant_ratings_are_said_and_give_no_nan(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rated, scored = tmp_path / "r.jsonl", tmp_path / "s.jsonl"
    rated.write_text("".join(json.dumps({"id": f"r{n}", "rating": 5}) + "\n" for n in range(12)))
    scored.write_text("".join(json.dumps(scored_line(n, 1 + n % 4)) + "\n" for n in range(12)))
    code, out, _ = call(
        capsys, "evaluate", str(rated), "--scored", str(scored), "-o", str(tmp_path / "o")
    )
    assert code == 0
    assert "undefined: all ratings are the same" in out
    assert "nan" not in out.lower()
    assert "NaN" not in (tmp_path / "o" / "metrics.json").read_text()


def write(path: Path, *rows: object) -> str:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return str(path)


def test_people_may_have_rated_a_sample_of_what_was_scored(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one = write(tmp_path / "r.jsonl", {"id": "r0", "rating": 3})
    two = write(tmp_path / "s.jsonl", scored_line(0, 2.0), scored_line(1, 2.0))
    code, out, err = call(capsys, "evaluate", one, "--scored", two)
    assert code == 0
    assert "1 rated answers, 1 scored" in out
    assert "1 of its 2 rows have no ratings and are left out" in err


def test_a_line_for_each_rater_is_one_answer_of_which_the_mean_counts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rng = random.Random(3)
    stars = [(n, rng.randint(1, 5), rng.choice([0, 0, 1, -1])) for n in range(30)]
    lines, several = [], []
    for n, given, off in stars:
        other = min(5, max(1, given + off))
        lines += [{"id": f"r{n}", "rater": "anna", "rating": given},
                  {"id": f"r{n}", "rater": "bert", "rating": other}]  # fmt: skip
        several.append({"id": f"r{n}", "ratings": {"anna": given, "bert": other}})
    scored = write(tmp_path / "s.jsonl", *(scored_line(n, float(g)) for n, g, _ in stars))
    rng.shuffle(lines)
    told = []
    for name, rows in (("lines", lines), ("several", several)):
        one, folder = write(tmp_path / f"{name}.jsonl", *rows), tmp_path / name
        code, out, _ = call(capsys, "evaluate", one, "--scored", scored, "-o", str(folder))
        assert code == 0
        told.append(json.loads((folder / "metrics.json").read_text(encoding="utf-8")))
    assert told[0]["score"]["spearman"] == told[1]["score"]["spearman"] != 1.0
    found = told[0]["reliability"]
    again = told[1]["reliability"]["alpha"]
    assert found["alpha"]["value"] == again["value"]
    assert found["alpha"]["n"] == again["n"] == 30
    assert found["alpha"]["low"] < found["alpha"]["value"] < found["alpha"]["high"]
    assert "30 rated answers, 30 scored" in out
    assert re.search(r"ordinal alpha\): 0\.\d\d \[0\.\d\d, 0\.\d\d\]", out)
    assert re.search(r"^noise ceiling: one annotator .* Spearman 0\.\d\d \[", out, re.MULTILINE)
    page = (tmp_path / "lines" / "report.html").read_text(encoding="utf-8")
    assert "Krippendorff" in page
    assert "Wat mensen zelf halen (het ruisplafond): één beoordelaar" in page
    table = (tmp_path / "lines" / "reliability.csv").read_text(encoding="utf-8")
    assert "anna, bert,ordinal alpha" in table.replace('"', "")


@pytest.mark.parametrize(
    ("second", "told"),
    [
        ({"id": "r0", "rater": "anna", "rating": 2}, r":2: rater 'anna' stands twice"),
        ({"id": "r0", "rater": "bert", "rating": 2, "answer": "Nee."}, r":2: id 'r0' has another"),
    ],
)
def test_lines_of_raters_that_cannot_be_one_answer(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], second: object, told: str
) -> None:
    first = {"id": "r0", "rater": "anna", "rating": 4, "answer": "Ja."}
    one = write(tmp_path / "r.jsonl", first, second)
    two = write(tmp_path / "s.jsonl", scored_line(0, 2.0))
    code, _, err = call(capsys, "evaluate", one, "--scored", two)
    assert code == 2
    assert re.search(told, err)


@pytest.mark.parametrize(
    ("rated", "scored", "options", "message"),
    [
        ([{"id": "r0", "rating": 0.8}], [scored_line(0, 2.0)], [],
         r"r\.jsonl:1: rating 0.8 is not on the scale 1-5.*--scale 0-1"),
        ([{"id": "r0", "rating": "hoog"}], [scored_line(0, 2.0)], [], "rating 'hoog' is not on"),
        ([{"id": "r0"}], [scored_line(0, 2.0)], [], "none of the 1 rows has a rating"),
        ([{"id": "r9", "rating": 3}], [scored_line(0, 2.0)], [], r"r\.jsonl:1: id 'r9' is not in"),
        ([{"id": "r0", "rating": 3}], [{"id": "r0", "score": 3}], [],
         "expected the output of `truthscore score`"),
        ([{"id": "r0", "rating": 3}], [scored_line(0, 2.0)], ["--by", "langs"],
         "--by 'langs'.*did you mean 'lang'"),
        ([{"id": "r0", "rating": 3}], [scored_line(0, 2.0)], ["--scale", "5"],
         "scale '5': expected LOW-HIGH"),
        ([{"id": "r0", "rating": 3}], [scored_line(0, 2.0)], ["--update-gate"],
         "--update-gate needs --gate"),
    ],
)  # fmt: skip
def test_bad_input_is_one_clear_message(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], rated: list[object], scored: list[object],
    options: list[str], message: str,
) -> None:  # fmt: skip
    one, two = write(tmp_path / "r.jsonl", *rated), write(tmp_path / "s.jsonl", *scored)
    code, _, err = call(capsys, "evaluate", one, "--scored", two, *options)
    assert code == 2
    assert re.search(message, err, re.DOTALL), err


def test_a_scale_from_0_to_1_is_mapped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [{"id": f"r{n}", "stars": n / 11} for n in range(12)]
    scored = write(tmp_path / "s.jsonl", *(scored_line(n, 1 + n / 3) for n in range(12)))
    code, out, _ = call(
        capsys, "evaluate", write(tmp_path / "r.jsonl", *rows), "--scored", scored, "--scale", "0-1"
    )
    assert code == 0
    assert re.search(r"score +12 +1\.00", out)


def test_fewer_than_ten_rows_print_n_and_refuse_p(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rated = write(tmp_path / "r.jsonl", *({"id": f"r{n}", "rating": 1 + n % 5} for n in range(6)))
    scored = write(tmp_path / "s.jsonl", *(scored_line(n, 1.0 + n % 4) for n in range(6)))
    _, out, _ = call(capsys, "evaluate", rated, "--scored", scored)
    assert "only 6 rated rows: no p-value and no interval below 10" in out


def test_the_gate_holds_floors_and_refuses_other_data(
    files: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rated, scored = map(str, files)
    gate = str(tmp_path / "floors.json")
    base = ("evaluate", rated, "--scored", scored, "--gate", gate)
    assert call(capsys, *base)[0] == 2  # there is no gate yet
    assert call(capsys, *base, "--update-gate")[0] == 0
    assert call(capsys, *base)[0] == 0
    pinned = json.loads(Path(gate).read_text())
    pinned["floors"]["spearman"] = 0.999
    Path(gate).write_text(json.dumps(pinned))
    code, _, err = call(capsys, *base)
    assert code == 1
    assert "gate: spearman is" in err
    code, _, err = call(capsys, *base, "--update-gate")
    assert code == 2
    assert "would lower spearman 0.999" in err
    assert call(capsys, *base, "--update-gate", "--allow-regression")[0] == 0
    Path(rated).write_text(Path(rated).read_text().replace('"Ja."', '"Nee."'))
    code, _, err = call(capsys, *base)
    assert code == 2
    assert "set on other data" in err


def test_the_example_ratings_are_evaluated_from_scratch(
    capsys: pytest.CaptureFixture[str],
) -> None:
    args = ("--profile", "paper", "--score-types", "all", "--documents")
    code, out, _ = call(capsys, "evaluate", str(RATED), *args)
    assert code == 0
    assert "79 rated answers, 79 scored" in out
    assert "pages that low answers rest on" in out


def test_annotators_of_random_parts_agree_on_types_and_on_who_is_scored(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """§4.4.1: three developers, each with a random part; kappa and the share of equal labels."""
    labels = [
        {"an": "binary", "bo": "instruction"},
        {"an": "binary", "bo": "binary"},
        {"an": "error"},
        {"an": "error", "bo": "error", "cy": "error", "di": "general"},
    ]
    rows = [
        {"id": f"r{number}", "rating": 3, "message_types": each}
        for number, each in enumerate(labels)
    ]
    rated = write(tmp_path / "r.jsonl", *rows)
    scored = write(tmp_path / "s.jsonl", *(scored_line(number, 3.0) for number in range(4)))
    code, out, _ = call(capsys, "evaluate", rated, "--scored", scored)
    assert code == 0
    # an and bo: 2 of 3 equal, 1/3 by chance: 0.5; each of three with di: 0 of 1; 4 of 8 equal
    told = "4 annotators agree ({}, kappa): {} over 6 pairs that share rows, {} of labels the same"
    assert told.format("message types", "0.25", "50%") + ", n = 3" in out
    assert told.format("binary or instruction", "1.00", "100%") + ", n = 3" in out


def row(id_: str, rating: float, score: float, **more: object) -> RatedRow:
    fields: dict[str, object] = {
        "id": id_, "rating": rating, "score": score, "base_score": score, "status": "scored",
        "features": {},
    }  # fmt: skip
    return RatedRow(**{**fields, **more})  # type: ignore[arg-type]


def test_document_feedback_by_hand() -> None:
    page, other = ("verlof", "Verlof aanvragen"), ("uren", "Uren")
    found = of_rated(
        [
            row("a", 1, 1.0, documents=(page,), pages=("verlof",), missing=("Knop", "Knop")),
            row("b", 5, 4.0, documents=(page, other), pages=("verlof",), missing=("Knop",)),
            row("c", 5, 5.0, documents=(other, page), pages=("uren",)),
            row("d", 3, 3.0, reason="no_context", question="Hoe laat?"),
        ]
    )
    first, second = found.documents
    assert (first.id, first.answers, first.low, first.mean_score) == ("verlof", 2, 1, 2.5)
    assert (first.title, first.invented, first.worst) == (
        "Verlof aanvragen",
        (("Knop", 2),),
        ("a",),
    )
    # none of the one other answer is low, so one is one more than usual; 1 in 2 + 20 of the usual
    assert (first.usual, first.extra, first.share, first.enough) == (0.0, 1.0, 1 / 22, False)
    assert (second.id, second.low) == ("uren", 0)
    assert found.without_document == (("d", "Hoe laat?"),)


def test_feature_selection_by_hand() -> None:
    # "good" rises with the rating, "noise" does not; "rare" is 0 for three 1-star answers only.
    rows = [
        row(f"{n}", 1 + n % 5, 3.0, features={
            "good": (n % 5) / 4, "noise": (n * 7 % 11) / 11,
            "rare": (0.0 if n % 5 == 0 else 1.0) if n < 15 else None,
        })
        for n in range(40)
    ]  # fmt: skip
    found = {each.name: each for each in select(rows)}
    assert found["good"].spearman == pytest.approx(1.0)
    assert found["good"].keep
    assert not found["noise"].keep
    assert found["rare"].n == 15
    assert found["rare"].separates
    assert found["good"].raw == "correlation"
    assert (found["good"].change or 0) > 0.2  # leaving it out costs the sum
    # what is not selected is in no sum
    assert (found["noise"].raw, found["noise"].without, found["noise"].change) == (None, None, None)


def test_a_feature_that_tells_answers_apart_needs_literature_or_a_heuristic() -> None:
    """§5.2: literature *and* separation; else it does exactly what a heuristic says."""
    # six answers are too few for a p-value; the lowest values have 1.33 stars less
    apart, same = (0.0, 0.0, 0.0, 1.0, 1.0, 1.0), (0.5,) * 6

    def selected(name: str, values: tuple[float, ...]) -> str | None:
        rows = [
            row(f"{n}", stars, 3.0, features={name: value})
            for n, (value, stars) in enumerate(zip(values, (1, 1, 5, 4, 4, 3), strict=True))
        ]
        [found] = select(rows)
        assert found.separates is (values is apart)
        return found.raw

    assert (selected("own_idea", apart), selected("own_idea", same)) == (None, None)
    assert selected("prompt_overlap", apart) == "literature"
    assert selected("prompt_overlap", same) is None
    assert selected("components_defined", same) == "heuristic"


def test_ablation_decides_last() -> None:
    # Each alone goes with the stars; "twice" is "good" with noise, and the sum is better without.
    rows = [
        row(f"{n}", 1 + n % 5, 3.0, features={
            "good": (n % 5) / 4, "twice": min(1.0, max(0.0, (n % 5) / 4 + (n * 7 % 11 - 5) / 10)),
        })
        for n in range(55)
    ]  # fmt: skip
    found = {each.name: each for each in select(rows)}
    assert found["good"].raw == found["twice"].raw == "correlation"
    assert found["good"].keep
    assert not found["twice"].keep
    assert (found["twice"].change or 0) < 0


def test_disagreements_come_worst_first() -> None:
    rows = [row(str(n), 1 + n % 5, 5.0 if n % 5 == 0 else 1.0 + n % 5) for n in range(20)]
    found = evaluate(rows, costs=COSTS)
    gaps = [abs((each.score or 0) - (each.rating or 0)) for each in found.disagreements]
    assert gaps == sorted(gaps, reverse=True)
    assert gaps[0] == 4.0


@pytest.mark.parametrize("where", ["row", "meta"])
def test_other_ratings_stand_in_the_same_table(
    where: str, files: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    rated, scored = files
    rows = [json.loads(line) for line in rated.read_text().splitlines()]
    for row in rows:
        more = {"relatedness": {"an": row["rating"], "bo": row["rating"]}, "completeness": None}
        row.update(more if where == "row" else {"meta": more})
    rated.write_text("".join(json.dumps(row) + "\n" for row in rows))
    code, out, _ = call(capsys, "evaluate", str(rated), "--scored", str(scored))
    assert code == 0
    lines = {line[:26].strip(): line[26:] for line in out.splitlines()}
    assert lines["score, relatedness"] == lines["score"]  # people gave both the same stars
    assert "score, completeness" not in lines


def test_another_rating_off_the_scale_is_told(
    files: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    rated, scored = files
    rows = [json.loads(line) for line in rated.read_text().splitlines()]
    rows[0]["completeness"] = 9
    rated.write_text("".join(json.dumps(row) + "\n" for row in rows))
    code, _, said = call(capsys, "evaluate", str(rated), "--scored", str(scored))
    assert code == 2
    assert "completeness: rating 9 is not on the scale 1-5" in said
