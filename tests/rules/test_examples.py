"""Every rule by its examples: `<id>.toml` has lies at which it points, and truths that it spares.

A `[[lie]]` is seen when the rule points once, at exactly the words of `span`, and no longer at the
`correction`. A `[[true]]` comes near the rule and is spared. A `[[todo]]` is what the rule does not
do as yet: see a lie at its `span`, or, where it has none, spare a truth. Once it does, a test says
so, and the example becomes a `[[lie]]` or a `[[true]]`.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest

from truthscore import Example, TruthScorer
from truthscore.rules import RULE_IDS
from truthscore.types import ContextDocument, Verdict

FOLDER = Path(__file__).parent
LANGUAGES = {"nl", "en"}
#: Lies, and truths, that a rule has at least.
LEAST = 3
#: The keys of each kind beside `lang`, `answer`, and `page` or `pages`; `question` may be left out.
KEYS = {"lie": {"span", "correction"}, "true": set(), "unseen": {"span"}, "blamed": set()}


@dataclass(frozen=True, slots=True)
class Case:
    """One example of a rule; `name` is that of its test."""

    name: str
    rule: str
    kind: str
    lang: str
    question: str
    pages: tuple[ContextDocument, ...]
    answer: str
    span: str
    correction: str

    def row(self, answer: str, name: str) -> Example:
        """What is scored."""
        return Example(
            id=name, question=self.question, answer=answer, context=self.pages, lang=self.lang
        )


def cases_of(path: Path) -> list[Case]:
    """The examples of a file. One that says too little or too much is an error."""
    rule = path.name.removesuffix(".toml")
    found = []
    for section, examples in tomllib.loads(path.read_text("utf-8")).items():
        for number, given in enumerate(examples, start=1):
            name = f"{rule}-{section}-{number}"
            kind = section
            if section == "todo":
                kind = "unseen" if "span" in given else "blamed"
            pages = given.pop("pages", None) or [{"id": "page", "text": given.pop("page")}]
            question = given.pop("question", "")
            assert given.keys() == KEYS[kind] | {"lang", "answer"}, name
            case = Case(
                name=name,
                rule=rule,
                kind=kind,
                lang=given["lang"],
                question=question,
                pages=tuple(ContextDocument(**page) for page in pages),
                answer=given["answer"],
                span=given.get("span", ""),
                correction=given.get("correction", ""),
            )
            assert case.answer.count(case.span) == 1 or not case.span, name
            found.append(case)
    return found


CASES = [case for path in sorted(FOLDER.glob("*.toml")) for case in cases_of(path)]


def of_kind(kind: str) -> pytest.MarkDecorator:
    """The examples of a kind, a test each."""
    cases = [pytest.param(case, id=case.name) for case in CASES if case.kind == kind]
    return pytest.mark.parametrize("case", cases)


@pytest.fixture(scope="module")
def verdicts(whole: TruthScorer) -> dict[str, Verdict]:
    """The verdict of each example by its name, and of each correction."""
    rows = [case.row(case.answer, case.name) for case in CASES]
    rows += [case.row(case.correction, f"{case.name}-correction") for case in CASES]
    rows = [row for row in rows if row.answer]
    return {verdict.id: verdict for verdict in whole.score_many(rows)}


def found(case: Case, verdict: Verdict) -> list[str]:
    """The words of the answer at which the rule of an example points."""
    assert verdict.status == "scored", verdict
    return [
        case.answer[each.span.start : each.span.end]
        for measured in verdict.features.values()
        for each in measured.evidence
        if each.rule == case.rule
    ]


@of_kind("lie")
def test_a_lie_is_seen_once_at_its_words(case: Case, verdicts: dict[str, Verdict]) -> None:
    assert found(case, verdicts[case.name]) == [case.span]


@of_kind("lie")
def test_its_correction_is_spared(case: Case, verdicts: dict[str, Verdict]) -> None:
    assert found(case, verdicts[f"{case.name}-correction"]) == []


@of_kind("true")
def test_a_near_miss_is_spared(case: Case, verdicts: dict[str, Verdict]) -> None:
    assert found(case, verdicts[case.name]) == []


@of_kind("unseen")
def test_what_is_to_be_seen_is_not_yet(case: Case, verdicts: dict[str, Verdict]) -> None:
    assert found(case, verdicts[case.name]) != [case.span], "seen now: make it a [[lie]]"


@of_kind("blamed")
def test_what_is_to_be_spared_is_not_yet(case: Case, verdicts: dict[str, Verdict]) -> None:
    assert found(case, verdicts[case.name]) != [], "spared now: make it a [[true]]"


def test_each_rule_has_a_file_and_each_file_a_rule() -> None:
    files = [path.name.removesuffix(".toml") for path in FOLDER.glob("*.toml")]
    assert sorted(files) == sorted(RULE_IDS)


@pytest.mark.parametrize("rule", sorted(RULE_IDS))
def test_a_rule_has_enough_examples_in_both_languages(rule: str) -> None:
    own = [case for case in CASES if case.rule == rule]
    counts = Counter(case.kind for case in own)
    assert min(counts["lie"], counts["true"]) >= LEAST
    assert {case.lang for case in own if case.kind == "lie"} == LANGUAGES
    assert {case.lang for case in own} == LANGUAGES


def test_no_two_examples_are_the_same() -> None:
    counts = Counter(
        (case.question, case.answer, *(page.text for page in case.pages)) for case in CASES
    )
    assert [answer for (_, answer, *_), n in counts.items() if n > 1] == []
