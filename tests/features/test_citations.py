"""Citations: what counts as one, which document it means, and whether that says so."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import grounded, inputs, pack, read, shown, tuned
from truthscore import profile
from truthscore.errors import ProfileError
from truthscore.features import Inputs
from truthscore.features.citations import CITATIONS, citations, measure
from truthscore.profile import Profile
from truthscore.text.aligned import align
from truthscore.text.alignment import index_passages
from truthscore.text.model import ParsedText
from truthscore.types import Measurement

STOPS = ("de", "het", "een", "u", "the", "a", "you", "of")


def lines(text: str) -> ParsedText:
    """A text read with each line a sentence of its own."""
    parsed = read(text, stops=STOPS)
    ranges = []
    for block in parsed.blocks:
        inside = [at for at, start in enumerate(parsed.starts) if block.start <= start < block.end]
        if inside:
            ranges.append((inside[0], inside[-1] + 1))
    return replace(parsed, sentences=tuple(ranges))


def made(
    lang: str,
    answer: str,
    pages: dict[str, str],
    titles: dict[str, str] | None = None,
    settings: Profile | None = None,
) -> Inputs:
    chosen = settings or grounded()
    parsed = {name: lines(page) for name, page in pages.items()}
    given_ = inputs(CITATIONS, lang, answer=lines(answer), pages=parsed, settings=chosen)
    documents = tuple(
        replace(
            each,
            document=replace(each.document, title=(titles or {}).get(each.document.source, "")),
        )
        for each in given_.documents
    )
    passages = [index_passages(each.document.parsed, pack(lang)) for each in documents]
    assert chosen.features.alignment is not None
    found = align(given_.answer, passages, pack(lang), chosen.features.alignment)
    return replace(given_, documents=documents, alignment=found)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Zet dat uit [1].", [("[1]", (1,), ())]),
        ("Zet dat uit [1, 3][2].", [("[1, 3]", (1, 3), ()), ("[2]", (2,), ())]),
        ("Turn it off [doc2].", [("[doc2]", (2,), ())]),
        ("Turn it off [Document0].", [("[Document0]", (0,), ())]),
        ("Turn it off [^2].", [("[^2]", (2,), ())]),
        ("Turn it off (Passage 2).", [("(Passage 2)", (2,), ())]),
        ("Turn it off (Passages 2 and 3).", [("(Passages 2 and 3)", (2, 3), ())]),
        ("Off (Passage 1 & Passage 2).", [("(Passage 1 & Passage 2)", (1, 2), ())]),
        ("Off (as mentioned in passage 3).", [("(as mentioned in passage 3)", (3,), ())]),
        ("Off (Passage 1, Step 4).", [("(Passage 1, Step 4)", (1,), ())]),
        ("Uit (bronnen 1 en 2).", [("(bronnen 1 en 2)", (1, 2), ())]),
        ("Uit (bron: Facturen maken).", [("(bron: Facturen maken)", (), ("Facturen maken",))]),
        (
            "Zie [Facturen](https://x.nl/f).",
            [("[Facturen](https://x.nl/f)", (), ("Facturen", "https://x.nl/f"))],
        ),
        ("Kies [Opslaan] (of 2 keer).", []),
        ("![plaatje](x.png) (stap 2)", []),
    ],
)
def test_what_counts_as_a_citation(
    text: str, expected: list[tuple[str, tuple[int, ...], tuple[str, ...]]]
) -> None:
    settings = profile.load("grounded").features.citations
    assert settings is not None
    found = citations(text, settings, 5.0)
    assert [(text[each.start : each.end], each.numbers, each.names) for each in found] == expected


def test_a_runaway_pattern_is_stopped_and_named() -> None:
    settings = profile.load("grounded").features.citations
    assert settings is not None
    slow = settings.model_copy(update={"patterns": (r"\((?P<name>(?:a|aa|a[a])+)\)",)})
    with pytest.raises(ProfileError, match=r"did not finish in 0\.05 s; make it simpler"):
        citations(f"({'a' * 60}", slow, 0.05)


PAGES = {"p1": "Facturen verstuurt u per post.", "p2": "Orders annuleert u in het menu."}
Shown = list[tuple[str, str, tuple[str, str] | None]]
CASES: list[tuple[str, str, dict[str, str], float, Shown]] = [
    ("nl", "Facturen verstuurt u per post [1].", PAGES, 1.0,
     [("supports", "[1]", ("p1", "Facturen verstuurt u per post."))]),
    ("nl", "Facturen verstuurt u per post [2].", PAGES, 0.0, [("unsupported", "[2]", None)]),
    ("nl", "Facturen verstuurt u per post [7].", PAGES, 0.0, [("missing", "[7]", None)]),
    ("nl", "Facturen verstuurt u [1].\nOrders annuleert u [1].", PAGES, 0.5,
     [("supports", "[1]", ("p1", "Facturen verstuurt u per post.")), ("unsupported", "[1]", None)]),
    # two documents together
    ("nl", "Facturen verstuurt, orders annuleert u [1, 2].", PAGES, 1.0,
     [("supports", "[1, 2]", ("p2", "Orders annuleert u in het menu."))]),
    # a mark on a line of its own is about the line above
    ("nl", "Orders annuleert u.\n[2]", PAGES, 1.0,
     [("supports", "[2]", ("p2", "Orders annuleert u in het menu."))]),
    ("en", "You cancel orders (Passage 2).", {"p1": "x", "p2": "You cancel orders."}, 1.0,
     [("supports", "(Passage 2)", ("p2", "You cancel orders."))]),
    ("en", "You cancel orders [Document0].", {"Document0": "You cancel orders."}, 1.0,
     [("supports", "[Document0]", ("Document0", "You cancel orders."))]),
    # documents that are not numbered: any may be meant, but there must be as many
    ("en", "You cancel orders [2].", {"a": "You cancel orders.", "b": "x"}, 1.0,
     [("supports", "[2]", ("a", "You cancel orders."))]),
    ("en", "You cancel orders [3].", {"a": "You cancel orders.", "b": "x"}, 0.0,
     [("missing", "[3]", None)]),
]  # fmt: skip


@pytest.mark.parametrize(("lang", "answer", "pages", "value", "expected"), CASES)
def test_a_citation_leads_to_a_document_that_says_so(
    lang: str,
    answer: str,
    pages: dict[str, str],
    value: float,
    expected: Shown,
) -> None:
    given_ = made(lang, answer, pages)
    found = measure(given_)
    rows = shown(found, given_)
    assert [(role, words, match) for role, _, words, match in rows] == expected
    assert (found.value, found.raw) == (value, sum(role != "supports" for role, *_ in expected))


@pytest.mark.parametrize(
    ("answer", "role"),
    [
        ("Orders annuleert u (bron: Orders annuleren).", "supports"),
        ("Orders annuleert u (bron: ORDERS annuleren!).", "supports"),
        ("Orders annuleert u (bron: Facturen).", "missing"),
        ("Orders annuleert u: [Orders annuleren](https://x.nl/1).", "supports"),
        ("Orders annuleert u: [hier](https://x.nl/orders).", "supports"),
        ("Orders annuleert u: [hier](https://x.nl/zomaar).", "missing"),
    ],
)
def test_documents_are_named_by_title_id_or_an_address_they_hold(answer: str, role: str) -> None:
    page = {"o": "Orders annuleert u. Zie https://x.nl/orders voor meer."}
    given_ = made("nl", answer, page, {"o": "Orders annuleren"})
    assert [each.role for each in measure(given_).evidence] == [role]


@pytest.mark.parametrize(("least", "role"), [(0.4, "supports"), (0.9, "unsupported")])
def test_the_profile_says_how_much_support_a_citation_needs(least: float, role: str) -> None:
    settings = tuned("features.citations", grounded(), min_support=least)
    given_ = made("nl", "Orders annuleert vrijdag [2].", PAGES, settings=settings)
    assert [each.role for each in measure(given_).evidence] == [role]


@pytest.mark.parametrize("lang", ["nl", "en"])
def test_an_answer_that_cites_nothing_has_no_value(lang: str) -> None:
    for text in ("Orders.", ""):
        found = measure(made(lang, text, PAGES))
        assert found == Measurement(value=None, note="the answer cites nothing")


def test_a_mark_without_a_sentence_need_only_exist() -> None:
    assert measure(made("nl", "[1]", PAGES)).value == 1.0
    assert measure(made("nl", "[9]", PAGES)).value == 0.0


WORDS = st.sampled_from(
    ["orders", "facturen", "post", "[1]", "[2, 3]", "(bron: T)", "[x](y/z)", "\n"]
)
SENTENCES = st.lists(WORDS, max_size=6).map(" ".join)


@given(answer=SENTENCES, pages=st.lists(SENTENCES, max_size=3, unique=True))
def test_the_value_is_a_share_in_any_order_of_pages(answer: str, pages: list[str]) -> None:
    named = {f"p{number}": text for number, text in enumerate(pages, start=1)}
    given_ = made("nl", answer, named)
    found = measure(given_)
    backwards = measure(made("nl", answer, dict(reversed(named.items()))))
    assert (found.value, found.raw) == (backwards.value, backwards.raw)
    assert found.value is None or 0.0 <= found.value <= 1.0
    for role, label, words, match in shown(found, given_):
        assert label == words
        assert role != "missing" or match is None
