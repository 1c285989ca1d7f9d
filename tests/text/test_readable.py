"""What a reader sees of a text, and the way back to the text as it was given."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from truthscore.text import readable as reading
from truthscore.text.edits import Readable
from truthscore.text.markup import normalise
from truthscore.text.readable import LONGEST_RUN, closed_up, readable
from truthscore.types import ANSWER, Span


def given_text(text: str, found: str) -> str:
    """The characters of `text` for which the words `found` of its readable form stand."""
    seen = readable(text)
    start = seen.text.index(found)
    back = seen.original(Span(source=ANSWER, start=start, end=start + len(found)))
    return text[back.start : back.end]


@pytest.mark.parametrize(
    ("text", "seen", "found", "stands_for"),
    [
        ("kan n\u200bi\u00ade\u2060t boeken", "kan niet boeken", "niet", "n\u200bi\u00ade\u2060t"),
        ("n\ufe0fi\U000e0100e\u034ft", "niet", "niet", "n\ufe0fi\U000e0100e\u034ft"),
        ("\u202eniet\u202c", "niet", "niet", "niet"),
        ("ni\U000e0061et", "niet", "niet", "ni\U000e0061et"),
        ("nіеt nоg", "niet nog", "nog", "nоg"),  # Cyrillic і, е and о
        ("Οpslaan", "Opslaan", "Opslaan", "Οpslaan"),  # Greek Ο
        ("ｎｉｅｔ ７", "niet 7", "7", "７"),
        ("𝐧𝐢𝐞𝐭 ⓝⓘⓔⓣ", "niet niet", "niet", "𝐧𝐢𝐞𝐭"),
        ("kan n&#105;&#x65;t", "kan niet", "niet", "n&#105;&#x65;t"),
        ("cafe\u200b\u0301", "café", "é", "e\u200b\u0301"),
        ("Er zijn ⑤ bijlagen", "Er zijn 5 bijlagen", "5", "⑤"),
        ("①. Open", "1. Open", "1", "①"),
        ("**[Archive](https://a.example) Now**", "**Archive Now**", "Archive", "Archive"),
        ("op [[Nu archiveren]]", "op Nu archiveren", "Nu", "Nu"),
        ("BC⑧⑥②③", "BC8623", "8623", "⑧⑥②③"),
        ("tot ¹⁰ MB", "tot 10 MB", "10", "¹⁰"),
        ("BC⁸⁶²³", "BC8623", "8623", "⁸⁶²³"),
        ("1\ufe0f\u20e3 Open\n2\u20e3 Kies", "1. Open\n2. Kies", "1.", "1\ufe0f\u20e3"),
        ("1\ufe0f\u20e30\ufe0f\u20e3 MB of 5\u20e3", "1.0 MB of 5", "MB", "MB"),
        ("Open\tde\tlijst", "Open de lijst", "de", "de"),
        ("10\u00a0MB\u3000en\x0b5", "10 MB en 5", "10 MB", "10\u00a0MB"),
    ],
)
def test_what_only_looks_like_a_word_is_that_word(
    text: str, seen: str, found: str, stands_for: str
) -> None:
    assert readable(text).text == seen
    assert given_text(text, found) == stands_for


@pytest.mark.parametrize(
    "text",
    ["Klik op **Opslaan** (2 °C, m², ½, 20 ℃, µg, α-versie, Δ)™.", "Привет, мир", "Ελληνικά",
     "a &lt; b &amp;gt; c", "![icon](a.png) Klik", '[1](https://a.example "Verlof")',
     "| --- | --- |\n" + "|" + "-" * 300 + "|", "regel\n\n\teen", "klant¹ en noot¹²",
     "naam\tbedrag in euro", "① Open", "**Open** [de lijst](https://a.example) en **klik**",
     "Zie **[het formulier](https://a.example)** en [klik](https://b.example)",
     "https://a.example/" + "pad/" * 40, "m<sup>2</sup> en <naam van de klant>"],
)  # fmt: skip
def test_other_texts_stay_as_they_are(text: str) -> None:
    assert readable(text) == Readable(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Stap\n![De termijn is tien jaar](a.png)", "De termijn is tien jaar"),
        ('Zie [1](https://a.example "De termijn is tien jaar") hier', "De termijn is tien jaar"),
        ('<abbr title="De termijn is tien jaar">1</abbr>', "De termijn is tien jaar"),
        ("```De termijn is tien jaar\nx\n```", "De termijn is tien jaar"),
        ("Klik op Ok^[De termijn is tien jaar]", "De termijn is tien jaar"),
        ("Klik op Ok<sup>De termijn is tien jaar</sup>", "De termijn is tien jaar"),
        (
            "Klik op Ok<p De termijn is nu tien jaar, zonder meer>",
            "De termijn is nu tien jaar, zonder meer",
        ),
    ],
)
def test_what_is_said_aside_stands_on_its_own_line(text: str, said: str) -> None:
    assert said in readable(text).text.split("\n")
    assert given_text(text, said) == said


def test_a_sentence_in_an_address_is_said() -> None:
    said = "Eén maand is te kort"
    for address in (
        "https://a.example/?q=E%C3%A9n%20maand%20is%20te%20kort",
        "[mail](mailto:a@b.example?body=E%C3%A9n%20maand%20is%20te%20kort)",
        "https://a.example/zoek?q=E%C3%A9n+maand+is+te+kort&lang=nl",
    ):
        found = readable(f"Klik op Ok. {address} en wacht.")
        assert said in found.text.split("\n")
    for address in ("https://a.example/?q=a%20b", "https://a.example/a+b/c%20d/?x=1&y=2+3"):
        assert readable(address) == Readable(address)


def test_sentences_in_a_code_block_are_no_code() -> None:
    assert readable("a\n```\nKlik op **Opslaan** en wacht.\n```\nb").text == (
        "a\n\nKlik op **Opslaan** en wacht.\n\nb"
    )
    for code in (
        "select * from a;",
        "npm install pad",
        "x = een twee drie",
        "curl -L http://a/b c",
    ):
        text = f"a\n```\n{code}\n{code.split()[0]}\n```"
        assert readable(text).text == text


def test_sentences_among_lines_of_code_are_no_code() -> None:
    """A sentence or two with a sign that code is full of hid the names of a whole block."""
    said = (
        "1. Klik op **Opslaan** en wacht.\n2. Kies daarna een datum (b.v. de eerste van de maand)."
    )
    assert readable(f"a\n```\n{said}\n```\nb").text == f"a\n\n{said}\n\nb"
    assert readable(f"a\n```\n{said}").text == f"a\n\n{said}"
    text = f"a\n```json\n{{'x': 1}}\n{said}\n{{'y': 2}}\n```\nb"
    assert readable(text).text == (f"a\n```json\n{{'x': 1}}\n```\n{said}\n```\n{{'y': 2}}\n```\nb")
    assert given_text(text, said) == said
    code = "for name in names:\n  print(name)\nbegin\n  wait for all\nend"
    assert readable(f"```\n{code}\n```").text == f"```\n{code}\n```"


def test_marks_around_every_single_word_say_nothing() -> None:
    assert readable("**Klik** **op** **Direct** **boeken**.").text == "Klik op Direct boeken."
    assert readable("<b>Klik</b> <i>op</i> <b>Direct</b> <b>boeken</b>").text == (
        "Klik op Direct boeken"
    )
    path = "Ga naar **A** > **B** > **C** > **D** of kies **E**, **F**, **G**, **H**."
    assert readable(path).text == path


def test_wide_gaps_within_a_line_are_one_space() -> None:
    assert readable("klik" + " " * 60 + "op\n          - b").text == "klik op\n          - b"
    assert readable("| a" + " " * 20 + "| b |").text == "| a" + " " * 20 + "| b |"


def test_a_flood_of_one_sign_is_that_sign() -> None:
    assert readable("," * 10_000 + "leugen").text == ",leugen"
    assert readable("leugen " + ", " * 10_000).text == "leugen , "
    assert readable("wacht" + "." * 20).text == "wacht" + "." * 20


def test_long_runs_are_broken_and_lose_nothing() -> None:
    text = ",;" * 1_000 + "a" * 1_200
    seen = readable(text).text
    assert max(map(len, seen.split())) <= LONGEST_RUN
    assert seen.replace(" ", "") == text


@pytest.mark.parametrize(
    "piece",
    [",", "a", "а", "<!--", "![", "<a b='", "&#", '](x "', 'title="', "e\u0301", "```a b\n",
     "e\u200b", "\u200b"],
)  # fmt: skip
def test_time_is_linear(piece: str) -> None:
    def seconds(length: int) -> float:
        text = piece * (length // len(piece))
        start = time.perf_counter()
        readable(text)
        return time.perf_counter() - start

    # Quadratic would be 64 times: a wide margin, for machines have other work too.
    assert seconds(80_000) <= 30 * seconds(10_000) + 0.2


odd = st.text(
    st.one_of(
        st.characters(codec="utf-8"),
        st.sampled_from(list("ab \n\"'<>=![]()&#;`-|,\u200b\u0301\ufe0f\u202eао\uff41𝐚")),
    ),
    max_size=60,
)


@given(odd)
def test_every_character_stands_for_a_place_in_the_text(text: str) -> None:
    text = normalise(text)
    seen = readable(text)
    if not seen.starts:
        assert seen.text in (text, "")  # nothing but invisible characters: nothing is left
        return
    assert len(seen.starts) == len(seen.ends) == len(seen.text)
    assert all(0 <= a <= b <= len(text) for a, b in zip(seen.starts, seen.ends, strict=True))
    assert list(seen.starts) == sorted(seen.starts)
    plain = [n for n, char in enumerate(seen.text) if char.isascii() and char.isalnum()]
    assert all(seen.starts[n] < seen.ends[n] for n in plain)


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("Een-periode-kan-worden-gewijzigd.", "Een periode kan worden gewijzigd."),
        ("Go_to_**Finance_/_Periods**_now_and_click", "Go to **Finance / Periods** now and click"),
        ("state-of-the-art, kant-en-klaar", "state-of-the-art, kant-en-klaar"),
        ("zie https://a.example/hoe-sluit-ik-een-periode-af", None),
        (
            "Storing-SYS_51-betekent-dat-het-papier-op-is",
            "Storing SYS_51 betekent dat het papier op is",
        ),
        ("ERR_NAME_NOT_RESOLVED_AT_ALL en een_lange_naam_van_iets.py", None),
        ("\u2705\U0001f44d\U0001f3fd\U0001f389 \u2705 Ja.", "\u2705 Ja."),
        ("\u2705 Ja. \u2b50\u2b50\u2b50", None),
        ("Storing S&#89;S&#95;51", "Storing SYS_51"),
        ("Storing SYS_\u034f51", "Storing SYS_51"),
        ("fout \u0415677", "fout E677"),
        ("\u03b1-versie en \u00b5m", None),
        ("\u03b9 l\u03b9ke it", "i like it"),
        ("**Klik** **op** '**deze**' **knop**", "Klik op 'deze' knop"),
        ("**Met** **fout** **8**, **wacht** **u** even", "Met fout 8, wacht u even"),
        ("<b>Met</b> <b>fout</b> <b>8</b>, <b>wacht</b> <b>u</b>", "Met fout 8, wacht u"),
        ("kies **A**, **B**, **C** of **D** uit", None),
        ('[1]: https://a.example "De knop is weg."', "\nDe knop is weg.\n"),
        ("$\\text{De knop is weg.}$", "$\nDe knop is weg.\n$"),
        ("``` De knop is weg.\n```", "De knop is weg.\n```\n```"),
    ],
)
def test_other_dress(text: str, seen: str | None) -> None:
    assert readable(text).text == (text if seen is None else seen)


@given(
    st.lists(st.tuples(st.sampled_from([*" \t,.|²7_é", "\u0301"]), st.integers(1, 230)), max_size=6)
)
def test_a_look_that_is_left_out_would_have_found_nothing(runs: list[tuple[str, int]]) -> None:
    text = "a".join(sign * times for sign, times in runs) + "a"
    flood = reading._flood.search(text)
    assert flood is None or reading._has_many_of_one(text, set(text))
    assert reading._gap.search(text) is None or "\t" in text or " " * 8 in text


def test_many_spaces_within_a_line_are_one_and_spans_lead_back() -> None:
    text = "  Kies   het veld.\n  - Nu  |  dan"
    closed = closed_up(Readable(text), text)
    assert closed.text == "  Kies het veld.\n  - Nu  |  dan"
    at = closed.text.index("het veld")
    span = closed.original(Span(source=ANSWER, start=at, end=at + len("het veld")))
    assert text[span.start : span.end] == "het veld"
    assert closed_up(Readable("a b"), "a\nb") == Readable("a\nb")


def test_spaces_are_closed_up_in_a_text_that_was_read_otherwise_too() -> None:
    given = readable("Kies\u200b &#104;et  veld")
    closed = closed_up(given, given.text)
    assert closed.text == "Kies het veld"
    span = closed.original(Span(source=ANSWER, start=5, end=8))
    assert (span.start, span.end) == (6, 14)


@pytest.mark.parametrize(
    "given", ["&#39;&euro;&nbsp;5&#x27; &amp; R", "&amp;#39;&amp;euro;&#160;5&apos; &amp;amp; R"]
)
def test_references_are_the_signs_that_a_person_sees(given: str) -> None:
    assert readable(given).text == "'€ 5' & R"
