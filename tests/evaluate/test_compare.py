"""Two versions of a chatbot: paired figures, what changed, and what may not be compared."""

from __future__ import annotations

import json
import re
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from tests.cli.test_cli import call
from truthscore import profile
from truthscore.errors import InputError
from truthscore.evaluate.compare import RESAMPLE_TO, Change, Side, compare, difference
from truthscore.evaluate.lines import Feature, Found, ScoredLine, as_verdict, by_id, pages_of
from truthscore.guard.judgement import judge
from truthscore.report import comparison_page
from truthscore.report.comparison_page import beside


def line(score: float, signature: str = "s") -> Side:
    return Side(score, "send" if score >= 4.0 else "review", "binary", ("p",), "nl", signature)


def changes(pairs: list[tuple[float, float]]) -> list[Change]:
    return [
        Change(id=str(at), before=one, after=other, decided_before="send", decided_after="send",
               message_type="", pages=())
        for at, (one, other) in enumerate(pairs)
    ]  # fmt: skip


def test_pairs_see_what_two_groups_do_not() -> None:
    """Rows differ by stars, each falls by a fifth: paired p < 0.05 < unpaired p."""
    pairs = [(1 + row % 5, 0.8 + row % 5 + 0.1 * (row % 2)) for row in range(40)]
    found = difference(changes(pairs))
    assert found.p is not None
    assert found.p_unpaired is not None
    assert found.p < 0.05 < found.p_unpaired
    assert found.low is not None
    assert found.high is not None
    assert found.low < found.mean < found.high < 0.0  # type: ignore[operator]
    theirs = stats.ttest_ind(*zip(*pairs, strict=True), equal_var=False)
    assert found.p_unpaired == pytest.approx(theirs.pvalue)


def test_many_pairs_are_students_t() -> None:
    pairs = [(3.0, 3.0 + (row % 7 - 2.8) / 10) for row in range(RESAMPLE_TO + 1)]
    found = difference(changes(pairs))
    theirs = stats.ttest_rel([b for _, b in pairs], [a for a, _ in pairs])
    assert found.p == pytest.approx(theirs.pvalue, rel=1e-9)
    ends = theirs.confidence_interval(0.95)
    assert (found.low, found.high) == pytest.approx((ends.low, ends.high))


def test_few_pairs_have_no_interval() -> None:
    found = difference(changes([(3.0, 2.0)] * 9))
    assert (found.n, found.mean, found.low, found.p) == (9, -1.0, None, None)


@given(st.lists(st.tuples(st.floats(1, 5), st.floats(1, 5)), min_size=10, max_size=30))
def test_the_interval_holds_the_mean_and_turns_round(pairs: list[tuple[float, float]]) -> None:
    found, turned = (difference(changes(each)) for each in (pairs, [(b, a) for a, b in pairs]))
    assert found.low is not None
    assert found.high is not None
    assert found.mean is not None
    assert found.low - 1e-9 <= found.mean <= found.high + 1e-9
    assert turned.mean == pytest.approx(-found.mean)
    assert 0.0 < (found.p or 0.0) <= 1.0


def test_what_is_sent_no_longer() -> None:
    before = {str(at): line(4.5) for at in range(12)}
    after = {str(at): line(3.0 if at < 6 else 4.5) for at in range(13)}
    found = compare(before, after)
    assert (found.rows, found.sent_before, found.sent_after) == (12, 12, 6)
    assert [each.id for each in found.lost] == list("012345")
    assert found.p_sent == pytest.approx(2 * 0.5**6)
    assert [each.id for each in found.fell] == list("012345")
    assert found.only_after == ("12",)
    assert found.by_page["p"].n == 12


def test_scores_of_two_settings_are_refused() -> None:
    with pytest.raises(InputError, match="the rows in nl were scored under 2 signatures"):
        compare({"a": line(4.0, "one")}, {"a": line(4.0, "other")})
    with pytest.raises(InputError, match="share no id"):
        compare({"a": line(4.0)}, {"b": line(4.0)})


def test_a_page_that_was_only_retrieved_is_not_the_one_an_answer_rests_on() -> None:
    told = ScoredLine(
        id="x",
        features={
            "numbers": Feature(evidence=(Found(role="supports", match=("rests", 0, 1)),) * 2),
            "hal": Feature(evidence=(Found(role="unsupported", match=("beside", 0, 1)),)),
            "contradiction": Feature(evidence=(Found(role="contradicts", match=("denies", 0, 1)),)),
        },
    )
    assert pages_of(told) == ("rests", "denies")


def written(path: Path, answers: dict[str, str]) -> str:
    page = "Een bijlage mag 10 MB zijn. Klik op **Verzenden**."
    rows = [
        {"id": name, "question": "Hoe groot mag een bijlage zijn?", "answer": text,
         "context": [{"id": "p", "title": "Bijlagen", "text": page}], "lang": "nl"}
        for name, text in answers.items()
    ]  # fmt: skip
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return str(path)


def test_answers_are_scored_and_what_fell_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad = "Een bijlage mag 10 MB zijn.", "Klik op de knop **Zenden** van 25 MB."
    one = written(tmp_path / "a.jsonl", dict.fromkeys(map(str, range(12)), good))
    two = written(tmp_path / "b.jsonl", {str(at): bad if at < 6 else good for at in range(12)})
    page = tmp_path / "page.html"
    args = ("compare", one, two, "-p", "grounded", "-o", str(page), "--fail-if-worse")
    code, out, _ = call(capsys, *args)
    assert code == 1
    assert "12 rows in both files, 12 with stars on both sides" in out
    assert "“Zenden” staat op geen pagina" in out
    assert "Hoe groot mag een bijlage zijn?" in page.read_text("utf-8")
    code, out, _ = call(capsys, "compare", two, one, "-p", "grounded", "--json", "--fail-if-worse")
    assert code == 0
    assert json.loads(out)["whole"]["mean"] > 1.0


def test_lines_that_are_no_scores_are_told(tmp_path: Path) -> None:
    path = tmp_path / "scored.jsonl"
    path.write_text('{"id": "a", "status": "scored", "score": "high"}\n', "utf-8")
    with pytest.raises(InputError, match=r"scored.jsonl:1: Expected `float \| null`, got `str`"):
        by_id(str(path), lambda each: each)
    path.write_text('{"id": "a", "status": "scored"}\n' * 2, "utf-8")
    with pytest.raises(InputError, match=r"scored.jsonl:2: id 'a' stands twice"):
        by_id(str(path), lambda each: each)


def test_rows_by_the_version_that_they_say() -> None:
    """Ten rows of version 1 that fall by a star, ten of two versions that stay."""

    def side(score: float, version: str) -> Side:
        return Side(score, "send", "binary", ("p",), "nl", "s", version)

    before = {f"a{n}": side(4.0, "1") for n in range(10)}
    before |= {f"b{n}": side(3.0, "1" if n % 2 else "") for n in range(20)}
    after = {f"a{n}": side(3.0, "1") for n in range(10)}
    after |= {f"b{n}": side(3.0, "2") for n in range(20)}
    found = compare(before, after)
    assert {name: (each.n, each.mean) for name, each in found.by_version.items()} == {
        "1": (10, -1.0), "1 → 2": (10, 0.0), "2": (10, 0.0)
    }  # fmt: skip
    assert next(iter(found.by_version)) == "1"  # the largest loss first
    only = compare(before, after, by=("version",))
    assert only.by_version == found.by_version
    assert (only.by_type, only.by_page) == ({}, {})
    same = {name: each for name, each in after.items() if each.version == "2"}
    assert compare(same, same).by_version == {}  # it is all rows again
    assert list(compare(same, same, by=("version",)).by_version) == ["2"]
    with pytest.raises(InputError, match=r"--by 'verison': .*did you mean 'version'"):
        compare(before, after, by=("verison",))


def test_the_version_of_answers_that_are_scored_now_is_read_from_their_rows(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    examples = Path(__file__).parents[2] / "examples"
    page = tmp_path / "page.html"
    code, out, _ = call(
        capsys, "compare", str(examples / "answers.jsonl"), str(examples / "answers_v2.jsonl"),
        "--by", "version", "--profile", "grounded", "-o", str(page),
    )  # fmt: skip
    assert code == 0
    assert re.search(r"by version .*\n  2 +\+0\.\d\d \[", out)
    assert "by message type" not in out
    text = page.read_text(encoding="utf-8")
    assert '<html lang="nl">' in text  # most answers are
    assert "Nu wel verstuurd" in text
    assert "Sent now" not in text


def test_pages_without_ids_have_a_name_only_with_their_texts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sources, sides = [], []
    for version, text in (("1", "Een bijlage mag 10 MB zijn."), ("2", "Hij mag 25 MB zijn.")):
        path = Path(
            written(tmp_path / f"{version}.jsonl", dict.fromkeys(map(str, range(10)), text))
        )
        rows = [json.loads(row) for row in path.read_text("utf-8").splitlines()]
        bare = [{**row, "context": f"Bijlagen\n{row['context'][0]['text']}"} for row in rows]
        path.write_text("".join(json.dumps(row) + "\n" for row in bare), "utf-8")
        sources.append(str(path))
        sides.append(str(tmp_path / f"scored-{version}.jsonl"))
        assert call(capsys, "score", str(path), "-o", sides[-1], "-p", "grounded", "-q")[0] == 0
    code, out, err = call(capsys, "compare", *sides, "--by", "page", "--json")
    assert code == 0
    assert json.loads(out)["by_page"] == {}
    assert err.count("pages came without an id, as 'doc1'") == 2
    code, out, err = call(
        capsys, "compare", *sides, "--by", "page", "--json", "--answers", *sources
    )
    assert code == 0
    assert [*json.loads(out)["by_page"]] == ["Bijlagen"]
    assert "doc1" not in err
    args = ("compare", *sources, "--by", "page", "--json", "-p", "grounded")
    assert [*json.loads(call(capsys, *args)[1])["by_page"]] == ["Bijlagen"]


def test_scores_keep_the_version_of_their_rows(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """So that two files that were scored long ago are split as two files of answers are."""
    sides = []
    for version, text in (("1", "Een bijlage mag 10 MB zijn."), ("2", "Hij mag 25 MB zijn.")):
        path = written(tmp_path / f"{version}.jsonl", dict.fromkeys(map(str, range(10)), text))
        rows = [json.loads(row) for row in Path(path).read_text("utf-8").splitlines()]
        Path(path).write_text("".join(json.dumps({**r, "version": version}) + "\n" for r in rows))
        sides.append(str(tmp_path / f"scored-{version}.jsonl"))
        code, _, _ = call(capsys, "score", path, "-o", sides[-1], "-p", "grounded", "-q")
        assert code == 0
    code, out, _ = call(capsys, "compare", *sides, "--by", "version", "--json")
    assert code == 0
    texts = ("--answers", str(tmp_path / "1.jsonl"), str(tmp_path / "2.jsonl"))
    page = tmp_path / "page.html"
    code, said, err = call(capsys, *("compare", *sides, *texts, "-o", str(page)))
    assert code == 0, err
    assert "Hoe groot mag een bijlage zijn?" in said
    assert "Een bijlage mag 10 MB zijn." in re.sub(r"<.*?>", "", page.read_text("utf-8"))
    code, _, err = call(capsys, "compare", texts[1], texts[2], *texts)
    assert code == 2
    assert "--answers gives scores their texts" in err
    [(name, found)] = json.loads(out)["by_version"].items()
    assert (name, found["n"]) == ("1 → 2", 10)
    assert found["mean"] < 0.0


@given(st.text(max_size=60), st.text(max_size=60))
def test_the_pieces_of_two_answers_are_the_answers(one: str, other: str) -> None:
    pieces = beside(one, other)
    assert tuple("".join(text for text, _ in each) for each in pieces) == (one, other)


def test_what_only_one_of_two_answers_has_is_marked() -> None:
    before, after = beside(
        "Kies maximaal 8 weken, en sla op.", "Kies maximaal 12 weken, en sla op."
    )
    assert [text for text, other in before if other] == ["8"]
    assert [text for text, other in after if other] == ["12"]
    assert beside("Ja.", "Dat staat nergens op de pagina") == (
        (("Ja.", False),), (("Dat staat nergens op de pagina", False),)
    )  # fmt: skip
    assert beside("", "Ja.") == ((), (("Ja.", False),))


@pytest.mark.parametrize(
    ("by", "said"),
    [(0.5, "Yes: the later"), (-0.5, "No: the later"), (0.0, "no larger than chance"),
     (None, "too few rows")],
)  # fmt: skip
def test_the_page_says_in_words_whether_the_answers_got_better(by: float | None, said: str) -> None:
    rows = range(12 if by is not None else 3)
    before = {str(at): line(2.0 + at % 3 * 0.5) for at in rows}
    after = {
        name: line((each.score or 0.0) + (by or (-1) ** int(name) * 0.2))
        for name, each in before.items()
    }
    page = comparison_page.render(compare(before, after), name="x", texts=({}, {}), reasons={})
    [headline] = re.findall(r"<h1>.*</h1>\n<p><b>(.*?)</b>", page)
    assert said in headline


def test_answers_and_scores_are_not_compared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answers, scores = tmp_path / "answers.jsonl", tmp_path / "scores.jsonl"
    answers.write_text('{"id": "a", "question": "Hoe?", "answer": "Zo."}\n')
    scores.write_text('{"id": "a", "status": "scored", "features": {}, "score": 3.0}\n')
    for pair in ((answers, scores), (scores, answers)):
        code, _, err = call(capsys, "compare", *map(str, pair))
        assert code == 2
        assert f"{answers} has answers and {scores} scores" in err


def test_what_is_only_a_hint_holds_no_line_back() -> None:
    """As in the guardrail: a step told without its warning is shown, and sent."""
    policy = profile.load("grounded").policy
    told = {"role": "missing", "label": "warning", "rule": "warning.left_out"}
    features = {"guide_fidelity": {"value": 1.0, "evidence": [told]}, "statements": {"value": 1.0}}
    line = msgspec.convert(
        {"id": "a", "status": "scored", "score": 4.8, "features": features}, ScoredLine
    )
    assert judge(as_verdict(line, policy.held_for), policy).action == "allow"
    told["rule"] = "label.nowhere"
    line = msgspec.convert(
        {"id": "a", "status": "scored", "score": 4.8, "features": features}, ScoredLine
    )
    assert judge(as_verdict(line, policy.held_for), policy).action == "review"
