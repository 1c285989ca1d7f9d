"""Nominal-subject pairs: who does what, in the answer and in the documents."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import Row, inputs, pack, sentences, shown, softened, tuned
from truthscore.features.subject_pairs import SUBJECT_PAIRS, measure, pairs_of
from truthscore.text.model import ParsedText
from truthscore.text.parser import SpacyParser
from truthscore.types import Measurement

# "De beheerder opent de module. De factuur wordt verstuurd."
NL_ANSWER = sentences(
    [
        ("De", "de", "DET", "det", 1),
        ("beheerders", "beheerder", "NOUN", "nsubj", 2),
        ("openen", "openen", "VERB", "root", 2),
        ("modules", "module", "NOUN", "obj", 2),
        (".", ".", "PUNCT", "punct", 2),
    ],
    [
        ("De", "de", "DET", "det", 1),
        ("factuur", "factuur", "NOUN", "nsubj:pass", 3),
        ("wordt", "worden", "AUX", "aux:pass", 3),
        ("verstuurd", "versturen", "VERB", "root", 3),
    ],
)
NL_PAGE = sentences(
    [
        ("Vandaag", "vandaag", "ADV", "advmod", 1),
        ("opent", "openen", "VERB", "root", 1),
        ("elke", "elk", "DET", "det", 3),
        ("beheerder", "beheerder", "NOUN", "nsubj", 1),
        ("iets", "iets", "PRON", "obj", 1),
    ]
)
EN_ANSWER = sentences(
    [
        ("You", "you", "PRON", "nsubj", 1),
        ("send", "send", "VERB", "root", 1),
        ("invoices", "invoice", "NOUN", "obj", 1),
    ],
    [
        ("Orders", "order", "NOUN", "nsubjpass", 2),
        ("are", "be", "AUX", "auxpass", 2),
        ("cancelled", "cancel", "VERB", "root", 2),
    ],
    [
        ("Orders", "order", "NOUN", "nsubj", 1),
        ("arrive", "arrive", "VERB", "root", 1),
    ],
)
EN_PAGE = sentences(
    [
        ("One", "one", "PRON", "nsubj", 1),
        ("sends", "send", "VERB", "root", 1),
    ],
    [
        ("The", "the", "DET", "det", 1),
        ("order", "order", "NOUN", "nsubj:pass", 3),
        ("is", "be", "AUX", "aux:pass", 3),
        ("cancelled", "cancel", "VERB", "root", 3),
    ],
)


def test_dutch_pairs_active_and_passive() -> None:
    # 2 pairs, 1 on the page: raw 0.5, value (1 + 1) / (2 + 2 x 1) = 0.5
    given_ = inputs(SUBJECT_PAIRS, "nl", answer=NL_ANSWER, pages={"p": NL_PAGE})
    found = measure(given_)
    assert (found.value, found.raw, found.note) == (0.5, 0.5, None)
    assert shown(found, given_) == [
        ("supports", "beheerder + openen", "beheerders openen", ("p", "opent elke beheerder")),
        ("unsupported", "factuur + versturen", "factuur wordt verstuurd", None),
    ]


def test_english_pairs_with_the_reader_under_several_names() -> None:
    # 3 pairs, 2 on the page: raw 2/3, value (2 + 1) / (3 + 2) = 0.6
    given_ = inputs(SUBJECT_PAIRS, "en", answer=EN_ANSWER, pages={"p": EN_PAGE})
    found = measure(given_)
    assert (found.value, found.raw) == (0.6, pytest.approx(2 / 3))
    assert shown(found, given_) == [
        ("supports", "<you> + send", "You send", ("p", "One sends")),
        ("supports", "order + cancel", "Orders are cancelled", ("p", "order is cancelled")),
        ("unsupported", "order + arrive", "Orders arrive", None),
    ]


@pytest.mark.parametrize("pronoun", ["u", "je", "jij", "jullie", "men"])
def test_dutch_forms_of_address_are_one_subject(pronoun: str) -> None:
    answer = sentences([("U", "u", "PRON", "nsubj", 1), ("opent", "openen", "VERB", "root", 1)])
    page = sentences(
        [("Opent", "openen", "VERB", "root", 0), (pronoun.title(), "x", "PRON", "nsubj", 0)]
    )
    given_ = inputs(SUBJECT_PAIRS, "nl", answer=answer, pages={"p": page})
    assert measure(given_).raw == 1.0


def test_other_pronouns_stay_themselves() -> None:
    answer = sentences([("Ik", "ik", "PRON", "nsubj", 1), ("open", "openen", "VERB", "root", 1)])
    page = sentences([("Zij", "zij", "PRON", "nsubj", 1), ("open", "openen", "VERB", "root", 1)])
    given_ = inputs(SUBJECT_PAIRS, "nl", answer=answer, pages={"p": page})
    found = measure(given_)
    assert (found.raw, found.evidence[0].label) == (0.0, "ik + openen")


def test_the_profile_can_leave_pronouns_out() -> None:
    settings = tuned("features.subject_pairs", pronouns=False)
    given_ = inputs(SUBJECT_PAIRS, "en", answer=EN_ANSWER, pages={"p": EN_PAGE}, settings=settings)
    found = measure(given_)
    # order+cancel found, order+arrive not: (1 + 1) / (2 + 2)
    assert (found.raw, found.value, len(found.evidence)) == (0.5, 0.5, 2)


def test_a_pair_said_twice_counts_once_where_it_is_said_first() -> None:
    rows: list[Row] = [("a", "a", "NOUN", "nsubj", 1), ("b", "b", "VERB", "root", 1)]
    given_ = inputs(SUBJECT_PAIRS, "nl", answer=sentences(rows, rows), pages={"p": sentences(rows)})
    found = measure(given_)
    assert (found.raw, len(found.evidence)) == (1.0, 1)
    assert (found.evidence[0].span.start, found.evidence[0].span.end) == (0, 3)


def test_subject_and_head_are_not_interchangeable() -> None:
    answer = sentences([("a", "a", "NOUN", "nsubj", 1), ("b", "b", "VERB", "root", 1)])
    page = sentences([("b", "b", "NOUN", "nsubj", 1), ("a", "a", "VERB", "root", 1)])
    given_ = inputs(SUBJECT_PAIRS, "nl", answer=answer, pages={"p": page})
    assert measure(given_).raw == 0.0


@pytest.mark.parametrize(
    ("prior", "value"),
    [(0.0, 0.5), (1.0, 0.5), (3.0, 0.5)],
)
def test_the_prior_pulls_towards_a_half(prior: float, value: float) -> None:
    settings = tuned("features.subject_pairs", prior=prior)
    given_ = inputs(SUBJECT_PAIRS, "nl", answer=NL_ANSWER, pages={"p": NL_PAGE}, settings=settings)
    assert measure(given_).value == value


@pytest.mark.parametrize(("prior", "value"), [(0.0, 1.0), (1.0, 2 / 3), (2.0, 3 / 5)])
def test_one_pair_that_is_found_is_little_to_go_by(prior: float, value: float) -> None:
    settings = tuned("features.subject_pairs", prior=prior)
    rows: list[Row] = [("a", "a", "NOUN", "nsubj", 1), ("b", "b", "VERB", "root", 1)]
    given_ = inputs(
        SUBJECT_PAIRS, "nl", answer=sentences(rows), pages={"p": sentences(rows)}, settings=settings
    )
    assert measure(given_).value == pytest.approx(value)
    without = inputs(SUBJECT_PAIRS, "nl", answer=sentences(rows), settings=settings)
    assert measure(without).value == pytest.approx(1 - value)


@pytest.mark.parametrize("lang", ["nl", "en"])
def test_an_answer_without_subjects_has_no_value(lang: str) -> None:
    answer = sentences([("Open", "openen", "VERB", "root", 0), ("menu", "menu", "NOUN", "obj", 0)])
    for text in (answer, sentences()):
        given_ = inputs(SUBJECT_PAIRS, lang, answer=text, pages={"p": NL_PAGE})
        assert measure(given_) == Measurement(value=None, note="the answer has no nominal subjects")


@pytest.mark.parametrize(("least", "applies"), [(2, True), (3, False)])
def test_the_answer_needs_enough_pairs(least: int, applies: bool) -> None:
    settings = tuned("features.subject_pairs", min_pairs=least)
    given_ = inputs(SUBJECT_PAIRS, "nl", answer=NL_ANSWER, settings=settings)
    assert (measure(given_).value is not None) is applies


def test_the_first_page_that_has_the_pair_is_shown() -> None:
    given_ = inputs(
        SUBJECT_PAIRS, "nl", answer=NL_ANSWER, pages={"z": sentences(), "b": NL_PAGE, "a": NL_PAGE}
    )
    assert shown(measure(given_), given_)[0][3] == ("b", "opent elke beheerder")


@pytest.mark.parametrize(
    ("lang", "word", "pos"),
    [
        ("nl", "Ja", "INTJ"), ("nl", "Nee", "INTJ"), ("nl", "Ja", "PROPN"), ("nl", "Nee", "NOUN"),
        ("nl", "Inderdaad", "ADV"), ("en", "Yes", "INTJ"), ("en", "No", "DET"),
        ("en", "Yes", "PROPN"), ("en", "Okay", "INTJ"),
    ],
)  # fmt: skip
def test_a_reply_is_never_a_subject(lang: str, word: str, pos: str) -> None:
    parsed = sentences([(word, word.lower(), pos, "nsubj", 1), ("x", "openen", "VERB", "root", 1)])
    assert pairs_of(parsed, pack(lang), softened().features.subject_pairs) == {}


def test_a_noun_says_nothing_of_another_noun_without_a_verb_beside_it() -> None:
    settings = softened().features.subject_pairs
    apart: list[Row] = [("Change", "change", "NOUN", "nsubj", 1), ("date", "date", "NOUN", "r", 1)]
    assert pairs_of(sentences(apart), pack("en"), settings) == {}
    joined: list[Row] = [
        ("Change", "change", "NOUN", "nsubj", 2),
        ("is", "be", "AUX", "cop", 2),
        ("work", "work", "NOUN", "root", 2),
    ]
    assert list(pairs_of(sentences(joined), pack("en"), settings)) == [("change", "work")]
    # a verb that the parser took for a noun
    meant: list[Row] = [("u", "u", "PRON", "nsubj", 1), ("boeken", "boek", "NOUN", "root", 1)]
    assert list(pairs_of(sentences(meant), pack("nl"), settings)) == [("<you>", "boek")]


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("nl", "Ja, open de factuur.", []),
        ("nl", "Ja, via het menu openen.", []),
        ("nl", "Ja hoor, dat kan.", [("dat", "kunnen")]),
        ("nl", "Nee, hiervoor opent u het menu.", [("<you>", "openen")]),
        ("nl", "Ja, de koppeling is gratis.", [("koppeling", "gratis")]),
        ("en", "Yes, open the invoice.", []),
        ("en", "No. The invoice cannot be deleted.", [("invoice", "delete")]),
        ("en", "Yes, this field is a total.", [("field", "total")]),
    ],
)
def test_no_pair_of_a_reply_with_the_shipped_pipelines(
    parsers: dict[str, SpacyParser], lang: str, text: str, expected: list[tuple[str, str]]
) -> None:
    [parsed] = parsers[lang].parse([text])
    assert list(pairs_of(parsed, pack(lang), softened().features.subject_pairs)) == expected


@pytest.mark.parametrize("label", ["nsubj", "nsubj:pass", "nsubjpass"])
@pytest.mark.parametrize("lang", ["nl", "en"])
def test_all_subject_labels_of_both_schemes_are_read(lang: str, label: str) -> None:
    parsed = sentences([("a", "a", "NOUN", label, 1), ("b", "b", "VERB", "root", 1)])
    settings = softened().features.subject_pairs
    assert pairs_of(parsed, pack(lang), settings) == {("a", "b"): (0, 3)}


LETTERS = st.sampled_from("abc")
PAIRS = st.lists(st.tuples(LETTERS, LETTERS, st.booleans()), max_size=6)


def _text(pairs: list[tuple[str, str, bool]]) -> ParsedText:
    rows: list[list[Row]] = []
    for subject, verb, before in pairs:
        if before:
            rows.append([(subject, subject, "NOUN", "nsubj", 1), (verb, verb, "VERB", "root", 1)])
        else:
            rows.append([(verb, verb, "VERB", "root", 0), (subject, subject, "NOUN", "nsubj", 0)])
    return sentences(*rows)


@given(answer=PAIRS, pages=st.lists(PAIRS, max_size=3))
def test_the_value_is_a_smoothed_share_in_any_order_of_pages(
    answer: list[tuple[str, str, bool]], pages: list[list[tuple[str, str, bool]]]
) -> None:
    def judged(texts: list[list[tuple[str, str, bool]]]) -> tuple[object, ...]:
        named = {f"p{place}": _text(page) for place, page in enumerate(texts)}
        given_ = inputs(SUBJECT_PAIRS, "nl", answer=_text(answer), pages=named)
        found = measure(given_)
        assert found == measure(given_)
        for role, label, words, match in shown(found, given_):
            assert sorted(words.split()) == sorted(label.split(" + "))
            assert (match is not None) is (role == "supports")
            assert match is None or sorted(match[1].split()) == sorted(words.split())
        return found.value, found.raw, [(each.span, each.role) for each in found.evidence]

    mine = {(subject, verb) for subject, verb, _ in answer}
    theirs = {(subject, verb) for page in pages for subject, verb, _ in page}
    value, raw, _ = judged(pages)
    if mine:
        assert raw == len(mine & theirs) / len(mine)
        assert value == (len(mine & theirs) + 1) / (len(mine) + 2)
    else:
        assert value is None
    assert judged(pages) == judged(pages[::-1]) == judged(pages + pages)


def test_each_pair_or_none_where_the_profile_says_so() -> None:
    settings = tuned("features.subject_pairs", value="all")

    def value(*verbs: str) -> float | None:
        rows: list[list[Row]] = [
            [("a", "a", "NOUN", "nsubj", 1), (verb, verb, "VERB", "root", 1)] for verb in verbs
        ]
        page = sentences([("a", "a", "NOUN", "nsubj", 1), ("b", "b", "VERB", "root", 1)])
        given_ = inputs(
            SUBJECT_PAIRS, "nl", answer=sentences(*rows), pages={"p": page}, settings=settings
        )
        return measure(given_).value

    assert (value("b"), value("b", "c")) == (1.0, 0.0)
