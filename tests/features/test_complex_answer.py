"""Complex answer: signal words of four lists."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import inputs, pack, shown, tuned
from truthscore.features.complex_answer import COMPLEX_ANSWER, measure
from truthscore.language import SIGNAL_LISTS


def test_the_feature_is_asked_by_the_name_the_output_has() -> None:
    assert (COMPLEX_ANSWER.name, COMPLEX_ANSWER.section) == ("complex_answer", "5.2")


@pytest.mark.parametrize(
    ("lang", "answer", "lists", "value"),
    [
        # floor 0.5, full at 4: 0.5 + 0.5 x lists / 4
        ("nl", "Klik op Opslaan.", 0, 0.5),
        ("nl", "Dit kan omdat het mag.", 1, 0.625),
        ("nl", "Dit kan, maar alleen omdat het mag.", 2, 0.75),
        ("nl", "Dit kan, maar minder dan vijf, omdat het mag.", 3, 0.875),
        ("nl", "Dit kan, maar minder dan vijf, omdat het mag, bijvoorbeeld hier.", 4, 1.0),
        ("en", "Click Save.", 0, 0.5),
        ("en", "This works because it may.", 1, 0.625),
        ("en", "However, this works because it may.", 2, 0.75),
        ("en", "However, this takes more than a day because of checks, for example.", 4, 1.0),
        ("nl", "", 0, 0.5),
    ],
)
def test_each_list_with_a_hit_lifts_the_value_from_the_floor(
    lang: str, answer: str, lists: int, value: float
) -> None:
    found = measure(inputs(COMPLEX_ANSWER, lang, answer=answer))
    assert (found.value, found.raw, found.note) == (value, float(lists), None)


def test_every_hit_is_shown_in_text_order_under_the_name_of_its_list() -> None:
    given_ = inputs(COMPLEX_ANSWER, "nl", answer="Omdat het mag, maar ook want. Maar zoals dit.")
    assert shown(measure(given_), given_) == [
        ("supports", "reasoning", "Omdat", None),
        ("supports", "perspective", "maar", None),
        ("supports", "reasoning", "want", None),
        ("supports", "perspective", "Maar", None),
        ("supports", "examples", "zoals", None),
    ]
    assert measure(given_).raw == 3.0


@pytest.mark.parametrize(
    ("lang", "answer", "lists"),
    [
        ("nl", "Dit is namelijk zo.", ["reasoning"]),
        ("nl", "Dat werkt net zoals hier.", ["comparison"]),
        ("nl", "Dat werkt Net\n zoals hier, zoals u ziet.", ["comparison", "examples"]),
        ("en", "That works just as it does here.", ["comparison"]),
        ("en", "It is open, that is to say free.", ["examples"]),
    ],
)
def test_a_place_counts_for_one_list(lang: str, answer: str, lists: list[str]) -> None:
    found = measure(inputs(COMPLEX_ANSWER, lang, answer=answer))
    assert [each.label for each in found.evidence] == lists
    assert found.raw == len(lists)


def test_others_count_between_the_halves_of_a_split_signal_word() -> None:
    answer = "Enerzijds mag het omdat u wilt, anderzijds niet."
    labels = [each.label for each in measure(inputs(COMPLEX_ANSWER, "nl", answer=answer)).evidence]
    assert sorted(labels) == ["perspective", "reasoning"]


@pytest.mark.parametrize("lang", ["nl", "en"])
def test_no_signal_word_is_on_two_lists(lang: str) -> None:
    words = [word for each in pack(lang).signal_words.values() for word in each]
    assert len(set(words)) == len(words)


@pytest.mark.parametrize(
    ("lang", "answer"),
    [
        ("nl", "De toch-knop is niet de wantrouwen-knop."),
        ("nl", "De schakelaar maarten staat aan."),
        ("en", "The buttermilk is stillborn and sincere."),
        ("en", "The is-yet-off switch."),
    ],
)
def test_a_signal_word_inside_another_word_is_no_hit(lang: str, answer: str) -> None:
    assert measure(inputs(COMPLEX_ANSWER, lang, answer=answer)).raw == 0.0


def test_the_longest_signal_word_is_taken_whole() -> None:
    given_ = inputs(COMPLEX_ANSWER, "en", answer="It stops because of the limit.")
    assert [row[2] for row in shown(measure(given_), given_)] == ["because of"]


@pytest.mark.parametrize(
    ("answer", "hits"),
    [
        ("Enerzijds is het snel, anderzijds duur.", ["Enerzijds is het snel, anderzijds"]),
        ("Enerzijds is het snel. En anderzijds duur.", ["anderzijds"]),
        ("Enerzijds\nanderzijds", ["anderzijds"]),
        ("Enerzijds " + "x" * 199 + " anderzijds", ["anderzijds"]),
        ("Enerzijds " + "x" * 198 + " anderzijds", ["Enerzijds " + "x" * 198 + " anderzijds"]),
    ],
)
def test_a_split_signal_word_holds_together_within_a_sentence(answer: str, hits: list[str]) -> None:
    given_ = inputs(COMPLEX_ANSWER, "nl", answer=answer)
    assert [row[2] for row in shown(measure(given_), given_)] == hits


def test_a_phrase_may_be_broken_over_a_line() -> None:
    given_ = inputs(COMPLEX_ANSWER, "en", answer="It stops because\n  of the limit.")
    assert [row[2] for row in shown(measure(given_), given_)] == ["because\n  of"]


@pytest.mark.parametrize("lang", ["nl", "en"])
@pytest.mark.parametrize("name", SIGNAL_LISTS)
def test_every_signal_word_alone_in_a_sentence_reaches_its_list(lang: str, name: str) -> None:
    for word in pack(lang).signal_words[name]:
        written = word.replace("…", "x")
        given_ = inputs(COMPLEX_ANSWER, lang, answer=f"Aa {written} bb.")
        hits = [(label, words) for _, label, words, _ in shown(measure(given_), given_)]
        assert (name, written) in hits, word


def test_floor_and_full_at_are_settings() -> None:
    settings = tuned("features.complex_answer", floor=0.2, full_at=2)
    values = [
        measure(inputs(COMPLEX_ANSWER, "nl", answer=answer, settings=settings)).value
        for answer in ("Klik.", "Klik, want.", "Klik, want maar.", "Klik, want maar zoals.")
    ]
    # 0.2 + 0.8 x min(1, lists / 2)
    assert values == pytest.approx([0.2, 0.6, 1.0, 1.0])


def test_languages_do_not_share_signal_words() -> None:
    assert measure(inputs(COMPLEX_ANSWER, "en", answer="Dit kan omdat het mag.")).raw == 0.0
    assert measure(inputs(COMPLEX_ANSWER, "nl", answer="It works because it may.")).raw == 0.0


WORDS = st.sampled_from(["omdat", "Maar", "zoals", "minder", "dan", "klik", "enerzijds", ".", "\n"])


@given(words=st.lists(WORDS, max_size=20))
def test_the_value_stays_between_floor_and_one_and_spans_are_the_words(words: list[str]) -> None:
    given_ = inputs(COMPLEX_ANSWER, "nl", answer=" ".join(words))
    found = measure(given_)
    assert found == measure(given_)
    assert found.value is not None
    assert 0.5 <= found.value <= 1.0
    assert found.raw == len({each.label for each in found.evidence})
    rows = shown(found, given_)
    assert all(row[2].strip() == row[2] for row in rows)
    assert [each.span.start for each in found.evidence] == sorted(
        each.span.start for each in found.evidence
    )
