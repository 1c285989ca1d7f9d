"""The rated support answers are complete; the script runs, and lists a set's rows when asked."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from replication.support.run import FOLDER, GIVEN, main

FILES = sorted(FOLDER.glob("*.jsonl"))
FIELDS = {*GIVEN, "rating", "why"}


def test_the_readme_names_every_set() -> None:
    readme = (FOLDER / "README.md").read_text("utf-8")
    assert FILES
    for file in FILES:
        assert f"| `{file.stem}` |" in readme


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_rows_are_complete(file) -> None:
    rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    assert len({row["id"] for row in rows}) == len(rows) >= 48
    for row in rows:
        assert set(row) == FIELDS
        assert row["rating"] * 2 in range(2, 11)
        assert all(row[key] for key in FIELDS)
        assert all(
            document.get("text") or document["lines"][0] < document["lines"][1]
            for document in row["context"]
        )


def test_the_script_measures_a_set(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--rows", "en_1"])
    head, line, *listed = capsys.readouterr().out.splitlines()
    assert head.split() == ["set", "rows", "scored", "spearman", "true>=3", "lies<3"]
    assert line.split()[:2] == ["en_1", "48"]
    assert listed


def test_excerpts_are_the_lines_that_a_row_names(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [json.loads(line) for line in (FOLDER / "bc_1.jsonl").read_text("utf-8").splitlines()]
    named = {each["page"] for row in rows for each in row["context"] if "page" in each}
    text = "\n".join(f"Regel {number} van de pagina." for number in range(400))
    with gzip.open(tmp_path / "help_nl.jsonl.gz", "wt", encoding="utf-8") as stream:
        for name in sorted(named):
            stream.write(json.dumps({"id": name, "title": "Titel", "text": text}) + "\n")
    main(["--sets", "bc_1"])
    assert len(capsys.readouterr().out.splitlines()) == 1  # its pages are not ours
    main(["--sets", "bc_1", "--data", str(tmp_path)])
    assert capsys.readouterr().out.splitlines()[1].split()[:2] == ["bc_1", "60"]


def test_the_script_counts_what_each_feature_found(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--finders", "--sets", "en_1"])
    _, line, *found = [each.split() for each in capsys.readouterr().out.splitlines()]
    assert line[0] == "en_1"
    assert {each[0] for each in found} >= {"contradiction", "numbers"}
    assert all(each[1::2] == ["true", "untrue"] for each in found)
    counts = [int(count) for each in found for count in each[2::2]]
    assert max(counts) <= int(line[1])


def test_an_unknown_set_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--sets", "en_1,fr_1"])
    assert "no set 'fr_1'" in capsys.readouterr().err
