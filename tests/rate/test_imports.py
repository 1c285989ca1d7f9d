"""Imports: what is malformed gives its row and the reason, and two people stay two people."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from truthscore.errors import InputError
from truthscore.rate import imports

STUDIO = {"data": {"id": "1"}, "annotations": [
    {"completed_by": 1, "result": [{"from_name": "truth", "value": {"rating": 4}}]},
]}  # fmt: skip


def annotated(*by: Any) -> list[Any]:
    result = [{"from_name": "truth", "value": {"rating": 4}}]
    found = [{"completed_by": who, "result": result} for who in by]
    return [{"data": {"id": "1"}, "annotations": found}]


MALFORMED: tuple[Any, ...] = (
    [], {}, [1], [None], [[]], ["x"], {"data": []}, {"data": [1]}, {"data": [None]},
    [STUDIO | {"annotations": 5}], [STUDIO | {"annotations": [5]}], [STUDIO | {"data": 5}],
    [STUDIO | {"data": {}}], [STUDIO, 5], [STUDIO | {"annotations": [{"result": [5]}]}],
    [STUDIO | {"annotations": [{"result": [{"from_name": "truth", "value": {"rating": [[]]}}]}]}],
    [{"id": 1, "responses": 5}], [{"id": 1, "responses": {"truth": 5}}],
    [{"id": 1, "responses": [5]}], [{"id": 1, "responses": [{"values": 5}]}],
    [{"id": 1, "responses": [{"values": [5]}]}], [{"id": [], "responses": []}],
    [{"id": 1, "truth.responses": [4], "truth.responses.users": 5}],
    [{"traceId": "1", "name": "truth", "value": 4}, 5],
    [{"traceId": [], "name": "truth", "value": 4}],
    [{"id": 1, "rating": 4, "meta": {"relatedness": 5}}], [{"id": 1, "ratings": 5}],
    [{"id": 1, "rating": 4, "meta": {"rated_at": "x"}}], [{"id": 1, "ratings": "x"}],
    [{"id": 1, "ratings": {"anna": 4}, "meta": {"not_blind": 5}}], [{"id": 1, "rating": 10**400}],
    [{"id": 1, "ratings": {"anna": [4]}}], [{"id": 1, "rating": {"stars": 4}}], [{"id": 1}],
)  # fmt: skip


@pytest.mark.parametrize("data", MALFORMED, ids=lambda each: json.dumps(each)[:40])
def test_a_malformed_file_is_told_with_its_row(data: Any, tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text(json.dumps(data), "utf-8")
    told = ""
    try:
        tool, found = imports.read(str(path))
        for each in found:  # what is read is looked at when it is added
            imports._data(each, tool, (1.0, 5.0))
    except InputError as error:
        told = str(error)
    assert told.startswith(str(path))
    assert "expected" in told or "is not on the scale" in told


@pytest.mark.parametrize(
    "by",
    [
        (None, None), ("", None), ("a/b", "a-b"), ("a/b", "a\\b"), ("x" * 70, "x" * 70 + "y"),
        ("анна", "ana"), ("!", "?"), ({"id": 1}, {"id": 2}), ("anna@", "anna"), ("unknown", None),
    ],
)  # fmt: skip
def test_two_people_stay_two_people(by: tuple[Any, Any], tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text(json.dumps(annotated(*by)), "utf-8")
    _, found = imports.read(str(path))
    assert len({each.rater for each in found}) == 2
    assert all(len(each.rater) <= 64 for each in found)
    assert [each.rater for each in found] == [each.rater for each in imports.read(str(path))[1]]


def test_anonymous_people_of_other_tools_stay_two(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    for data in (
        [{"id": 1, "responses": {"truth": [{"value": 4}, {"value": 2}]}}],
        [{"traceId": "1", "name": "truth", "value": each} for each in (4, 2)],
    ):
        path.write_text(json.dumps(data), "utf-8")
        _, found = imports.read(str(path))
        assert [(each.rater, each.values["truth"]) for each in found] == [
            ("unknown", 4), ("unknown-2", 2),
        ]  # fmt: skip


def test_a_decimal_comma_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text('id;rating\n1;"4,5"\n2;"4.500,0"\n', "utf-8")
    tool, found = imports.read(str(path))
    assert imports._data(found[0], tool, (1.0, 5.0))["truth"] == 4.5
    with pytest.raises(InputError, match="is not on the scale 1-5"):
        imports._data(found[1], tool, (1.0, 5.0))
