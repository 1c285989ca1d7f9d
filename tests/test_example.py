"""From a row as other tools write it to an example."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from truthscore.errors import InputError
from truthscore.example import documents, example_from
from truthscore.field_names import FIELDS, PASSED_OVER
from truthscore.types import MESSAGE_TYPES, ContextDocument, Example

ROW: dict[str, Any] = {"question": "Hoe?", "answer": "Zo."}


def made(row: Mapping[str, Any], **options: Any) -> Example:
    return example_from(row, default_id="line-1", **options)


def refused(row: Mapping[str, Any], **options: Any) -> str:
    with pytest.raises(InputError) as error:
        made(row, **options)
    return str(error.value)


# --- fields ---------------------------------------------------------------------------------------


def test_a_full_row_is_taken_over() -> None:
    row = {
        "id": "a1", "question": "Hoe?", "answer": "Zo.", "rating": 4, "lang": "NL",
        "message_type": "instruction",
        "context": [{"id": "p", "title": "Titel", "text": "Tekst", "kind": "page"}],
    }  # fmt: skip
    assert made(row) == Example(
        id="a1",
        question="Hoe?",
        answer="Zo.",
        context=(ContextDocument(id="p", title="Titel", text="Tekst", kind="page"),),
        lang="nl",
        rating=4.0,
        gold_type="instruction",
    )


def test_an_answer_is_enough() -> None:
    assert made({"answer": "Zo."}) == Example(id="line-1", question="", answer="Zo.")


@pytest.mark.parametrize(
    ("field", "alias"), [(field, alias) for field, names in FIELDS.items() for alias in names]
)
def test_every_alias_is_read_as_its_field(field: str, alias: str) -> None:
    values = {
        "id": "x", "question": "Hoe?", "answer": "Zo.", "context": ["Tekst"], "rating": 3,
        "lang": "nl", "message_type": "binary", "date": "2026-11-26", "version": "2",
    }  # fmt: skip
    row = {name: value for name, value in values.items() if name != field}
    assert made({**row, alias: values[field]}) == made(values)


@pytest.mark.parametrize(
    "row",
    [
        # RAGAS, DeepEval, Haystack, Azure AI Evaluation, LlamaIndex
        {"user_input": "Hoe?", "response": "Zo.", "retrieved_contexts": ["T"], "reference": "r"},
        {"input": "Hoe?", "actual_output": "Zo.", "retrieval_context": ["T"],
         "expected_output": "e", "context": None},
        {"questions": "Hoe?", "predicted_answers": "Zo.", "contexts": ["T"],
         "ground_truth_answers": "g"},
        {"query": "Hoe?", "response": "Zo.", "context": "T", "ground_truth": "g"},
        {"query": "Hoe?", "response": "Zo.", "contexts": ["T"]},
    ],
)  # fmt: skip
def test_rows_of_other_tools_are_understood(row: dict[str, Any]) -> None:
    if row.get("context", "") is None:  # DeepEval: `context` is the ideal one, beside the retrieved
        assert "both mean 'context'" in refused(row)
        row = {key: value for key, value in row.items() if key != "context"}
    found = made(row)
    assert (found.question, found.answer) == ("Hoe?", "Zo.")
    assert [each.text for each in found.context] == ["T"]


def test_the_names_that_others_rely_on_stay_known() -> None:
    # Written out: taking one away breaks somebody's file.
    known = {alias for aliases in FIELDS.values() for alias in aliases}
    ours = """
        id row_id example_id question user_input input query inputs questions answer response
        actual_output actualOutput output outputs predicted_answer predicted_answers prediction
        context contexts retrieved_contexts retrieval_context retrievalContext retrieved_context
        documents source_documents rating stars lang language message_type gold_type
    """
    theirs = """
        reference reference_outputs reference_contexts ground_truth ground_truths
        ground_truth_answers expected_output expectedOutput retrieved_context_ids label labels
        meta metadata split rating_scale ratings reasons message_types translation note
    """
    assert known >= set(ours.split())
    assert set(theirs.split()) <= PASSED_OVER


def test_no_alias_stands_for_two_fields() -> None:
    names = [alias for aliases in FIELDS.values() for alias in aliases]
    assert len(set(names)) == len(names)
    assert not PASSED_OVER & set(names)
    assert all(field == aliases[0] for field, aliases in FIELDS.items())


@pytest.mark.parametrize("field", sorted(PASSED_OVER))
def test_fields_that_others_keep_are_read_past(field: str) -> None:
    assert made({**ROW, field: {"a": 1}}) == made(ROW)


@pytest.mark.parametrize(
    ("value", "kept"),
    [
        ("2026-11-26", "2026-11-26"), (2, "2"), (1.5, "1.5"), (date(2026, 11, 26), "2026-11-26"),
        (None, None), ("", None), (float("nan"), None), (True, None), ({"a": 1}, None),
    ],
)  # fmt: skip
def test_date_and_version_are_kept_as_text_and_other_shapes_read_past(
    value: object, kept: str | None
) -> None:
    found = made({**ROW, "date": value, "version": value})
    assert (found.date, found.version) == (kept, kept)


def test_an_unknown_field_is_refused_with_the_near_one() -> None:
    message = refused({"question": "Hoe?", "anwser": "Zo."})
    assert message.startswith("field 'anwser' is not known; did you mean 'answer'? (fields: id, qu")
    assert "--map FIELD=anwser says which it is, --ignore-unknown reads past all such" in message
    assert "--map 'FIELD=Nr van de rij' says" in refused({**ROW, "Nr van de rij": 1})
    assert "did you mean" not in refused({**ROW, "zzzz": 1})


def test_unknown_fields_can_be_read_past() -> None:
    assert made({**ROW, "zzzz": 1}, ignore_unknown=True) == made(ROW)


def test_two_names_of_one_field_are_refused() -> None:
    message = refused({**ROW, "response": "Nee."})
    assert message == (
        "fields 'answer' and 'response' both mean 'answer'; keep one, or say which with "
        "--map answer=NAME"
    )


def test_no_answer_is_an_empty_answer() -> None:
    assert example_from({"question": "Hoe?", "answer": None}, default_id="x").answer == ""


def test_a_row_without_an_answer_is_refused() -> None:
    message = refused({"question": "Hoe?"})
    assert message.startswith("field 'answer' is missing (found 'question'")
    assert "say --map answer=NAME" in message


def test_an_empty_row_says_that_it_is_empty() -> None:
    assert "(found no fields)" in refused({})


def test_an_empty_answer_is_an_answer() -> None:
    assert made({"answer": ""}).answer == ""


# --- --map ----------------------------------------------------------------------------------------


def test_a_field_can_be_renamed() -> None:
    found = made({"bot": "Zo.", "vraag": "Hoe?"}, mapping={"answer": "bot", "question": "vraag"})
    assert (found.question, found.answer) == ("Hoe?", "Zo.")


def test_a_mapped_field_settles_which_of_two_is_meant() -> None:
    row = {"answer": "een", "response": "twee", "output": "drie", "question": "Hoe?"}
    assert "both mean 'answer'" in refused(row)
    for name in ("answer", "response", "output"):
        assert made(row, mapping={"answer": name}).answer == row[name]


def test_a_field_of_ours_can_stand_for_another_one() -> None:
    row = {"input": "Hoe?", "output": "Zo.", "label": "Nee."}
    assert made(row, mapping={"answer": "label"}, ignore_unknown=True).answer == "Nee."
    swapped = made({"question": "Zo.", "answer": "Hoe?"},
                   mapping={"question": "answer", "answer": "question"})  # fmt: skip
    assert (swapped.question, swapped.answer) == ("Hoe?", "Zo.")


def test_a_mapped_name_that_is_not_there_is_refused() -> None:
    message = refused(ROW, mapping={"answer": "bot_reply"})
    assert message == (
        "field 'bot_reply' (from --map answer=bot_reply) is not there (found 'question', 'answer')"
    )


# --- values ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "expected"), [("a", "a"), (7, "7"), (0, "0"), (None, "line-1"), ("", "line-1")]
)
def test_an_id_is_text_or_a_whole_number(value: Any, expected: str) -> None:
    assert made({**ROW, "id": value}).id == expected


@pytest.mark.parametrize("value", [1.5, [1], {"a": 1}])
def test_another_id_is_refused(value: Any) -> None:
    assert "field 'id' is " in refused({**ROW, "id": value})


@pytest.mark.parametrize(
    ("value", "expected"),
    [(1, 1.0), (5, 5.0), ("3.5", 3.5), (2.25, 2.25), (None, None), ("", None)],
)
def test_a_rating_is_a_number_of_stars(value: Any, expected: float | None) -> None:
    assert made({**ROW, "rating": value}).rating == expected


@pytest.mark.parametrize(
    "value",
    [0, 0.99, 5.01, 6, 10**400, -1, "vier", "nan", math.nan, math.inf, True, [3], {"stars": 3}],
)
def test_another_rating_is_refused(value: Any) -> None:
    message = refused({**ROW, "rating": value})
    assert message.startswith(f"field 'rating' is {value!r}; expected a number from 1 (untrue) to")


@pytest.mark.parametrize("kind", MESSAGE_TYPES)
def test_every_message_type_is_known(kind: str) -> None:
    assert made({**ROW, "message_type": kind}).gold_type == kind


@pytest.mark.parametrize("value", [None, ""])
def test_a_message_type_may_be_left_out(value: Any) -> None:
    assert made({**ROW, "message_type": value}).gold_type is None


def test_another_message_type_is_refused() -> None:
    message = refused({**ROW, "message_type": "binair"})
    assert message.startswith("field 'message_type' is 'binair'; expected one of error, general")
    assert message.endswith("; did you mean 'binary'?")


@pytest.mark.parametrize("field", ["question", "lang"])
@pytest.mark.parametrize("value", [None, math.nan, ""])
def test_an_empty_cell_is_no_text(field: str, value: Any) -> None:
    found = made({"answer": "Zo.", field: value})
    assert (found.question, found.lang) == ("", None)


@pytest.mark.parametrize(
    ("field", "value", "shown"),
    [
        ("question", 3, "3"),
        ("lang", 3, "3"),
        ("answer", ["a"], "a list"),
        ("answer", {"a": 1}, "an object"),
        ("question", True, "true/false"),
    ],
)
def test_a_text_must_be_text(field: str, value: Any, shown: str) -> None:
    assert refused({**ROW, field: value}) == f"field {field!r} is {shown}; expected a text"


# --- context --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("context", "texts"),
    [
        (None, []),
        ("", []),
        ("  ", []),
        ("Een tekst", ["Een tekst"]),
        (["a", "b"], ["a", "b"]),
        (("a",), ["a"]),
        ([], []),
        ({"text": "a"}, ["a"]),
        ([{"page_content": "a"}, {"content": "b"}, {"context": "c"}], ["a", "b", "c"]),
        ('["a", "b"]', ["a", "b"]),
        (' [{"text": "a"}]', ["a"]),
        ('{"text": "a"}', ["a"]),
        ("[link](x.md) is geen JSON", ["[link](x.md) is geen JSON"]),
        ("{niet: JSON}", ["{niet: JSON}"]),
        ("[" * 100_000, ["[" * 100_000]),
        ("[" + "9" * 5_000 + "]", ["[" + "9" * 5_000 + "]"]),
        (ContextDocument(id="x", text="a"), ["a"]),
        ([ContextDocument(id="x", text="a"), "b"], ["a", "b"]),
    ],
)
def test_context_comes_in_many_shapes(context: Any, texts: list[str]) -> None:
    assert [each.text for each in documents(context)] == texts


def test_documents_without_an_id_are_numbered_by_their_place() -> None:
    found = documents(["a", {"text": "b", "id": "own"}, {"text": "c"}, {"text": "d", "id": 4}])
    assert [each.id for each in found] == ["doc1", "own", "doc3", "4"]


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"source": "s"}, ("s", "")),
        ({"doc_id": "d", "name": "n"}, ("d", "n")),
        ({"id": "i", "title": "t", "url": "u", "score": 0.3, "metadata": {}}, ("i", "t")),
        ({"id": "i", "meta": 1, "lang": "nl", "roles": []}, ("i", "")),
    ],
)
def test_documents_of_other_tools_are_understood(
    fields: dict[str, Any], expected: tuple[str, str]
) -> None:
    (found,) = documents([{"text": "a", **fields}])
    assert (found.id, found.title) == expected


@pytest.mark.parametrize(
    ("fields", "lang"),
    [({}, None), ({"lang": "NL"}, "nl"), ({"language": "en-GB"}, "en-gb"), ({"lang": ""}, None),
     ({"lang": None}, None)],
)  # fmt: skip
def test_a_document_may_say_its_language(fields: dict[str, Any], lang: str | None) -> None:
    page = {"text": "a", **fields}
    for context in (page, [page], json.dumps([page])):  # a cell of a CSV file holds JSON
        (found,) = documents(context)
        assert found.lang == lang
        assert documents([found]) == (found,)


def test_texts_are_normalised() -> None:
    (found,) = documents([{"text": "e\u0301\r\nb", "title": "e\u0301"}])
    assert (found.text, found.title) == ("é\nb", "é")
    assert documents("e\u0301")[0].text == "é"


def test_two_texts_under_one_id_are_told_apart_and_one_text_is_kept_once() -> None:
    found = documents(
        [
            {"id": "p", "text": "a"},
            {"id": "p", "text": "b"},
            {"id": "p", "text": "a"},
            {"id": "q", "text": "a"},
        ]
    )
    assert [(each.id, each.text) for each in found] == [("p", "a"), ("p#2", "b"), ("q", "a")]


def test_a_second_name_that_is_taken_is_passed_over() -> None:
    ids = ["p", "p", "p#2", "p"]
    found = documents([{"id": id_, "text": text} for id_, text in zip(ids, "abcd", strict=True)])
    assert [each.id for each in found] == ["p", "p#2", "p#2#2", "p#3"]


def test_a_document_cannot_be_called_as_the_question_or_the_answer() -> None:
    found = documents(
        [{"id": "answer", "text": "a"}, {"id": "question", "title": "t", "text": "b"}]
    )
    assert [each.id for each in found] == ["answer#2", "question#2"]
    assert (found[1].title, found[1].text, found[1].kind) == ("t", "b", "page")


@pytest.mark.parametrize(
    ("document", "kind"),
    [
        ({"text": "a"}, "page"),
        ({"text": "a", "kind": "prompt"}, "prompt"),
        ({"text": "a", "title": "System prompt"}, "prompt"),
        ({"text": "a", "id": "system_prompt"}, "prompt"),
        ({"text": "a", "title": "Systeemprompt"}, "prompt"),
        ({"text": "a", "title": "System prompt", "kind": "page"}, "page"),
        ({"text": "a", "title": "How to write a system prompt"}, "page"),
    ],
)
def test_a_system_prompt_is_known_by_its_name(document: dict[str, str], kind: str) -> None:
    assert documents([document])[0].kind == kind


@pytest.mark.parametrize(
    ("context", "message"),
    [
        (3, r"field 'context' is 3; expected a text, a list of texts, or a list of objects"),
        (True, "field 'context' is true/false; expected a text"),
        (b"bytes", "field 'context' is of type bytes; expected a text"),
        (["a", 3], "context document 2 is 3; expected a text or an object with 'text'"),
        ([["a"]], "context document 1 is a list; expected a text or an object"),
        ([None], "context document 1 is missing; expected a text or an object"),
        ([{"title": "t"}], "context document 1: 'text' is missing; expected a text"),
        ([{"text": 3}], "context document 1: 'text' is 3; expected a text"),
        ([{"text": None}], "context document 1: 'text' is missing; expected a text"),
        (
            [{"text": "a", "titel": "t"}],
            r"context document 1: field 'titel' is not known; did you mean 'title'\?",
        ),
        (
            [{"text": "a", "kind": "pagina"}],
            "'pagina'; expected 'page', 'record', 'prompt' or 'answer'",
        ),
        ([{"text": "a", "title": 3}], "field 'title' is 3; expected a text"),
        (
            [{"text": "a", "id": "p", "lang": 3}],
            "context document 'p': 'lang' is 3; expected a language code such as 'nl'",
        ),
        ('["a", 3]', "context document 2 is 3; expected a text"),
    ],
)
def test_context_of_another_shape_is_refused(context: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        documents(context)
    with pytest.raises(InputError, match=message):
        made({**ROW, "context": context})


# --- properties -----------------------------------------------------------------------------------

TEXT = st.text(max_size=20)

IDS = st.sampled_from(["p", "p#2", "q", "answer", "question"])


@given(st.lists(st.fixed_dictionaries({"id": IDS, "text": TEXT}), max_size=6))
def test_ids_are_distinct_and_no_text_is_lost(rows: list[dict[str, str]]) -> None:
    found = documents(rows)
    assert len({each.id for each in found}) == len(found)
    assert not {"question", "answer"} & {each.id for each in found}
    assert {each.text for each in found} == {each.text for each in documents(rows[::-1])}
    assert documents(found) == found
    assert documents(json.dumps(rows)) == found


KNOWN = {alias for names in FIELDS.values() for alias in names}


@given(
    st.dictionaries(
        TEXT.filter(lambda key: key not in KNOWN),
        st.one_of(TEXT, st.integers(), st.none()),
        max_size=4,
    )
)
def test_any_row_is_either_an_example_or_a_clear_refusal(row: dict[str, Any]) -> None:
    unknown = set(row) - PASSED_OVER
    if unknown:
        assert "is not known" in refused({**row, "answer": "Zo."})
    assert made({**row, "answer": "Zo."}, ignore_unknown=True).answer == "Zo."
