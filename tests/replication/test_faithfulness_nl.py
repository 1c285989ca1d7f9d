"""The public set is what its datasheet says."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from replication.benchmark.baselines import word_share
from replication.faithfulness.material import answers_of, edited
from replication.faithfulness_nl import baselines
from replication.faithfulness_nl.split import FOLDER, LANGUAGES, PARTS, items, part_of, write

COUNTS = {("nl", "train"): 729, ("nl", "test"): 113, ("en", "train"): 508, ("en", "test"): 98}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("part", PARTS)
def test_each_item_is_whole_and_on_its_side(lang: str, part: str) -> None:
    found = items(lang, part)
    assert len(found) == COUNTS[lang, part]
    for item in found:
        assert (item["lang"], part_of(item["domain"])) == (lang, part)
        assert len(item["true"]) == len(item["lies"]) == 2
        (page,) = item["context"]
        for lie in item["lies"]:
            assert lie["untrue"] in lie["text"], item["id"]
            for old in lie["edit"]["old"]:
                assert page["text"].count(old) == 1, item["id"]
            for true, broken in zip(item["true"], lie["edit"]["breaks"], strict=True):
                assert broken is None or broken in true, item["id"]


def test_an_edit_changes_its_page() -> None:
    item = items("nl", "test")[0]
    lie = item["lies"][0]
    turned = edited(item["context"], item["page"], lie["edit"])
    assert turned[0]["text"] != item["context"][0]["text"]
    assert all(new in turned[0]["text"] for new in lie["edit"]["new"])


def test_writing_gives_the_same_bytes(tmp_path: Path) -> None:
    published = [each for part in PARTS for each in items("nl", part)]
    raw = [{**each, "vendor": each["domain"]} for each in published]
    write(raw, tmp_path)
    for part in PARTS:
        name = f"nl_{part}.jsonl.gz"
        assert gzip.decompress((tmp_path / name).read_bytes()) == gzip.decompress(
            (FOLDER / name).read_bytes()
        )


def test_the_table_s_first_row_is_what_the_code_gives() -> None:
    answers = answers_of(items("nl", "test"), "faithfulness_nl")
    scores = baselines.of_baseline(word_share)(answers)
    given = [at for at, each in enumerate(answers) if each.beside == "as given"]
    value = baselines.told_apart([answers[at] for at in given], [scores[at] for at in given])
    assert value == pytest.approx(0.339, abs=5e-4)
    assert baselines.above(answers, scores, pages=False) == pytest.approx(0.377, abs=5e-4)
