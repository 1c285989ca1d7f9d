"""Markdown for a page: every character is the answer's own, and only signs are left out."""

from __future__ import annotations

import regex
from hypothesis import given
from hypothesis import strategies as st

from truthscore.report.markdown import lines, readable

#: What may be left out of a line: signs, and what they stand between is kept.
SIGNS = regex.compile(r"[\s*_~`#>|\[\]!\\:.-]*")
TEXTS = st.text(alphabet="ab1 *_`~#[]()!|>\\-.\n", max_size=60)


def shown(text: str) -> list[tuple[str, str]]:
    return [
        (line.kind, "".join(text[run.start : run.end] for run in line.runs)) for line in lines(text)
    ]


def styled(text: str) -> list[tuple[str, tuple[str, ...]]]:
    return [
        (text[run.start : run.end], run.styles)
        for line in lines(text)
        for run in line.runs
        if run.styles
    ]


def test_lines_are_what_they_are_and_keep_their_words() -> None:
    text = "# Kop\n\nTekst\n- een\n  2. twee\n> zo\n```sh\na *b*\n```\n|a|b|\n|--|--|\n|1|2|\n---"
    assert shown(text) == [
        ("heading", "Kop"), ("text", "Tekst"), ("item", "-een"), ("item", "2.twee"),
        ("quote", "zo"), ("code", "sh"), ("code", "a *b*"), ("row", "ab"), ("row", "12"),
        ("rule", ""),
    ]  # fmt: skip


def test_signs_style_what_stands_between_them() -> None:
    assert styled("**a** _b_ ~~c~~ `*d*` ***e***") == [
        ("a", ("bold",)), ("b", ("italic",)), ("c", ("struck",)), ("*d*", ("code",)),
        ("e", ("bold", "italic")),
    ]  # fmt: skip
    assert styled("[hier](https://x.nl/a_b)") == [
        ("hier", ("link",)), ("(https://x.nl/a_b)", ("target",)),
    ]  # fmt: skip


def test_a_sign_without_its_other_half_is_text() -> None:
    for text in ("5 * 3 * 2", "snake_case_name", "**half", "a`b", r"[geen link] (x)", "<b>x</b>"):
        assert shown(text) == [("text", text)]
    assert shown(r"\*ster\*") == [("text", "*ster*")]


@given(TEXTS)
def test_runs_follow_each_other_and_only_signs_are_left_out(text: str) -> None:
    at = 0
    for line in lines(text):
        for run in line.runs:
            assert run.start >= at
            assert SIGNS.fullmatch(text, at, run.start)
            at = run.end
    assert SIGNS.fullmatch(text, at)


@given(TEXTS, st.integers(0, 60), st.integers(0, 60))
def test_a_passage_is_cut_at_its_match(text: str, one: int, other: int) -> None:
    start, end = sorted((min(one, len(text)), min(other, len(text))))
    before, match, after = readable(text, start, end)
    words = "".join(regex.findall(r"[ab1]", text))
    assert "".join(regex.findall(r"[ab1]", before + match + after)) == words
    assert "".join(regex.findall(r"[ab1]", match)) == "".join(
        regex.findall(r"[ab1]", text[start:end])
    )
