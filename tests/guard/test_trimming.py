"""Trimming by hand-made sentences and evidence."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from truthscore.guard.trimming import trim
from truthscore.types import ANSWER, Evidence, Measurement, Role, Span, Verdict

LEANING = frozenset({"dit", "daarna"})


def spans(text: str) -> list[Span]:
    """Sentences and list items, without their marks."""
    return [
        Span(source=ANSWER, start=match.start(1), end=match.end(1))
        for match in re.finditer(
            r"(?:^[ ]*(?:-|\d+\.)[ ]+)?((?<=\s)\S[^.!?\n:]*[.!?:]?|^[^-\d\s][^.!?\n:]*[.!?:]?)",
            text,
            re.M,
        )
    ]


def cut(text: str, *words: str, role: Role = "unsupported", min_left: float = 0.0) -> str | None:
    found = tuple(
        Evidence(
            span=Span(source=ANSWER, start=text.index(word), end=text.index(word) + len(word)),
            role=role,
            label=word,
        )
        for word in words
    )
    verdict = Verdict(
        id="",
        status="scored",
        score=2.0,
        features={"statements": Measurement(value=0.1, evidence=found)},
    )
    return trim(
        text, spans(text), verdict, features=("statements",), leaning=LEANING, min_left=min_left
    )


@pytest.mark.parametrize(
    ("text", "word", "left"),
    [
        ("Een. Twee fout. Drie.", "fout", "Een. Drie."),
        ("Een. Drie. Twee fout.", "fout", "Een. Drie."),
        ("Een.\n\nTwee fout.\n\nDrie.", "fout", "Een.\n\nDrie."),
        ("Een. Twee fout. Dit ook. Drie.", "fout", "Een. Drie."),
        ("Een. Twee fout. Dit ook. Daarna dat. Drie.", "fout", "Een. Drie."),
        ("Een. Dit staat los. Twee fout.", "fout", "Een. Dit staat los."),
        ("Een.\n\n- goed\n- fout\n- ook goed", "fout", "Een.\n\n- goed\n- ook goed"),
        ("Een.\n\nDe lijst:\n- fout", "fout", "Een."),
    ],
)
def test_sentences_go_and_the_rest_stays_as_it_was(text: str, word: str, left: str) -> None:
    assert cut(text, word) == left


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Een fout. Twee. Drie.", "fout"),  # the first sentence answers the question
        ("Doe dit:\n\n1. Een\n2. fout\n3. Drie", "fout"),  # a step of a guide
        ("Een fout.", "fout"),
    ],
)
def test_what_is_never_taken_out(text: str, word: str) -> None:
    assert cut(text, word) is None


def test_enough_must_be_left() -> None:
    text = "Kort. Deze lange zin is helaas geheel en al fout. Goed."
    assert cut(text, "fout") == "Kort. Goed."
    assert cut(text, "fout", min_left=0.5) is None


def test_support_condemns_nothing() -> None:
    assert cut("Een. Twee.", "Twee", role="supports") is None


def test_evidence_of_other_features_and_in_documents_condemns_nothing() -> None:
    text = "Een. Twee."
    bad = Evidence(span=Span(source="p", start=5, end=9), role="missing", label="")
    verdict = Verdict(
        id="", status="scored", score=2.0,
        features={
            "statements": Measurement(value=0.1, evidence=(bad,)),
            "hal": Measurement(
                value=0.1,
                evidence=(
                    Evidence(
                        span=Span(source=ANSWER, start=5, end=9), role="unsupported", label=""
                    ),
                ),
            ),
        },
    )  # fmt: skip
    assert (
        trim(text, spans(text), verdict, features=("statements",), leaning=LEANING, min_left=0.0)
        is None
    )


@given(
    st.lists(st.sampled_from(["goed", "fout", "dit ook", "meer"]), min_size=1, max_size=8),
)
def test_every_condemned_sentence_is_gone_and_no_word_is_new(words: list[str]) -> None:
    text = " ".join(f"{word.capitalize()} {number}." for number, word in enumerate(words))
    condemned = [f"Fout {number}" for number, word in enumerate(words) if word == "fout"]
    left = cut(text, *condemned)
    if left is None:
        assert not condemned or words[0] == "fout"
        return
    assert "Fout" not in left
    assert set(left.split()) <= set(text.split())
    assert left.startswith(text.split(".")[0])
