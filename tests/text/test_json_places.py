"""A JSON text's values with their places: what API answers look like, and what is none."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from truthscore.text.json_places import DEEPEST_JSON, places

TEXT = """{"holder": {"name": "A \\"B\\""}, "paid": true, "lines": [
  {"sku": "X-1", "price": 4.5}, {"sku": "X-2", "price": 6}], "tags": ["a", "b"], "open": []}"""


def test_each_value_has_its_path_and_its_place() -> None:
    found = [
        (each.path, TEXT[each.start : each.end], TEXT[each.value_start : each.end], each.rows)
        for each in places(TEXT)
    ]
    assert found == [
        (("holder", "name"), 'name": "A \\"B\\"', 'A \\"B\\"', None),
        (("paid",), 'paid": true', "true", None),
        (("lines",), "lines", "", 2),
        (("lines", 1, "sku"), 'sku": "X-1', "X-1", None),
        (("lines", 1, "price"), 'price": 4.5', "4.5", None),
        (("lines", 2, "sku"), 'sku": "X-2', "X-2", None),
        (("lines", 2, "price"), 'price": 6', "6", None),
        (("tags",), 'tags": ["a", "b"', '"a", "b"', 2),
        (("open",), "open", "", 0),
    ]


@pytest.mark.parametrize("text", ["", "[]", "[1]", "3", "{not json", '[{"a": 1}, {"a": 2}]'])
def test_what_is_no_object_has_none(text: str) -> None:
    assert places(text) == ()


def test_what_lies_too_deep_is_no_record() -> None:
    def nested(levels: int) -> str:
        return '{"a": ' * levels + "1" + "}" * levels

    assert places(nested(DEEPEST_JSON))
    assert places(nested(DEEPEST_JSON + 1)) == ()
    assert places(nested(100_000)) == ()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inside: (
        st.lists(inside, max_size=3) | st.dictionaries(st.text(max_size=5), inside, max_size=3)
    ),
    max_leaves=8,
)


@given(st.dictionaries(st.text(max_size=5), JSON, max_size=4), st.sampled_from([None, 2]))
def test_any_object_is_read_as_json_reads_it(made: dict[str, Any], indent: int | None) -> None:
    text = json.dumps(made, indent=indent)
    for each in places(text):
        assert 0 <= each.start <= each.value_start <= each.end <= len(text)
        said: Any = made
        for step in each.path:
            said = said[step - 1 if isinstance(step, int) else step]
        if each.rows is not None:
            assert len(said) == each.rows
        elif isinstance(said, str):
            assert json.loads(text[each.value_start - 1 : each.end + 1]) == said
        else:
            assert json.loads(text[each.value_start : each.end]) == said
