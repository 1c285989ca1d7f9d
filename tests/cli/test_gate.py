"""`truthscore gate` on real answers: what counts, what fails, and what it refuses."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.cli.test_cli import call
from truthscore.evaluate.compare import Change, is_worse

PAGE = {
    "id": "bijlagen",
    "title": "Bijlagen",
    "text": "Bij een factuur kunt u maximaal 5 bijlagen meesturen, samen niet groter dan 10 MB.",
}
QUESTION = "Hoe groot mogen de bijlagen zijn?"
ROW = {"question": QUESTION, "context": [PAGE], "lang": "nl"}
GOOD = "Bij een factuur kunt u maximaal 5 bijlagen meesturen, samen niet groter dan 10 MB."
WRONG = "De bijlagen mogen samen niet groter zijn dan 25 MB."
Rows = Callable[..., str]


@pytest.fixture
def rows(tmp_path: Path) -> Rows:
    """Writes a file of answers: the keywords are ids and answers."""

    def write(name: str, **answers: str) -> str:
        lines = [{"id": id_, **ROW, "answer": answer} for id_, answer in answers.items()]
        path = tmp_path / name
        path.write_text("".join(json.dumps(each) + "\n\n" for each in lines), encoding="utf-8")
        return str(path)

    return write


def test_limits_hold_or_do_not(rows: Rows, capsys: pytest.CaptureFixture[str]) -> None:
    path = rows("answers.jsonl", good=GOOD, wrong=WRONG, same=GOOD, also=GOOD)
    code, out, _ = call(capsys, "gate", path)
    assert code == 1
    assert [line.split() for line in out.splitlines()[1:4]] == [
        ["held", "back", "0", "-"],
        ["untrue:", "below", "3", "stars,", "or", "contradicted", "1", "0", "FAILED"],
        ["sent,", "share", "75.0%", "-"],
    ]
    assert re.search(r"answers.jsonl:3: wrong: let a person look 2\.\d ★: Getal, datum of", out)
    for limits, wanted in (
        (("--max-untrue", "1"), 0),
        (("--max-untrue", "0"), 1),
        (("--max-held", "0"), 0),
        (("--min-sent", "0.75"), 0),
        (("--min-sent", "0.76"), 1),
        (("--min-sent", "0.75", "--max-untrue", "0"), 1),
    ):
        assert call(capsys, "gate", path, *limits)[0] == wanted, limits


def test_answers_and_their_scores_give_the_same_files(
    rows: Rows, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = rows("before.jsonl", one=GOOD, two=GOOD, gone=GOOD)
    after = rows("after.jsonl", two=WRONG, one=GOOD, new=GOOD)
    scores = []
    for path in (before, after):
        scores.append(path.replace(".jsonl", "-scored.jsonl"))
        assert call(capsys, "score", path, "-q", "-o", scores[-1])[0] == 0
    made: list[list[bytes]] = []
    for args in (
        (after, "--baseline", before),
        (after, "--baseline", scores[0]),
        (scores[1], "--baseline", before, "--answers", after),
        (scores[1], "--baseline", scores[0], "--answers", after),
    ):
        outputs = [str(tmp_path / name) for name in ("g.xml", "g.sarif", "g.md")]
        options = [each for path in outputs for each in ("-o", path)]
        code, out, _ = call(capsys, "gate", *args, *options)
        assert code == 1
        assert re.search(r"gone from the baseline +1 +0  FAILED", out)
        assert re.search(r"gone: send 4\.\d ★ → gone: the baseline has this row", out)
        assert "new, not compared: 1" in out
        assert re.search(r"two: send 4\.\d ★ → let a person look 2\.\d ★: Getal, datum", out)
        made.append([Path(path).read_bytes() for path in outputs])
    assert made[0] == made[1] == made[2] == made[3]
    root = ElementTree.fromstring(made[0][0])
    failed = {case.get("name") for case in root.iter("testcase") if len(case)}
    assert failed == {"two", "gone"}
    [run] = json.loads(made[0][1])["runs"]
    result, gone = run["results"]
    assert (result["ruleId"], result["level"]) == ("value.other", "error")
    assert (gone["ruleId"], gone["level"]) == ("gate.gone", "error")
    assert result["locations"][0]["physicalLocation"]["region"] == {"startLine": 1}
    assert "10 MB" in result["properties"]["passage"]
    assert "10 MB" in made[0][2].decode()
    # the other way round nothing got worse, and a row is gone
    back = ("gate", before, "--baseline", after, "--max-worse", "0")
    assert call(capsys, *back)[0] == 1
    assert call(capsys, *back, "--max-gone", "1")[0] == 0


def test_scores_of_other_answers_are_refused(
    rows: Rows, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also of scores that do not say what they are of."""
    path, scored = rows("answers.jsonl", one=GOOD, two=GOOD), str(tmp_path / "scored.jsonl")
    assert call(capsys, "score", path, "-q", "-o", scored)[0] == 0
    others = rows("others.jsonl", two=WRONG, one=GOOD)
    assert call(capsys, "gate", scored, "--answers", path)[0] == 0
    code, _, err = call(capsys, "gate", scored, "--answers", others)
    assert code == 2
    assert "other answers, questions or pages than those of" in err
    assert "'two'" in err
    assert "'one'" not in err
    lines = [json.loads(line) for line in Path(scored).read_text("utf-8").splitlines()]
    bare = tmp_path / "bare.jsonl"
    for line in lines:
        del line["judged"]
    bare.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    assert call(capsys, "gate", str(bare), "--answers", path)[0] == 2
    both = ("compare", scored, scored, "--answers", path)
    assert call(capsys, *both, path)[0] == 0
    assert "'two'" in call(capsys, *both, others)[2]
    assert "'two'" in call(capsys, "score", others, "--resume", "-q", "-o", scored)[2]


def test_words_of_a_build_are_in_one_language(
    rows: Rows, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """English, as its headings are; a reason quotes its answer, and is in the answer's."""
    path, made = Path(rows("answers.jsonl", nl=WRONG)), str(tmp_path / "g.md")
    page = {"id": "files", "title": "Files", "text": "Files may be at most 10 MB together."}
    english = {"id": "en", "question": "How large may the files be?", "context": [page],
               "answer": "Files may be at most 25 MB together.", "lang": "en"}  # fmt: skip
    with path.open("a", encoding="utf-8") as stream:
        stream.write(json.dumps(english) + "\n")
    code, out, _ = call(capsys, "gate", str(path), "-o", made)
    assert code == 1
    decided = r"(?:let a person look 2|hold back 1)\.\d ★"
    assert len(re.findall(f": (?:nl|en): {decided}", out)) == 2
    assert len(re.findall(decided, Path(made).read_text("utf-8"))) == 2
    assert "het antwoord zegt “25 MB”" in out


def test_scores_without_their_rows_tell_causes(
    rows: Rows, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, scored = rows("answers.jsonl", wrong=WRONG), str(tmp_path / "scored.jsonl")
    assert call(capsys, "score", path, "-q", "-o", scored)[0] == 0
    code, out, _ = call(capsys, "gate", scored, "-o", str(tmp_path / "g.sarif"))
    assert code == 1
    assert "“”" not in out
    assert "a number, date or amount is not right" in out
    [result] = json.loads((tmp_path / "g.sarif").read_text("utf-8"))["runs"][0]["results"]
    assert "the page has another number, date or amount for this" in result["message"]["text"]


@pytest.mark.parametrize(
    ("before", "after", "worse"),
    [
        (("send", 4.7), ("send", 4.2), True),
        (("send", 4.7), ("send", 4.21), False),
        (("send", 4.0), ("review", 3.9), True),
        (("review", 2.1), ("hold", 1.9), True),
        (("review", None), ("hold", None), True),
        (("send", 4.0), ("review", None), True),
        (("review", 3.0), ("review", None), False),
        (("hold", 1.9), ("send", 4.0), False),
        (("review", 3.9), ("send", 4.0), False),
    ],
)
def test_what_is_worse(
    before: tuple[str, float | None], after: tuple[str, float | None], worse: bool
) -> None:
    change = Change(
        id="a", before=before[1], after=after[1], decided_before=before[0],
        decided_after=after[0], message_type="", pages=(),
    )  # fmt: skip
    assert is_worse(change, least=0.5) is worse


@pytest.mark.parametrize(
    ("limits", "code"),
    [((), 1), (("--max-untrue", "1"), 1), (("--max-untrue", "1", "--max-worse", "1"), 0)],
)
def test_beside_a_baseline_none_may_be_worse_whatever_else_is_limited(
    limits: tuple[str, ...], code: int, rows: Rows, capsys: pytest.CaptureFixture[str]
) -> None:
    before, after = rows("before.jsonl", a=GOOD, b=GOOD), rows("after.jsonl", a=GOOD, b=WRONG)
    assert call(capsys, "gate", after, "--baseline", before, *limits)[0] == code


def test_the_line_of_a_row_in_other_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tmp_path / "answers.csv"
    with table.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(["vraag", "bot", "bron"])
        writer.writerow([QUESTION + "\nEcht?", GOOD, PAGE["text"]])
        writer.writerow([QUESTION, WRONG, PAGE["text"]])
    array = tmp_path / "answers.json"
    array.write_text(json.dumps([{**ROW, "answer": GOOD}, {**ROW, "answer": WRONG}]), "utf-8")
    for path, line, args in ((table, 4, ("--map", "answer=bot")), (array, 1, ())):
        output = tmp_path / "out"
        assert call(capsys, "gate", str(path), "-o", str(output), "-f", "sarif", *args)[0] == 1
        [result] = json.loads(output.read_text("utf-8"))["runs"][0]["results"]
        assert result["locations"][0]["physicalLocation"]["region"] == {"startLine": line}


def test_a_report_on_standard_output_is_alone_there(
    rows: Rows, capsys: pytest.CaptureFixture[str]
) -> None:
    path = rows("answers.jsonl", wrong=WRONG)
    code, out, err = call(capsys, "gate", path, "-o", "-", "-f", "junit")
    assert code == 1
    assert ElementTree.fromstring(out).get("failures") == "1"
    assert "FAILED" in err


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (("a.jsonl", "--max-worse", "0"), "give --baseline OTHER"),
        (("a.jsonl", "--max-gone", "0"), "give --baseline OTHER"),
        (("a.jsonl", "-o", "gate.txt"), "gate.txt: expected a name that ends in .xml, .sarif, .md"),
        (("a.jsonl", "-o", "a.jsonl", "-f", "junit"), "is an input itself"),
        (("a.jsonl", "-o", "no/such/gate.xml"), "cannot be written"),
        (("a.jsonl", "--answers", "a.jsonl"), "ANSWERS has them"),
        (("a.jsonl", "--min-sent", "2"), "0<=x<=1"),
        (("a.jsonl", "--max-held", "-1"), "x>=0"),
        (("a.jsonl", "--baseline", "other.jsonl"), "share no id"),
        (("a.jsonl", "--baseline", "scored-paper.jsonl"), "under 2 signatures"),
        (("scored-paper.jsonl", "--answers", "other.jsonl"), "has no row 'a'"),
        (("none.jsonl",), "cannot be read"),
        (("empty.jsonl",), "no rows"),
        (("bad.jsonl",), "bad.jsonl:1: field 'answer' is"),
        (("twice.jsonl",), "is also the id of line 1"),
        (("scored-twice.jsonl",), "scored-twice.jsonl:2: id 'a' stands twice"),
        (("scored-odd.jsonl",), "scored-odd.jsonl:1: is no line that `truthscore score` wrote"),
    ],
)
def test_what_is_refused(
    args: tuple[str, ...],
    told: str,
    rows: Rows,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    rows("a.jsonl", a=GOOD)
    rows("other.jsonl", b=GOOD)
    assert call(capsys, "score", "a.jsonl", "-p", "paper", "-qo", "scored-paper.jsonl")[0] == 0
    line = Path("scored-paper.jsonl").read_text("utf-8")
    Path("scored-twice.jsonl").write_text(line * 2, "utf-8")
    odd: dict[str, Any] = {**json.loads(line), "score": "high"}
    Path("scored-odd.jsonl").write_text(json.dumps(odd) + "\n", "utf-8")
    Path("empty.jsonl").touch()
    Path("bad.jsonl").write_text('{"answer": 5}\n', "utf-8")
    Path("twice.jsonl").write_text(Path("a.jsonl").read_text("utf-8") * 2, "utf-8")
    code, _, err = call(capsys, "gate", *args)
    assert code == 2
    assert told in err
    assert "Traceback" not in err


def test_long_and_empty_answers_are_counted(
    rows: Rows, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = rows("answers.jsonl", empty="", long="x " * 500_000, good=GOOD)
    output = tmp_path / "g.md"
    code, out, _ = call(capsys, "gate", path, "--min-sent", "0.5", "-o", str(output))
    assert code == 1
    assert "33.3%" in out
    assert output.stat().st_size < 5_000


def test_a_share_is_exact(rows: Rows, capsys: pytest.CaptureFixture[str]) -> None:
    """One of ten: 1 - 0.9 is less than 0.1 to a computer."""
    answers = {f"w{at}": WRONG for at in range(9)}
    path = rows("answers.jsonl", good=GOOD, **answers)
    assert call(capsys, "gate", path, "--min-sent", "0.1")[0] == 0
