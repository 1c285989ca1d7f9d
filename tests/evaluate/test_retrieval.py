"""Measures of a search by hand, two runs paired, citations, and files that are refused."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from tests.cli.test_cli import call
from truthscore.evaluate.retrieval import measure, ranked, read_qrels, read_run

QRELS = {"q1": {"a": 2, "b": 1}, "q2": {"c": 1}, "q3": {"d": 2}}
RUN = {"q1": {"x": 3.0, "a": 2.0, "b": 1.0}, "q2": {"c": 1.0}, "q3": {"x": 1.0}}


def test_by_hand() -> None:
    found = {each.measure: each.mean for each in measure(QRELS, RUN).figures}
    assert found["RR"] == pytest.approx((1 / 2 + 1 + 0) / 3)
    assert found["R@3"] == pytest.approx((1 + 1 + 0) / 3)
    assert found["Success@3"] == pytest.approx(2 / 3)
    assert found["RR(rel=2)"] == pytest.approx((1 / 2 + 0 + 0) / 3)
    assert found["Success(rel=2)@3"] == pytest.approx(1 / 3)
    first = (2 / math.log2(3) + 1 / math.log2(4)) / (2 / math.log2(2) + 1 / math.log2(3))
    assert found["nDCG@3"] == pytest.approx((first + 1 + 0) / 3)


def test_of_equal_scores_the_first_id_comes_first() -> None:
    assert list(ranked({"b": 1.0, "c": 2.0, "a": 1.0})) == ["c", "a", "b"]
    found = {}
    for page in ("a", "z"):
        run = {"q": {"m": 1.0, page: 1.0}}
        found[page] = measure({"q": {page: 1}}, run).figures[0].mean
    assert found == {"a": 1.0, "z": 0.5}


@given(st.dictionaries(st.sampled_from("abcdefgh"), st.integers(0, 3), min_size=2))
def test_the_order_of_lines_says_nothing(scores: dict[str, int]) -> None:
    page = next(iter(scores))
    turned = dict(reversed(scores.items()))
    one, other = (measure({"q": {page: 1}}, {"q": each}) for each in (scores, turned))
    assert one == other


def test_two_runs_are_paired() -> None:
    qrels = {f"q{at}": {"a": 1} for at in range(20)}
    one = {f"q{at}": {"a": 1.0, "b": 2.0} for at in range(20)}
    other = {f"q{at}": {"a": 3.0 if at < 15 else 1.0, "b": 2.0} for at in range(20)}
    figure = measure(qrels, one, other).figures[0]
    assert (figure.mean, figure.other) == (0.5, 0.875)
    assert figure.relative == pytest.approx(0.75)
    by = [0.5] * 15 + [0.0] * 5
    assert figure.p_t == pytest.approx(stats.ttest_1samp(by, 0).pvalue)
    assert figure.p_signed_rank == pytest.approx(stats.wilcoxon(by).pvalue)
    assert figure.change_low is not None
    assert figure.change_low > 0.0
    same = measure(qrels, one, one).figures[0]
    assert (same.change, same.p_t, same.p_signed_rank) == (0.0, 1.0, 1.0)


def write(path: Path, text: str) -> str:
    path.write_text(text, "utf-8")
    return str(path)


def test_trec_and_json_are_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    trec = write(tmp_path / "run.txt", "".join(
        f"{query} Q0 {page} 1 {score} tag\n"
        for query, pages in RUN.items() for page, score in pages.items()))  # fmt: skip
    plain = write(tmp_path / "run.jsonl", "".join(
        json.dumps({"query": query, "id": page, "score": score}) + "\n"
        for query, pages in RUN.items() for page, score in pages.items()))  # fmt: skip
    qrels = write(tmp_path / "qrels.txt", "".join(
        f"{query} 0 {page} {grade}\n"
        for query, pages in QRELS.items() for page, grade in pages.items()))  # fmt: skip
    answers = write(tmp_path / "answers.jsonl", "".join(
        json.dumps({"query": query, "cited": cited}) + "\n"
        for query, cited in (("q1", ["a"]), ("q2", []), ("q3", ["x"]), ("q9", ["a"]))))  # fmt: skip
    outputs = [
        call(capsys, "evaluate-retrieval", run, qrels, "--answers", answers)
        for run in (trec, plain)
    ]
    assert outputs[0] == outputs[1]
    code, out, _ = outputs[0]
    assert code == 0
    assert 'Table 4 of Ask Me Anything calls it "recall"' in out
    assert "citation match: 33% (1 of 3; 1 without a judged page are left out)" in out
    assert "no answer: 25% (1 of 4)" in out
    code, out, _ = call(capsys, "evaluate-retrieval", plain, qrels, "--against", trec, "--json")
    assert json.loads(out)["figures"][0]["change"] == 0.0


def test_tables_and_other_names_of_columns(tmp_path: Path) -> None:
    as_run, as_qrels = {"q 1": {"my page.md": 2.5, "7": 1.0}}, {"q 1": {"my page.md": 1, "7": 0}}
    for name, text in (
        ("a.csv", "query,id,score\nq 1,my page.md,2.5\nq 1,7,1\n"),
        ("b.csv", "query_id;doc_id;score\nq 1;my page.md;2.5\nq 1;7;1\n"),
        ("c.tsv", "query-id\tcorpus-id\tscore\nq 1\tmy page.md\t2.5\nq 1\t7\t1\n"),
        ("d.txt", "q 1\tQ0\tmy page.md\t1\t2.5\tt\nq 1\tQ0\t7\t2\t1\tt\n"),
        ("e.json", '[{"qid": "q 1", "docno": "my page.md", "score": 2.5},'
                   ' {"qid": "q 1", "docno": 7.0, "score": 1}]'),
    ):  # fmt: skip
        assert read_run(write(tmp_path / name, text)) == as_run, name
    for name, text in (
        ("a.csv", "query,id,relevance\nq 1,my page.md,1\nq 1,7,0\n"),
        ("b.tsv", "q 1\t0\tmy page.md\t1\nq 1\t0\t7\t0\n"),
    ):
        assert read_qrels(write(tmp_path / name, text)) == as_qrels, name


def test_few_questions_and_no_page_of_grade_2_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = write(tmp_path / "run.txt", "q1 Q0 a 1 2 x\nq2 Q0 b 1 2 x\n")
    qrels = write(tmp_path / "qrels.txt", "q1 0 a 2\nq2 0 b 1\n")
    code, out, _ = call(capsys, "evaluate-retrieval", run, qrels)
    assert code == 0
    assert "too few for intervals and p: they are told from 10 on" in out
    assert "1 questions have no page of grade 2: (rel=2) is 0 for them" in out


def test_ranks_that_only_sometimes_contradict_scores_are_let_be(tmp_path: Path) -> None:
    run = "q1 Q0 a 1 2 x\nq1 Q0 b 2 1 x\nq2 Q0 a 1 1 x\nq2 Q0 b 2 2 x\nq3 Q0 a 1 1 x\n"
    assert read_run(write(tmp_path / "run.txt", run))["q2"] == {"a": 1.0, "b": 2.0}


GOOD_RUN, GOOD_QRELS = "q1 Q0 a 1 0.5 x\n", "q1 0 a 1\n"


@pytest.mark.parametrize(
    ("run", "qrels", "message"),
    [
        ("", GOOD_QRELS, "run.txt: no lines; expected"),
        (GOOD_RUN, "", "qrels.txt: no lines; expected"),
        (GOOD_RUN, "q1 0 a -1\n", "qrels.txt:1: grade is '-1'; expected a whole number from 0"),
        (GOOD_RUN, "q1 0 a 0\n", "'q1' has no page with a grade above 0"),
        (GOOD_RUN, "q1 0 a 99999999999\n", "(not relevant) to 1000"),
        ("q1 Q0 my page 1 0.5 x\n", GOOD_QRELS, "Where an id has spaces, put tabs between"),
        ("q1 Q0 a 1 nan x\n", GOOD_QRELS, "run.txt:1: score is 'nan'; expected a number"),
        ('{"query": "q1", "id": "a", "score": true}', GOOD_QRELS, "score is True; expected a"),
        ('{"query": ["q"], "id": "a", "score": 1}', GOOD_QRELS, "'query' is ['q']; expected a"),
        ("q1 Q0 a 1 0.1 x\nq1 Q0 b 2 0.9 x\n", GOOD_QRELS, "of a distance write its negative"),
        ("q1 Q0 a 1 0.5\n", GOOD_QRELS, "run.txt:1: found 5 words; expected 6"),
        ("q1 Q0 a 1 much x\n", GOOD_QRELS, "run.txt:1: score is 'much'; expected a number"),
        ('{"query": "q1", "id"', GOOD_QRELS, "run.txt:1:"),
        ('{"query": "q1", "score": 1}', GOOD_QRELS, "no 'id' (it has: query, score); expected"),
        (GOOD_RUN * 2, GOOD_QRELS, "run.txt:2: page 'a' stands twice under question 'q1'"),
        (GOOD_RUN, "q1 0 a 1\nq2 0 a 1\n", "the run has no line for 'q2'; if nothing was found"),
        (GOOD_RUN, "q9 0 a 1\n", "share no question: the run has 'q1', the qrels 'q9'"),
        (GOOD_RUN, "q1 0 b 1\n", "share no page: the run has 'a', the qrels 'b'"),
    ],
)
def test_files_that_are_refused(
    run: str, qrels: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = (write(tmp_path / "run.txt", run), write(tmp_path / "qrels.txt", qrels))
    code, out, err = call(capsys, "evaluate-retrieval", *paths)
    assert (code, out) == (2, "")
    assert message in err


def test_ids_that_are_no_pages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pages = write(tmp_path / "pages.jsonl", '{"id": "a", "text": "A page."}\n')
    run = write(tmp_path / "run.txt", GOOD_RUN)
    qrels = write(tmp_path / "qrels.txt", GOOD_QRELS + "q1 0 gone 1\n")
    args = ("evaluate-retrieval", run, qrels, "--pages", pages)
    code, _, err = call(capsys, *args)
    assert code == 2
    assert "1 ids of the qrels are no pages that there are: 'gone'; the pages are 'a'" in err
    write(tmp_path / "qrels.txt", GOOD_QRELS + "q2 0 a 1\n")
    code, out, _ = call(capsys, *args, "--missing-as-zero")
    assert code == 0
    assert "1 found nothing, and count as 0" in out
