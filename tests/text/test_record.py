"""A customer's record: how it is read, refused, rendered, and recognised on a page."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from truthscore.errors import InputError
from truthscore.example import documents
from truthscore.text.record import read, render, words_of
from truthscore.text.record_lines import lines

DESCRIBED = {
    "open_amount": {
        "value": 184.5, "unit": "EUR", "labels": {"nl": ["openstaand bedrag"],
                                                   "en": ["left to pay"]},
    },
    "paid": False,
    "due": datetime.date(2026, 11, 30),
    "note": {"value": "a secret", "hidden": True},
    "refund": None,
    "owner": {"name": "Noor\nVisser"},
}  # fmt: skip


def test_a_record_is_a_line_a_field_and_hidden_ones_are_gone() -> None:
    assert render(read(DESCRIBED, "here")) == (
        "• open amount · openstaand bedrag · left to pay: 184.5 EUR\n"
        "• paid: false\n"
        "• due: 2026-11-30\n"
        "• refund: null\n"
        "• name (owner): Noor Visser"
    )


def test_what_is_rendered_is_read_back_with_its_places() -> None:
    text = render(read(DESCRIBED, "here"))
    found = lines(text)
    assert [text[each.value_start : each.end] for each in found] == [
        "184.5 EUR", "false", "2026-11-30", "null", "Noor Visser",
    ]  # fmt: skip
    assert found[0].labels == ("open amount", "openstaand bedrag", "left to pay")
    assert text[found[0].start : found[0].end].startswith("open amount")


def test_lists_are_told_by_their_number_and_their_rows() -> None:
    fields = {
        "loans": [{"title": "Emma", "fine": {"value": 2, "unit": "EUR"}}, {"title": "Dune (2)"}],
        "tags": ["a", "b"],
        "holds": [],
    }
    text = render(read(fields, "here"))
    assert text == (
        "• loans: 2 ×\n"
        "• title (loans 1): Emma\n"
        "• fine (loans 1): 2 EUR\n"
        "• title (loans 2): Dune (2)\n"
        "• tags: 2 × a, b\n"
        "• holds: null"
    )
    found = lines(text)
    assert [(e.labels, e.owner, e.row, e.rows, text[e.value_start : e.end]) for e in found] == [
        (("loans",), "", "", 2, ""),
        (("title",), "loans", "1", None, "Emma"),
        (("fine",), "loans", "1", None, "2 EUR"),
        (("title",), "loans", "2", None, "Dune (2)"),
        (("tags",), "", "", 2, "a, b"),
        (("holds",), "", "", None, "null"),
    ]  # fmt: skip


def test_what_is_round_all_fields_says_nothing_of_one() -> None:
    inner = {"total": 12, "shipping": {"city": "Zwolle"}}
    wrapped = render(read({"data": {"order": inner}}, "here"))
    assert wrapped == render(read(inner, "here")) == "• total: 12\n• city (shipping): Zwolle"
    [total, city] = lines('{"data": {"total": 12, "shipping": {"city": "Zwolle"}}}')
    assert (total.owner, city.owner) == ("", "shipping")


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"a": float("nan")}, "'a' is nan"),
        ({"a": {"value": float("inf")}}, "'a' is inf"),
        ({"a": {"b": {"c": {"d": {"e": {"f": 1}}}}}}, "'a.b.c.d.e' holds an object"),
        ({"a": [{"b": 1}, 2]}, "'a.2' is of type int"),
        ({"a": {"b": {"c": {"d": {"e": [{"f": 1}]}}}}}, "'a.b.c.d.e' holds an object"),
        ({"a": object()}, "'a' is of type object"),
        ({"a": {"value": 1, "labels": ["x"]}}, "'labels' is of type list"),
        ({"a": {"value": 1, "labels": {"nl": 3}}}, "labels of 'nl'"),
        ({"a": {"value": 1, "hidden": "yes"}}, "'hidden' true or false"),
        ({3: 1}, "field name 3"),
        ([1], "'fields' is of type list"),
    ],
)  # fmt: skip
def test_what_is_no_field_is_refused_with_its_path(fields: Any, told: str) -> None:
    with pytest.raises(InputError, match="here") as error:
        read(fields, "here")
    assert told in str(error.value)


def test_a_document_with_fields_is_a_record() -> None:
    [made] = documents([{"id": "u17", "fields": {"days_left": 5}, "roles": ["support"]}])
    assert (made.kind, made.text, made.roles) == ("record", "• days left: 5", ("support",))
    [again] = documents([{"id": "u17", "kind": "record", "text": made.text}])
    assert again.text == made.text


@pytest.mark.parametrize(
    "given", [{"fields": {}, "text": "x"}, {"fields": {}, "kind": "page"}, {"kind": "record"}]
)
def test_a_record_has_fields_and_nothing_else(given: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="context document 1"):
        documents([given])


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ('{"memberSince": "2019-04-01", "points": 12}', ["member since", "points"]),
        ("Order:\nstatus: open\nitems: 3\npaid: yes", ["status", "items", "paid"]),
        ("| status | items |\n| --- | --- |\n| open | 3 |", ["status", "items"]),
        ("| field | value |\n|---|---|\n| status | open |\n| items | 3 |\n| paid | yes |",
         ["status", "items", "paid"]),
    ],
)  # fmt: skip
def test_a_page_that_is_a_record_is_recognised(text: str, labels: list[str]) -> None:
    assert [each.labels[0] for each in lines(text)] == labels


@pytest.mark.parametrize(
    "text",
    [
        "You can pay by card. Open: 9 to 5.",
        "# Plans\n\nWhat each plan has.\n\n| plan | storage |\n|---|---|\n| Basic | 10 GB |",
        "| plan | storage | price |\n|---|---|---|\n| A | 1 | 2 |\n| B | 3 | 4 |",
        "Step one: click on Save\n\nThen wait.",
        '[{"a": 1}, {"a": 2}]',
        "{not json: at all",
        "status: open\nitems: 3",
        "",
    ],
)
def test_a_page_that_is_none_is_not(text: str) -> None:
    assert lines(text) == ()


def test_signs_in_a_given_label_are_no_owner() -> None:
    fields = {"Amount (EUR)": 5, "fee": {"value": 3, "labels": {"nl": "kosten (excl. btw)"}}}
    found = lines(render(read(fields, "here")))
    assert [(each.labels, each.owner) for each in found] == [
        (("amount",), ""), (("fee", "kosten excl btw"), ""),
    ]  # fmt: skip


def test_names_are_parted_into_words() -> None:
    assert words_of("memberSince") == words_of("member_since") == words_of("Member-Since")


SCALARS = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=20),
)  # fmt: skip


@given(st.dictionaries(st.text(min_size=1, max_size=8), SCALARS, max_size=5))
def test_every_span_slices_the_text(fields: dict[str, Any]) -> None:
    try:
        text = render(read(fields, "here"))
    except InputError:
        return  # a name of blanks
    for each in lines(text):
        assert 0 <= each.start <= each.value_start <= each.end <= len(text)
        assert "\n" not in text[each.start : each.end]


@given(st.text(max_size=60))
def test_a_hidden_value_is_in_no_text(secret: str) -> None:
    value = f"§{secret}§"
    assert value not in render(read({"pin": {"value": value, "hidden": True}}, "here"))


@given(st.text(max_size=300))
def test_no_text_is_too_odd_to_look_at(text: str) -> None:
    assert all(0 <= each.start <= each.end <= len(text) for each in lines(text))
