"""A real Spark on this machine: `mapInPandas` over `score_frames` gives the same verdicts."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from truthscore import Example, TruthScorer, read_examples
from truthscore.cluster import FRAME_SCHEMA, score_frames
from truthscore.verdict_line import to_json

pytestmark = pytest.mark.skipif(shutil.which("java") is None, reason="needs Java")

ANSWERS = Path(__file__).parents[1] / "examples" / "answers.jsonl"
GIVEN = "id string, question string, answer string, context array<map<string,string>>"


@pytest.fixture
def spark(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    sql = pytest.importorskip("pyspark.sql", reason="needs pyspark")
    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    builder = sql.SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    session = builder.config("spark.driver.bindAddress", "127.0.0.1").getOrCreate()
    yield session
    session.stop()


def test_map_in_pandas_holds_the_same_verdicts(spark: Any) -> None:
    rows = [each for each in read_examples(str(ANSWERS)) if isinstance(each, Example)]
    given = spark.createDataFrame(
        [
            (
                row.id, row.question, row.answer,
                [{"id": p.id, "title": p.title, "text": p.text, "kind": p.kind}
                 for p in row.context],
            )
            for row in rows
        ],
        GIVEN,
    )  # fmt: skip
    scored = given.repartition(2).mapInPandas(score_frames, FRAME_SCHEMA).collect()
    # A frame's columns are those of `FRAME_COLUMNS` that it has.
    same = [Example(id=r.id, question=r.question, answer=r.answer, context=r.context) for r in rows]
    scores = TruthScorer.load("paper").score_many(same)
    alone = {row.id: to_json(each, row) for row, each in zip(same, scores, strict=True)}
    assert {row.id: row.verdict for row in scored} == alone
    assert {row.score for row in scored} > {1.0, 5.0}
