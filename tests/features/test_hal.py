"""HAL: pairs of words as close together in the answer as in the documents.

Weights by hand, for the paper's windows 2, 5 and 10: a pair at distance d weighs the mean of
max(0, w - d + 1) / w.

    d = 1   (2/2 + 5/5 + 10/10) / 3 = 1
    d = 2   (1/2 + 4/5 +  9/10) / 3 = 0.733333
    d = 3   (      3/5 +  8/10) / 3 = 0.466667
    d = 4   (      2/5 +  7/10) / 3 = 0.366667
    d = 5   (      1/5 +  6/10) / 3 = 0.266667
    d = 10  (             1/10) / 3 = 0.033333
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import inputs, pack, read, shown, softened, tuned
from truthscore.features.hal import HAL, MAX_EVIDENCE, HalIndex, index, kernel, measure
from truthscore.profile import Profile
from truthscore.text.model import ParsedDocument, ParsedText
from truthscore.types import Measurement

WINDOWS = (2, 5, 10)


def test_the_kernel_is_the_mean_over_the_windows() -> None:
    weights = kernel(WINDOWS)
    assert len(weights) == 10
    assert weights[:5] == pytest.approx([1.0, 2.2 / 3, 1.4 / 3, 1.1 / 3, 0.8 / 3])
    assert weights[9] == pytest.approx(0.1 / 3)
    assert kernel([1]) == (1.0,)
    assert kernel([4]) == (1.0, 0.75, 0.5, 0.25)


@given(st.lists(st.integers(1, 12), min_size=1, max_size=4))
def test_kernel_weights_fall_from_one_and_stay_above_zero(windows: list[int]) -> None:
    weights = kernel(windows)
    assert len(weights) == max(windows)
    assert weights[0] == pytest.approx(1.0)
    assert all(near > far > 0 for near, far in itertools.pairwise(weights))


def test_a_dutch_answer_is_worth_the_weight_that_a_page_shares() -> None:
    # Answer: adres wijzigen medewerker. Pairs: adres+wijzigen 1, wijzigen+medewerker 1,
    # adres+medewerker (distance 2) 0.733333; together 2.733333.
    # Page: only medewerker+adres, at distance 5: 0.266667.
    # Share 0.266667 / 2.733333 = 0.097561; value 0.097561 / 0.6 = 0.162602.
    given_ = inputs(
        HAL,
        "nl",
        answer="Adres wijzigen medewerker",
        pages={"p": "Medewerker een twee drie vier adres"},
    )
    found = measure(given_)
    assert (found.value, found.raw, found.note) == (0.162602, 0.097561, None)
    # Most lost weight first (1, 1, 0.466667), then by place.
    assert shown(found, given_) == [
        ("unsupported", "adres + wijzigen", "Adres wijzigen", None),
        ("unsupported", "wijzigen + medewerker", "wijzigen medewerker", None),
        (
            "unsupported",
            "adres + medewerker",
            "Adres wijzigen medewerker",
            ("p", "Medewerker een twee drie vier adres"),
        ),
    ]


def test_an_english_answer_may_name_a_pair_the_other_way_round() -> None:
    # Page: employee change old address: employee+change 1, change+address (d 2) 0.733333,
    # employee+address (d 3) 0.466667. Answer: address change employee = 1 + 1 + 0.733333.
    # Shared 1 + 0.733333 + 0.466667 = 2.2; share 2.2 / 2.733333 = 0.804878; value 1 (full at 0.6).
    given_ = inputs(
        HAL, "en", answer="address change employee", pages={"p": "employee change old address"}
    )
    found = measure(given_)
    assert (found.value, found.raw) == (1.0, 0.804878)
    assert shown(found, given_) == [
        ("unsupported", "address + change", "address change", ("p", "change old address")),
        (
            "unsupported",
            "address + employee",
            "address change employee",
            ("p", "employee change old address"),
        ),
    ]


def test_the_closest_occurrence_of_a_pair_counts_on_both_sides() -> None:
    # Answer a x x b a: a+b at distance 3 and 1 → 1. Page: distance 2 and, later, 1 → 1.
    # Pairs of the answer: a+x 1, b+x 1, a+b 1; the page (a y b a) has a+b only: 1 of 3.
    given_ = inputs(HAL, "nl", answer="a x x b a", pages={"p": "a y b a"})
    found = measure(given_)
    assert found.raw == pytest.approx(1 / 3, abs=1e-6)
    assert [row[1] for row in shown(found, given_)] == ["a + x", "x + b"]


def test_a_word_does_not_pair_with_itself() -> None:
    given_ = inputs(HAL, "nl", answer="a a b", pages={"p": "a b"})
    assert (measure(given_).value, measure(given_).raw) == (1.0, 1.0)


def test_a_page_that_has_a_pair_closer_than_the_answer_gives_no_more_than_full() -> None:
    given_ = inputs(HAL, "nl", answer="a x b", pages={"p": "a b x a"})
    # a+b: answer 0.733333, page 1; a+x and b+x are neighbours in both.
    assert measure(given_) == Measurement(value=1.0, raw=1.0)


def test_pages_are_windows_of_their_own_and_the_best_one_counts() -> None:
    # Answer a b c: a+b 1, b+c 1, a+c 0.733333. Page p has a+b at distance 2 (0.733333),
    # page q at distance 1; nothing pairs across p and q. Shared 1 of 2.733333 = 0.365854.
    given_ = inputs(HAL, "nl", answer="a b c", pages={"p": "a x b", "q": "a b", "r": "c"})
    assert measure(given_).raw == 0.365854


def test_the_match_shown_is_where_the_page_comes_closest() -> None:
    given_ = inputs(HAL, "nl", answer="a b", pages={"p": "a x y b", "q": "o a x b"})
    # p has 0.466667, q 0.733333: lost 0.266667, shown with q's place.
    found = measure(given_)
    assert found.raw == 0.733333
    assert shown(found, given_) == [("unsupported", "a + b", "a b", ("q", "a x b"))]


def test_of_pages_that_come_equally_close_the_first_is_shown() -> None:
    given_ = inputs(HAL, "nl", answer="a b", pages={"q": "a x b", "p": "b y a", "r": "a x b"})
    assert shown(measure(given_), given_) == [("unsupported", "a + b", "a b", ("q", "a x b"))]


def test_a_pair_that_would_stand_behind_all_pairs_of_the_page_is_not_there() -> None:
    # c and d are the page's last new words and more than ten words apart.
    given_ = inputs(HAL, "nl", answer="c d", pages={"p": "a b c " + "a b " * 6 + "d"})
    assert (measure(given_).value, measure(given_).raw) == (0.0, 0.0)


def test_beyond_the_widest_window_there_is_no_pair() -> None:
    filling = " ".join(f"x{number}" for number in range(10))
    far, near = f"a {filling} b", f"a {filling[3:]} b"  # distance 11 and 10
    values = [
        measure(inputs(HAL, "nl", answer="a b", pages={"p": page})).raw for page in (far, near)
    ]
    assert values == [0.0, 0.033333]


def test_only_content_words_stand_in_the_window() -> None:
    # Function words neither pair nor take room: both texts are "adres wijzigen".
    function = {"van": "ADP", "het": "DET", "in": "ADP"}
    answer = read("adres van het wijzigen", pos=function, stops=function)
    page = read("wijzigen, in het: adres", pos=function, stops=function)
    given_ = inputs(HAL, "nl", answer=answer, pages={"p": page})
    assert (measure(given_).value, measure(given_).raw) == (1.0, 1.0)


def test_lemmas_are_compared_and_not_forms() -> None:
    answer = read("adressen gewijzigd", lemmas={"adressen": "adres", "gewijzigd": "wijzigen"})
    given_ = inputs(HAL, "nl", answer=answer, pages={"p": "adres wijzigen"})
    assert measure(given_).raw == 1.0


@pytest.mark.parametrize(("lang", "raw"), [("nl", 0.0), ("en", 1.0)])
def test_words_view_keeps_dutch_stop_words_and_drops_english_ones(lang: str, raw: float) -> None:
    # "view" (§6.1): Dutch keeps "v", so a+v and v+b are the pairs with a+b; the page, in which the
    # three stand far apart, has none of them. English sees a b on both sides.
    settings = tuned("features.hal", words="view")
    answer = read("a v b", pos={"v": "ADP"}, stops=["v"])
    page = read("a v v v v v v v v v v v b", pos={"v": "ADP"}, stops=["v"])
    given_ = inputs(HAL, lang, answer=answer, pages={"p": page}, settings=settings)
    if lang == "nl":
        # a+v and v+b are neighbours on the page too; a+b (0.733333 of 2.733333) is lost.
        assert measure(given_).raw == pytest.approx(2 / (2 + 2.2 / 3), abs=1e-6)
    else:
        assert measure(given_).raw == raw


def test_settings_of_windows_and_full_at_are_used() -> None:
    settings = tuned("features.hal", windows=(1,), full_at=0.8)
    # Window 1: neighbours only. Answer a b c has a+b and b+c; the page has a+b: 1 of 2.
    given_ = inputs(HAL, "nl", answer="a b c", pages={"p": "a b"}, settings=settings)
    assert (measure(given_).raw, measure(given_).value) == (0.5, 0.625)


@pytest.mark.parametrize("answer", ["", "a", "a a", ". !"])
def test_an_answer_without_a_pair_has_no_value(answer: str) -> None:
    given_ = inputs(HAL, "nl", answer=answer, pages={"p": "a b"})
    assert measure(given_) == Measurement(value=None, note="the answer has too few words")


@pytest.mark.parametrize(("least", "applies"), [(3, True), (4, False)])
def test_the_answer_needs_enough_pairs(least: int, applies: bool) -> None:
    settings = tuned("features.hal", min_pairs=least)
    given_ = inputs(HAL, "nl", answer="a b c", pages={"p": "a b"}, settings=settings)
    assert (measure(given_).value is not None) is applies


@pytest.mark.parametrize("pages", [{}, {"p": ""}, {"p": "a"}, {"p": "x y"}, {"p": "a x", "q": "b"}])
def test_pages_without_a_shared_pair_give_zero(pages: dict[str, str]) -> None:
    found = measure(inputs(HAL, "nl", answer="a b", pages=pages))
    assert (found.value, found.raw, len(found.evidence)) == (0.0, 0.0, 1)


def test_evidence_is_cut_to_what_a_reader_looks_at() -> None:
    found = measure(inputs(HAL, "nl", answer=" ".join("abcdefghij"), pages={"p": "z"}))
    assert MAX_EVIDENCE == 20
    assert len(found.evidence) == 20  # of 45 pairs


def _index(text: str, settings: Profile | None = None) -> HalIndex:
    document = ParsedDocument(source="p", title="", parsed=read(text))
    made: HalIndex = index(document, pack("nl"), settings or softened())
    return made


def test_the_index_holds_each_pair_once_with_its_closest_tokens() -> None:
    found = _index("a b a c")
    # Vocabulary a 0, b 1, c 2; key = low x 3 + high: a+b 1, a+c 2, b+c 5.
    assert found.vocabulary == {"a": 0, "b": 1, "c": 2}
    assert found.keys.tolist() == [1, 2, 5]
    assert found.distances.tolist() == [0, 0, 1]  # next to each other; one word between
    assert found.tokens.tolist() == [[0, 1], [2, 3], [1, 3]]


def test_the_index_of_an_empty_page_is_empty() -> None:
    found = _index("")
    assert (found.vocabulary, found.keys.tolist(), found.distances.tolist()) == ({}, [], [])
    assert found.tokens.shape == (0, 2)


# --- an independent, slow version ------------------------------------------------------------


def slow_weights(words: Sequence[str], windows: Sequence[int]) -> dict[frozenset[str], float]:
    """Slide every window over the words; each position gives each pair in it once."""
    weights: dict[frozenset[str], float] = {}
    for first in range(len(words)):
        for second in range(first + 1, len(words)):
            if words[first] == words[second]:
                continue
            weight = 0.0
            for window in windows:
                for step in range(window):  # a window of w reaches w words ahead
                    if first + 1 + step == second:
                        weight += (window - step) / window / len(windows)
            pair = frozenset((words[first], words[second]))
            if weight > 0:
                weights[pair] = max(weights.get(pair, 0.0), weight)
    return weights


def slow_share(
    answer: Sequence[str], pages: Sequence[Sequence[str]], windows: Sequence[int]
) -> float | None:
    mine = slow_weights(answer, windows)
    theirs = [slow_weights(page, windows) for page in pages]
    if not mine:
        return None
    shared = sum(
        min(weight, max((page.get(pair, 0.0) for page in theirs), default=0.0))
        for pair, weight in mine.items()
    )
    return shared / sum(mine.values())


WORDS = st.lists(st.sampled_from("abcdefgh"), max_size=16)


@given(
    answer=WORDS,
    pages=st.lists(WORDS, max_size=3),
    windows=st.lists(st.integers(1, 6), min_size=1, max_size=3).map(tuple),
)
def test_the_fast_version_agrees_with_a_slow_one(
    answer: list[str], pages: list[list[str]], windows: tuple[int, ...]
) -> None:
    settings = tuned("features.hal", windows=windows)
    named = {f"p{place}": " ".join(page) for place, page in enumerate(pages)}
    given_ = inputs(HAL, "nl", answer=" ".join(answer), pages=named, settings=settings)
    found = measure(given_)
    expected = slow_share(answer, pages, windows)
    if expected is None:
        assert found.value is None
        return
    assert found.raw == pytest.approx(expected, abs=2e-6)
    assert found.value == pytest.approx(min(1.0, expected / 0.6), abs=5e-6)


@given(answer=WORDS, pages=st.lists(WORDS, max_size=3))
def test_order_and_repetition_of_pages_change_nothing_and_spans_hold_the_pair(
    answer: list[str], pages: list[list[str]]
) -> None:
    def judged(texts: list[list[str]]) -> tuple[object, ...]:
        named = {f"p{place}": " ".join(page) for place, page in enumerate(texts)}
        given_ = inputs(HAL, "nl", answer=" ".join(answer), pages=named)
        found = measure(given_)
        assert found == measure(given_)
        assert found.value is None or 0.0 <= found.value <= 1.0
        for role, label, words, match in shown(found, given_):
            assert role == "unsupported"
            ends = {words.split()[0], words.split()[-1]}
            assert ends == set(label.split(" + "))
            assert match is None or {match[1].split()[0], match[1].split()[-1]} == ends
        places = [(each.span, each.label) for each in found.evidence]
        return found.value, found.raw, places

    assert judged(pages) == judged(pages[::-1]) == judged(pages + pages)


@given(text=WORDS)
def test_an_answer_copied_from_a_page_is_supported_whole(text: list[str]) -> None:
    parsed: ParsedText = read(" ".join(text))
    found = measure(inputs(HAL, "en", answer=parsed, pages={"p": parsed}))
    assert found.value in (None, 1.0)
    assert found.evidence == ()


def test_every_occurrence_of_a_pair_counts_where_the_profile_says_so() -> None:
    """§5.2: "how often pairs of words appear together"."""
    settings = tuned("features.hal", occurrences="every", windows=(2,), full_at=1.0, words="view")

    def raw(**pages: str) -> float | None:
        return measure(inputs(HAL, "nl", answer="a b a b", pages=pages, settings=settings)).raw

    # The answer has a + b three times as neighbours (1 each); a page's "a b" once.
    assert raw(p="a b") == pytest.approx(1 / 3, abs=1e-6)
    assert raw(p="a b", q="b a") == pytest.approx(2 / 3, abs=1e-6)
    assert raw(p="b a x a b", q="b a") == 1.0
    assert raw(p="a x b") == pytest.approx(1 / 6, abs=1e-6)  # two apart: a half
