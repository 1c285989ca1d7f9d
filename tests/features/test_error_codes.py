"""Error codes: known, asked about, and with a solution that is theirs."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import grounded, inputs, pack, read, source_text, tuned
from truthscore import profile
from truthscore.errors import ProfileError
from truthscore.features import Inputs
from truthscore.features.error_codes import ERROR_CODES, _parts, measure
from truthscore.features.error_codes.codes import codes, index
from truthscore.profile import Profile
from truthscore.text.aligned import align
from truthscore.text.alignment import index_passages
from truthscore.text.model import ParsedDocument, ParsedText
from truthscore.types import Measurement

LANGUAGES = pytest.mark.parametrize("lang", ["nl", "en"])
STOPS = ("de", "het", "een", "u", "the", "a", "you", "of", "bij", "is")


def lines(text: str) -> ParsedText:
    """A text read with each block a sentence of its own."""
    parsed = read(text, stops=STOPS)
    ranges = []
    for block in parsed.blocks:
        inside = [at for at, start in enumerate(parsed.starts) if block.start <= start < block.end]
        if inside:
            ranges.append((inside[0], inside[-1] + 1))
    return replace(parsed, sentences=tuple(ranges))


def made(
    lang: str,
    question: str,
    answer: str,
    pages: dict[str, str],
    settings: Profile | None = None,
) -> Inputs:
    chosen = settings or grounded()
    given_ = inputs(
        ERROR_CODES,
        lang,
        question=question,
        answer=lines(answer),
        pages={name: lines(page) for name, page in pages.items()},
        settings=chosen,
    )
    passages = [index_passages(each.document.parsed, pack(lang)) for each in given_.documents]
    assert chosen.features.alignment is not None
    found = align(given_.answer, passages, pack(lang), chosen.features.alignment)
    return replace(given_, alignment=found)


def judged(given_: Inputs) -> list[tuple[str, str, str | None]]:
    """Role, words of the answer and words of the match of each finding."""
    return [
        (each.role, source_text(each.span, given_), each.match and source_text(each.match, given_))
        for each in measure(given_).evidence
    ]


@pytest.mark.parametrize("kind", ["patterns", "short"])
def test_a_runaway_pattern_is_stopped_and_named(kind: str) -> None:
    settings = profile.load("grounded").features.error_codes
    assert settings is not None
    slow = settings.model_copy(update={kind: (r"(?P<code>(?:a|aa|a[a])+)!",)})
    with pytest.raises(ProfileError, match=r"did not finish in 0\.05 s; make it simpler"):
        codes(f"fout {'a' * 60}", pack("nl"), slow, 0.05)


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("nl", "Fout LN-2041 en BC-4012.", ["LN2041", "BC4012"]),
        ("en", "ORA-01017 or 0x80070005", ["ORA01017", "0X80070005"]),
        ("en", "BC30456, E1203", ["BC30456", "E1203"]),
        ("en", "ERR_CONNECTION_REFUSED", ["ERRCONNECTIONREFUSED"]),
        ("nl", "Ik krijg fout 404.", ["404"]),
        ("nl", "Foutcode: 1033", ["1033"]),
        ("nl", "foutmelding (500)", ["500"]),
        ("en", "Error 404: not found", ["404"]),
        ("en", "error code -1073", ["1073"]),
        ("en", "HTTP 500", ["500"]),
        ("nl", "ISO-8601, UTF-8, COVID-19, A4, F2, MP3", []),
        ("nl", "In 2024 waren er 404 klanten.", []),
        ("nl", "de fout. 404 klanten", []),
        ("nl", "een fout van 5%", []),
        ("en", "an error 25% of the time", []),
        # short ones: behind error words, wherever in the text
        ("nl", "Foutcode AM04 of F-31", ["AM04", "F31"]),
        ("en", "The error codes: AM04 is old, MD01 is new.", ["AM04", "MD01"]),
        ("nl", "Kies AM04 of F-31", []),
        ("en", "Choose AM04 or F-31", []),
        # or at the beginning of two lines, whatever signs stand before them
        ("en", "V-31: your password\nV-32: your name", ["V31", "V32"]),
        ("nl", "- **V-31** het wachtwoord\n- **V-32** de naam", ["V31", "V32"]),
        ("nl", "| V-31 | het wachtwoord |\n| V-32 | de naam |", ["V31", "V32"]),
        ("en", "V-31: your password, see V-32", []),
        ("en", "Press V-31\nPress V-32", []),
        ("nl", "V-31: het wachtwoord\nDe naam is V-32", []),
    ],
)
def test_what_counts_as_a_code(lang: str, text: str, expected: list[str]) -> None:
    settings = profile.load("grounded").features.error_codes
    assert settings is not None
    found = codes(text, pack(lang), settings, 5.0)
    assert [each.normal for each in found] == expected
    for each in found:
        letters = "".join(filter(str.isalnum, text[each.start : each.end])).upper()
        assert letters == each.normal


PAGE = """# Fout LN-2041
De licentie is verlopen.
Verleng de licentie via Beheer.
# Fout LN-2042
De server antwoordt traag.
Herstart de server via Systeem."""
TABLE = """| Code | Solution |
|---|---|
| ORA-01017 | Reset the password |
| ORA-12541 | Start the listener |"""
LIST = """**LN-2041**
- Verleng de licentie
**LN-2042**
- Herstart de server"""

CASES: list[tuple[str, str, str, str, float | None, list[tuple[str, str, str | None]]]] = [
    ("nl", "Wat is LN-2041?", "LN-2041 is bekend.", PAGE, 1.0,
     [("supports", "LN-2041", "LN-2041")]),
    ("nl", "Wat nu?", "Dit is fout LN-2042.", PAGE, 1.0, [("supports", "LN-2042", "LN-2042")]),
    ("nl", "Wat nu?", "Dit is fout LN2042.", PAGE, 1.0, [("supports", "LN2042", "LN-2042")]),
    ("nl", "Wat nu?", "Dit is fout LN-9999.", PAGE, 0.5, [("missing", "LN-9999", None)]),
    ("nl", "Wat is LN-2041?", "Dit is fout LN-2042.", PAGE, 0.5,
     [("contradicts", "LN-2042", "LN-2042")]),
    ("nl", "Hoe los ik LN-2041 op?", "Verleng de licentie via Beheer.", PAGE, 1.0,
     [("supports", "Verleng de licentie via Beheer.", "Verleng de licentie via Beheer.")]),
    ("nl", "Hoe los ik LN-2041 op?", "Herstart de server via Systeem.", PAGE, 0.5,
     [("contradicts", "Herstart de server via Systeem.", "Herstart de server via Systeem.")]),
    ("nl", "Hoe los ik LN-2041 op?", "Herstart de server.", LIST, 0.5,
     [("contradicts", "Herstart de server.", "Herstart de server")]),
    ("en", "How to fix ORA-01017?", "Start the listener.", TABLE, 0.5,
     [("contradicts", "Start the listener.", "Start the listener")]),
    ("en", "How to fix ORA-01017?", "Reset the password.", TABLE, 1.0,
     [("supports", "Reset the password.", "Reset the password")]),
    # the code asked about, with the solution of another one
    ("nl", "Hoe los ik LN-2041 op?", "LN-2041: herstart de server via Systeem.", PAGE, 0.5,
     [("supports", "LN-2041", "LN-2041"),
      ("contradicts", "LN-2041: herstart de server via Systeem.",
       "Herstart de server via Systeem.")]),
    # announced as a code in the answer only
    ("en", "?", "The new box codes NEC-01.", "Boxes: NEC-01, NEC-02.", 1.0,
     [("supports", "NEC-01", "NEC-01")]),
    # a code beside the one asked about may be spoken of
    ("en", "What is error 500?", "Unlike error 502.", "Error 500 comes before error 502.", 1.0,
     [("supports", "502", "502")]),
    # the same step under both codes
    ("nl", "Hoe los ik LN-2041 op?", "Herstart de server.",
     "# LN-2041\nHerstart de server.\n# LN-2042\nHerstart de server.", 1.0,
     [("supports", "Herstart de server.", "Herstart de server.")]),
    # messages
    ("nl", "Hij doet het niet", "U ziet de melding 'Geen verbinding met server'.",
     "Melding: Geen verbinding met server!", 1.0,
     [("supports", "Geen verbinding met server", "Geen verbinding met server")]),
    ("en", "It fails", 'You see the message "No route to host".', "It fails.", 0.5,
     [("missing", "No route to host", None)]),
    # nothing to check
    ("nl", "Hoe log ik in?", "Klik op 'Inloggen met een account'.", PAGE, None, []),
    ("nl", "Wat is LN-2041?", "Dat weet ik niet.", PAGE, None, []),
]  # fmt: skip


@pytest.mark.parametrize(("lang", "question", "answer", "page", "value", "expected"), CASES)
def test_codes_messages_and_solutions(
    lang: str,
    question: str,
    answer: str,
    page: str,
    value: float | None,
    expected: list[tuple[str, str, str | None]],
) -> None:
    given_ = made(lang, question, answer, {"p": page})
    found = measure(given_)
    assert judged(given_) == expected
    if value is None:
        assert found == Measurement(value=None, note="no error code to check")
    else:
        wrong = sum(role != "supports" for role, *_ in expected)
        assert (found.value, found.raw) == (value, wrong)


SHORT = {"nl": "# Foutcodes\nAM04: de sleutel is oud.\nMD01: het saldo is te laag.",
         "en": "# Error codes\nAM04: the key is old.\nMD01: the balance is too low."}  # fmt: skip
LOW = {"nl": "het saldo is te laag.", "en": "the balance is too low."}


@LANGUAGES
def test_a_short_code_is_known_from_the_page(lang: str) -> None:
    def told(question: str, answer: str, page: str = SHORT[lang]) -> list[tuple[str, str]]:
        return [each[:2] for each in judged(made(lang, question, answer, {"p": page}))]

    low = LOW[lang]
    assert told("AM04?", low) == [("contradicts", low)]
    assert told("MD01?", low) == [("supports", low)]
    assert told("AM04?", f"AM04: {low}") == [("supports", "AM04"), ("contradicts", f"AM04: {low}")]
    assert told("?", f"MD01: {low}") == [("supports", "MD01")]
    # BC02 may be a code or the name of anything, as is AM04 where no page makes it a code.
    assert told("?", f"BC02: {low}") == []
    assert told("AM04?", low, f"AM04. {low}") == []
    # The question's own error word makes it one.
    spoken = {"nl": "foutcode BC02?", "en": "error code BC02?"}[lang]
    assert told(spoken, "BC02.") == [("supports", "BC02")]


def paragraph(*sentences: str) -> ParsedText:
    """One block with several sentences."""
    parsed = read(" ".join(sentences), stops=STOPS)
    ends = [at + 1 for at, low in enumerate(parsed.lowers) if low == "."]
    return replace(parsed, sentences=tuple(zip([0, *ends], ends, strict=False)))


def about(parsed: ParsedText, lang: str) -> list[set[str]]:
    document = ParsedDocument(source="p", title="", parsed=parsed)
    return [set(each) for each in index(document, pack(lang), profile.load("grounded")).about]


@LANGUAGES
def test_sentences_of_a_paragraph_go_with_the_last_code_named(lang: str) -> None:
    page = paragraph(
        "Flurbel grommik.", "LN-2041 dorvel.", "Zwiebat.", "LN-2042 snorrit.", "Huxam.", "Prunkel."
    )
    one, two = {"LN2041"}, {"LN2042"}
    # What comes before the first one may be about either.
    assert about(page, lang) == [one | two, one, one, two, two, two]
    assert about(paragraph("LN-2041 dorvel.", "Zwiebat."), lang) == [one, one]


def test_the_next_paragraph_does_not_go_on_with_a_code() -> None:
    page = lines("Fout LN-2041 en fout LN-2042.\nZwiebat.\n\n# Huxam\nPrunkel.")
    assert about(page, "nl")[-1] == set()


@pytest.mark.parametrize(
    ("page", "parts"),
    [
        # each half has its own
        ("LN-2041 flurbel; LN-2042 dorvel", [("LN2041", "flurbel"), ("LN2042", "dorvel")]),
        ("Bij de flurbel LN-2041; bij dorvel LN-2042",
         [("LN2041", "flurbel"), ("LN2042", "dorvel")]),
        # a part without a code goes with the one before
        ("LN-2041 flurbel; grommik; LN-2042 dorvel",
         [("LN2041", "flurbel grommik"), ("LN2042", "dorvel")]),
        # a sentence that begins with a code tells of it up to the next
        ("De foutcode LN-2041 flurbel en LN-2042 dorvel",
         [("LN2041", "flurbel"), ("LN2042", "dorvel")]),
        # else they share it
        ("Bij de flurbel LN-2041 en LN-2042 dorvel", [("LN2041 LN2042", "flurbel dorvel")]),
    ],
)  # fmt: skip
def test_the_parts_of_a_sentence_about_two_codes(page: str, parts: list[tuple[str, str]]) -> None:
    parsed = lines(page)
    settings = profile.load("grounded").features.error_codes
    assert settings is not None
    found = _parts(parsed, 0, codes(page, pack("nl"), settings, 5.0))
    words = {"flurbel", "grommik", "dorvel"}
    assert [(set(named), set(said & words)) for named, said in found] == [
        (set(named.split()), set(said.split())) for named, said in parts
    ]


@pytest.mark.parametrize(
    ("question", "role"), [("Wat is LN-2041?", "contradicts"), ("Wat is LN-2042?", "supports")]
)
def test_a_half_of_a_sentence_is_held_against_its_own_code(question: str, role: str) -> None:
    page = "Fout LN-2041: het saldo is laag; fout LN-2042: de sleutel verliep."
    given_ = made("nl", question, "De sleutel verliep.", {"p": page})
    assert judged(given_) == [(role, "De sleutel verliep.", page)]


@pytest.mark.parametrize("number", [0, 1, 2, 3])
def test_right_codes_make_a_wrong_one_no_better(number: int) -> None:
    wrong = " ".join(f"Fout LN-900{digit}." for digit in range(number))
    for right in ("Fout LN-2041.", "Fout LN-2041. Fout LN-2042."):
        found = measure(made("nl", "?", f"{right} {wrong}", {"p": PAGE}))
        assert (found.value, found.raw) == (round(1 / (1 + number), 6), number)


def test_a_code_said_twice_counts_once_where_it_is_first() -> None:
    given_ = made("nl", "?", "Fout LN-9999 dus LN-9999.", {"p": PAGE})
    assert judged(given_) == [("missing", "LN-9999", None)]
    assert measure(given_).evidence[0].span.start == 5


@pytest.mark.parametrize(("least", "raw"), [(4, 1.0), (5, None)])
def test_the_profile_says_how_long_a_message_is(least: int, raw: float | None) -> None:
    settings = tuned("features.error_codes", grounded(), min_message_words=least)
    given_ = made("en", "?", "The error 'No route to host'.", {"p": "x"}, settings)
    assert measure(given_).raw == raw


@pytest.mark.parametrize(
    ("patterns", "message"),
    [("['(?P<code>x']", "does not compile"), ("['x']", "has no group named code")],
)
def test_a_pattern_must_be_one(tmp_path, patterns: str, message: str) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "own.toml"
    path.write_text(f'extends = "grounded"\n[features.error_codes]\npatterns = {patterns}\n')
    with pytest.raises(ProfileError, match=message):
        profile.load(str(path))


WORDS = st.sampled_from(
    ["LN-2041", "LN-2042", "fout 404", "server", "licentie", "melding 'a b c'", "# ", "\n", "- "]
)
TEXTS = st.lists(WORDS, max_size=7).map(" ".join)


@given(question=TEXTS, answer=TEXTS, pages=st.lists(TEXTS, max_size=3))
def test_the_value_is_a_share_in_any_order_of_pages(
    question: str, answer: str, pages: list[str]
) -> None:
    def value(texts: list[str]) -> float | None:
        named = {f"p{place}": text for place, text in enumerate(texts)}
        given_ = made("nl", question, answer, named)
        for role, words, match in judged(given_):
            assert words in answer
            assert (match is None) is (role == "missing")
        return measure(given_).value

    found = value(pages)
    assert found is None or 0.0 <= found <= 1.0
    assert value(pages + pages) == found


@given(answer=TEXTS)
def test_a_code_copied_from_the_context_is_not_missing(answer: str) -> None:
    roles = [role for role, *_ in judged(made("nl", "?", answer, {"p": answer}))]
    assert "missing" not in roles
