"""The nouns: plain, frozen, and light to import."""

from __future__ import annotations

import dataclasses
import subprocess
import sys
from dataclasses import replace

import pytest

from truthscore import types
from truthscore.types import (
    COLOURS,
    STATEMENT_KINDS,
    ContextDocument,
    Evidence,
    Example,
    Measurement,
    Span,
    StatementVerdict,
    Verdict,
)

RECORDS = [
    each
    for each in vars(types).values()
    if dataclasses.is_dataclass(each) and isinstance(each, type)
]
HEAVY = ("spacy", "numpy", "pandas", "scipy", "pydantic", "regex", "wordfreq", "rapidfuzz", "click")


def test_there_are_nouns_to_test() -> None:
    assert {Example, Measurement, Verdict, Evidence, Span, ContextDocument} <= set(RECORDS)


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.__name__)
def test_a_noun_is_frozen_keyword_only_and_does_not_compute(record: type) -> None:
    options = record.__dataclass_params__  # type: ignore[attr-defined]
    assert options.frozen
    assert hasattr(record, "__slots__")
    assert all(each.kw_only for each in dataclasses.fields(record))
    own = [name for name, value in vars(record).items() if callable(value) and name[0] != "_"]
    assert own == []


def test_equal_findings_are_equal() -> None:
    span = Span(source="answer", start=0, end=2)
    first = Evidence(span=span, role="supports", label="a")
    assert first == Evidence(span=Span(source="answer", start=0, end=2), role="supports", label="a")
    assert len({first, first}) == 1


def test_the_nouns_import_nothing_heavy() -> None:
    program = (
        "import sys\n"
        "import truthscore.types, truthscore.errors, truthscore.signature, truthscore.resources\n"
        "assert truthscore.__version__\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


def test_the_nouns_import_nothing_of_ours() -> None:
    program = (
        "import sys\nimport truthscore.types\n"
        "print(sorted(name for name in sys.modules if name.startswith('truthscore')))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "['truthscore', 'truthscore.types']"


def test_a_verdict_is_shown_in_one_line_and_in_a_notebook() -> None:
    attack = "<img src=x onerror=alert(1)>"
    span = Span(source="answer", start=0, end=2)
    verdict = Verdict(
        id=attack, status="scored", score=1.0, override="missing_component",
        features={
            "components_defined": Measurement(
                value=0.5,
                evidence=(
                    Evidence(span=span, role="missing", label=attack),
                    Evidence(span=span, role="supports", label="found"),
                ),
            ),
        },
    )  # fmt: skip
    assert repr(verdict) == f"<Verdict {attack!r}: 1.00 (missing_component)>"
    refused = Verdict(id="b", status="not_scored", reason="no_context")
    assert repr(refused) == "<Verdict 'b': not_scored (no_context)>"
    shown = verdict._repr_html_()
    assert "1.00" in shown
    assert "<td>missing</td><td>&lt;img src=x onerror=alert(1)&gt;</td>" in shown
    assert "<img" not in shown
    assert "found" not in shown
    assert "★" not in refused._repr_html_()


def test_a_notebook_shows_each_sentence_with_its_passage() -> None:
    attack = "<b>Ja.</b>"
    verdict = Verdict(
        id="a", status="scored", score=2.0,
        statements=(
            StatementVerdict(
                span=Span(source="answer", start=0, end=len(attack)), verdict="contradicted",
                stars=2.0, passage=Span(source="page", start=0, end=4),
            ),
            StatementVerdict(span=Span(source="answer", start=0, end=0), verdict="no_claim"),
        ),
        texts={"answer": attack, "page": "Nee. En meer."},
    )  # fmt: skip
    shown = verdict._repr_html_()
    assert f'background: {COLOURS["contradicted"]}" title="contradicted 2.0">' in shown
    assert "&lt;b&gt;Ja.&lt;/b&gt;" in shown
    assert "page: Nee.</div>" in shown
    assert "En meer" not in shown
    assert set(COLOURS) == set(STATEMENT_KINDS)
    assert verdict == replace(verdict, texts={})
